"""Poker of several variants that follow one another, or that the dealer chooses from (PK16)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cardwright.errors import BadAction, BadOption
from cardwright.game import Action, Player
from cardwright.games.poker import betting, forced, variants
from cardwright.games.poker.actions import Choose, Lot, Shuffle
from cardwright.games.poker.betting import NO_SEAT, next_seat
from cardwright.games.poker.composed import Composed
from cardwright.games.poker.composed.run_twice import one_table
from cardwright.games.poker.events import Rose
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import ASK_VARIANT, OF_VARIANT
from cardwright.games.poker.state import PokerState, PokerView
from cardwright.games.poker.variants import mixes

_CHOOSE = "choose "


class Rotation(Composed):
    """Several games of poker with the same deck, seats and chips, one for each variant.

    Each deal is played by the game of its variant, which `at` returns; this one only goes from deal to deal.
    """

    def __init__(self, **chosen: Any) -> None:
        self.entries = mixes.entries(str(chosen["rotation"]))
        super().__init__(**{**chosen, "variant": self.entries[0].variant})
        self.parts = tuple(self._table(place, chosen) for place in range(len(self.entries)))
        by_blinds = any(table.setup.by_blinds for table in self.parts)
        for table in self.parts:
            for part in (table, *table.parts):
                part.setup = replace(part.setup, by_blinds=by_blinds)
            if table.deck.texts != self.deck.texts:  # rankings may name the same cards otherwise
                wanted = f"variants of one deck: {table.variant.title} has another than {self.variant.title}"
                raise BadOption("rotation", self.settings["rotation"], wanted)
        self.version = max(table.version for table in self.parts)
        self.earlier_version = max(table.earlier_version for table in self.parts)
        self._widest = max(self.parts, key=lambda table: table.variant.hole)
        self._choices = tuple(map(Choose, range(len(self.parts))))

    def _table(self, place: int, chosen: dict[str, Any]) -> Poker:
        entry = self.entries[place]
        limit = entry.limit or chosen.get("limit", OF_VARIANT)
        settings: dict[str, Any] = {**chosen, "rotation": "", "rotate": "deal"}
        settings |= {"variant": entry.variant, "limit": limit}
        settings["run_twice"] = self.settings["run_twice"] and variants.load(entry.variant).can_run_twice
        table = one_table(**settings)
        for part in (table, *table.parts):
            part.place, part.rotates = place, True
        return table

    def part(self, position: PokerState | PokerView) -> Poker:
        """Return the game of the variant that is dealt."""
        return self.parts[position.picked]

    def asks_variant(self, position: PokerState | PokerView) -> bool:
        return self.kind(position) == ASK_VARIANT

    def setting(self, name: str) -> str:
        """Return an option's value in words; for a rotation that has no name, the titles of its variants."""
        text = super().setting(name)
        return (
            " / ".join(table.title for table in self.parts) if name == "rotation" and text not in mixes.MIXES else text
        )

    # the game

    def legal_actions(self, state: PokerState, player: Player) -> Sequence[Action]:
        """Return the variants that may be dealt, or the legal actions in the variant."""
        return self._choices if self.asks_variant(state) else super().legal_actions(state, player)

    def why_illegal(self, view: PokerView, action: Action) -> str:
        if self.asks_variant(view):
            return "you choose the variant of the next deal"
        if type(action) is Choose:
            return "the variant is chosen between deals, by the player who has the next button"
        return super().why_illegal(view, action)

    def apply(self, state: PokerState, player: Player, action: Action) -> PokerState:
        if type(action) is Choose:
            return self._deal_next(state, state.level, action.variant)
        if type(action) is Lot:
            return self._first_deal(action.player)
        if type(action) is Shuffle:
            return self._next(state, forced.next_level(self.setup, state, action))
        return super().apply(state, player, action)

    def choices(self, view: PokerView) -> Sequence[Action]:
        if not self.asks_variant(view):
            return super().choices(view)
        return self._choices if view.player == view.turn else ()

    def text(self, action: Action) -> str:
        """Notation: "choose razz"."""
        return _CHOOSE + self.entries[action.variant].text if isinstance(action, Choose) else super().text(action)

    def parse(self, text: str) -> Action:
        stripped = text.strip()
        if not stripped.startswith(_CHOOSE):
            return self._widest.parse(text)
        name = stripped.removeprefix(_CHOOSE).strip()
        names = [entry.text for entry in self.entries]
        if name not in names:
            raise BadAction(f"{name!r} is not a variant of this table: say choose and {', '.join(names)}", text)
        return self._choices[names.index(name)]

    # from deal to deal

    def _first_deal(self, button: Player) -> PokerState:
        return self._next(replace(self._before_first_deal, button=button), 1)

    def _next(self, state: PokerState, level: int) -> PokerState:
        """Deal the next variant, or clear the table and ask the dealer for it."""
        if self.settings["rotate"] == "choice":
            return self._ask_dealer(state, level)
        return self._deal_next(state, level, self.place_of(state.deal + 1))

    def place_of(self, deal: int) -> int:
        """Return the place in the rotation of a deal, where the dealer does not choose."""
        deals = 1 if self.settings["rotate"] == "deal" else self.players
        return (deal - 1) // deals % len(self.parts)

    def _deal_next(self, state: PokerState, level: int, place: int) -> PokerState:
        return self.parts[place]._begin(state, level, *self._seats(state))

    def options_after(self, state: PokerState, players: int) -> dict[str, Any]:
        """Return the options of the game that goes on: its rotation begins with the variant that is next."""
        place = 0 if self.settings["rotate"] == "choice" else self.place_of(state.deal + 1)
        listed = ", ".join(entry.text for entry in (*self.entries[place:], *self.entries[:place]))
        return {**super().options_after(state, players), **({"rotation": listed} if place else {})}

    def _seats(self, state: PokerState) -> tuple[Player, Player, Player]:
        """Return the button and the blinds of the next deal."""
        setup = self.parts[0].setup
        if not state.deal:
            return (state.button, *forced.blind_seats(setup, state.button, state.betting.inside))
        return forced.next_positions(setup, state)

    def _ask_dealer(self, state: PokerState, level: int) -> PokerState:
        button, no_cards = self._seats(state)[0], self._no_cards
        b = betting.start(state.betting.stacks, state.sitting)
        turn = button if b.inside >> button & 1 else next_seat(b.inside, button)
        rose = (Rose(level, state.level),) if level > state.level else ()
        state = replace(state, shared=0)
        return replace(
            state, step=self.at(state).step_of(ASK_VARIANT), turn=turn, seat=NO_SEAT, due=0, up=no_cards, board=(),
            shown=0, betting=b, ending=(), events=rose, level=level, stock=self._stock, down=no_cards, burnt=(),
            thrown=no_cards,
        )  # fmt: skip


def create(**chosen: Any) -> Poker:
    """Create a game of poker: a rotation, or one variant. Raises as `Poker` does."""
    return Rotation(**chosen) if chosen.get("rotation") else one_table(**chosen)
