"""Commands about rankings and their declarations."""

from argparse import ArgumentParser

from cardwright.argument_types import MAX_NUMBER
from cardwright.cli.arguments import add_number, command


def _add_ranking(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")


@command("terminal.reports.ranking_report:rankings", "json")
def rankings(parser: ArgumentParser) -> None:
    """List the rankings that come with Cardwright."""
    parser.add_argument("--collection", action="store_true", help="list the tables of other games instead")


@command("terminal.reports.ranking_report:frequencies", "json")
def frequencies(parser: ArgumentParser) -> None:
    """Print the exact count of each category of a ranking."""
    _add_ranking(parser)
    parser.add_argument("--cards", type=int, metavar="N", help="the best hand of N cards, up to 9 (default: its size)")
    parser.add_argument("--why", action="store_true", help="derive each count: ranks x suits, less what others take")


@command("terminal.reports.ranking_report:rank", "json")
def rank(parser: ArgumentParser) -> None:
    """Rank hands: the category of each, and which is best."""
    _add_ranking(parser)
    parser.add_argument(
        "hands", metavar="CARDS", nargs="+", help='a hand: "Ah Kh Qh Jh Th"; several, in quotes, compare'
    )


@command("terminal.reports.ranking_report:lint", "json")
def lint(parser: ArgumentParser) -> None:
    """Check a table of hands for faults; exit code 1 if there are any."""
    _add_ranking(parser)


@command("terminal.reports.declarations:new")
def new(parser: ArgumentParser) -> None:
    """Write a declaration of a deck and a table of hands, to start your own from."""
    parser.add_argument("title", metavar="TITLE", help='the file is named after it: "Six suits", six-suits.toml')
    parser.add_argument("--like", metavar="RANKING", default="standard", help="the ranking to copy")


@command("terminal.reports.declarations:show")
def show(parser: ArgumentParser) -> None:
    """Print the declaration of a ranking, or of a variant, that comes with Cardwright."""
    parser.add_argument("name", metavar="NAME", help="its name: cardwright rankings and cardwright variants list them")
    parser.add_argument("--variant", action="store_true", help="a variant of poker, where a ranking has the same name")


@command("terminal.reports.declarations:fix", "json")
def fix(parser: ArgumentParser) -> None:
    """Order a table of hands by rarity, with as few moves as possible."""
    _add_ranking(parser)
    parser.add_argument("--cards", type=int, metavar="N", help="by rarity among the best hands of N cards")
    parser.add_argument("--write", action="store_true", help="write the new order to the file")


@command("terminal.reports.declarations:report")
def report(parser: ArgumentParser) -> None:
    """Print a table of hands as a page for a rule book, with the derivation of each count."""
    _add_ranking(parser)
    formats = ("md", "html", "csv", "svg")
    parser.add_argument("--format", dest="form", choices=formats, default="md", help="default: md, Markdown")


@command("terminal.reports.declarations:variants", "json")
def variants(parser: ArgumentParser) -> None:
    """List the variants of poker, and how many can play each with a ranking."""
    parser.add_argument(
        "ranking", metavar="NAME-OR-FILE", nargs="?", default="variant", help="a ranking (default: the variant's own)"
    )
    add_number(parser, "--players", 2, 20, "the number of players", default=4)


@command("terminal.reports.playtest_report:playtest", "json", "csv")
def playtest(parser: ArgumentParser) -> None:
    """Play deals of poker between bots with a table of hands: what each line shows and wins."""
    _add_ranking(parser)
    parser.add_argument(
        "--variant", default="", metavar="NAME-OR-FILE", help="the variant of poker (default: the first that fits)"
    )
    add_number(parser, "--players", 2, 20, "the number of players", default=3)
    parser.add_argument("--bot", default="caller", metavar="BOT", help="the bot of every seat")
    add_number(parser, "--deals", 1, MAX_NUMBER, "deals to play", default=1000)
