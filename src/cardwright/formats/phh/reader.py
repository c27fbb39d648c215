"""Poker from PHH: a file of hands as a record that replays.

Hands that Cardwright wrote, from a game's first deal on, are that game again. Any other hand is a game of one deal with
the stakes that it names; a hand that departs from the rules here is refused, with its place. PHH may leave things out,
and a record must not, so

- cards burnt that the hand does not name are some that it needs last;
- unknown cards ("??") are some that it does not name either, and ``notes`` counts them. Those of a player who mucks at
  the showdown are such that they win nothing. A hand in which unknown cards decide otherwise is refused;
- unknown stacks ("inf") are larger than all bets, or what was put in where all are all-in, and ``notes`` counts them.

Amounts with decimals become whole numbers of their smallest unit, and ``notes`` says how many of it make 1 (``unit``).
"""

import contextlib
from collections import deque
from collections.abc import Sequence
from decimal import Decimal
from random import Random

import msgspec

from cardwright.cards import Card
from cardwright.errors import BadRecord, CardwrightError
from cardwright.formats.phh.actions import Known, PhhAction, action_cards, cards_of, in_deal_order, read_actions
from cardwright.formats.phh.fields import (
    check_opening,
    field,
    game_of,
    header_of,
    in_units,
    one_deal,
    same_game,
    select_table,
    tables,
    whole_number,
)
from cardwright.formats.phh.layout import BETWEEN, DURING, LOST, OWN, STEPS, Fields, code, order
from cardwright.formats.phh.layout import BURNS as BURNT
from cardwright.formats.phh.unknown_stacks import count_unknown, with_stacks
from cardwright.game import CHANCE, Action, Player
from cardwright.games.poker.actions import (
    BRING_IN,
    BURNS,
    CALL,
    CHECK,
    DEALS,
    FOLD,
    Choose,
    Discard,
    Draw,
    Lot,
    Raise,
    Shuffle,
)
from cardwright.games.poker.betting import FIXED_LIMIT, NO_SEAT, bounds, seats_of
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.events import Mucked, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BURN, DISCARD
from cardwright.play import record as records
from cardwright.play.record import Header, Record
from cardwright.play.table import Step

BOARD = NO_SEAT  # the seat of cards for all
MAX_AUTOMATIC_STEPS = 1_000
MAX_MUCKED_HAND_GUESSES = 200
_DEALING, _SHOWING = ("db", "dh"), ("db", "dh", "sd", "sm")


def loads(text: str, where: str = "PHH", hand: int = 0) -> Record:
    """Return the record of a .phh or .phhs; ``hand`` is the name of the hand to read, such as 2 for [2], 0 for all.

    Raises `BadRecord`, which names the hand and the field.
    """
    hands = tables(text, where)
    read = [select_table(hands, hand, where)] if hand else list(hands.values())
    first, place = read[0]
    whole = OWN in first and first.get("hand") == 1
    if not whole and len(read) > 1:
        raise BadRecord(f"these {len(read)} hands are not one game: name the one to read", "", where)
    if not whole:
        return single(first, place)
    header = header_of(first, place)
    reader = _Reader(game_of(header, place))
    for number, (fields, place) in enumerate(read, 1):
        if fields.get("hand") != number or not same_game(fields.get(OWN), first[OWN]):
            raise BadRecord(f"this is not deal {number} of the game that hand 1 begins", "", f"{place}, hand")
        reader.deal(fields, place, ours=True)
    return records.parse(records.dump(_add_note(header, reader), reader.log), where)


def single(fields: Fields, place: str) -> Record:
    """Return the record of a hand that another program has written, alone. Raises `BadRecord`."""
    fields, unit = in_units(fields, place)
    notes = {"unit": unit} if unit > 1 else {}
    if unknown := count_unknown(fields):
        notes["stacks_not_told"] = unknown
    *likelier, last = with_stacks(fields)
    for way in likelier:
        with contextlib.suppress(BadRecord):
            return _single(way, place, notes)
    return _single(last, place, notes)


def _single(fields: Fields, place: str, notes: dict[str, int]) -> Record:
    header, game = one_deal(fields, place)
    if notes:
        header = msgspec.structs.replace(header, notes={**header.notes, **notes})
    for guess in range(MAX_MUCKED_HAND_GUESSES):
        reader = _Reader(game, guess)
        try:
            reader.deal(fields, place, ours=False)
        except _WrongGuess:
            continue
        return Record(_add_note(header, reader), game, tuple(reader.log), tuple(reader.states))
    raise BadRecord(
        f"no unknown cards of {MAX_MUCKED_HAND_GUESSES} tries fit what the players do", "??", f"{place}, actions"
    )


def _add_note(header: Header, reader: "_Reader") -> Header:
    """Return a header that counts the cards that the hand does not name."""
    if not reader.made_up:
        return header
    return msgspec.structs.replace(header, notes={**header.notes, "cards_not_told": reader.made_up})


class _WrongGuess(Exception):
    """The cards drawn for unknown ones cannot have been those: a player who mucks wins, or another is to act first."""


class _Reader:
    """A game being played as hands say."""

    def __init__(self, game: Poker, guess: int = 0) -> None:
        self.game, self.guess = game, guess
        self.state = game.initial_state()
        self.states = [self.state]
        self.log: list[Step] = []
        self.rng = Random(guess)
        self.made_up = 0
        self._begun = self.lost = False

    def deal(self, fields: Fields, place: str, *, ours: bool) -> None:
        """Play a hand. ``ours`` says that it is to end as it says."""
        if self._begun:
            if not self.ended:
                raise BadRecord("the deal before this one has not ended", "", place)
            level = whole_number(fields.get("level", 1), f"{place}, level")
            self.play(CHANCE, self.table.by_clock(self.state, level) or Shuffle(), place)
        self._begun = True
        if not self.state.deal and self.state.turn == CHANCE:
            self.play(CHANCE, Lot(self._button(fields, place)), f"{place}, seats")
        self._choose(fields, place)
        check_opening(self.table, self.state, fields, place)
        seats = order(self.state)
        if ours and DURING in fields:  # at any time during the deal: they are not in it
            self._decide(field(fields, DURING, list, place), f"{place}, {DURING}")
        burnt = _read_burnt(self.table, fields, place)
        steps = whole_number(fields[STEPS], f"{place}, {STEPS}") if STEPS in fields else MAX_AUTOMATIC_STEPS
        actions = in_deal_order(self.table, read_actions(fields, place, len(seats)))
        _Hand(self, place, list(actions), seats, burnt, steps).play()
        self._check_stacks(fields, seats, place, ours=ours)
        if ours and BETWEEN in fields:
            self._decide(field(fields, BETWEEN, list, place), f"{place}, {BETWEEN}")
        for lost, name in LOST.items():
            if name in fields:
                if self.lost or not self.game.players_to_act(self.state):
                    raise BadRecord("the game has ended before this", "", f"{place}, {name}")
                self.lost = True
                self.log.append(Step(whole_number(fields[name], f"{place}, {name}", 1) - 1, lost))
                self.states.append(self.state)

    def _decide(self, decisions: Sequence[object], place: str) -> None:
        """Take decisions outside of a deal, such as "2 buy": the number is the seat, or 0 for all players."""
        for decision in map(str, decisions):
            number, _, text = decision.partition(" ")
            if number not in map(str, range(self.game.players + 1)):
                raise BadRecord(f"{decision!r:.60} does not begin with the number of a seat", decision, place)
            try:
                action = self.game.parse(text)
            except CardwrightError as refusal:
                raise BadRecord(f"{decision!r:.60}: {refusal}", decision, place) from refusal
            self.play(int(number) - 1, action, place, decision)

    def _check_stacks(self, fields: Fields, seats: Sequence[Player], place: str, *, ours: bool) -> None:
        """Compare the stacks at the end with those recorded, unless a house has taken its share of them."""
        stacks = [self.state.betting.stacks[seat] for seat in seats]
        recorded = fields.get("finishing_stacks", stacks)
        whole = ours or (isinstance(recorded, list) and _total(recorded) == sum(stacks))
        if self.ended and whole and recorded != stacks:
            raise BadRecord(f"the deal ends with {stacks!r:.60}", "", f"{place}, finishing_stacks")

    def _button(self, fields: Fields, place: str) -> Player:
        """Return the button of the first deal, in which all seats play."""
        seats = field(fields, "seats", list, place)
        if sorted(map(str, seats)) != sorted(str(seat + 1) for seat in range(self.game.players)):
            raise BadRecord("these are not the seats of the first deal", "", f"{place}, seats")
        return int(seats[-1]) - 1

    def _choose(self, fields: Fields, place: str) -> None:
        """Have the dealer choose the variant of this hand, where it was chosen."""
        if not self.game.asks_variant(self.state):
            return
        wanted = field(fields, "variant", str, place)
        assert isinstance(self.game, Rotation)
        numbers = [number for number, table in enumerate(self.game.parts) if code(table) == wanted]
        if not numbers:
            raise BadRecord(f"{wanted!r:.40} is not a variant of this game", wanted, f"{place}, variant")
        self.play(self.state.turn, Choose(numbers[0]), f"{place}, variant")

    @property
    def table(self) -> Poker:
        """The game of the variant that is dealt."""
        return self.game.at(self.state)

    @property
    def ended(self) -> bool:
        """True if the deal is over."""
        return self.table.deal_over(self.state)

    def play(self, player: Player, action: Action, place: str, text: str = "") -> None:
        """Take a step, or refuse the hand."""
        try:
            self.state = self.game.play(self.state, player, action)
        except CardwrightError as refusal:
            raise BadRecord(f"{text!r:.60}: {refusal}" if text else str(refusal), text, place) from refusal
        self.states.append(self.state)
        self.log.append(Step(player, self.game.text(action)))


class _Hand:
    """A hand being played: the cards it names wait until they are due."""

    def __init__(
        self,
        reader: _Reader,
        place: str,
        said: Sequence[PhhAction],
        seats: Sequence[Player],
        burnt: Sequence[Card],
        steps: int,
    ) -> None:
        self.reader, self.place, self.said, self.seats, self.steps = reader, place, said, seats, steps
        self.burnt = deque(burnt)
        self.cards = {
            number: action_cards(reader.table, each) for number, each in enumerate(said) if each.what in _SHOWING
        }
        self._reveal()
        self.to_come = [
            card for number, each in enumerate(said) if each.what in _DEALING for card in self.cards[number]
        ]
        self.due: dict[Player, deque[tuple[Known, str]]] = {seat: deque() for seat in (BOARD, *seats)}
        self.invented: dict[Player, list[Card]] = {}
        self.mucked = {
            seats[each.player - 1]
            for number, each in enumerate(said)
            if each.what == "sm" and (None in self.cards[number] or not self.cards[number])
        }

    def _reveal(self) -> None:
        """Replace cards that were dealt unseen by the cards shown in the end."""
        # of a player who has exchanged cards it is unknown which of those shown were dealt when
        exchanged = {action.player for action in self.said if action.what == "sd" and action.rest}
        for number, action in enumerate(self.said):
            if action.what != "sm" or None in self.cards[number] or action.player in exchanged:
                continue
            dealt = [self.cards[place] for place, other in enumerate(self.said) if other.to == action.player]
            known = {card for cards in dealt for card in cards}
            shown = (card for card in self.cards[number] if card not in known)
            for cards in dealt:
                cards[:] = [next(shown, None) if card is None else card for card in cards]

    def play(self) -> None:
        """Play the hand from its first action to its last, which need not be the end of the deal."""
        for number, action in enumerate(self.said):
            if action.what in _DEALING:
                self.due[self.seats[action.to - 1] if action.to else BOARD].extend(
                    (card, action.place) for card in self.cards[number]
                )
                self._deal()
            elif action.what != "sm":
                self._deal_all_due(action.place)
                self._act(number, action)
        self._deal_all_due()
        while self.burnt and not self.reader.ended:  # burnt last, before a street that was not dealt
            self.reader.play(CHANCE, BURNS[self.burnt.popleft()], f"{self.place}, {BURNT}")

    def _deal_all_due(self, acting: str = "") -> None:
        """Deal all cards named so far. Where a player acts next, no other card may be due."""
        self._deal(acting)
        reader = self.reader
        waiting = [each for cards in self.due.values() for each in cards]
        if (waiting or acting) and reader.state.turn == CHANCE and not reader.ended:
            seat = reader.state.seat
            who = f"p{self.seats.index(seat) + 1}" if seat != BOARD else "the board"
            raise BadRecord(f"first a card must be dealt to {who}", "", acting or waiting[0][1])
        for card, place in waiting:
            text = "??" if card is None else reader.game.deck.text(card)
            raise BadRecord(f"{text} is dealt where no such card is due", text, place)

    def _deal(self, acting: str = "") -> None:
        """Deal and burn as far as the cards named so far go; ``acting`` is the place where a player acts next."""
        reader = self.reader
        while not reader.ended and reader.state.turn == CHANCE:
            if reader.game.is_moment(reader.state):
                if not self.steps:
                    return
                self.steps -= 1
                place = acting or f"{self.place}, actions"
                reader.play(CHANCE, reader.game.chance_outcomes(reader.state)[0][0], place)
                self._check_showdown(place)
                continue
            if reader.table.kind(reader.state) == BURN:
                wanted = [waiting[0][1] for waiting in self.due.values() if waiting] or ([acting] if acting else [])
                if not wanted:
                    return
                place = wanted[0]
                reader.play(CHANCE, BURNS[self.burnt.popleft() if self.burnt else self._pick_unnamed(place)], place)
                continue
            waiting = self.due[reader.state.seat]
            if not waiting:
                return
            card, place = waiting.popleft()
            self.to_come.remove(card)
            if card is None:
                card = self._pick_unnamed(place)
                self.invented.setdefault(reader.state.seat, []).append(card)
                reader.made_up += 1
            elif card not in reader.state.stock:
                text = reader.game.deck.text(card)
                raise BadRecord(f"{text} is no longer in the stock: it was dealt or burnt before", text, place)
            reader.play(CHANCE, DEALS[card], place)
            self._check_showdown(place)

    def _pick_unnamed(self, place: str) -> Card:
        """Return a card of the stock that the hand does not name, or else the one that it needs last."""
        stock = self.reader.state.stock
        if not stock:
            raise BadRecord("there are not enough cards", "", place)
        free = [card for card in stock if card not in self.to_come]
        if free:
            return self.reader.rng.choice(free) if self.reader.guess else free[0]
        return max(stock, key=self.to_come.index)

    def _act(self, number: int, action: PhhAction) -> None:
        reader, player = self.reader, self.seats[action.player - 1]
        if self.invented and reader.table.variant.open == "bring-in" and reader.state.turn not in (player, CHANCE):
            raise _WrongGuess  # a card face up, drawn for an unknown one, makes another the first to act
        reader.play(player, self._action(number, action, player), action.place, action.text)
        self._check_showdown(action.place)

    def _action(self, number: int, written: PhhAction, player: Player) -> Action:
        b = self.reader.state.betting
        match written.what:
            case "f":
                return FOLD
            case "pb":
                return BRING_IN
            case "cbr":
                to = whole_number(Decimal(written.rest), written.place)
                if self._callable(player) > b.top:
                    return Raise(self._raised_to(to, player))
            case "sd":
                thrown = self._changed_cards(number, written, player)
                discards = self.reader.table.kind(self.reader.state) == DISCARD
                return Discard(thrown) if discards else Draw(thrown)
        return CALL if b.top > b.bets[player] else CHECK

    def _raised_to(self, amount: int, player: Player) -> int:
        """Return the amount of a raise. In fixed limit a hand may name only as much as an all-in opponent can pay."""
        b = self.reader.state.betting
        if self.reader.table.limit != FIXED_LIMIT or b.turn != player:
            return amount
        least, _ = bounds(b, FIXED_LIMIT, self.reader.table.cap)
        return least if amount == self._callable(player) < least else amount

    def _callable(self, player: Player) -> int:
        """Return the amount of the largest bet that a rival has the chips for; a raise beyond it is as a call."""
        b = self.reader.state.betting
        return max((b.stacks[seat] + b.bets[seat] for seat in seats_of(b.inside & ~(1 << player))), default=0)

    def _changed_cards(self, number: int, written: PhhAction, player: Player) -> tuple[Card, ...]:
        """Return the cards that a player changes; unknown cards are chosen from the cards drawn for this hand."""
        named = [card for card in self.cards[number] if card is not None]
        held = [card for card in self.invented.get(player, ()) if card not in named]
        unknown = len(self.cards[number]) - len(named)
        if unknown > len(held):
            raise BadRecord(f"{written.text!r:.60} does not say which cards", written.text, written.place)
        if unknown:
            self.invented[player] = held[unknown:]
        return tuple(sorted((*named, *held[:unknown])))

    def _check_showdown(self, place: str) -> None:
        """Refuse a hand in which unknown cards decide the winner. A player who mucks must win nothing."""
        if not self.invented or not self.reader.ended:
            return
        invented = {seat for seat, cards in self.invented.items() if cards}
        unknown = invented if BOARD in invented else invented - self.mucked
        for event in self.reader.state.ending:
            if isinstance(event, (Showed, Mucked)) and {event.player, BOARD} & unknown:
                who = f"p{self.seats.index(event.player) + 1}"
                raise BadRecord(f"unknown cards come to the showdown ({who})", "??", place)
            if isinstance(event, Won) and event.showdown and event.award.seat in invented:
                raise _WrongGuess


def _total(amounts: Sequence[object]) -> Decimal:
    return sum((Decimal(amount) for amount in amounts if isinstance(amount, int | Decimal)), Decimal())


def _read_burnt(game: Poker, fields: Fields, place: str) -> tuple[Card, ...]:
    """Return the cards burnt; one that was dealt again, and burnt again, is there twice."""
    return (
        cards_of(game, field(fields, BURNT, str, place), f"{place}, {BURNT}", repeats=True) if BURNT in fields else ()
    )
