"""The palettes, the glyphs with and without Unicode, and the look that a person has chosen."""

import functools
import unicodedata

import msgspec
from rich.style import Style

DARK = {
    "": "#dfe6dc on #14231c",
    "plain": "#dfe6dc",
    "title": "bold #ffffff",
    "note": "#f2c14e",
    "dim": "#8ba195",
    "card": "#9a927c on #f6f2e6",
    "black": "#1b1b1b",
    "red": "#bf1b2c",
    "blue": "#1c54b2",
    "green": "#18753c",
    "violet": "#7a3d9c",
    "amber": "#96500a",
    "filled": "bold",
    "outlined": "not bold on #d5e3ee",
    "back": "#7f9ed6 on #274a86",
    "empty": "#5f7a6c on #14231c",
    "idle": "#77736a on #cdc8ba",
    "covered": "#6d6a62 on #a9a598",
    "new": "on #fff3b8",
    "winner": "bold #7a4b00 on #ffe08a",
    "mark": "bold #b4540a",
    "key": "bold #0b5d3b",
    "code": "bold #f2c14e",
    "rule": "#5f7a6c",
    "touched": "bold #5b3a00 on #ffc83d",
    "cursor": "bold #ffffff on #b4540a",
    "faded": "#8d897d on #b9b5a8",
    "lit": "bold #ffd54a",
    "half": "#6fb3ff",
    "dead": "bold #ff8379",
    "off": "#5f7a6c",
    "board": "#8f7150 on #33251a",
    "scale": "#c7a984 on #33251a",
    "button": "#ffffff on #2c5c47",
    "buttonkey": "bold #ffd54a on #2c5c47",
    "quiet": "#8ba195 on #20352b",
    "go": "bold #14231c on #f2c14e",
    "turn": "bold #f2c14e",
    "seat0": "bold #ff7a70",
    "seat1": "bold #6db8ff",
    "seat2": "bold #f2c14e",
    "seat3": "bold #7fd38c",
    "seat4": "bold #d59bf0",
    "seat5": "bold #f0a35e",
}
LIGHT = DARK | {
    "": "#1f2a24 on #eef1ea",
    "plain": "#1f2a24",
    "title": "bold #000000",
    "note": "bold #8a4b00",
    "dim": "#5c6b63",
    "card": "#8a836f on #fffdf6",
    "outlined": "not bold on #dfeaf4",
    "back": "#b9cdf2 on #3a63a8",
    "code": "bold #8a4b00",
    "rule": "#8fa298",
    "empty": "#8fa298 on #eef1ea",
    "idle": "#77736a on #dedacd",
    "off": "#98a69e",
    "lit": "bold #9a5b00",
    "half": "#1f5fae",
    "dead": "bold #b3261e",
    "board": "#a0825c on #ecdcc0",
    "scale": "#6d5230 on #ecdcc0",
    "button": "#ffffff on #2f6b50",
    "buttonkey": "bold #ffe08a on #2f6b50",
    "quiet": "#5c6b63 on #dce3da",
    "go": "bold #ffffff on #8a4b00",
    "turn": "bold #8a4b00",
    "seat0": "bold #b3261e",
    "seat1": "bold #0b57d0",
    "seat2": "bold #7a5900",
    "seat3": "bold #146c2e",
    "seat4": "bold #7b3fa0",
    "seat5": "bold #9a4600",
}
# Without colour, only attributes are left; the glyphs say the rest.
MONO = {
    **dict.fromkeys(DARK, "none"),
    **dict.fromkeys(("title", "filled", "key", "code", "mark", "winner", "touched", "turn", "lit"), "bold"),
    **dict.fromkeys(("dim", "idle", "covered", "faded", "empty", "off", "quiet"), "dim"),
    "outlined": "not bold",
    "cursor": "reverse",
    "buttonkey": "bold underline",
    "go": "reverse",
}
PALETTES = {"dark": DARK, "light": LIGHT, "mono": MONO}

SEAT_INKS = 6  # inks for seats; further seats begin again

FOUR = {"♦": "blue", "♢": "blue", "♣": "green", "♧": "green"}
LETTERS = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c", "★": "*", "·": "-", "–": "-",
     "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "→": "->", "−": "-", "\u2068": "", "\u2069": ""}
)  # fmt: skip
HOLLOW = str.maketrans("♠♥♦♣★●■▲", "♤♡♢♧☆○□△")


class Glyphs(msgspec.Struct, frozen=True):
    """The characters that drawings are made of."""

    corners: str  # top left, top right, bottom left, bottom right
    across: str
    down: str
    joins: str  # where lines meet: to the right, to the left, down, up, and all four ways
    dashed: tuple[str, str]  # across and down, where a card is outlined or a place is empty
    touched: str  # corners, across and down of a touched card
    back: str
    lamps: dict[str, str]
    hole: str
    goal: str
    pegs: tuple[tuple[str, str], ...]  # front and back, by seat
    chip: str
    turn: str
    marks: dict[str, str]


UNICODE = Glyphs(
    corners="┌┐└┘",
    across="─",
    down="│",
    joins="├┤┬┴┼",
    dashed=("╌", "╎"),
    touched="┏┓┗┛━┃",
    back="░",
    lamps={"lit": "●", "half": "◐", "off": "○", "dead": "✕"},
    hole="∙",
    goal="◎",
    pegs=(("●", "○"), ("◆", "◇"), ("▲", "△"), ("■", "□")),
    chip="◉",
    turn="▶",
    marks={"new": "✶", "winner": "★", "exposed": "▾", "active": "•", "turned": "↻", "covered": "×"},
)
ASCII = Glyphs(
    corners="++++",
    across="-",
    down="|",
    joins="+++++",
    dashed=(".", ":"),
    touched="######",
    back="%",
    lamps={"lit": "#", "half": "+", "off": ".", "dead": "x"},
    hole=".",
    goal="O",
    pegs=(("A", "a"), ("B", "b"), ("C", "c"), ("D", "d")),
    chip="$",
    turn=">",
    marks={"new": "*", "winner": "!", "exposed": "v", "active": "o", "turned": "@", "covered": "x"},
)


def seat_ink(player: int) -> str:
    """Return the ink of a player's name and pegs."""
    return f"seat{player % SEAT_INKS}"


class Look(msgspec.Struct, frozen=True):
    """The look of the screen: a palette ("dark", "light", "mono"), letters only, suits in four colours."""

    palette: str = "dark"
    ascii: bool = False
    four: bool = False

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return ASCII if self.ascii else UNICODE

    def pegs(self, player: int) -> tuple[str, str]:
        """The front and back peg of a player; further players begin again."""
        return self.glyphs.pegs[player % len(self.glyphs.pegs)]

    def text(self, text: str) -> str:
        """A text as it may be written: as it is, or in letters only."""
        if not self.ascii or text.isascii():
            return text
        plain = unicodedata.normalize("NFKD", text.translate(LETTERS))
        return "".join(char for char in plain if not unicodedata.combining(char)).encode("ascii", "replace").decode()

    def style(self, ink: str) -> Style:
        """The style of an ink on the table."""
        return _style(self.palette, f" {ink}")

    def ink(self, ink: str) -> Style:
        """An ink without a ground, for text on any ground."""
        return _style(self.palette, ink or "plain")


@functools.cache
def _style(palette: str, ink: str) -> Style:
    """Return the style of an ink, each word over the one before; a leading blank stands for the table's background."""
    words = PALETTES[palette]
    return Style.combine([Style.parse(words[word]) for word in ([""] if ink[:1] == " " else []) + ink.split()])
