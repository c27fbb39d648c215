"""Cribbage in words: a hand at the show, the news of each event, and the result."""

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
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, NUMBERS, Part, spoken
from cardwright.games.cribbage.state import CribbageView
from cardwright.wording import counted

_SKUNKS = {1: "", 2: ", a skunk", 4: ", a double skunk"}

# Players, hands and points.


def own(view: CribbageView, player: Player, thing: str) -> str:
    """Something of a player's, to begin a line with: "Your hand", "{1}'s hand"."""
    return f"Your {thing}" if player == view.player else f"{{{player}}}'s {thing}"


def by(view: CribbageView, player: Player) -> str:
    """A player as the subject of an act: "you", "{1}"."""
    return "you" if player == view.player else f"{{{player}}}"


def thing(each: Show) -> str:
    """ "hand" or "crib"."""
    return "crib" if each.crib else "hand"


def games_won(view: CribbageView, player: Player) -> int:
    """The number of games that a player has won in the match."""
    return sum(won.games for won in view.won if won.player == player)


def calls(each: Show) -> list[str]:
    """The combinations called, each with its cards and the running total of its player."""
    totals = {each.player: 0, 1 - each.player: 0}
    lines = []
    for call in each.calls:
        totals[call.player] += call.part.points
        lines.append(_call(each, call, totals[call.player]))
    return lines


def _call(each: Show, call: Call, total: int) -> str:
    taken = f"muggins from {{{call.player}}}: " if call.player != each.player else ""
    words = f"{taken}{_cards_of(call.part)}, {spoken(call.part, total)}"
    return words if call.pegged == call.part.points else f"{words}, {_short(call.pegged)}"


def _short(pegged: int) -> str:
    return f"of which {NUMBERS[pegged]} to the last hole"


def _cards_of(part: Part) -> str:
    return DECK.short_of(part.cards)


def in_full(each: Show) -> str:
    """A show in full: the cards, and each combination."""
    parts = "; ".join(calls(each)) or "nothing"
    return f"{DECK.short_of(each.cards)}, starter {DECK.face(each.starter).short}: {parts} ({each.points})"


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
            return f"{{{player}}}: his heels for two"
        case Played():
            return _played(event)
        case Go(player):
            return f"{{{player}}}: go"
        case LastCard(player, all_out):
            return f"{{{player}}}: one for {'the last card' if all_out else 'the go'}"
        case Called(each, _):
            return f"{own(view, each.player, thing(each))}: {calls(each)[-1]}"
        case Nothing(each):
            return f"{own(view, each.player, thing(each))}: nothing"
        case Refused(player, each, cards):
            return f"{{{player}}}: {refusal(each, cards)}"
        case Counted():
            return _counted(view, event)
        case Won():
            return _game(event)


def _played(event: Played) -> str:
    """A card, the count, and each combination with its cards: "8 7 6, a run of three for three"."""
    words = [f"{{{event.player}}}: {DECK.face(event.card).short}", f"count {event.count}"]
    for part in event.score.parts:
        cards = "" if part.kind in ("fifteen", "thirty-one") else f"{_cards_of(part)}, "
        words.append(f"{cards}{part.phrase} for {NUMBERS[part.points]}")
    if event.pegged < event.score.points:
        words.append(_short(event.pegged))
    return ", ".join(words)


def _counted(view: CribbageView, event: Counted) -> str:
    each = event.show
    words = [f"{own(view, each.player, thing(each))}: {counted(each.points, 'point')}"]
    if each.taken:
        words.append(f"{each.taken} taken by {{{1 - each.player}}}")
    if event.missed:
        parts = ", ".join(f"{_cards_of(part)} {part.phrase}" for part in event.missed)
        words.append(f"missed{', and counted all the same' if event.made_up else ''}: {parts}")
    else:
        words.append(f"nothing {'more ' if each.taken else ''}was missed")
    return "; ".join(words)


def _game(won: Won) -> str:
    winner, loser = won.scores[won.player], won.scores[1 - won.player]
    return f"The game goes to {{{won.player}}}, {winner} to {loser}{_SKUNKS[won.games]}"


def result(game: Cribbage, view: CribbageView) -> str:
    """The result of the match, "" while it goes on."""
    if view.phase != "over":
        return ""
    won = view.won[-1]
    if game.settings["games"] == 1:
        return _game(won)
    games = games_won(view, won.player), games_won(view, 1 - won.player)
    return f"The match goes to {{{won.player}}}, {games[0]} games to {games[1]}"


def outcome(view: CribbageView) -> str:
    """The viewer's outcome: "won", "lost", or "" while the match goes on."""
    if view.phase != "over" or view.player < 0:
        return ""
    return "won" if view.won[-1].player == view.player else "lost"
