"""House ways checked and compared over all hands: ``cardwright odds house-way``."""

import argparse

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration
from cardwright.games.paigow.hands import DECK, high_first
from cardwright.games.paigow.house_way import WAYS, load, set_hand
from cardwright.games.paigow.odds.classes import Classes, all_classes
from cardwright.games.paigow.odds.deals import Match
from cardwright.games.paigow.odds.hand import setting_odds
from cardwright.games.paigow.odds.pairs import outcome
from cardwright.games.paigow.odds.way_table import set_all
from cardwright.reports import Cell, Column, Report
from cardwright.shards import Progress

MAX_DIFFERENCES = 12
NO_RULE = -1


class RuleUse(msgspec.Struct, frozen=True):
    """The hands that one rule sets (`NO_RULE`: none does): how many, an example, and how many of them are fouls."""

    rule: int
    hands: int
    example: tuple[Card, ...]
    fouls: int = 0
    foul: tuple[Card, ...] = ()


class Difference(msgspec.Struct, frozen=True):
    """Hands that two ways set differently, by these rules (counted from 0): how many, and an example."""

    rules: tuple[int, int]
    hands: int
    example: tuple[Card, ...]


def lint(way: str, wheel: str = "second") -> list[RuleUse]:
    """Set all 154,143,080 hands by a way; return the hands set by each rule, in order, and last those without a rule.

    Raises `UnknownName` and `BadDeclaration` as `house_way.load` does.
    """
    classes = all_classes()
    ruled, values = set_all(classes.cards, way, wheel)
    weights, fouls = classes.hands, (values[:, 0] > values[:, 1]) & (ruled >= 0)
    rules = [*range(len(load(way).rules)), *([NO_RULE] if (ruled == NO_RULE).any() else [])]
    return [
        RuleUse(
            rule,
            *_count_hands(classes, weights, ruled == rule),
            *_count_hands(classes, weights, fouls & (ruled == rule)),
        )
        for rule in rules
    ]


def differences(way: str, other: str, wheel: str = "second") -> list[Difference]:
    """Return the hands of which two ways make settings of other values, by pairs of rules, the most frequent first."""
    classes = all_classes()
    (first, first_values), (second, second_values) = (set_all(classes.cards, each, wheel) for each in (way, other))
    if (first < 0).any() or (second < 0).any():
        raise BadDeclaration(f"rules of {way} or {other} leave hands unset; check each way alone")
    is_different, weights = (first_values != second_values).any(axis=1), classes.hands
    pairs = {(int(one), int(two)) for one, two in zip(first[is_different], second[is_different], strict=True)}
    differences_ = [
        Difference(pair, *_count_hands(classes, weights, is_different & (first == pair[0]) & (second == pair[1])))
        for pair in pairs
    ]
    return sorted(differences_, key=lambda each: (-each.hands, each.rules))


def _count_hands(
    classes: Classes, weights: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> tuple[int, tuple[Card, ...]]:
    """Return the number of hands in these classes, and one of the class with the most; 0 and () for none."""
    places = np.flatnonzero(chosen & (weights > 0))
    if not len(places):
        return 0, ()
    example = classes.cards[places[weights[places].argmax()]].tolist()
    return int(weights[places].sum()), tuple(high_first(example))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("way", metavar="WAY", help=f"{', '.join(WAYS)} or a TOML file of rules")
    parser.add_argument("--compare", metavar="WAY", default="", help="another way: the hands that they set differently")
    parser.add_argument("--wheel", choices=("second", "lowest"), default="second", help="the rank of A-2-3-4-5")
    parser.add_argument("--dealer", metavar="WAY", default="trump_plaza", help="the dealer's way, for what it is worth")
    parser.add_argument("--commission", type=int, choices=(0, 5), default=5, help="in %% of a win")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command: what each rule sets, fouls and gaps; or how two ways differ and what that is worth."""
    return _compare_report(parsed, progress) if parsed.compare else _lint_report(parsed.way, parsed.wheel)


def _lint_report(way: str, wheel: str) -> Report:
    loaded, rule_uses = load(way), lint(way, wheel)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            str(each.rule + 1) if each.rule >= 0 else "none",
            DECK.text_of(each.example),
            _reason(each, way, wheel),
            each.hands,
            each.fouls,
        )
        for each in rule_uses
    )
    unused = [str(each.rule + 1) for each in rule_uses if not each.hands]
    fouls = next((each.foul for each in rule_uses if each.fouls), ())
    notes = [f"source: {loaded.file.source}"] if loaded.file.source else []
    notes += [f"rules that set no hand: {', '.join(unused)}"] if unused else []
    notes += [f"a foul: {DECK.text_of(fouls)}"] if fouls else []
    total, gaps = sum(each.hands for each in rule_uses), sum(each.hands for each in rule_uses if each.rule < 0)
    counted = Column("hands", "count"), Column("fouls", "count")
    return Report(
        title=f"{loaded.file.title}: {sum(each.fouls for each in rule_uses):,} fouls, {gaps:,} hands without a rule",
        columns=(Column("rule"), Column("such as"), Column("reason", "words"), *counted),
        rows=rows,
        method=f"exact: all {total:,} hands",
        notes=tuple(notes),
    )


def _reason(use: RuleUse, way: str, wheel: str) -> str:
    if use.rule == NO_RULE:
        return "no rule fits"
    return set_hand(use.example, way, wheel).reason if use.example else "never used"


def _compare_report(parsed: argparse.Namespace, progress: Progress) -> Report:
    differences_ = differences(parsed.way, parsed.compare, parsed.wheel)
    rows = [_row(parsed, each) for each in differences_[:MAX_DIFFERENCES]]
    hands = sum(each.hands for each in differences_)
    first, second = (
        outcome(Match(way, parsed.dealer, parsed.wheel), progress=progress).value(parsed.commission)
        for way in (parsed.way, parsed.compare)
    )
    value = 100 * float(first - second)
    titles = [load(way).file.title for way in (parsed.way, parsed.compare, parsed.dealer)]
    return Report(
        title=f"{titles[0]} and {titles[1]} differ in {hands:,} hands, worth {value:+.4f} % of a bet",
        columns=(
            Column("such as"), Column(parsed.way), Column(parsed.compare), Column("value of the first", "value"),
            Column("hands so", "count"),
        ),
        rows=tuple(rows),
        method="exact: all hands; what they are worth over all deals against "
        f"{titles[2]}, {parsed.commission} % commission",
        notes=("value of the first: what its setting gains more than the other's with this hand, in bets.",),
    )  # fmt: skip


def _row(parsed: argparse.Namespace, difference: Difference) -> tuple[Cell, ...]:
    odds = setting_odds(difference.example, parsed.dealer, wheel=parsed.wheel, commission=parsed.commission)
    values = {frozenset(setting.front): setting.value for setting in odds}
    fronts = [set_hand(difference.example, way, parsed.wheel).front for way in (parsed.way, parsed.compare)]
    gain = values[frozenset(fronts[0])] - values[frozenset(fronts[1])]
    return (
        DECK.text_of(difference.example),
        *(DECK.text_of(high_first(front)) for front in fronts),
        gain,
        difference.hands,
    )
