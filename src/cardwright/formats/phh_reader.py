"""Poker from PHH: a file of hands as a record that replays. `phh` has the layout.

Hands that Cardwright wrote, from a game's first deal on, are that game again. Any other hand is a game of one deal
with the stakes that it names; what it does that this room's rules do not is refused, with its place. PHH may leave
things out, and a record must not, so

- cards burnt that the hand does not name are some that it needs last;
- cards that were never told ("??") are some that it does not name either, and ``notes`` counts them. A hand in which
  such cards come to a showdown is refused, as nobody can say who won it.
"""

import re
import tomllib
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from cardwright import games
from cardwright.cards import Card
from cardwright.errors import BadRecord, CardwrightError
from cardwright.formats.phh import BURNS as BURNT
from cardwright.formats.phh import FORFEITED, OURS, OWN, STEPS, Fields, brief, opening, order
from cardwright.game import CHANCE, Action, Player
from cardwright.games.poker import variant as variants
from cardwright.games.poker.actions import (
    BRING_IN,
    BURNS,
    CALL,
    CHECK,
    DEALS,
    FOLD,
    MAX_CHIPS,
    Draw,
    Lot,
    Mucked,
    Raise,
    Showed,
    Shuffle,
)
from cardwright.games.poker.betting import NOBODY
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BURN
from cardwright.games.poker.state import PokerState
from cardwright.play import record as records
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import FORFEIT, Step

BOARD = NOBODY  # the seat of cards for all
MAX_STEPS = 1_000  # automatic steps in a deal
_DEALING, _SHOWING = ("db", "dh"), ("db", "dh", "sd", "sm")
NOTED = ("author", "event", "venue", "city", "country", "year", "month", "day", "hand", "table", "currency")
Known: TypeAlias = Card | None  # a card, or one that is not told


def loads(text: str, where: str = "PHH", hand: int = 0) -> Record:
    """Return the record in the text of a .phh or .phhs; ``hand`` is the name of the section to read, 0 for all.

    Raises `BadRecord`, which names the hand and the field.
    """
    tables = _tables(text, where)
    if hand:
        tables = [_with_whole_header(_section(tables, hand, where), tables[0])]
    first, place = tables[0]
    whole = OWN in first and first.get("hand") == 1
    if not whole and len(tables) > 1:
        raise BadRecord(f"these {len(tables)} hands are not one game: name the one to read", "", where)
    header = _header(first, place) if whole else _one_deal(first, place)
    game = _game(header, place)
    reader = _Reader(game)
    for number, (fields, place) in enumerate(tables, 1):
        if whole and (fields.get("hand") != number or not _same_game(fields.get(OWN), first[OWN])):
            raise BadRecord(f"this is not deal {number} of the game that hand 1 begins", "", f"{place}, hand")
        reader.deal(fields, place, ours=whole)
    if reader.made_up:
        header = msgspec.structs.replace(header, notes={**header.notes, "cards_not_told": reader.made_up})
    return records.parse(records.dump(header, reader.log), where)


# the file


def _tables(text: str, where: str) -> list[tuple[Fields, str]]:
    """The hands of a file, each with its place."""
    try:
        read = tomllib.loads(text)
    # RecursionError: brackets nested too deep. ValueError: not TOML, or a number of more digits than Python reads.
    except (ValueError, RecursionError) as problem:
        told = re.search(r"at (?:line (\d+)|end of document)", str(problem))
        line = int(told[1] or text.count("\n") + 1) if told else 0
        raise BadRecord(f"this is not TOML: {problem}", "", where, line) from problem
    if not read:
        raise BadRecord("there is no hand in it", "", where)
    if all(isinstance(value, dict) for value in read.values()):
        return [(fields, f"{where}, [{name}]") for name, fields in read.items()]
    return [(read, where)]


def _section(tables: list[tuple[Fields, str]], hand: int, where: str) -> tuple[Fields, str]:
    """Return the section of a file that is named ``hand``; by position where no section has a number for a name."""
    names = [place.removeprefix(f"{where}, [").removesuffix("]") for _, place in tables]
    if not any(map(str.isdecimal, names)):
        names = [str(number) for number in range(1, len(tables) + 1)]
    if str(hand) not in names:
        known = f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0]
        raise BadRecord(f"there is no hand {hand}: it has {known}", str(hand), where)
    return tables[names.index(str(hand))]


def _whole(value: object, place: str, least: int = 0) -> int:
    """A number of chips. PHH has fractions as well, Cardwright has not."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not least <= value <= MAX_CHIPS:
        raise BadRecord(f"{value!r:.40} is not a whole number of chips from {least} to {MAX_CHIPS}", str(value), place)
    return value


def _field(fields: Fields, name: str, kind: type[str] | type[list[Any]], place: str) -> Any:
    if name not in fields:
        raise BadRecord("this field is missing", "", f"{place}, {name}")
    if type(fields[name]) is not kind:
        wanted = "text" if kind is str else "an array"
        raise BadRecord(f"{fields[name]!r:.40} is not {wanted}", str(fields[name]), f"{place}, {name}")
    return fields[name]


def _chips(fields: Fields, name: str, place: str, least: int = 0) -> int:
    if name not in fields:
        raise BadRecord("this field is missing", "", f"{place}, {name}")
    return _whole(fields[name], f"{place}, {name}", least)


def _row(fields: Fields, name: str, place: str, players: int = 0, least: int = 0) -> list[int]:
    """An amount for each player."""
    row = [_whole(value, f"{place}, {name}", least) for value in _field(fields, name, list, place)]
    if players and len(row) != players:
        raise BadRecord(f"{len(row)} amounts for {players} players", "", f"{place}, {name}")
    return row


# the game


def _same_game(header: object, first: object) -> bool:
    """Return true for the header of the first deal of a game, whole or without the texts of declarations."""
    if header == first:
        return True
    return isinstance(first, dict) and isinstance(first.get("options"), dict) and header == brief(first)


def _with_whole_header(table: tuple[Fields, str], first: tuple[Fields, str]) -> tuple[Fields, str]:
    """Give a deal that is read alone the header of its game's first deal, with the texts of declarations."""
    fields, place = table
    if OWN in fields and _same_game(fields[OWN], first[0].get(OWN)):
        fields = {**fields, OWN: first[0][OWN]}
    return fields, place


def _header(fields: Fields, place: str) -> Header:
    try:
        return msgspec.convert(fields[OWN], Header)
    except msgspec.ValidationError as problem:
        why = " ".join(str(problem).split())  # it may name a field whose name goes over lines
        raise BadRecord(f"this is not the header of a record ({why})", "", f"{place}, {OWN}") from problem


def _game(header: Header, place: str) -> Poker:
    game = records.parse(records.dump(header, ()), place).game
    if not isinstance(game, Poker):
        raise BadRecord(f"PHH is for poker, and this is a game of {game.name}", game.name, f"{place}, {OWN}")
    return game


def _one_deal(fields: Fields, place: str) -> Header:
    """The header of a game of this deal alone. The last player has the button, in the last seat."""
    stacks = _row(fields, "starting_stacks", place, least=1)
    options: dict[str, bool | int | str] = {**_variant(fields, place), **_stakes(fields, place, len(stacks))}
    options |= {"players": len(stacks), "stacks": "/".join(map(str, stacks))}
    options |= {"deals": 1, "rise": 0, "button": len(stacks)}
    if OWN not in fields:
        options["cap"] = 0  # PHH does not say how often a house allows a raise
    try:
        game = games.create("poker", **options)
    except CardwrightError as problem:
        raise BadRecord(str(problem), "", place) from problem
    notes = {name: fields[name] for name in NOTED if type(fields.get(name)) in (str, int)}
    return Header.of(game, [Sitter(name) for name in _names(fields, place, len(stacks))], notes=notes)


def _names(fields: Fields, place: str, players: int) -> list[str]:
    names = fields.get("players", [""] * players)
    if type(names) is not list or len(names) != players or not all(type(name) is str for name in names):
        raise BadRecord(f"these are not the names of {players} players", "", f"{place}, players")
    return [name or f"p{number}" for number, name in enumerate(names, 1)]


def _variant(fields: Fields, place: str) -> dict[str, bool | int | str]:
    """What is played: by PHH's code, or as the header of our own says."""
    code = _field(fields, "variant", str, place)
    if OWN in fields:
        return dict(_header(fields, place).options)
    codes = {said: (name, limit) for name in variants.names() for limit, said in variants.load(name).phh.items()}
    if code not in codes:
        needs = f"it needs the field {OWN}" if code.startswith(OURS) else f"there are {', '.join(sorted(codes))}"
        raise BadRecord(f"{code!r:.40} is no variant played here: {needs}", code, f"{place}, variant")
    name, limit = codes[code]
    return {"variant": name, "limit": limit}


def _stakes(fields: Fields, place: str, players: int) -> dict[str, int | str]:
    """Options from the amounts. What they cannot say shows when the deal's opening is compared."""
    antes = _row(fields, "antes", place, players)
    options: dict[str, int | str] = {"ante": "/".join(map(str, antes if len(set(antes)) > 1 else antes[:1]))}
    if "bring_in" in fields:
        options["bring_in"] = _chips(fields, "bring_in", place, 1)
    else:
        blinds = _row(fields, "blinds_or_straddles", place, players)
        options["blinds"] = "/".join(map(str, blinds[: 3 if any(blinds[2:3]) else 2]))
    if "min_bet" in fields:
        options["small_bet"] = _chips(fields, "min_bet", place, 1)
    else:
        options["small_bet"] = _chips(fields, "small_bet", place, 1)
        options["big_bet"] = _chips(fields, "big_bet", place, 1)
    return options


def _check_opening(game: Poker, state: PokerState, fields: Fields, place: str) -> None:
    """Refuse a hand that begins otherwise than the deal does."""
    began = opening(game, state)
    trimmed = began.pop("ante_trimming_status")
    for name, value in began.items():
        said = fields.get(name)
        if said != value:
            raise BadRecord(f"{said!r:.60} cannot be: the deal begins with {value!r:.60}", "", f"{place}, {name}")
    short = any(stack < ante for stack, ante in zip(began["starting_stacks"], began["antes"]))
    if any(began["antes"]) and (short or not trimmed) and fields.get("ante_trimming_status", False) is not trimmed:
        raise BadRecord(
            f"with these antes it must be {str(trimmed).lower()} here", "", f"{place}, ante_trimming_status"
        )


# the actions


class _Said(NamedTuple):
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


def _actions(fields: Fields, place: str, players: int) -> list[_Said]:
    """The actions as written, without commentary."""
    said = []
    for number, text in enumerate(_field(fields, "actions", list, place), 1):
        spot = f"{place}, actions {number}"
        if type(text) is not str:
            raise BadRecord(f"{text!r:.40} is not text", str(text), spot)
        words = " ".join(text.partition("#")[0].split())
        if words:
            said.append(_action(words, spot, players))
    return said


def _action(words: str, spot: str, players: int) -> _Said:
    for pattern in _PATTERNS:
        if found := pattern.fullmatch(words):
            parts = found.groupdict()
            player, to = int(parts.get("player") or 0), int(parts.get("to") or 0)
            named = to if parts["what"] == "dh" else player
            if named > players or (named == 0 and parts["what"] != "db"):
                raise BadRecord(f"{words!r:.60}: there are players p1 to p{players}", words, spot)
            return _Said(spot, words, player, parts["what"], parts.get("rest") or "", to)
    raise BadRecord(f"{words!r:.60} is not an action of PHH", words, spot)


def _as_dealt(said: Sequence[_Said]) -> Iterator[_Said]:
    """The actions with the cards of an exchange behind it: PHH tells them when all have exchanged."""
    waiting = list(said)
    while waiting:
        now = waiting.pop(0)
        yield now
        if now.what == "sd" and now.rest:
            for place, later in enumerate(waiting):
                if later.what == "dh" and later.to == now.player:
                    yield waiting.pop(place)
                    break
                if later.what not in ("sd", "dh", "sm"):
                    break


class _Reader:
    """A game being played as hands say."""

    def __init__(self, game: Poker) -> None:
        self.game = game
        self.state = game.initial_state()
        self.log: list[Step] = []
        self.made_up = 0
        self._begun = False

    def deal(self, fields: Fields, place: str, ours: bool) -> None:
        """Play a hand. ``ours`` says that it is to end as it says; elsewhere a house may have taken its share."""
        if self._begun:
            if self.state.step < len(self.game.plan):
                raise BadRecord("the deal before this one has not ended", "", place)
            self.play(CHANCE, Shuffle(), place)
        self._begun = True
        if not self.state.deal:
            self.play(CHANCE, Lot(self._button(fields, place)), f"{place}, seats")
        _check_opening(self.game, self.state, fields, place)
        seats = order(self.state)
        burnt = _burnt(self.game, fields, place)
        steps = _whole(fields[STEPS], f"{place}, {STEPS}") if STEPS in fields else MAX_STEPS
        _Hand(self, list(_as_dealt(_actions(fields, place, len(seats)))), seats, burnt, steps).play(place)
        if FORFEITED in fields:
            self.log.append(Step(_whole(fields[FORFEITED], f"{place}, {FORFEITED}", 1) - 1, FORFEIT))
        stacks = [self.state.before[seat] for seat in seats]
        if ours and self.ended and fields.get("finishing_stacks", stacks) != stacks:
            raise BadRecord(f"the deal ends with {stacks!r:.60}", "", f"{place}, finishing_stacks")

    def _button(self, fields: Fields, place: str) -> Player:
        """Who has the button in the first deal, when everyone still plays."""
        seats = _field(fields, "seats", list, place)
        if sorted(map(str, seats)) != sorted(str(seat + 1) for seat in range(self.game.players)):
            raise BadRecord("these are not the seats of the first deal", "", f"{place}, seats")
        return int(seats[-1]) - 1

    @property
    def ended(self) -> bool:
        """Whether the deal is over."""
        return self.state.step >= len(self.game.plan)

    def play(self, player: Player, action: Action, place: str, text: str = "") -> None:
        """Take a step, or refuse the hand."""
        try:
            self.state = self.game.play(self.state, player, action)
        except CardwrightError as refusal:
            raise BadRecord(f"{text!r:.60}: {refusal}" if text else str(refusal), text, place) from refusal
        self.log.append(Step(player, self.game.text(action)))


class _Hand:
    """One hand being played: cards told wait until they are due."""

    def __init__(
        self, reader: _Reader, said: Sequence[_Said], seats: Sequence[Player], burnt: Sequence[Card], steps: int
    ) -> None:
        self.reader, self.said, self.seats, self.steps = reader, said, seats, steps
        self.burnt = deque(burnt)
        self.cards = {number: _told(reader.game, each) for number, each in enumerate(said) if each.what in _SHOWING}
        self._reveal()
        self.to_come = [
            card for number, each in enumerate(said) if each.what in _DEALING for card in self.cards[number]
        ]
        self.due: dict[Player, deque[tuple[Known, str]]] = {seat: deque() for seat in (BOARD, *seats)}
        self.invented: set[Player] = set()

    def _reveal(self) -> None:
        """Cards dealt unseen and shown in the end were those."""
        for number, each in enumerate(self.said):
            if each.what == "sm" and None not in self.cards[number]:
                dealt = [self.cards[place] for place, other in enumerate(self.said) if other.to == each.player]
                known = {card for cards in dealt for card in cards}
                shown = [card for card in self.cards[number] if card not in known]
                if any(other.what == "sd" and other.rest and other.player == each.player for other in self.said):
                    continue  # which of the cards shown were dealt when, nobody can say
                for cards in dealt:
                    for place, card in enumerate(cards):
                        if card is None and shown:
                            cards[place] = shown.pop(0)

    def play(self, place: str) -> None:
        """The hand from its first action to its last, which need not be the end of the deal."""
        for number, each in enumerate(self.said):
            if each.what in _DEALING:
                self.due[self.seats[each.to - 1] if each.to else BOARD].extend(
                    (card, each.place) for card in self.cards[number]
                )
                self._deal()
            elif each.what != "sm":
                self._none_waiting(each.place)
                self._act(number, each)
        self._none_waiting()
        while self.burnt and not self.reader.ended:  # burnt last, before a street that was not dealt
            self.reader.play(CHANCE, BURNS[self.burnt.popleft()], f"{place}, {BURNT}")

    def _none_waiting(self, acting: str = "") -> None:
        """Deal all that has been told. Where a player acts next, nothing may be due besides."""
        self._deal(acting)
        reader = self.reader
        waiting = [each for cards in self.due.values() for each in cards]
        if (waiting or acting) and reader.state.turn == CHANCE and not reader.ended:
            seat = reader.state.seat
            who = f"p{self.seats.index(seat) + 1}" if seat != BOARD else "the board"
            raise BadRecord(f"first a card is to be dealt to {who}", "", acting or waiting[0][1])
        for card, place in waiting:
            text = "??" if card is None else reader.game.deck.text(card)
            raise BadRecord(f"{text} is dealt where no such card is due", text, place)

    def _deal(self, acting: str = "") -> None:
        """Deal and burn as far as the cards told so far go; ``acting`` is the place where a player acts next."""
        reader = self.reader
        while not reader.ended and reader.state.turn == CHANCE:
            if reader.game.is_moment(reader.state):
                if not self.steps:
                    return
                self.steps -= 1
                reader.play(CHANCE, reader.game.chance_outcomes(reader.state)[0][0], acting)
                self._check_showdown(acting)
                continue
            if reader.game.plan[reader.state.step].kind == BURN:
                wanted = [waiting[0][1] for waiting in self.due.values() if waiting] or ([acting] if acting else [])
                if not wanted:
                    return
                place = wanted[0]
                reader.play(CHANCE, BURNS[self.burnt.popleft() if self.burnt else self._idle(place)], place)
                continue
            waiting = self.due[reader.state.seat]
            if not waiting:
                return
            card, place = waiting.popleft()
            self.to_come.remove(card)
            if card is None:
                card = self._idle(place)
                self.invented.add(reader.state.seat)
                reader.made_up += 1
            reader.play(CHANCE, DEALS[card], place)
            self._check_showdown(place)

    def _idle(self, place: str) -> Card:
        """A card of the stock that the hand does not name, or that it needs last."""
        stock, last = self.reader.state.stock, len(self.to_come)
        if not stock:
            raise BadRecord("there are not enough cards", "", place)
        return max(stock, key=lambda card: self.to_come.index(card) if card in self.to_come else last)

    def _act(self, number: int, said: _Said) -> None:
        reader, player = self.reader, self.seats[said.player - 1]
        reader.play(player, self._action(number, said, player), said.place, said.text)
        self._check_showdown(said.place)

    def _action(self, number: int, said: _Said, player: Player) -> Action:
        b = self.reader.state.betting
        match said.what:
            case "f":
                return FOLD
            case "pb":
                return BRING_IN
            case "cbr":
                return Raise(_whole(float(said.rest), said.place) if "." in said.rest else int(said.rest))
            case "sd":
                cards = [card for card in self.cards[number] if card is not None]
                if len(cards) < len(self.cards[number]):
                    raise BadRecord(f"{said.text!r:.60} does not say which cards", said.text, said.place)
                return Draw(tuple(sorted(cards)))
        return CALL if b.top > b.bets[player] else CHECK

    def _check_showdown(self, place: str) -> None:
        """Cards that nobody told must not decide who wins."""
        if not self.invented or not self.reader.ended:
            return
        for event in self.reader.state.ending:
            if isinstance(event, (Showed, Mucked)) and {event.player, BOARD} & self.invented:
                who = f"p{self.seats.index(event.player) + 1}"
                raise BadRecord(f"cards come to the showdown that were never told ({who})", "??", place)


def _burnt(game: Poker, fields: Fields, place: str) -> tuple[Card, ...]:
    """The cards burnt; one that was dealt again, and burnt again, stands twice."""
    return _cards(game, _field(fields, BURNT, str, place), f"{place}, {BURNT}", True) if BURNT in fields else ()


def _cards(game: Poker, text: str, place: str, repeats: bool = False) -> tuple[Card, ...]:
    try:
        return game.deck.parse_cards(text, repeats=repeats)
    except CardwrightError as problem:
        raise BadRecord(str(problem), text, place) from problem


def _told(game: Poker, said: _Said) -> list[Known]:
    """The cards of an action; "??" is one that is not told."""
    cards: list[Known] = []
    for part in re.split(r"(\?\?)", said.rest):
        cards += [None] if part == "??" else _cards(game, part, said.place)
    return cards
