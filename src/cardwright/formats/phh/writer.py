"""A record of poker as PHH."""

import re

import msgspec

from cardwright.cards import Card
from cardwright.errors import BadRecord
from cardwright.formats.phh.layout import (
    BETWEEN,
    BURNS,
    DURING,
    LOST,
    OWN,
    STEPS,
    Fields,
    brief,
    code,
    opening,
    order,
    toml,
    write_cards,
)
from cardwright.game import CHANCE, Action, Automatic, Player
from cardwright.games.poker import actions
from cardwright.games.poker.actions import LEAVE, SIT_IN, Burn, Cards, Choose, Deal, Discard, Draw, EndGame, Raise
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.events import CashedOut, Mucked, Showed
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import PokerState
from cardwright.play.record import Record
from cardwright.play.table import LOSSES

_WORDS = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}


def dumps(record: Record, hand: int = 0) -> str:
    """Return a record of poker as PHH: every deal, or only the one numbered ``hand``.

    Raises `BadRecord` for another game, for a deal that there is not, or for one that PHH cannot say.
    """
    hand_fields = hands(record, hand)
    if len(hand_fields) == 1:
        return toml(hand_fields[0])
    first, *others = hand_fields
    hand_fields = [first, *({**each, OWN: brief(each[OWN])} for each in others)]
    return "\n".join(f"[{each['hand']}]\n{toml(each)}" for each in hand_fields)


def hands(record: Record, hand: int = 0) -> list[Fields]:
    """Return the deals of a record, or only the one numbered ``hand``, each as the fields of its PHH."""
    game = record.game
    if not isinstance(game, Poker):
        raise BadRecord(f"PHH is for poker, and this is a game of {game.name}", game.name)
    first = record.states[0]
    assert isinstance(first, PokerState)
    deals = [_Deal(game.at(first), first)] if first.deal else []
    for entry, before, after in zip(record.log, record.states, record.states[1:]):
        assert isinstance(before, PokerState)
        assert isinstance(after, PokerState)
        if entry.action in LOSSES:
            if deals:
                deals[-1].lost = {LOST[entry.action]: entry.player + 1}
            continue
        if not after.deal:  # the button is drawn by lot, and the dealer is to choose the variant
            continue
        lacking = _lacking(game, before, after)
        if lacking and hand in (0, after.deal):
            others = "" if game.at(after).variant.blind and not game.parts else ", and --hand writes any other deal"
            kept = f"the record itself keeps deal {after.deal}{others}"
            raise BadRecord(f"PHH has no word for {lacking}: {kept}", entry.action)
        if after.deal != before.deal:
            deals.append(_Deal(game.at(after), after))
        elif not lacking:
            deals[-1].take(entry.player, game.parse(entry.action), before, after)
    if not deals:
        raise BadRecord("no deal has begun in this game")
    if hand and not 1 <= hand <= len(deals):
        raise BadRecord(f"there is no deal {hand}: this game has 1 to {len(deals)}", str(hand))
    return [deal.fields(record) for deal in (deals[hand - 1 :][:1] if hand else deals)]


def _lacking(game: Poker, before: PokerState, after: PokerState) -> str:
    """Return the part of a step that PHH cannot express, "" for most steps."""
    if game.asks_runs(before):
        return "a board that is run twice"
    return "blind play" if game.at(after).variant.blind else ""


class _Deal:
    """A deal being written."""

    def __init__(self, game: Poker, state: PokerState) -> None:
        self.game, self.state = game, state
        self.seats = order(state)
        self.number = {seat: place for place, seat in enumerate(self.seats, 1)}
        self.actions: list[str] = []
        self.burnt: list[Card] = []
        self.between: list[str] = []
        self.during: list[str] = []
        self.lost: Fields = {}
        self.steps = 0
        self._begun = state
        self._street = 0
        self._held: dict[Player, list[Card]] = {seat: [] for seat in self.seats}
        self._board: list[Card] = []
        self._written: dict[Player, Cards] = {}

    def take(self, player: Player, action: Action, before: PokerState, after: PokerState) -> None:
        """Add a step. Cards dealt are written together, before the actions that follow."""
        if self.game.deal_over(before):  # decisions between deals, for which PHH has no word
            if isinstance(action, EndGame) or (player != CHANCE and not isinstance(action, Choose)):
                self.between.append(f"{player + 1} {actions.text(self.game.deck, action)}")
            return
        self.state = after
        for event in after.events:  # of players who left during the deal, and play it to its end
            if isinstance(event, CashedOut) and (event.amount or self.game.settings["rebuy"]):
                self.between.append(f"{event.player + 1} {actions.text(self.game.deck, LEAVE)}")
        if action == SIT_IN:
            self.during.append(f"{player + 1} {actions.text(self.game.deck, action)}")
        if action in (LEAVE, SIT_IN):
            return
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
                self.actions.append(f"p{self.number[player]} {self._action_text(action)}")
        self._note_shown_hands(before, after)

    def _action_text(self, action: Action) -> str:
        if isinstance(action, Raise):
            return f"cbr {action.to}"
        if isinstance(action, Draw | Discard):
            return f"sd {write_cards(self.game.deck, action.cards)}".strip()
        return _WORDS[actions.text(self.game.deck, action)]

    def _flush(self) -> None:
        for seat, cards in self._held.items():
            if cards:
                self.actions.append(f"d dh p{self.number[seat]} {write_cards(self.game.deck, cards)}")
                cards.clear()
        if self._board:
            self.actions.append(f"d db {write_cards(self.game.deck, self._board)}")
            self._board.clear()

    def _note_shown_hands(self, before: PokerState, after: PokerState) -> None:
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
        if self._written.get(seat) != cards:
            self._written[seat] = cards
            self.actions.append(f"p{self.number[seat]} sm {write_cards(self.game.deck, cards)}")

    def fields(self, record: Record) -> Fields:
        """The fields of the hand, in the order in which they are written."""
        self._flush()
        began, game = self._begun, self.game
        fields: Fields = {"variant": code(game), **opening(game, began), "actions": self.actions}
        fields |= _date(record.header.started)
        fields |= {"hand": began.deal, "level": began.level}
        fields |= {"seats": [seat + 1 for seat in self.seats], "seat_count": game.players}
        fields["players"] = [record.header.players[seat].name for seat in self.seats]
        if game.deal_over(self.state):
            taken = {event.player: event.amount for event in self.state.events if isinstance(event, CashedOut)}
            fields["finishing_stacks"] = [self.state.before[seat] + taken.get(seat, 0) for seat in self.seats]
        else:
            fields[STEPS] = self.steps
        fields[OWN] = msgspec.to_builtins(record.header)
        if self.burnt:
            fields[BURNS] = game.deck.text_of(self.burnt)
        if self.during:
            fields[DURING] = self.during
        if self.between:
            fields[BETWEEN] = self.between
        return fields | self.lost


def _date(started: str) -> Fields:
    match = re.match(r"(\d{4})-(\d\d)-(\d\d)", started, re.ASCII)
    return dict(zip(("day", "month", "year"), map(int, reversed(match.groups())))) if match else {}
