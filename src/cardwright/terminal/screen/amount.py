"""The field in which a number is chosen: a bet, or a claim."""

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from cardwright.errors import BadText
from cardwright.scenes import Move, Number, typed_moves, words

FIELD_COLUMNS = 14  # of the field, and the gaps beside it and at the edges


def preset_keys(number: Number) -> dict[str, tuple[str, int]]:
    """A letter for each preset: the first of its name that no other has."""
    presets_by_key: dict[str, tuple[str, int]] = {}
    for name, value in number.presets:
        key = next((char for char in name.lower() if char.isalpha() and char not in presets_by_key), None)
        if key is not None:
            presets_by_key[key] = name, value
    return presets_by_key


class Field(Input):
    """A number field: digits, arrows for steps, and a preset by its letter."""

    def __init__(self) -> None:
        super().__init__(restrict=r"[0-9,]*", max_length=18, select_on_focus=True, compact=True)
        self.number = Number(0, 0)

    async def _on_key(self, event: events.Key) -> None:
        number = self.number
        if event.key in ("up", "down"):
            event.stop()
            step = number.step if event.key == "up" else -number.step
            now = int(self.value.replace(",", "") or number.low)
            self.value = str(min(max(now + step, number.low), number.high))
            self.cursor_position = len(self.value)
            return
        preset = preset_keys(number).get((event.character or "").lower())
        if preset is not None:
            event.stop()
            self.value = str(preset[1])
            self.cursor_position = len(self.value)
            return
        await super()._on_key(event)


class Amount(Horizontal):
    """A label, the field, and the presets. It is out of sight until a move asks for its number."""

    class Chosen(Message):
        """A move is complete: its notation, with the number in it."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Refused(Message):
        """The number that was typed is refused."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(self) -> None:
        super().__init__(id="amount")
        self.move: Move | None = None
        self.chosen = False  # the number was sent: the same key may arrive by the field and by the screen

    def compose(self) -> ComposeResult:
        """The parts, from left to right."""
        yield Static("", id="amount-label")
        yield Field()
        yield Static("", id="amount-presets")

    @property
    def is_open(self) -> bool:
        """True while a number is asked for."""
        return self.move is not None

    def open(self, move: Move, label: str, first: int | None) -> None:
        """Ask for a move's number; the field begins with ``first``, by default the least."""
        number = move.number
        assert number is not None
        self.move, self.chosen = move, False
        asked = f"{label} {number.low:,} to {number.high:,}:"
        self.query_one("#amount-label", Static).update(Text(asked))
        offered = preset_keys(number).items()
        presets = "   ".join(f"{key.upper()} {name} {value:,}" for key, (name, value) in offered)
        if len(asked) + FIELD_COLUMNS + len(presets) > self.screen.size.width:
            presets = "   ".join(f"{key.upper()} {name}" for key, (name, _) in offered)
        self.query_one("#amount-presets", Static).update(Text(presets))
        field = self.query_one(Field)
        field.number, field.value = number, str(number.low if first is None else first)
        self.add_class("open")
        field.focus()

    def close(self) -> None:
        """Put the field away."""
        self.move = None
        self.remove_class("open")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: the number is chosen, if it will do."""
        event.stop()
        self.submit()

    def submit(self) -> None:
        """Send the move with the number in the field, or the reason why it is refused."""
        if self.move is None or self.chosen:
            return
        try:
            amount = typed_moves.amount_of(self.move, self.query_one(Field).value)
        except BadText as error:
            self.query_one(Field).select_all()  # digits that follow are another number
            self.post_message(self.Refused(str(error)))
        else:
            self.chosen = True
            self.post_message(self.Chosen(words.with_amount(self.move.text, amount)))
