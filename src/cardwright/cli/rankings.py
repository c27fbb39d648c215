"""Commands about rankings and their declarations."""

import argparse

from cardwright.cli.arguments import MAX_NUMBER, Commands, within


def add(to: Commands) -> None:
    """Add the commands of this module."""
    made = to.listing(rankings, "list the rankings that come with Cardwright")
    made.add_argument("--collection", action="store_true", help="list the tables of other games instead")

    made = to.listing(frequencies, "print the exact count of each category of a ranking")
    _add_ranking(made)
    made.add_argument("--cards", type=int, metavar="N", help="the best hand of N cards, up to 9 (default: its size)")
    made.add_argument("--why", action="store_true", help="derive each count: ranks x suits, less what others take")

    made = to.listing(rank, "rank hands: the category of each, and which is best")
    _add_ranking(made)
    made.add_argument("hands", metavar="CARDS", nargs="+", help='a hand: "Ah Kh Qh Jh Th"; several, in quotes, compare')

    made = to.listing(lint, "check a table of hands for faults; exit code 1 if there are any")
    _add_ranking(made)

    made = to.command(new, "write a declaration of a deck and a table of hands, to start your own from")
    made.add_argument("name", metavar="TITLE", help='the file is named after it: "Six suits", six-suits.toml')
    made.add_argument("--like", metavar="RANKING", default="standard", help="the ranking to copy (default: standard)")

    made = to.command(show, "print the declaration of a ranking, or of a variant, that comes with Cardwright")
    made.add_argument("ranking", metavar="NAME", help="its name: cardwright rankings and cardwright variants list them")
    made.add_argument("--variant", action="store_true", help="a variant of poker, where a ranking has the same name")

    made = to.listing(fix, "order a table of hands by rarity, with as few moves as possible")
    _add_ranking(made)
    made.add_argument("--cards", type=int, metavar="N", help="by rarity among the best hands of N cards")
    made.add_argument("--write", action="store_true", help="write the new order to the file")

    made = to.command(report, "print a table of hands as a page for a rule book, with the derivation of each count")
    _add_ranking(made)
    made.add_argument("--format", choices=("md", "html", "csv", "svg"), default="md", help="default: md, Markdown")

    made = to.listing(variants, "list the variants of poker, and how many can play each with a ranking")
    made.add_argument(
        "ranking", metavar="NAME-OR-FILE", nargs="?", default="variant", help="a ranking (default: the variant's own)"
    )
    made.add_argument(
        "--players", type=within(2, 20), default=4, metavar="N", help="the number of players (default: 4)"
    )

    made = to.listing(playtest, "play deals of poker between bots with a table of hands: what each line shows and wins")
    _add_ranking(made)
    made.add_argument(
        "--variant", default="texas-holdem", metavar="NAME", help="the variant of poker (default: texas-holdem)"
    )
    made.add_argument(
        "--players", type=within(2, 20), default=3, metavar="N", help="the number of players (default: 3)"
    )
    made.add_argument("--bot", default="caller", metavar="BOT", help="the bot of every seat (default: caller)")
    made.add_argument(
        "--deals", type=within(1, MAX_NUMBER), default=1000, metavar="N", help="deals to play (default: 1000)"
    )


def _add_ranking(made: argparse.ArgumentParser) -> None:
    made.add_argument("ranking", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")


def rankings(parsed: argparse.Namespace) -> int:
    """List the rankings."""
    from cardwright.terminal.reports import ranking_report

    return ranking_report.rankings(as_json=parsed.json, collection=parsed.collection)


def frequencies(parsed: argparse.Namespace) -> int:
    """Print a ranking's exact table."""
    from cardwright.terminal.reports import ranking_report

    return ranking_report.frequencies(parsed.ranking, parsed.cards, as_json=parsed.json, why=parsed.why)


def rank(parsed: argparse.Namespace) -> int:
    """Print the rank of hands."""
    from cardwright.terminal.reports import ranking_report

    return ranking_report.rank(parsed.ranking, parsed.hands, as_json=parsed.json)


def lint(parsed: argparse.Namespace) -> int:
    """Print the faults of a declaration."""
    from cardwright.terminal.reports import ranking_report

    return ranking_report.lint(parsed.ranking, as_json=parsed.json)


def new(parsed: argparse.Namespace) -> int:
    """Write a declaration to start from."""
    from cardwright.terminal.reports import declarations

    return declarations.new(parsed.name, parsed.like)


def show(parsed: argparse.Namespace) -> int:
    """Print a declaration."""
    from cardwright.terminal.reports import declarations

    return declarations.show(parsed.ranking, variant=parsed.variant)


def fix(parsed: argparse.Namespace) -> int:
    """Order a table by rarity."""
    from cardwright.terminal.reports import declarations

    return declarations.fix(parsed.ranking, parsed.cards, write=parsed.write, as_json=parsed.json)


def report(parsed: argparse.Namespace) -> int:
    """Print a table of hands as a page for a rule book."""
    from cardwright.terminal.reports import declarations

    return declarations.report(parsed.ranking, parsed.format)


def variants(parsed: argparse.Namespace) -> int:
    """List the variants of poker."""
    from cardwright.terminal.reports import declarations

    return declarations.variants(parsed.ranking, parsed.players, as_json=parsed.json)


def playtest(parsed: argparse.Namespace) -> int:
    """Play deals between bots."""
    from cardwright.terminal.reports import playtest_report

    terms = parsed.ranking, parsed.variant, parsed.players, parsed.bot, parsed.deals
    return playtest_report.playtest(*terms, as_json=parsed.json)
