"""The table of hands beside the cards: the own hand, and the hands that it may still become."""

import functools
import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.game import Player
from cardwright.games.poker.cards.dice import DiceRanking
from cardwright.games.poker.cards.wild_hole import WildHole
from cardwright.games.poker.events import Mucked, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scoring import board_of, ranking_of
from cardwright.games.poker.setup import DRAW, HOLE
from cardwright.games.poker.state import UNSEEN, PokerView
from cardwright.games.poker.variants.model import DOWN
from cardwright.ranking import Ranking
from cardwright.ranking.hands_table import best_examples
from cardwright.ranking.outs import Reachable, reachable
from cardwright.scenes import Example, Zone, ladder

MAX_OWN_WAYS = 100  # more are not tried one by one, where an exact number of own cards plays
TOO_MANY_TO_COME, FOLDED = "not known before more cards come", "you folded"


def panels(game: Poker, view: PokerView) -> Iterator[Zone]:
    """Yield a table of hands for a seat that has seen its cards, and a second one where the low hand wins half.

    Where a low hand must qualify, the table shows only the lines in which it does. Who has folded compares the others'
    hands by it.
    """
    if not _has_seen_cards(view, view.player):
        return
    if game.variant.from_hole is not None and game.kind(view) == HOLE:
        return  # before all own cards are dealt, hands with an exact number of them are too many
    for table in _tables(game):
        yield _panel(game, view, table)


class HandsTable(NamedTuple):
    """A table of hands, for the pot ("") or for half of it, and the least strength that counts in it."""

    half: str
    title: str
    id: str
    least: int = 0


def _tables(game: Poker) -> list[HandsTable]:
    """Return the tables by which hands win."""
    wins = game.variant.wins
    if game.variant.boards > 1:
        return [HandsTable("high", "First board", "ranking"), HandsTable("low", "Second board", "ranking-low")]
    if wins != "split":
        return [HandsTable("high" if wins == "high" else "", "Table of hands", "ranking")]
    least = game.variant.qualifier
    low = f"Low hands, {least} or better" if least else "Low hands"
    return [HandsTable("high", "High hands", "ranking"), HandsTable("low", low, "ranking-low", game.setup.least_low)]


def examples(game: Poker) -> dict[str, Example]:
    """An example of each line of the tables of hands."""
    if game.parts:
        return {id: example for part in game.parts for id, example in examples(part).items()}
    by_line: dict[str, Example] = {}
    for table in _tables(game):
        ranking = ranking_of(game.setup, table.half)
        best = best_examples(ranking)
        for line in _lines(ranking, table.least):
            faces = tuple(game.skin.faces[card] for card in best[line])
            spoken = ", ".join(game.skin.names[card] for card in best[line])
            by_line[f"{table.id}/{ranking.categories[line].name}"] = Example(faces, spoken)
    return by_line


def _has_seen_cards(view: PokerView, seat: Player) -> bool:
    """Return True if a seat has been dealt cards and has looked at them."""
    hand = view.down[seat] + view.up[seat]
    return seat >= 0 and bool(hand) and UNSEEN not in hand


def _holds(view: PokerView, seat: Player, *, over: bool) -> bool:
    """Return True if the cards of a seat play; of a deal that is over, if they did to the end."""
    if not over:
        return bool(view.betting.inside >> seat & 1)
    for event in view.ending:
        match event:
            case Showed(player=player) | Mucked(player=player) if player == seat:
                return True
            case Won(award=award) if award.seat == seat:
                return True
    return False


def _panel(game: Poker, view: PokerView, table: HandsTable) -> Zone:
    ranking = ranking_of(game.setup, table.half)
    try:
        if _holds(view, view.player, over=game.deal_over(view)):
            reachable_, others = _reachable_lines(game, view, table.half, table.least), "out of reach"
        else:
            reachable_, others = Reachable(None, frozenset()), FOLDED
    except BadCount:
        reachable_, others = Reachable(None, frozenset()), TOO_MANY_TO_COME
    lines = _lines(ranking, table.least)
    return ladder(
        table.title,
        [ranking.categories[line].name for line in lines],
        [place for place, line in enumerate(lines) if line == reachable_.held],
        [place for place, line in enumerate(lines) if line in reachable_.possible],
        id=table.id,
        owner=view.player,
        others=others,
    )


@functools.cache
def _lines(ranking: Ranking, least: int) -> tuple[int, ...]:
    """The lines that hold a strength of no less than this."""
    return ranking.compiled.lines_from(least)


def _reachable_lines(game: Poker, view: PokerView, half: str, least: int) -> Reachable:
    """Return the hands that the cards of this view make and may make. Raises `BadCount` if too many are to come."""
    board = board_of(game.setup, half, view.board)
    own_cards = view.down[view.player] + view.up[view.player]
    to_own = to_board = exchange = 0
    if not game.deal_over(view):
        to_own, to_board = game.variant.kept - len(own_cards), game.variant.board - len(board)
        if to_board < 0:  # the last card of stud, one for all
            to_own, to_board = to_own + to_board, 0
        exchange = _exchange(game, view)
    more: dict[str, Any] = {
        "to_own": max(to_own, 0),
        "to_board": to_board,
        "from_hole": game.variant.from_hole,
        "exchange": exchange,
        "out": () if game.variant.dice else _elsewhere(view) + tuple(card for card in view.board if card not in board),
        "least": least,
    }
    ranking = ranking_of(game.setup, half)
    if more["from_hole"] and _own_ways(len(own_cards), more["to_own"], exchange, game.deck.size) > MAX_OWN_WAYS:
        raise BadCount(TOO_MANY_TO_COME, exchange)
    if game.setup.wild:
        return _with_wild_hole(game, view, game.setup.wild, more["to_own"])
    if isinstance(ranking, DiceRanking):
        return _of_dice(ranking, own_cards, least, rolls=bool(exchange))
    result = reachable(ranking, own_cards, board, **more)
    if len(own_cards) > game.variant.kept:  # cards are still to be thrown away
        kept = (reachable(ranking, cards, board, **more) for cards in combinations(own_cards, game.variant.kept))
        result = Reachable(result.held, frozenset().union(*(each.possible for each in kept)))
    return result


def _own_ways(own: int, to_own: int, exchange: int, deck: int) -> int:
    """Return the number of ways in which own cards may still come, or be exchanged, about."""
    return sum(math.comb(own, count) * math.comb(deck, to_own + count) for count in range(exchange + 1))


def _with_wild_hole(game: Poker, view: PokerView, rule: WildHole, to_own: int) -> Reachable:
    """Return the hand that is held, and those possible with each rank wild that may be: this one, or a lower one.

    A lower rank comes face down. Of several cards that come while the rank stays, one face down may be taken as lower.
    """
    down, hole = view.down[view.player], view.down[view.player] + view.up[view.player]
    cards, now = hole + view.board, rule.height(down)
    if now is None:
        return Reachable(None, frozenset())
    seen = {*cards, *_elsewhere(view)}
    heights = {card: rule.heights[card] for card in range(game.deck.size) if card not in seen}
    down_to_come = game.variant.ways[len(hole) : len(hole) + to_own].count(DOWN)
    lower = {height for height in heights.values() if height < now} if down_to_come else set()
    possible: set[int] = set()
    for wild in (now, *lower):
        jokers = [rule.jokers[card] for card, height in heights.items() if height == wild]
        changes = wild < now  # by a card face down, a joker then
        hand, free = rule.read_at(wild, cards) + tuple(jokers[:changes]), to_own - changes
        may_be_lower = free > down_to_come - changes  # a card that comes face up
        may_come = {card for card, height in heights.items() if height > wild or (height < wild and may_be_lower)}
        out = set(range(game.ranking.deck.size)) - may_come - {*jokers, *hand}
        possible |= reachable(game.ranking, hand, to_own=free, out=tuple(out)).possible
    return Reachable(reachable(game.ranking, rule.read_at(now, cards)).held, frozenset(possible))


@functools.lru_cache(4096)
def _of_dice(ranking: DiceRanking, own: tuple[Card, ...], least: int, *, rolls: bool) -> Reachable:
    """Return the hand that some dice make, and the possible hands if the missing ones are rolled, or all again."""
    held = reachable(ranking, own, least=least).held
    kept = [next((card for card in own if card in die), None) for die in ranking.dice]
    sides = [die if card is None or rolls else bytes([card]) for die, card in zip(ranking.dice, kept, strict=True)]
    strengths = ranking.strengths_of(sides).tolist()
    return Reachable(held, frozenset(ranking.category_index(each) for each in set(strengths) if each >= least))


def _exchange(game: Poker, view: PokerView) -> int:
    """Return the number of cards that may still be exchanged: those that could be dealt, if an exchange is to come."""
    seat, inside = view.player, view.betting.inside
    waits = game.kind(view) == DRAW and view.due >> seat & 1 and not (view.owed and view.seat == seat)
    draws = [number for number in range(view.step + 1 - waits, len(game.plan)) if game.plan[number].kind == DRAW]
    if not draws:
        return 0
    if game.to_deal(draws[0], inside):  # the stock keeps enough for all that is dealt
        return min(len(view.down[seat]), max(view.stock - game.to_deal(view.step, inside), 0))
    folded = sum(len(cards) for each, cards in enumerate(view.down) if not view.betting.inside >> each & 1)
    thrown = sum(len(cards) for each, cards in enumerate(view.thrown) if each != seat)
    return min(len(view.down[seat]), view.stock + view.burnt + thrown + folded)


def _elsewhere(view: PokerView) -> tuple[Card, ...]:
    """The cards seen that are neither the viewer's nor the board's."""
    others = [hand for hands in (view.down, view.up) for seat, hand in enumerate(hands) if seat != view.player]
    return tuple(card for hand in (*others, view.thrown[view.player]) for card in hand if card != UNSEEN)
