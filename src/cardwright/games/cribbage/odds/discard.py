"""``cardwright odds discard``: the value of each of the fifteen ways to lay away two of six cards."""

import argparse
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec
import numpy as np

from cardwright.answers import seed_of
from cardwright.cards import Card
from cardwright.errors import BadCount, BadOption
from cardwright.games.cribbage.crib_average import HAND_CARDS, SPLITS, divide
from cardwright.games.cribbage.events import Won
from cardwright.games.cribbage.odds import crib
from cardwright.games.cribbage.odds.match import unit
from cardwright.games.cribbage.odds.moves import lay_values, value_range
from cardwright.games.cribbage.odds.terms import add_terms, alternates, asked_game
from cardwright.games.cribbage.odds.worlds import worlds_before_play
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, points
from cardwright.games.cribbage.state import CribbageView
from cardwright.reports import Cell, Column, Report
from cardwright.shards import Progress
from cardwright.standard_error import gap_error, mean_error

SAMPLES_COUNT = 2_000
MIN_SAMPLES, MAX_SAMPLES = 2, 1_000_000
BATCH_ROWS = 500


class DiscardOdds(msgspec.Struct, frozen=True):
    """A way to lay away: the hand's and the crib's points exactly, and the sampled values, with standard errors.

    ``crib`` is below 0 where it is the other's, ``spread`` is the standard deviation of the hand's points over all
    starters, and ``pegging`` the points pegged less the other's. ``value`` is in the unit of the game, with its
    ``error``; ``gap_error`` is the error of the difference to the best.
    """

    away: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: Fraction
    spread: float
    crib: Fraction
    pegging: float
    value: float
    error: float
    gap_error: float


def discard_odds(
    cards: Sequence[Card],
    dealer: bool,
    score: tuple[int, int] = (0, 0),
    game: Cribbage | None = None,
    won: tuple[int, int] = (0, 0),
    samples: int = SAMPLES_COUNT,
) -> list[DiscardOdds]:
    """Return the fifteen ways to lay away two of six cards, the most valuable first.

    ``score`` is one's own and the other's before the deal of a ``game``, by default to 121, and ``won`` the games won
    before it in a match. Raises `BadCount` unless the cards are six different ones, and `BadOption` for a score past
    the end or too few samples.
    """
    game = game or Cribbage()
    view = _view_of(game, cards, dealer, score, won)
    if not MIN_SAMPLES <= samples <= MAX_SAMPLES:
        raise BadOption("samples", samples, f"{MIN_SAMPLES:,} to {MAX_SAMPLES:,}")
    weights = crib.laid_away(view.hand, dealer=not dealer)
    options = []
    for split, sampled in zip(SPLITS, _sample(game, view, samples), strict=True):
        kept, away = divide(view.hand, split)
        hand, spread = _over_starters(kept, view.hand)
        crib_mean = crib.mean(away, weights)
        options.append(DiscardOdds(away, kept, hand, spread, crib_mean if dealer else -crib_mean, *sampled))
    return sorted(options, key=lambda option: -option.value)


def _sample(game: Cribbage, view: CribbageView, samples: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the last four fields of `DiscardOdds` for each of `SPLITS`, from deals that are played out."""
    worlds = worlds_before_play(view, samples, np.random.default_rng(seed_of(game, view)))
    figures = np.concatenate(
        [
            lay_values(game, view, range(len(SPLITS)), worlds[start : start + BATCH_ROWS])
            for start in range(0, samples, BATCH_ROWS)
        ]
    )
    values, means = figures[:, :, 0], figures.mean(axis=0)
    best = values[:, [int(means[:, 0].argmax())]]
    low, high = value_range(game, view, values)
    for option, loss, (value, own, other) in zip(values.T, (best - values).T, means[:, :3].tolist(), strict=True):
        yield own - other, value, mean_error(option, low, high), gap_error(loss, high - low) if loss.any() else 0.0


def _view_of(
    game: Cribbage, cards: Sequence[Card], is_dealer: bool, score: tuple[int, int], won: tuple[int, int]
) -> CribbageView:
    """Return the view of seat 1 that lays away from these cards."""
    hand = tuple(sorted(set(cards)))
    if len(hand) != HAND_CARDS or len(cards) != HAND_CARDS:
        raise BadCount(f"two of 6 different cards are laid away, and these are {len(hand)}", len(cards))
    for points_before in score:
        if not 0 <= points_before < game.to:
            raise BadOption("score", points_before, f"0 to {game.to - 1}")
    dealer = 0 if is_dealer else 1
    before = tuple(Won(seat, (0, 0), 1) for seat in (0, 1) for _ in range(won[seat]))
    return CribbageView(
        player=0, phase="lay away", opener=dealer, dealer=dealer, scores=score, won=before, hand=hand, laid=(),
        past_laid=(), sizes=(HAND_CARDS, HAND_CARDS), done=(False, False), crib=(),
    )  # fmt: skip


def _over_starters(kept: tuple[Card, ...], held: Sequence[Card]) -> tuple[Fraction, float]:
    """Return the mean of a hand over all starters, and the standard deviation."""
    values = [points(kept, card) for card in range(DECK.size) if card not in held]
    mean = Fraction(sum(values), len(values))
    return mean, math.sqrt(Fraction(sum(value * value for value in values), len(values)) - mean * mean)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("cards", metavar="CARDS", help='six cards in quotes: "5h 5s Jd Qc 4c 6h"')
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--dealer", action="store_true", help="the crib is yours")
    whose.add_argument("--pone", action="store_true", help="the crib is the other player's (default)")
    parser.add_argument(
        "--score", type=int, nargs=2, metavar=("YOURS", "OTHER"), default=(0, 0), help="before the deal"
    )
    add_terms(parser)
    parser.add_argument("--samples", type=int, metavar="N", default=SAMPLES_COUNT, help="deals that are played out")


def report(parsed: argparse.Namespace, progress: Progress) -> Report:
    """Answer the command. Raises `CardwrightError`."""
    cards = DECK.parse_cards(parsed.cards)
    game = asked_game(parsed)
    options = discard_odds(cards, parsed.dealer, tuple(parsed.score), game, tuple(parsed.won), parsed.samples)
    measured = unit(game)
    columns = (
        *(Column("lay away"), Column("keep", detail=True)),
        *(Column(name, "amount") for name in ("hand", "spread")),
        *(Column(name, "value") for name in ("crib", "pegging", "points")),
        Column(measured.name, measured.kind),
        *(Column(name, measured.kind_of_error) for name in ("error", "cost")),
        Column("error of cost", measured.kind_of_error, detail=True),
    )
    role = "dealer" if parsed.dealer else "pone"
    return Report(
        title=f"{DECK.text_of(cards)}, {role}, {parsed.score[0]}-{parsed.score[1]}, to {game.to}",
        columns=columns,
        rows=tuple(_row(option, options[0].value) for option in options),
        bars=measured.name,
        method=f"exact: hand, spread, crib; sampled: pegging and {measured.name}, {parsed.samples:,} deals played out",
        notes=(
            "hand: the mean over all 46 starters; crib: against a player who lays away by the best average by rank;",
            "pegging: your points in the play less the other's; points: the three together; cost: below the best.",
            *([f"{'You' if parsed.dealer else 'The other'} dealt first in this game."] if alternates(game) else []),
        ),
    )


def _row(option: DiscardOdds, best: float) -> tuple[Cell, ...]:
    return (
        DECK.text_of(option.away),
        DECK.text_of(option.kept),
        option.hand,
        Fraction(option.spread),
        option.crib,
        Fraction(option.pegging),
        option.hand + option.crib + Fraction(option.pegging),
        Fraction(option.value),
        Fraction(option.error),
        Fraction(best - option.value),
        Fraction(option.gap_error),
    )
