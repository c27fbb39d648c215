"""Equity of hands and ranges, for any ranking and variant: ``cardwright odds equity standard "AA" "KQs+"``."""

import argparse
import os
import shlex
from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any, NamedTuple

from cardwright import shards
from cardwright.cards import Card
from cardwright.errors import BadCount, BadOption, BadText, CardwrightError, UnknownName
from cardwright.games.poker import variants
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scoring import ranking_of
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.variants.model import DOWN
from cardwright.ranking import declaration
from cardwright.ranking.equity import SAMPLED_DEALS, Equity, HandRules, WildByHole, equity, ranges
from cardwright.ranking.equity.question import known_cards
from cardwright.ranking.equity.side_pots import PotLayer, layered_equity
from cardwright.reports import Cell, Column, Report, round_to
from cardwright.shards import Progress
from cardwright.wording import counted

HOLDEM = "texas-holdem"
MAX_SAMPLES = 1_000_000_000
MAX_SEED = 2**63 - 1
HANDS_HELP = 'the hands: cards ("Ah Ad"), a range ("QQ+, AKs, KTo+, 87s-54s, AhKh:0.5, 30%%") or "random"'


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("ranking", metavar="RANKING", help="the deck and the table of hands: a name or a TOML file")
    parser.add_argument("hands", metavar="HAND", nargs="+", help=HANDS_HELP)
    parser.add_argument("--variant", metavar="NAME-OR-FILE", default=HOLDEM, help="omaha-hilo, razz ...")
    parser.add_argument("--board", metavar="CARDS", default="", help="the cards on the board so far")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards that cannot come")
    parser.add_argument("--lines", action="store_true", help="how often each hand makes each line, and wins with it")
    parser.add_argument("--outs", action="store_true", help="what each next card of the board does for the first hand")
    parser.add_argument(
        "--put", metavar="CHIPS", type=int, nargs="+", help="what each hand has put in: its chips of main and side pots"
    )
    parser.add_argument("--samples", metavar="N", type=int, default=SAMPLED_DEALS, help="random deals of an estimate")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the seed of an estimate")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", default="", help="draw them on the Dask cluster of this scheduler"
    )


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command: the share of the pot of each hand. Raises `CardwrightError`."""
    with shards.workers(cluster=parsed.cluster) as executor:
        return _report(parsed, _read_question(parsed, executor), progress)


def _report(parsed: argparse.Namespace, asked: "_Asked", progress: Progress) -> Report:
    answers = [f"--{name}" for name in ("put", "outs", "lines") if getattr(parsed, name)]
    if len(answers) > 1:
        raise CardwrightError(f"{' and '.join(answers)} are answers of their own: choose one")
    if parsed.put:
        return _pots(asked, parsed.put)
    if parsed.outs:
        return _outs(asked, progress)
    result = asked.equity(asked.hands, asked.board, progress=progress)
    return _lines(asked, result) if parsed.lines else _shares(asked, result)


class _Asked(NamedTuple):
    """The question: the table, the hands as typed, and the other arguments of `equity`."""

    game: Poker
    hands: tuple[str, ...]
    board: tuple[Card, ...]
    dead: str
    rules: HandRules
    more: dict[str, Any]

    def equity(
        self,
        hands: Sequence[str],
        board: tuple[Card, ...],
        out: Sequence[Card] = (),
        progress: Progress | None = None,
    ) -> Equity:
        """Return the equity of some hands with these cards on the board, and others out of the deck."""
        dead, to_board = (*self.rules.ranking.cards(self.dead), *out), self.game.variant.board - len(board)
        return equity(self.rules, hands, board, dead, to_board=to_board, progress=progress, **self.more)

    @property
    def title(self) -> str:
        """The variant, the ranking and the board."""
        on_board = f", board {self.game.deck.text_of(self.board)}" if self.board else ""
        return f"{self.game.variant.title}, {self.game.ranking.declaration.title}{on_board}"


def _read_question(parsed: argparse.Namespace, executor: Executor | None) -> _Asked:
    _check_ranking(parsed)
    if len(parsed.hands) < 2:
        raise BadCount(f"equity compares two hands or more, not {len(parsed.hands)}", len(parsed.hands))
    game = create_game(parsed.ranking, parsed.variant, len(parsed.hands))
    variant, board, rules = game.variant, game.ranking.cards(parsed.board), hand_rules(game)
    if len(board) > variant.board:
        raise BadCount(f"{len(board)} cards on the board: {variant.title} has {variant.board}", len(board))
    for option, most in (("samples", MAX_SAMPLES), ("seed", MAX_SEED)):
        if not 0 <= getattr(parsed, option) <= most:
            raise BadOption(option, getattr(parsed, option), f"0 to {most:,}")
    more = {
        "hole": variant.hole,
        "samples": parsed.samples,
        "seed": parsed.seed,
        "threads": os.cpu_count() or 1,
        "executor": executor,
    }
    _check_hole_cards(game, parsed.hands)
    return _Asked(game, tuple(parsed.hands), board, parsed.dead, rules, more)


def create_game(ranking: str, variant: str, players: int) -> Poker:
    """Create the game that a question is about. Raises `CardwrightError`, with a hint for a variant as the ranking."""
    try:
        return one_variant(ranking=ranking, variant=variant, players=players)
    except UnknownName as unknown:
        if unknown.kind == "ranking" and ranking in variants.ALL_NAMES:
            meant = f"{ranking!r} is a variant, not a table of hands: write standard, and --variant {ranking}"
            raise BadText(meant, ranking, "ranking") from unknown
        raise


def hand_rules(game: Poker) -> HandRules:
    """Return how hands win in a variant. Raises `BadOption` for one whose hands are not those that are dealt."""
    variant = game.variant
    if variant.draws:
        raise BadOption("variant", variant.title, "a variant in which no cards are exchanged")
    if variant.kept < variant.hole:
        raise BadOption("variant", variant.title, "a variant in which no cards are thrown away")
    if variant.boards > 1:
        raise BadOption("variant", variant.title, "a variant with one board")
    low = game.low if variant.wins == "split" else None
    return HandRules(ranking_of(game.setup, ""), variant.from_hole, low, game.setup.least_low, _wild_hole(game))


def _check_ranking(parsed: argparse.Namespace) -> None:
    """Raise `BadText` if a hand was typed in the place of the ranking."""
    try:
        ranges.parse("".join(parsed.ranking.split()), declaration.load("standard"), 2)
    except BadText:
        return
    hands = " ".join(shlex.quote(hand) for hand in (parsed.ranking, *parsed.hands))
    raise BadText(f"a ranking comes before the hands: cardwright odds equity standard {hands}", parsed.ranking)


def _wild_hole(game: Poker) -> WildByHole | None:
    """Return how hands are read where a hole card is wild."""
    rule = game.setup.wild
    down = tuple(way == DOWN for way in game.variant.ways)
    return WildByHole(down, game.deck.size, rule.read_rows) if rule else None


def _check_hole_cards(game: Poker, hands: list[str]) -> None:
    """Raise `BadCount` unless all hands with known cards have the same possible number of them."""
    full, counts = game.variant.hole, []
    for text in hands:
        cards = known_cards(game.ranking, text)
        if not cards:
            continue
        counts.append(len(cards))
        if len(cards) != counts[0] or not 1 <= len(cards) <= full or (game.variant.board and len(cards) != full):
            wanted = str(full) if game.variant.board else f"1 to {full}, the same number in each hand"
            raise BadCount(
                f"{counted(len(cards), 'hole card')} ({text}): {game.variant.title} has {wanted}", len(cards)
            )


def _shares(asked: _Asked, result: Equity) -> Report:
    rows = tuple((text, each.win, each.tie, each.share) for text, each in zip(asked.hands, result.hands, strict=True))
    return Report(
        title=asked.title,
        columns=(Column("hand"), Column("win", "share"), Column("tie", "share"), Column("pot", "share")),
        rows=rows,
        bars="pot",
        method=_method(asked, result),
        notes=("win: the whole pot alone; tie: a part of it; pot: the average share of the pot, if no player folds.",),
    )


def _lines(asked: _Asked, result: Equity) -> Report:
    """Return how often each hand ends in each line of the table of hands, and what it wins then; and all lines."""
    names = [category.name for category in asked.rules.ranking.categories]
    rows: list[tuple[Cell, ...]] = []
    for text, worth in zip(asked.hands, result.hands, strict=True):
        lines = [(name, *line) for name, line in zip(names, worth.lines, strict=True)]
        for name, made, made_error, when_made in [*lines, ("all", Fraction(1), 0.0, worth)]:
            if when_made:
                errors = () if result.exact else map(round_to, (made_error, *when_made.errors))
                rows.append((text, name, made, when_made.win, when_made.tie, when_made.share, *errors))
    figures = ("made", "win", "tie", "pot")
    error_columns = [Column(f"{name} error", "share", detail=name != "pot") for name in figures]
    return Report(
        title=asked.title,
        columns=(
            Column("hand", "words"),
            Column("line", "words"),
            *(Column(name, "share") for name in figures),
            *(() if result.exact else error_columns),
        ),
        rows=tuple(rows),
        bars="pot",
        grouped=True,
        method=_method(asked, result) if result.exact else f"an estimate from {_drawn(asked, result)}",
        notes=(
            "made: how often the hand ends in the line, of all deals; win, tie and pot: of the deals in which it does.",
            *(() if result.exact else ("error: the standard error.",)),
            *(("line: of the high hand; tie: a part of the pot, such as one half.",) if asked.rules.low else ()),
        ),
    )


def _pots(asked: _Asked, put: list[int]) -> Report:
    """Return each hand's share of the main pot and of the side pots, and the chips it wins on average."""
    layered = layered_equity(
        asked.rules.ranking, asked.hands, put, lambda hands, out: asked.equity(hands, asked.board, out)
    )
    shares = [
        dict(zip(layer.players, (each.share for each in equity.hands), strict=True))
        if equity
        else {layer.players[0]: 1}
        for layer, equity in zip(layered.layers, layered.equities, strict=True)
    ]
    columns = [Column(_pot_name(number, layer), "share") for number, layer in enumerate(layered.layers)]
    rows = tuple(
        (text, amount, *(Fraction(share[seat]) if seat in share else None for share in shares), chips, chips - amount)
        for seat, (text, amount, chips) in enumerate(zip(asked.hands, put, layered.chips, strict=True))
    )
    least = max((each for each in layered.equities if each), key=lambda each: max(hand.error for hand in each.hands))
    return Report(
        title=asked.title,
        columns=(
            Column("hand"),
            Column("put in", "count"),
            *columns,
            Column("chips", "value"),
            Column("gain", "value"),
        ),
        rows=rows,
        method=_method(asked, least, [each.error for each in least.hands]),
        notes=("chips: what the hand takes back on average, if no player folds; gain: less what it has put in.",),
    )


def _pot_name(number: int, layer: PotLayer) -> str:
    if len(layer.players) == 1:
        return f"given back {layer.chips:,}"
    return f"main pot {layer.chips:,}" if number == 0 else f"side pot {layer.chips:,}"


def _outs(asked: _Asked, progress: Progress) -> Report:
    """Return the share of the first hand after each next card, the best card first."""
    if len(asked.board) >= asked.game.variant.board:
        raise BadCount("no card is to come to the board", len(asked.board))
    now = asked.equity(asked.hands, asked.board)
    after: dict[Fraction, list[Card]] = {}
    cards = _next_cards(asked)
    errors = [each.error for each in now.hands]
    for done, card in enumerate(cards):
        progress(done, len(cards))
        result = asked.equity(asked.hands, (*asked.board, card))
        errors.append(result.hands[0].error)
        after.setdefault(result.hands[0].share, []).append(card)
    share = now.hands[0].share
    rows = tuple(
        (asked.game.deck.text_of(after[each]), len(after[each]), each, each - share)
        for each in sorted(after, reverse=True)
    )
    return Report(
        title=f"{asked.title}: the next card, for {asked.hands[0]}",
        columns=(
            Column("cards", "words"),
            Column("number", "count"),
            Column("pot", "share"),
            Column("change", "value"),
        ),
        bars="pot",
        rows=rows,
        method=_method(asked, now, errors),
        notes=(f"before it the pot's share is {100 * float(share):.2f} %.",),
    )


def _next_cards(asked: _Asked) -> list[Card]:
    """Return the cards that can come next: those in no known hand."""
    seen = {*asked.board, *asked.rules.ranking.cards(asked.dead)}
    for text in asked.hands:
        seen |= set(known_cards(asked.rules.ranking, text) or ())
    return asked.game.deck.without(seen)


def _method(asked: _Asked, result: Equity, errors: Sequence[float] = ()) -> str:
    """Return how the figures were found, with the largest of their ``errors``: by default of win, tie and pot."""
    errors = errors or [error for each in result.hands for error in each.errors]
    if not any(errors) and result.deals == 1:
        return "exact: no card is to come"
    if not any(errors):
        return f"exact: all {result.deals:,} deals of the cards to come"
    return f"an estimate from {_drawn(asked, result)}, with a standard error of at most {100 * max(errors):.3f} %"


def _drawn(asked: _Asked, result: Equity) -> str:
    return f"{result.deals:,} random deals, seed {asked.more['seed']}"
