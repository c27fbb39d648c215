"""The actions of a deal in PHH, as written."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from cardwright.cards import Card
from cardwright.errors import BadRecord, CardwrightError
from cardwright.formats.phh.fields import field
from cardwright.formats.phh.layout import Fields
from cardwright.games.poker.rules import Poker

Known: TypeAlias = Card | None  # a card, or an unknown one


class PhhAction(NamedTuple):
    """An action of a hand: who (0 is the dealer), what, and its argument; ``to`` is who gets cards, 0 the board."""

    place: str
    text: str
    player: int
    what: str
    rest: str = ""
    to: int = 0


_PATTERNS = (
    re.compile(r"d (?P<what>db) (?P<rest>\S+)", re.ASCII),
    re.compile(r"d (?P<what>dh) p(?P<to>\d{1,2}) (?P<rest>\S+)", re.ASCII),
    re.compile(r"p(?P<player>\d{1,2}) (?P<what>f|cc|pb)", re.ASCII),
    re.compile(r"p(?P<player>\d{1,2}) (?P<what>cbr) (?P<rest>\d{1,15}(\.0*)?)", re.ASCII),
    re.compile(r"p(?P<player>\d{1,2}) (?P<what>sd|sm)( (?P<rest>\S+))?", re.ASCII),
)


def read_actions(fields: Fields, place: str, players: int) -> list[PhhAction]:
    """Return the actions as written, without commentary."""
    actions = []
    for number, text in enumerate(field(fields, "actions", list, place), 1):
        spot = f"{place}, actions {number}"
        if type(text) is not str:
            raise BadRecord(f"{text!r:.40} is not text", str(text), spot)
        words = " ".join(text.partition("#")[0].split())
        if words:
            actions.append(_action(words, spot, players))
    return actions


def _action(words: str, spot: str, players: int) -> PhhAction:
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(words):
            parts = match.groupdict()
            player, to = int(parts.get("player") or 0), int(parts.get("to") or 0)
            named = to if parts["what"] == "dh" else player
            if named > players or (named == 0 and parts["what"] != "db"):
                raise BadRecord(f"{words!r:.60}: there are players p1 to p{players}", words, spot)
            return PhhAction(spot, words, player, parts["what"], parts.get("rest") or "", to)
    raise BadRecord(f"{words!r:.60} is not an action of PHH", words, spot)


def in_deal_order(game: Poker, actions: Sequence[PhhAction]) -> Iterator[PhhAction]:
    """Yield the actions with each exchange's cards directly after it; PHH lists them after all exchanges."""
    waiting = list(actions)
    while waiting:
        now = waiting.pop(0)
        yield now
        owed = len(action_cards(game, now)) if now.what == "sd" else 0
        while owed > 0 and (place := _exchanged(waiting, now.player)) is not None:
            dealt = waiting.pop(place)
            owed -= len(action_cards(game, dealt))
            yield dealt


def _exchanged(waiting: Sequence[PhhAction], player: int) -> int | None:
    """Return the place of the next cards that a player gets in this round of exchanges, None if there are none."""
    exchanges = takewhile(lambda later: later.what in ("sd", "dh", "sm"), waiting)
    dealt = (place for place, later in enumerate(exchanges) if later.what == "dh" and later.to == player)
    return next(dealt, None)


def cards_of(game: Poker, text: str, place: str, *, repeats: bool = False) -> tuple[Card, ...]:
    """Return cards from their text. Raises `BadRecord` with the ``place`` in the file."""
    try:
        return game.deck.parse_cards(text, repeats=repeats)
    except CardwrightError as problem:
        raise BadRecord(str(problem), text, place) from problem


def action_cards(game: Poker, action: PhhAction) -> list[Known]:
    """Return the cards of an action; "??" is an unknown one."""
    cards: list[Known] = []
    for part in re.split(r"(\?\?)", action.rest):
        cards += [None] if part == "??" else cards_of(game, part, action.place)
    return cards
