"""Poker in PHH, the poker hand history format of uoftcprg/phh-std: a deal a hand, in TOML.

`dumps` writes a game from its record: a single deal as a plain file (.phh), several as numbered tables (.phhs).
`loads` (in `phh_reading`) makes a record again, also from hands that others have written.

What PHH has a code for is written in it, and other programs replay it: "NT", "FO/8". A variant, limit or ranking
without a code has the same layout under a name of our own, "cardwright-omaha-hilo", with cards in our notation. PHH
leaves fields that begin with a stroke below to whoever writes them, and ours are:

- ``_cardwright``: the header of the record, so that a whole game comes back as it was; the text of a ranking or variant
  of one's own is in that of the first deal only;
- ``_cardwright_burns``: the cards burnt, which PHH does not tell;
- ``_cardwright_forfeit``: the seat that lost the game by its time;
- ``_cardwright_steps``: the `Automatic` steps that a deal had taken, where it has not ended.

In PHH players are numbered from the left of the button, so p1 is most often the small blind and the last player has
the button; of two players p1 is the big blind, though amounts are listed small blind first. ``seats`` says who sat
where. Cards exchanged are told after all players have said what they exchange. Times are not kept.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from cardwright.cards import Card, Deck
from cardwright.errors import BadCard, BadRecord
from cardwright.game import CHANCE, Action, Automatic, Player
from cardwright.games.poker import actions, forced
from cardwright.games.poker.actions import Burn, Cards, Deal, Draw, Mucked, Raise, Showed
from cardwright.games.poker.betting import FIXED_LIMIT, seats_of
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import PokerState
from cardwright.play.record import Record, dump, parse
from cardwright.play.table import LOSSES
from cardwright.ranking import load
from cardwright.ranking.declaration import is_text

Fields: TypeAlias = dict[str, Any]
OWN, BURNS, FORFEITED = "_cardwright", "_cardwright_burns", "_cardwright_forfeit"
SEE_FIRST = "see the first deal"  # for the text of a declaration in the headers of later deals
STEPS = "_cardwright_steps"
OURS = "cardwright-"  # begins the name of a variant that PHH has no code for
_WORDS = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}


def dumps(record: Record, hand: int = 0) -> str:
    """A record of poker as PHH: every deal, or only the one numbered ``hand``.

    Raises `BadRecord` for another game, or for a deal that there is not.
    """
    made = hands(record)
    if hand:
        if not 1 <= hand <= len(made):
            raise BadRecord(f"there is no deal {hand}: this game has 1 to {len(made)}", str(hand))
        made = [made[hand - 1]]
    if len(made) == 1:
        return _toml(made[0])
    first, *others = made
    made = [first, *({**each, OWN: brief(each[OWN])} for each in others)]
    return "\n".join(f"[{each['hand']}]\n{_toml(each)}" for each in made)


def hands(record: Record) -> list[Fields]:
    """The deals of a record, each as the fields of its PHH."""
    game = record.game
    if not isinstance(game, Poker):
        raise BadRecord(f"PHH is for poker, and this is a game of {game.name}", game.name)
    first = record.states[0]
    assert isinstance(first, PokerState)
    deals = [_Deal(game, first)] if first.deal else []
    for entry, before, after in zip(record.log, record.states, record.states[1:]):
        assert isinstance(before, PokerState)
        assert isinstance(after, PokerState)
        if entry.action in LOSSES:
            if deals:
                deals[-1].forfeited = entry.player
            continue
        if after.deal == before.deal:
            deals[-1].take(entry.player, game.parse(entry.action), before, after)
        else:
            deals.append(_Deal(game, after))
    if not deals:
        raise BadRecord("no deal has begun in this game")
    return [deal.fields(record) for deal in deals]


def convert(file: str, out: str, hand: int) -> int:
    """``cardwright phh``: a record as PHH or PHH as a record, to a new file or, without one, printed."""
    from cardwright.formats.phh_reader import loads

    source = Path(file)
    try:
        data = source.read_bytes()
        if source.suffix in (".phh", ".phhs"):
            record = loads(_text(data, file), file, hand)
            made = dump(record.header, record.log).decode()
        else:
            record = parse(data, file)
            made = dumps(record, hand)
        if not out:
            print(made, end="")
            return 0
        with Path(out).open("x", encoding="utf-8") as kept:
            kept.write(made)
    except OSError as problem:
        where = problem.filename or file
        raise BadRecord(f"it cannot be read or written: {problem.strerror}", str(where), str(where)) from problem
    print(f"{out}: {len(record.log)} actions of {record.game.name}")
    return 0


def _text(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadRecord("this is not text in UTF-8", "", where, data[: problem.start].count(b"\n") + 1) from problem


# what both ways need to know of a deal


def order(state: PokerState) -> tuple[Player, ...]:
    """The seats in the deal, as PHH numbers them: from the left of the button."""
    players = len(state.before)
    alive = [seat for seat, stack in enumerate(state.before) if stack]
    return tuple(sorted(alive, key=lambda seat: (seat - state.button - 1) % players))


def opening(game: Poker, state: PokerState) -> Fields:
    """The fields that say how a deal begins: antes, blinds, bets, stacks."""
    seats, level, stakes = order(state), forced.level(game.setup, state.deal), game.setup.stakes
    antes = [amount * level for amount in _antes(game, state, seats)]
    fields: Fields = {"ante_trimming_status": len(set(antes)) == 1, "antes": antes}
    if game.variant.open == "blinds":
        fields["blinds_or_straddles"] = _reversed(_blinds(game, state, seats, level))
    else:
        fields["bring_in"] = stakes.bring_in * level
    if game.limit == FIXED_LIMIT:
        fields |= {"small_bet": stakes.small_bet * level, "big_bet": stakes.big_bet * level}
    else:
        fields["min_bet"] = (stakes.blinds[1] if game.variant.open == "blinds" else stakes.small_bet) * level
    return fields | {"starting_stacks": [state.before[seat] for seat in seats]}


def _antes(game: Poker, state: PokerState, seats: Sequence[Player]) -> list[int]:
    antes = game.setup.stakes.antes
    if len(antes) == 1:
        return list(antes * len(seats))
    in_order = sorted(seats, key=lambda seat: (seat - state.small) % game.players)
    return _reversed([antes[in_order.index(seat)] for seat in seats])


def _blinds(game: Poker, state: PokerState, seats: Sequence[Player], level: int) -> list[int]:
    blinds = game.setup.stakes.blinds
    posts = {state.big: blinds[1] * level}
    if state.small in seats:
        posts[state.small] = blinds[0] * level
    if len(blinds) == 3 and len(seats) > 2:
        posts[seats[(seats.index(state.big) + 1) % len(seats)]] = blinds[2] * level
    return [posts.get(seat, 0) for seat in seats]


def _reversed(amounts: list[int]) -> list[int]:
    """PHH lists the forced bets of two players the other way round than the players."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def written(deck: Deck, cards: Iterable[Card]) -> str:
    """Cards run together, or parted by commas where they could not be told apart."""
    cards = tuple(cards)
    text = "".join(map(deck.text, cards))
    try:
        return text if deck.parse_cards(text) == cards else ",".join(map(deck.text, cards))
    except BadCard:
        return ",".join(map(deck.text, cards))


def code(game: Poker) -> str:
    """Return a variant's code in PHH, or our own name for it."""
    standard = game.ranking == load("standard") and game.settings["low"] in ("variant", game.variant.low)
    if standard and game.limit in game.variant.phh:
        return game.variant.phh[game.limit]
    name = game.settings["variant"]
    return OURS + (re.sub(r"[^a-z0-9]+", "-", game.variant.title.casefold()).strip("-") if is_text(name) else name)


def brief(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's header without the texts of declarations, which the first deal of a file holds once."""
    options = {name: SEE_FIRST if is_text(str(value)) else value for name, value in header["options"].items()}
    return {**header, "options": options}


class _Deal:
    """A deal being written."""

    def __init__(self, game: Poker, state: PokerState) -> None:
        self.game, self.state = game, state
        self.seats = order(state)
        self.number = {seat: place for place, seat in enumerate(self.seats, 1)}
        self.actions: list[str] = []
        self.burnt: list[Card] = []
        self.forfeited: Player | None = None
        self.steps = 0
        self._begun = state
        self._street = 0
        self._held: dict[Player, list[Card]] = {seat: [] for seat in self.seats}
        self._board: list[Card] = []
        self._told: dict[Player, Cards] = {}

    def take(self, player: Player, action: Action, before: PokerState, after: PokerState) -> None:
        """What happened next. Cards are told together, before what is done with them."""
        step = self.game.plan[before.step]
        if step.street != self._street or (player != CHANCE and step.kind != DRAW):
            self._flush()
            self._street = step.street
        match action:
            case Automatic():
                self.steps += 1
            case Burn(card=card):
                self.burnt.append(card)
            case Deal(card=card):
                (self._board if before.seat < 0 else self._held[before.seat]).append(card)
            case _:
                self.actions.append(f"p{self.number[player]} {self._said(action)}")
        self._shown(before, after)
        self.state = after

    def _said(self, action: Action) -> str:
        if isinstance(action, Raise):
            return f"cbr {action.to}"
        if isinstance(action, Draw):
            return f"sd {written(self.game.deck, action.cards)}".strip()
        return _WORDS[actions.text(self.game.deck, action)]

    def _flush(self) -> None:
        for seat, cards in self._held.items():
            if cards:
                self.actions.append(f"d dh p{self.number[seat]} {written(self.game.deck, cards)}")
                cards.clear()
        if self._board:
            self.actions.append(f"d db {written(self.game.deck, self._board)}")
            self._board.clear()

    def _shown(self, before: PokerState, after: PokerState) -> None:
        """Note hands that were laid open, because nothing is left to bet or at a showdown."""
        if after.shown != before.shown and after.ending == before.ending:
            self._flush()
            for seat in seats_of(after.shown):
                self._show(seat, after.down[seat] + after.up[seat])
        for event in after.events:
            if isinstance(event, Showed):
                self._flush()
                self._show(event.player, event.cards)
            elif isinstance(event, Mucked):
                self._flush()
                self.actions.append(f"p{self.number[event.player]} sm")

    def _show(self, seat: Player, cards: Cards) -> None:
        if self._told.get(seat) != cards:
            self._told[seat] = cards
            self.actions.append(f"p{self.number[seat]} sm {written(self.game.deck, cards)}")

    def fields(self, record: Record) -> Fields:
        """The fields of the hand, in the order in which they are written."""
        self._flush()
        began, game = self._begun, self.game
        fields: Fields = {"variant": code(game), **opening(game, began), "actions": self.actions}
        fields |= _date(record.header.started)
        fields |= {"hand": began.deal, "level": 1 + (began.deal - 1) // (game.settings["rise"] or began.deal)}
        fields |= {"seats": [seat + 1 for seat in self.seats], "seat_count": game.players}
        fields["players"] = [record.header.players[seat].name for seat in self.seats]
        if self.state.step >= len(game.plan):
            fields["finishing_stacks"] = [self.state.before[seat] for seat in self.seats]
        else:
            fields[STEPS] = self.steps
        fields[OWN] = msgspec.to_builtins(record.header)
        if self.burnt:
            fields[BURNS] = game.deck.text_of(self.burnt)
        if self.forfeited is not None:
            fields[FORFEITED] = self.forfeited + 1
        return fields


def _date(started: str) -> Fields:
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)", started, re.ASCII)
    return dict(zip(("day", "month", "year"), map(int, reversed(found.groups())))) if found else {}


# TOML


def _toml(fields: Mapping[str, Any]) -> str:
    """Fields as lines of TOML; the actions have a line each."""
    lines = []
    for name, value in fields.items():
        if name == "actions":
            lines += ["actions = [", *(f"  {_value(action)}," for action in value), "]"]
        else:
            lines.append(f"{_key(name)} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(_pairs(value))}}}"
    return json.dumps(value)  # a number, true or false


def _pairs(table: Mapping[str, object]) -> Iterator[str]:
    for name, value in table.items():
        yield f"{_key(name)} = {_value(value)}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)
