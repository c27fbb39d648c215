"""The jobs of the workbench that go on in the background: playtests, and charts of starting hands.

Each takes the text of a declaration, terms, the first item and the number of items, and returns values that add up.
"""

import math
from collections import Counter
from typing import Any

import msgspec

from cardwright import declared_variants, games
from cardwright.cardroom.workbench.analysis import check_length, parse_untrusted
from cardwright.errors import BadCount
from cardwright.ranking import Ranking, load
from cardwright.ranking.equity import MAX_ORDERED_HANDS
from cardwright.ranking.equity.counting import Group
from cardwright.ranking.equity.heads_up import has_joker, is_suited, name_of_group, starting_groups
from cardwright.ranking.equity.question import EquityQuestion, HandRules
from cardwright.ranking.equity.sampling import sample_deals

MAX_DEALS = 1000  # of a playtest
STARTING_DEALS = 1 << 16  # of each starting hand


def playtest(text: str, variant: str, players: int, bot: str, first: int, number: int) -> Any:
    """Return the playtest of some deals."""
    parse_untrusted(text)
    check_length(variant, "variant")
    game = games.create(games.VARIANT_GAME, ranking=text, variant=variant, players=players)
    return declared_variants.playtest(game, bot, first, number)


class StartingHand(msgspec.Struct, frozen=True):
    """A group of starting hands: the number of its hands, their share of the pot, and the standard error of that.

    ``place`` is the row and the column in a chart by the two ranks: suited hands above the diagonal, others below.
    """

    name: str
    ways: int
    share: float
    error: float
    place: tuple[int, int] | None


def starting_count(text: str, hole: int, from_hole: int | None, board: int, players: int) -> int:
    """Return the number of groups of starting hands. Raises `BadCount` where the deal is not possible, or too large."""
    return len(starting_groups(_ranking(text, hole, from_hole, board, players), hole))


def _ranking(text: str, hole: int, from_hole: int | None, board: int, players: int) -> Ranking:
    parse_untrusted(text)
    ranking = load(text)
    ranking.check_odds()
    if from_hole is None:
        ranking.check_number(hole + board)
    else:
        ranking.check_hole(hole, board, from_hole)
    needed, deck = hole * players + board, ranking.deck.size
    if needed > deck:
        raise BadCount(f"{players} players take {needed} cards, and the deck has {deck}", needed)
    hands = math.comb(deck, hole)
    if hands > MAX_ORDERED_HANDS:
        most = f"{hands:,} hands are more than the {MAX_ORDERED_HANDS:,} of a chart"
        raise BadCount(f"{most}: choose fewer cards of one's own", hole)
    return ranking


def starting_hands(
    text: str, hole: int, from_hole: int | None, board: int, players: int, first: int, number: int
) -> tuple[StartingHand, ...]:
    """Return some groups of starting hands against random hands of the other players.

    A hand has exactly ``from_hole`` of one's own cards, with None any number of them.
    """
    ranking = _ranking(text, hole, from_hole, board, players)
    asked = EquityQuestion(HandRules(ranking, from_hole), hole, to_board=board)
    groups = starting_groups(ranking, hole)
    named = Counter(name_of_group(ranking, group) for group in groups)
    starting = []
    for group in groups[first : first + number]:
        hands = [group[0], *[()] * (players - 1)]
        worth = sample_deals(asked.with_hands(hands), STARTING_DEALS, 0, 1).hands[0]
        name = name_of_group(ranking, group)
        if named[name] > 1:  # these hands differ by their cards
            name = ranking.deck.text_of(group[0])
        starting.append(StartingHand(name, len(group), float(worth.share), worth.error, _square(ranking, group)))
    return tuple(starting)


def _square(ranking: Ranking, group: Group) -> tuple[int, int] | None:
    if len(group[0]) != 2 or has_joker(ranking, group):
        return None
    order = list(dict.fromkeys(reversed(ranking.declaration.order)))
    high, low = sorted(order.index(ranking.deck.rank_of[card]) for card in group[0])
    return (high, low) if is_suited(ranking, group) else (low, high)
