"""Cribbage in words: a hand at the show, the news of each event, and the result."""

import functools

from cardwright.game import Player
from cardwright.games.cribbage.counting import Call, Show, refusal
from cardwright.games.cribbage.events import (
    Called,
    Counted,
    CribbageEvent,
    CribFull,
    CutCard,
    CutTied,
    FirstDealer,
    Go,
    Heels,
    LaidAway,
    LastCard,
    Nothing,
    Played,
    Refused,
    Starter,
    Won,
)
from cardwright.games.cribbage.rules import GAMES_BY_MARGIN, Cribbage
from cardwright.games.cribbage.scoring import DECK, Part, part_as_counted
from cardwright.games.cribbage.state import CribbageView
from cardwright.scenes import possessive
from cardwright.wording import NUMBER_WORDS, counted

_SKUNKS = dict(zip(GAMES_BY_MARGIN, ("", ", a skunk", ", a double skunk")))

# Players, hands and points.


def show_kind(show: Show) -> str:
    """ "hand" or "crib"."""
    return "crib" if show.crib else "hand"


def whose_show(view: CribbageView, show: Show) -> str:
    """Return the hand or crib that is counted, to begin a line with: "Your crib", "{1}'s hand"."""
    return possessive(view.player, show.player, show_kind(show))


def games_won(view: CribbageView, player: Player) -> int:
    """The number of games that a player has won in the match."""
    return sum(won.games for won in view.won if won.player == player)


@functools.lru_cache(maxsize=4096)
def call_lines(show: Show) -> tuple[str, ...]:
    """The combinations called, each with its cards and the running total of its player."""
    totals = {show.player: 0, 1 - show.player: 0}
    lines = []
    for call in show.calls:
        totals[call.player] += call.part.points
        lines.append(_call_line(show, call, totals[call.player]))
    return tuple(lines)


def _call_line(show: Show, call: Call, total: int) -> str:
    taken = f"muggins from {{{call.player}}}: " if call.player != show.player else ""
    words = f"{taken}{_cards_of(call.part)}, {part_as_counted(call.part, total)}"
    return words if call.pegged == call.part.points else f"{words}, {_last_hole_note(call.pegged)}"


def _last_hole_note(pegged: int) -> str:
    return f"of which {NUMBER_WORDS[pegged]} to the last hole"


def _cards_of(part: Part) -> str:
    """The cards of a combination as players name them: a suit only where it counts. A screen reader spells them."""
    if part.kind in ("flush", "nobs"):
        return DECK.short_of(part.cards)
    return " ".join(DECK.face(card).corner for card in sorted(part.cards))


def in_full(show: Show) -> str:
    """A show in full: the cards, and each combination."""
    parts = "; ".join(call_lines(show)) or "nothing"
    return f"{DECK.short_of(show.cards)}, starter {DECK.face(show.starter).short}: {parts} ({show.points})"


# Events, and how the match ended.


def news(view: CribbageView, event: CribbageEvent) -> str:
    """An event as a line of the news."""
    match event:
        case CutCard(player, card):
            return f"{{{player}}}: {DECK.face(card).short} cut"
        case CutTied():
            return "A tie: cut again"
        case FirstDealer(player):
            return f"First deal: {{{player}}}"
        case LaidAway(player):
            return f"{{{player}}}: two cards laid away"
        case CribFull():
            return "The crib is full"
        case Starter(card):
            return f"Starter: {DECK.face(card).short}"
        case Heels(player):
            pegged = view.scores[player] - view.backs[player]
            return f"{{{player}}}: his heels for two{'' if pegged == 2 else f', {_last_hole_note(pegged)}'}"
        case Played():
            return _played_line(event)
        case Go(player):
            return f"{{{player}}}: go"
        case LastCard(player, all_out):
            return f"{{{player}}}: one for {'the last card' if all_out else 'the go'}"
        case Called(show, _):
            return f"{whose_show(view, show)}: {call_lines(show)[-1]}"
        case Nothing(show):
            return f"{whose_show(view, show)}: nothing"
        case Refused(player, show, cards):
            return f"{{{player}}}: {refusal(show, cards)}"
        case Counted():
            return _counted_line(view, event)
        case Won():
            return _game_line(event)


def _played_line(event: Played) -> str:
    """A card, the count, and each combination with its cards: "8 7 6, a run of three for three"."""
    words = [f"{{{event.player}}}: {DECK.face(event.card).short}", f"count {event.count}"]
    for part in event.score.parts:
        cards = "" if part.kind in ("fifteen", "thirty-one") else f"{_cards_of(part)}, "
        words.append(f"{cards}{part.phrase} for {NUMBER_WORDS[part.points]}")
    if event.pegged < event.score.points:
        words.append(_last_hole_note(event.pegged))
    return ", ".join(words)


def _counted_line(view: CribbageView, event: Counted) -> str:
    show = event.show
    words = [f"{whose_show(view, show)}: {counted(show.points, 'point')}"]
    if show.taken:
        words.append(f"{show.taken} taken by {{{1 - show.player}}}")
    if event.missed:
        parts = ", ".join(f"{DECK.short_of(part.cards)} {part.phrase}" for part in event.missed)
        words.append(f"missed{', and counted all the same' if event.made_up else ''}: {parts}")
    else:
        words.append(f"nothing {'more ' if show.taken else ''}was missed")
    return "; ".join(words)


def _game_line(won: Won) -> str:
    winner, loser = won.scores[won.player], won.scores[1 - won.player]
    return f"The game goes to {{{won.player}}}, {winner} to {loser}{_SKUNKS[won.games]}"


def result(game: Cribbage, view: CribbageView) -> str:
    """The result of the match, "" while it goes on."""
    if view.phase != "over":
        return ""
    won = view.won[-1]
    if game.settings["games"] == 1:
        return _game_line(won)
    games = games_won(view, won.player), games_won(view, 1 - won.player)
    return f"The match goes to {{{won.player}}}, {games[0]} games to {games[1]}"


def outcome(view: CribbageView) -> str:
    """The viewer's outcome: "won", "lost", or "" while the match goes on."""
    if view.phase != "over" or view.player < 0:
        return ""
    return "won" if view.won[-1].player == view.player else "lost"
