"""Side pots: the chips that each hand wins if players have put in different amounts, layer by layer.

A layer holds an equal amount from each player who has put in enough, and the best hand of those players wins it. The
cards of the others are still out of the deck; cards of theirs that are not known make no difference to the rest.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardwright.cards import Card
from cardwright.errors import BadCount, BadText
from cardwright.ranking.equity.answer import Equity
from cardwright.ranking.equity.question import known_cards
from cardwright.ranking.ranking import Ranking
from cardwright.wording import counted


class PotLayer(NamedTuple):
    """A pot of some chips, and the players who can win it. With one player they are given back."""

    chips: int
    players: tuple[int, ...]


class LayeredEquity(NamedTuple):
    """The layers, the main pot first; the equity of each, None for one player; and the chips each hand wins."""

    layers: tuple[PotLayer, ...]
    equities: tuple[Equity | None, ...]
    chips: tuple[Fraction, ...]


def layers(put: Sequence[int]) -> tuple[PotLayer, ...]:
    """Return the pots that these amounts make. Raises `BadCount` for an amount below 1."""
    if min(put) < 1:
        raise BadCount(f"each player has put in 1 chip or more, not {min(put)}", min(put))
    layers_so_far, below = [], 0
    for level in sorted(set(put)):
        players = tuple(player for player, amount in enumerate(put) if amount >= level)
        layers_so_far.append(PotLayer((level - below) * len(players), players))
        below = level
    return tuple(layers_so_far)


def layered_equity(
    ranking: Ranking,
    hands: Sequence[str],
    put: Sequence[int],
    equity_of: Callable[[list[str], list[Card]], Equity],
) -> LayeredEquity:
    """Return the chips that each hand wins.

    ``equity_of`` returns the equity of some of the hands while these cards of the others are out of the deck. Raises
    `BadCount` unless there is an amount for each hand, and `BadText` for a range that has put in less than another
    hand: only cards, or "random", may.
    """
    if len(put) != len(hands):
        raise BadCount(f"{counted(len(put), 'amount')} for {len(hands)} hands", len(put))
    pots = layers(put)
    known = [known_cards(ranking, hand) for hand in hands]
    for hand, cards, amount in zip(hands, known, put, strict=True):
        if cards is None and amount < max(put):
            raise BadText(f"{hand!r} has put in less than others: give its cards, or random", hand)
    equities = tuple(
        equity_of([hands[player] for player in pot.players], _cards_beside(known, pot))
        if len(pot.players) > 1
        else None
        for pot in pots
    )
    chips = [Fraction(0)] * len(hands)
    for pot, result in zip(pots, equities, strict=True):
        for place, player in enumerate(pot.players):
            chips[player] += pot.chips * (result.hands[place].share if result else 1)
    return LayeredEquity(pots, equities, tuple(chips))


def _cards_beside(known: Sequence[tuple[Card, ...] | None], layer: PotLayer) -> list[Card]:
    """Return the known cards of the players who cannot win a layer."""
    return [card for player, cards in enumerate(known) if player not in layer.players for card in cards or ()]
