"""The scene of poker: the board, the pot, all hands and chips, and the name of one's own hand."""

from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker import betting
from cardwright.games.poker.betting import NO_SEAT, Betting
from cardwright.games.poker.events import Ended, Mucked, PokerEvent, Revealed, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene.moves import moves
from cardwright.games.poker.scene.news import describe_hands, news, place_of
from cardwright.games.poker.scene.panel import examples as examples
from cardwright.games.poker.scene.panel import panels
from cardwright.games.poker.scene.standing import (
    is_drawn,
    place_taken,
    progress,
    seat_of,
    standing,
    status,
    why_no_cards,
)
from cardwright.games.poker.scoring import best_hands, ranking_of, show_event
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import OVER, UNSEEN, PokerView
from cardwright.scenes import BACK, Chips, Fan, Felt, Place, Reserved, Row, Scene, Text, Zone, outcome_of, possessive
from cardwright.scenes.words import suit_names
from cardwright.wording import counted, gains_text, isolated, uncapitalized

FELT = Felt(
    others=(Reserved(1, ("seat-*",)),),
    middle=(
        Reserved(5, ("board",), optional=True),
        Reserved(5, ("second",), optional=True),
        Reserved(2, ("pot",)),
    ),
    own=(Reserved(1, ("seat-*",)),),
    button_lines=2,
)
# Without a board: where the last card of stud is one for all, it lies beside the pot.
FELT_WITHOUT_BOARD = replace(FELT, middle=(Reserved(2, ("board", "pot")),))


Marks: TypeAlias = dict[tuple[Player, Card], tuple[str, ...]]  # of a player's card, or of one of the board

ENDINGS = {2: "nd", 3: "rd"}  # of the places of up to 20 players, but for the first


def build_scene(game: Poker, view: PokerView) -> Scene:
    """Return the scene of this view."""
    whole, game = game, game.at(view)
    return Scene(
        felt=FELT if game.variant.board else FELT_WITHOUT_BOARD,
        game="poker",
        title=f"{isolated(game.ranking.declaration.title)}: {game.title}",
        player=view.player,
        status=why_no_cards(game, view) + status(whole, game, view),
        progress=progress(whole, game, view),
        seats=tuple(seat_of(game, view, player) for player in range(game.players)),
        zones=tuple(_zones(game, view)),
        moves=moves(whole, game, view),
        news=news(game, view, view.events),
        result=_result(game, view),
        outcome=_outcome(game, view),
        suits=suit_names(game.skin.suits),
    )


def news_and_scores(game: Poker, view: PokerView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the news and the scores of the scene of this view."""
    game = game.at(view)
    return news(game, view, view.events), tuple(seat_of(game, view, player).score for player in range(game.players))


# The table


def _was_shown_later(view: PokerView, event: PokerEvent) -> bool:
    """Return whether this is a hand that was not shown, and that its player showed after the deal."""
    return isinstance(event, Mucked) and bool(view.shown >> event.player & 1)


def _zones(game: Poker, view: PokerView) -> list[Zone]:
    zones: list[Zone] = []
    marks = _marks(game, view)
    if game.variant.board or view.board:
        zones += _boards(game, view, marks)
    piles = _piles(view.betting)
    zones.append(Chips(id="pot", title="Pot", amount=betting.pot(view.betting), note=_side_pots(piles), piles=piles))
    own_last = sorted(range(game.players), key=lambda seat: (seat - view.player - 1) % game.players)
    own_hand = _own_hand(game, view)
    zones += [_cards(game, view, seat, marks, own_hand) for seat in own_last if is_drawn(game, view, seat)]
    worth = _worth(game, view, own_hand)
    if worth:
        zones.append(Text(id="worth", title="What you hold", lines=worth))
    if any(isinstance(event, Won) for event in view.ending):
        rest = [event for event in view.ending if not (isinstance(event, Showed) or _was_shown_later(view, event))]
        zones.append(Text(id="ending", title="The end of the deal", lines=news(game, view, rest), aside=True))
    zones += panels(game, view)
    if game.skin.legend:
        zones.append(Text(id="legend", title=game.skin.title, lines=game.skin.legend, aside=True))
    return zones


def _piles(b: Betting) -> tuple[int, ...]:
    """Return the pots that different players may win, the main pot first, without the bets of this round."""
    if not b.inside or not betting.pot(b):
        return ()
    return tuple(pot.amount for pot in betting.pots(b))


def _side_pots(piles: tuple[int, ...]) -> str:
    """Return pots in words where there are several: "main 90, side 60"."""
    return f"main {piles[0]:,}, side {', '.join(f'{amount:,}' for amount in piles[1:])}" if len(piles) > 1 else ""


def _boards(game: Poker, view: PokerView, marks: Marks) -> list[Zone]:
    """Return the board, or two of them."""
    zones: list[Zone] = []
    common = sum(street.board for street in game.variant.street[: game.variant.shared])
    for number, cards in enumerate(game.variant.boards_of(view.board)):
        first = common if number else 0  # the cards on both boards are drawn once
        id, title = ("second", "Second board") if number else ("board", "Board")
        title = title if game.variant.boards == 1 or number else "First board"
        where = f"on the {title.lower()}"
        spots = [
            _spot(game, f"{id}-{n}", card, where, marks.get((NO_SEAT, card), ())) for n, card in enumerate(cards, 1)
        ][first:]
        spots += [
            Place(id=f"{id}-{n}", face=None, label=f"no card yet, {where}")
            for n in range(max(len(cards), first) + 1, game.variant.board + 1)
        ]
        zones.append(Row(id=id, title=title, places=tuple(spots)))
    return zones


def _winning(game: Poker, view: PokerView) -> frozenset[tuple[Player, Card]]:
    """The cards of the hands that have just won, a pot or a half of one, or once the deal is over any; each with its
    owner."""
    is_over = view.turn == OVER or game.deal_over(view)
    events = view.ending if is_over else view.events
    shown = {event.player: event.cards for event in view.ending if isinstance(event, Showed)}
    seats = [(event.award.seat, event.award.half) for event in events if isinstance(event, Won) and event.showdown]
    hands = ((seat, next(best_hands(game.setup, half, view, seat))) for seat, half in seats)
    return frozenset((seat if card in shown[seat] else NO_SEAT, card) for seat, cards in hands for card in cards)


def _marks(game: Poker, view: PokerView) -> Marks:
    """Cards that stand out: those that win, and those that have just been shown. Two players may have equal dice."""
    shown = (event for event in view.events if isinstance(event, Showed | Revealed))
    marks: Marks = {(event.player, card): ("new",) for event in shown for card in event.cards}
    return marks | dict.fromkeys(_winning(game, view), ("winner",))


def _cards(game: Poker, view: PokerView, seat: Player, marks: Marks, own_hand: Showed | None) -> Zone:
    is_own = seat == view.player
    title = possessive(view.player, seat, "hand")
    whose = uncapitalized(title)
    dice = game.variant.dice
    down = [
        _spot(
            game,
            f"seat-{seat + 1}-{n}",
            card,
            _wild(game, view, seat, card) + (f"{game.deck.suits[n - 1].name}, {whose}" if dice else whose),
            marks.get((seat, card), ()),
            caption=_caption(game, n - 1) if is_own else "",
        )
        for n, card in enumerate(view.down[seat], 1)
    ]
    up = [
        _spot(
            game,
            f"seat-{seat + 1}-up-{n}",
            card,
            f"{_wild(game, view, seat, card)}{whose}, face up",
            marks.get((seat, card), ()),
        )
        for n, card in enumerate(view.up[seat], 1)
    ]
    layout: type[Fan | Row] = Fan if not dice and (is_own or len(down) + len(up) > 3) else Row
    return layout(
        id=f"seat-{seat + 1}",
        title=title,
        owner=seat,
        places=(*down, *up),
        bet=view.betting.bets[seat],
        note=_hand_note(game, view, seat, own_hand),
    )


def _caption(game: Poker, number: int) -> str:
    """Return the word under an own card that was dealt down: that it was, in stud, or which of different dice it is."""
    if game.variant.dice:
        return game.deck.suits[number].name.partition(", ")[2]
    return "down" if game.variant.stud else ""


def _wild(game: Poker, view: PokerView, seat: Player, card: Card) -> str:
    """The beginning of a card's label: "wild, " if the viewer sees that it is."""
    rule, down = game.setup.wild, view.down[seat]
    return "wild, " if rule and UNSEEN not in down and rule.is_wild(down, card) else ""


def _hand_note(game: Poker, view: PokerView, seat: Player, own_hand: Showed | None) -> str:
    """A bet, or the hand made; for the viewer's own both, as soon as the cards are a whole hand."""
    for event in view.ending:
        if isinstance(event, Showed) and event.player == seat:
            return describe_hands(game, event)
    if not view.betting.inside >> seat & 1:
        return ", ".join(standing(game, view, seat))  # as the plate says, which greys the cards
    bet = view.betting.bets[seat]
    notes = [f"bet {bet:,}"] if bet else []
    if own_hand and own_hand.player == seat:
        notes.append(describe_hands(game, own_hand))
    return "; ".join(notes)


def _spot(game: Poker, id: str, card: Card, whose: str, marks: tuple[str, ...], caption: str = "") -> Place:
    marks += ("die",) * game.variant.dice
    if card == UNSEEN:
        label = f"{'hidden' if game.variant.dice else 'face-down card'}, {whose}"
        return Place(id=id, face=BACK, label=label, marks=marks)
    label = f"{game.skin.names[card]}, {whose}"
    return Place(id=id, face=game.skin.faces[card], label=label, marks=marks, caption=caption)


def _holds_hidden_hand(view: PokerView) -> bool:
    """Return whether the viewer has cards, all of them seen, that are not shown yet."""
    seat = view.player
    if seat < 0 or not view.betting.inside >> seat & 1 or UNSEEN in view.down[seat] + view.up[seat]:
        return False
    return not any(isinstance(event, Showed) and event.player == seat for event in view.ending)


def _own_hand(game: Poker, view: PokerView) -> Showed | None:
    """Return the viewer's hand as it would be shown, once it is a whole hand of the table and until it is shown."""
    if not _holds_hidden_hand(view):
        return None
    held, size = len(view.down[view.player] + view.up[view.player]), game.ranking.size
    on_board, from_hole = len(game.variant.boards_of(view.board)[-1]), game.variant.from_hole
    if game.kind(view) == DRAW and held < size:
        return None
    if from_hole is not None:
        is_whole = held >= from_hole and on_board >= size - from_hole
    else:
        is_whole = held + on_board >= size
    return show_event(game.setup, view, view.player) if is_whole else None


def _worth(game: Poker, view: PokerView, own_hand: Showed | None) -> tuple[str, ...]:
    """Return which cards are wild for the viewer, or the share of all hands that their whole hand beats."""
    if rule := game.setup.wild:  # the counts of the ranking are those of hands with dealt jokers
        if not _holds_hidden_hand(view):
            return ()
        down = view.down[view.player]
        cards = (*down, *view.up[view.player], *view.board)
        return (f"Wild for you: {' '.join(game.skin.short(card) for card in cards if rule.is_wild(down, card))}",)
    if own_hand is None:
        return ()
    if game.variant.boards > 1:
        first = _share_line(game, "high", own_hand.high, "First board: ")
        return first, _share_line(game, "low", own_hand.low, "Second board: ")
    if game.variant.wins == "split":
        return _share_line(game, "high", own_hand.high, "High: "), _share_line(game, "low", own_hand.low, "Low: ")
    if own_hand.high < 0:
        return (_share_line(game, "", own_hand.low, "Low: "),)
    return (_share_line(game, "", own_hand.high, ""),)


def _share_line(game: Poker, half: str, strength: int, prefix: str) -> str:
    if strength < 0:
        return f"{prefix}none that qualifies"
    ranking = ranking_of(game.setup, half)
    share = float(ranking.beats(strength) * 100)
    return f"{prefix}beats {'about ' * ranking.declaration.by_code}{share:.1f} % of all hands"


# The end


def _result(game: Poker, view: PokerView) -> str:
    if view.turn != OVER:
        return ""
    stacks = view.betting.stacks
    gained = game.gains(view)
    if sum(map(bool, stacks)) == 1 and not game.settings["rebuy"]:
        place = place_taken(game, view, view.player) if view.player >= 0 else 0
        own_place = f". You took {place_of(game, view, place)}" if place else ""
        winner = stacks.index(max(stacks))
        return f"All {counted(stacks[winner], 'chip')} went to {{{winner}}}{own_place}{_places(game, view)}"
    agreed = any(isinstance(event, Ended) for event in view.events)
    early = view.deal < game.setup.deals and not agreed
    return gains_text(gained, view.player) + (". Too few players are left for another deal" if early else "")


def _places(game: Poker, view: PokerView) -> str:
    """Return in which places the others finished a tournament, the best first: ". 2nd Bob; 3rd Cy, Dee"."""
    seats = sorted((place, seat) for seat in range(game.players) if (place := place_taken(game, view, seat)))
    parts = [
        f"{place}{ENDINGS.get(place, 'th')} {', '.join(f'{{{seat}}}' for _, seat in equal)}"
        for place, equal in groupby(seats, key=lambda each: each[0])
    ]
    return f". {'; '.join(parts)}" if parts else ""


def _outcome(game: Poker, view: PokerView) -> str:
    """Won or lost: by all the chips, or in a number of deals by more chips than at the start."""
    return outcome_of(game.gains(view), view.player) if view.turn == OVER else ""
