"""Chinese poker as it is shown: every hand in its three rows, what is asked of the players, and what just happened."""

import functools
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

import numpy as np

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.chinese.events import Comparison, Hand, Showdown
from cardwright.games.chinese.rows import Rows
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scoring import ROWS
from cardwright.games.chinese.settings import candidates, front_indices, row_indices
from cardwright.games.chinese.state import ChineseView
from cardwright.ranking.hands_table import best_examples
from cardwright.scenes import (
    Example,
    Felt,
    Grid,
    Move,
    Reserved,
    Scene,
    Seat,
    Text,
    Zone,
    card_place,
    hand_examples,
    ladder,
    outcome_of,
    possessive,
    row_places,
)
from cardwright.scenes.words import suit_names
from cardwright.wording import all_of, capitalized, counted, uncapitalized

FELT = Felt(plan="rows", others=(Reserved(1, ("*",)),), own=(Reserved(1, ("hand*", "rows*")),))


def build_scene(game: Chinese, view: ChineseView) -> Scene:
    """Return the table as this seat sees it."""
    return Scene(
        felt=FELT,
        game=game.name,
        title="Chinese Poker",
        player=view.player,
        status=_status(game, view),
        progress=_progress(game, view),
        seats=tuple(
            Seat(player=seat, score=counted(score, "point"), to_act=seat in view.to_act)
            for seat, score in enumerate(view.scores)
        ),
        zones=tuple(_zones(game, view)),
        moves=_moves(game, view),
        news=tuple(line for event in view.events for line in _news(game, event)),
        result=_result(view),
        outcome=_outcome(view),
        suits=suit_names(game.deck.suits),
    )


def examples(game: Chinese) -> dict[str, Example]:
    """Return an example of each line of the table of hands."""
    ranking = game.rows.ranking
    return hand_examples(game.deck, [line.name for line in ranking.categories], best_examples(ranking))


def _progress(game: Chinese, view: ChineseView) -> str:
    """Return which of several deals it is, and how points are counted."""
    deals = game.settings["deals"]
    return (f"deal {view.deal} of {deals}, " if deals > 1 else "") + _way(game)


def _way(game: Chinese) -> str:
    scoop = game.settings["scoop"]
    way = "1 point a row" + {"2-4": ", 1 for most", "1-6": ", 3 for all", "rows": ""}[game.settings["scoring"]]
    return way + (f", {scoop} more for a scoop" if scoop else "")


# What is asked of whom.


def _status(game: Chinese, view: ChineseView) -> str:
    if view.phase == "deal":
        return "Dealing"
    if view.phase == "over":
        return "The game is over"
    if view.shown:
        return "; ".join(f"{{{seat}}} {_gain(gain)}" for seat, gain in enumerate(view.shown.gained))
    if view.player not in view.to_act:
        return f"Waiting for {all_of(f'{{{seat}}}' for seat in view.to_act)} to set the cards"
    if view.front:
        front, row = game.rows.describe_front(view.front), game.layout.row_word
        return f"{capitalized(front)} in front. Choose {row} for the middle; the rest is the back"
    return f"Choose {game.layout.front_word} cards for the front, your weakest row"


def _gain(gain: int) -> str:
    return f"{'won' if gain > 0 else 'lost'} {counted(abs(gain), 'point')}" if gain else "came out even"


def _points_text(points: int) -> str:
    return counted(points, "point", "+" if points else "")


def _moves(game: Chinese, view: ChineseView) -> tuple[Move, ...]:
    if view.player not in view.to_act:
        return ()
    spots = _spots(game, view)
    if view.front:
        return _middles(game.rows, view.front, view.left, tuple(spots[card] for card in view.left))
    return _fronts(game.rows, view.hand, tuple(spots[card] for card in view.hand))


@functools.lru_cache(maxsize=64)  # a table is drawn for every event, and for everyone who watches
def _fronts(rows: Rows, hand: tuple[Card, ...], spots: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the choices of cards for the front, with what they make."""
    possible = set(candidates(rows, hand).places[0].tolist())
    moves = []
    for number, chosen in enumerate(front_indices(rows.layout).tolist()):
        cards = rows.high_first([hand[place] for place in chosen])
        label, foul = f"{rows.deck.short_of(cards)} in front", number not in possible
        moves.append(
            Move(
                text=f"front {rows.deck.text_of(cards)}",
                label=f"Foul with every middle: {label}" if foul else f"{label}: {rows.describe_front(cards)}",
                places=frozenset(spots[place] for place in chosen),
                confirm=foul,
            )
        )
    return tuple(moves)


@functools.lru_cache(maxsize=64)
def _middles(rows: Rows, front: tuple[Card, ...], left: tuple[Card, ...], spots: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the choices of cards for the middle, with the hands that middle and back then make."""
    all_chosen = list(combinations(range(len(left)), rows.layout.row))
    rest = [[place for place in range(len(left)) if place not in chosen] for chosen in all_chosen]
    cards = np.array(left, np.uint8)
    too_low, too_high = rows.faults(front, cards[np.array(all_chosen)], cards[np.array(rest)])
    briefs = [tuple(_brief(rows, [left[place] for place in row]) for row in both) for both in zip(all_chosen, rest)]
    shared = {brief for brief, number in Counter(briefs).items() if number > 1}
    moves = []
    for chosen, brief, low, high in zip(all_chosen, briefs, too_low.tolist(), too_high.tolist(), strict=True):
        middle = rows.high_first([left[place] for place in chosen])
        # Two middles may differ in their side cards only: without the cards, a hint would name both alike.
        named = f"{brief[0]} ({rows.deck.short_of(middle)})" if brief in shared else brief[0]
        label = f"middle {named}, back {brief[1]}"
        foul = "Foul, the front is higher: " if low else "Foul, the back is lower: " if high else ""
        moves.append(
            Move(
                text=f"middle {rows.deck.text_of(middle)}",
                label=f"{foul}{label}" if foul else capitalized(label),
                places=frozenset(spots[place] for place in chosen),
                confirm=bool(foul),
            )
        )
    return tuple(moves)


def _brief(rows: Rows, cards: Sequence[Card]) -> str:
    """Return a row in words without its side cards, so that two fit on a button."""
    return rows.describe(cards).partition(", ")[0]


def _spots(game: Chinese, view: ChineseView) -> dict[Card, str]:
    """Return the place of each card of the hand, which it keeps when the front is set."""
    return {card: f"hand{view.player}-{place}" for place, card in enumerate(game.rows.high_first(view.hand))}


# The table.


def _zones(game: Chinese, view: ChineseView) -> Iterator[Zone]:
    """Yield the hands, the viewer's own last, and what is read beside the table."""
    for seat in sorted(range(game.players), key=lambda seat: seat == view.player):
        if view.shown:
            yield _shown_hand(game, view, seat, view.shown)
        elif seat != view.player:
            yield _backs(game, view, seat)
        elif view.middle:
            hand = Hand(view.front, view.middle, view.left)
            yield _grid(game, seat, _set_rows(game, hand), "Your rows", "set", row_notes=_made(game, hand))
        else:
            yield _hand(game, view)
    if view.player >= 0:
        yield _table_of_hands(game, view)
    if view.shown:
        lines = tuple(
            f"{line}{_bonus_text(each)}"
            for each in view.shown.comparisons
            for line in _comparison_lines(view.shown, each)
        )
        yield Text(id="words", title="Compared", lines=lines)


def _backs(game: Chinese, view: ChineseView, seat: Player) -> Grid:
    """Return another player's cards face down, in rows: the first cards of a hand lie in front."""
    note = "set" if view.phase == "set" and seat not in view.to_act else ""
    rows = game.layout.split([None] * game.dealt_to(view, seat))
    return _grid(game, seat, rows, possessive(view.player, seat, "rows"), note)


def _hand(game: Chinese, view: ChineseView) -> Grid:
    """Return the viewer's cards in two rows, below the front once it is set."""
    spots = _spots(game, view)
    front, left = ([card for card in spots if (card in view.front) is in_front] for in_front in (True, False))
    columns = game.layout.row if front else -(-len(left) // 2)
    places = [
        card_place(game.deck, spots[card], card, "your front", column=column) for column, card in enumerate(front)
    ]
    places += [
        card_place(
            game.deck, spots[card], card, "your hand", row=bool(front) + place // columns, column=place % columns
        )
        for place, card in enumerate(left)
    ]
    notes = (game.rows.describe_front(front), "", "") if front else ()
    return Grid(id=f"hand{view.player}", title="Your hand", owner=view.player, places=tuple(places), row_notes=notes)


def _shown_hand(game: Chinese, view: ChineseView, seat: Player, last: Showdown) -> Grid:
    """Return a hand turned up: the rows that no other player's beat are marked, and the notes count the points."""
    hand, gain = last.hands[seat], last.gained[seat]
    compared = [_row_points(last, seat, row) for row in range(len(ROWS))]
    won = [name for name, points in zip(ROWS, compared) if not hand.foul and all(each > 0 for each in points)]
    note = f"{'foul, ' if hand.foul else ''}{_points_text(gain)}"
    totals = [f"{sum(points):+d}" if sum(points) else "0" for points in compared]
    texts = tuple(f"{text}: {total}" for text, total in zip(_made(game, hand), totals, strict=True))
    return _grid(game, seat, _set_rows(game, hand), possessive(view.player, seat, "rows"), note, won, texts)


def _row_points(last: Showdown, seat: Player, row: int) -> list[int]:
    """Return the points of a seat's row against each other seat: 1, -1, or 0 for a tie."""
    return [
        each.rows[row] if each.one == seat else -each.rows[row]
        for each in last.comparisons
        if seat in (each.one, each.other)
    ]


def _grid(
    game: Chinese,
    seat: Player,
    rows: Sequence[Sequence[Card | None]],
    title: str,
    note: str,
    won: Collection[str] = (),
    row_notes: tuple[str, ...] = (),
) -> Grid:
    """Return the rows of a seat, the front above; None for a card face down."""
    whose = uncapitalized(title)
    places = row_places(game.deck, f"rows{seat}", whose, dict(zip(ROWS, rows, strict=True)), won)
    return Grid(id=f"rows{seat}", title=title, owner=seat, places=places, note=note, row_notes=row_notes)


def _set_rows(game: Chinese, hand: Hand) -> list[list[Card]]:
    return [game.rows.high_first(cards) for cards in (hand.front, hand.middle, hand.back)]


def _table_of_hands(game: Chinese, view: ChineseView) -> Zone:
    """Return the table of hands: the lines of the rows it ranks, or before they are set all that the cards can make."""
    ranking, hand = game.rows.ranking, None
    if view.shown:
        hand = view.shown.hands[view.player]
    elif view.middle:
        hand = Hand(view.front, view.middle, view.left)
    ranked = (*([hand.front] if game.layout.even else []), hand.middle, hand.back) if hand else ()
    held = {ranking.category_index(game.rows.row_strength(row)) for row in ranked}
    names = [line.name for line in ranking.categories]
    possible = () if hand else _possible(game.rows, view.left)
    title = "Table of hands" if game.layout.even else "Middle and back"
    return ladder(title, names, held, possible, owner=view.player)


@functools.lru_cache(maxsize=64)
def _possible(rows: Rows, cards: tuple[Card, ...]) -> frozenset[int]:
    """Return the lines of the table that some row of these cards makes."""
    places = row_indices(rows.layout)
    places = places[(len(cards) > places).all(axis=1)]
    if not len(places):
        return frozenset()
    strengths = rows.ranking.strengths(np.array(cards, np.uint8)[places])
    return frozenset(rows.ranking.category_index(strength) for strength in set(strengths.tolist()))


# What just happened.


def _news(game: Chinese, event: Showdown) -> Iterator[str]:
    for seat, hand in enumerate(event.hands):
        yield f"{{{seat}}}: {_describe_hand(game, hand)}"
    for comparison in event.comparisons:
        yield from _comparison_lines(event, comparison)


def _describe_hand(game: Chinese, hand: Hand) -> str:
    text = "; ".join(f"{row} {made}" for row, made in zip(ROWS, _made(game, hand), strict=True))
    return f"{text} (a foul)" if hand.foul else text


def _made(game: Chinese, hand: Hand) -> tuple[str, str, str]:
    """Return the hands of front, middle and back, in words."""
    rows = game.rows
    return rows.describe_front(hand.front), rows.describe(hand.middle), rows.describe(hand.back)


def _comparison_lines(last: Showdown, comparison: Comparison) -> Iterator[str]:
    """Yield who wins which rows of two players, and the points."""
    one, other = comparison.one, comparison.other
    fouls = [seat for seat in (comparison.one, comparison.other) if last.hands[seat].foul]
    if len(fouls) == 2:
        yield f"{{{one}}} and {{{other}}}: two fouls, no points"
        return
    if comparison.points < 0 or (not comparison.points and sum(comparison.rows) < 0):
        one, other = other, one
    sign = 1 if one == comparison.one else -1
    won = [name for name, row in zip(ROWS, comparison.rows, strict=True) if row * sign > 0]
    lost = [name for name, row in zip(ROWS, comparison.rows, strict=True) if row * sign < 0]
    if fouls:
        text = f"{{{other}}} fouled"
    elif len(won) == len(ROWS):
        text = "all three rows, a scoop"
    else:
        text = f"{_join_rows(won)} won, {_join_rows(lost)} lost"
    yield f"{{{one}}} against {{{other}}}: {text}: {_points_text(abs(comparison.points))}"


def _bonus_text(comparison: Comparison) -> str:
    """Return the points of a comparison for its rows and beyond them, "" if there are none beyond."""
    by_rows = abs(sum(comparison.rows))
    bonus = abs(comparison.points) - by_rows
    return f" (rows {by_rows:+d}, bonus {bonus:+d})" if bonus else ""


def _join_rows(rows: Sequence[str]) -> str:
    return " and ".join(rows) or "no row"


def _result(view: ChineseView) -> str:
    if view.phase != "over":
        return ""
    return ", ".join(f"{{{seat}}}: {_points_text(score)}" for seat, score in enumerate(view.scores))


def _outcome(view: ChineseView) -> str:
    """Return "won" for points won from the others, as in poker, also where another has won more."""
    return outcome_of(view.scores, view.player) if view.phase == "over" else ""
