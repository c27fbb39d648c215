"""A view as data to draw. The terminal and the web page draw scenes, and know no game.

A move is a set of places: a player touches places, the moves that do not hold them all fade, and when the touched
places are exactly one move it can be confirmed. A move without places is a button; a bet adds a number field. Place ids
carry no secret: they name where something lies, never what lies there face down.
"""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TypeAlias, get_args

import msgspec

from cardwright.cards import Deck, Face
from cardwright.wording import isolated

BACK = Face(text="back", corner="", shape="card")
MEANINGS = ("made", "so far", "not yet")  # a lamp that is lit, half lit, off
VERDICTS = {  # by the outcome
    "won": "You won",
    "lost": "You lost",
    "drawn": "A draw",
    "even": "You broke even",
    "resigned": "You gave up",
}


class Place(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Somewhere a card, brick or domino can be. ``face`` is None when it is empty, `BACK` when turned down.

    ``label`` is spoken ("ten of hearts, your hand"). ``refusal`` says why no move holds this place now, if the rules
    know it ("8♠ would make the count 34, past 31"). ``row`` and ``column`` count from 0 at the top left, in a
    grid or a pyramid. ``marks`` are words that a renderer emphasises: "active", "idle", "new", "covered",
    "winner", "exposed", "turned", "top" (the last card of a row with free places), "shared" (a domino whose other half
    lies in another row), "die" (the face is a die's; face down, it lies under a cup). ``below`` are the halves of
    dominoes that the face covers, the latest first.
    ``caption`` is a word or two drawn at the card's foot, such as the player who played it. The cards of a count that
    has ended are marked "spent", and each card that two players lay in one row "near" or "far", by its player.
    """

    id: str
    face: Face | None
    label: str
    row: int = 0
    column: int = 0
    marks: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    refusal: str = ""
    caption: str = ""


class Lamp(msgspec.Struct, frozen=True):
    """A labelled light: ``state`` is "lit", "half" (provisional), "off" or "dead" (it can never be lit).

    Its zone says what the first three mean. ``hand`` is the key of an `Example` of the hand that it stands for.
    """

    label: str
    state: str
    hand: str = ""


class Example(msgspec.Struct, frozen=True):
    """A hand to show for a line of a table of hands: its ``faces``, and the cards in words."""

    faces: tuple[Face, ...]
    words: str


class Peg(msgspec.Struct, frozen=True):
    """One player's two pegs on a board: ``front`` is the score, ``back`` the score before it."""

    player: int
    front: int
    back: int


class ZoneBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="layout", cache_hash=True):
    """A part of the table. Each subclass is one layout, which a renderer draws in its own way.

    ``owner`` is the seat it belongs to, or None for the middle of the table. ``note`` stands beside the title
    ("count 15", "fouled"). An ``aside`` is a help only: where there is no room it is shortened or left out.
    """

    id: str
    title: str
    owner: int | None = None
    note: str = ""
    aside: bool = False

    @property
    def layout(self) -> str:
        """The tag of this layout in JSON: "fan", "row" ..."""
        return str(self.__struct_config__.tag)

    @property
    def size(self) -> int:
        """The number of its places, lamps or holes."""
        return 0


class CardZone(ZoneBase, frozen=True, kw_only=True):
    """A zone with places for cards, bricks or dominoes."""

    places: tuple[Place, ...] = ()

    @property
    def size(self) -> int:
        return len(self.places)


class Fan(CardZone, frozen=True, kw_only=True, tag="fan"):
    """A hand: places that overlap where there is no room. ``bet`` is drawn beside it, and the note says it too."""

    bet: int = 0


class Row(CardZone, frozen=True, kw_only=True, tag="row"):
    """Places side by side. ``bet`` is drawn beside them, and the note says it too."""

    bet: int = 0


class Grid(CardZone, frozen=True, kw_only=True, tag="grid"):
    """Places by row and column, with their coordinates at the edges if ``coordinates``.

    As many ``lamps`` as there are rows, columns and two diagonals stand along the edges, in this order; other lamps are
    listed beside the grid. ``meanings`` are the words for a lamp that is lit, half lit and off. ``row_notes`` name the
    hand in each row, "" for none.
    """

    coordinates: bool = False
    lamps: tuple[Lamp, ...] = ()
    meanings: tuple[str, str, str] = MEANINGS
    row_notes: tuple[str, ...] = ()


class PyramidZone(CardZone, frozen=True, kw_only=True, tag="pyramid"):
    """Places by row and column, each row centred, row 0 at the top; with coordinates at the left if ``coordinates``."""

    coordinates: bool = False


class Pile(CardZone, frozen=True, kw_only=True, tag="pile"):
    """One stack of ``count`` cards, the top one shown as ``places[0]`` if any."""

    count: int = 0


class Pegboard(ZoneBase, frozen=True, kw_only=True, tag="pegboard"):
    """The ``pegs`` of the players on a track of ``length`` holes, with named ``lines`` after some of them."""

    length: int
    pegs: tuple[Peg, ...] = ()
    lines: tuple[tuple[int, str], ...] = ()

    @property
    def size(self) -> int:
        return self.length


class Lamps(ZoneBase, frozen=True, kw_only=True, tag="lamps"):
    """Labelled lights, in ``columns`` columns if set. ``meanings`` are the words for one that is lit, half lit, off."""

    lamps: tuple[Lamp, ...] = ()
    meanings: tuple[str, str, str] = MEANINGS
    columns: int = 0

    @property
    def size(self) -> int:
        return len(self.lamps)


class Chips(ZoneBase, frozen=True, kw_only=True, tag="chips"):
    """An ``amount`` of chips, such as the pot. If known, ``counts`` are the numbers of chips of 500, 100, 25, 5 and 1.

    ``piles`` are the amounts that lie there, where they are not one pile of all: the main pot and the side pots, when
    the rest of the amount still lies before the players.
    """

    amount: int
    counts: tuple[int, ...] = ()
    piles: tuple[int, ...] | None = None


class Text(ZoneBase, frozen=True, kw_only=True, tag="text"):
    """Lines of text. Of a ``tally``, each line is ranks, each followed by one character for each suit.

    A ``reference`` is for looking up and changes with every move: in words it is printed once, and when asked for.
    """

    lines: tuple[str, ...] = ()
    tally: bool = False
    reference: bool = False


Zone: TypeAlias = Fan | Row | Grid | PyramidZone | Pile | Pegboard | Lamps | Chips | Text
LAYOUTS: tuple[type[ZoneBase], ...] = get_args(Zone)


class Number(msgspec.Struct, frozen=True):
    """A number to choose: from ``low`` to ``high`` by ``step``, with named ``presets`` ("pot", 120)."""

    low: int
    high: int
    step: int = 1
    presets: tuple[tuple[str, int], ...] = ()


class Always(msgspec.Struct, frozen=True, kw_only=True):
    """A player can have this move made by itself from now on, whenever it is offered: the ``label`` of that button.

    ``asks`` names the question, and how a player is asked it again: each question has one such move at most. A
    ``usual`` move is made by itself in the page until the player wants to be asked.
    """

    label: str
    asks: str
    usual: bool = False


class Move(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One legal action. ``text`` is sent, ``label`` is read by people ("Lay away 5h Js").

    Where ``number`` is set, both hold "{}" for the number chosen. ``key`` is a single letter that asks for it. A move
    to ``confirm`` takes a second press even where one says it all: it ends the game or a stay at the table, or is a
    foul. ``brief`` is a sign for a button among many ("1 ←"); the label is spoken. ``always`` is offered beside it.
    ``group`` is a heading of successive buttons with signs ("Shift layout").
    """

    text: str
    label: str
    places: frozenset[str] = frozenset()
    number: Number | None = None
    key: str = ""
    confirm: bool = False
    brief: str = ""
    always: Always | None = None
    group: str = ""

    @property
    def limits(self) -> dict[str, int]:
        """The bounds and the step of the number to choose, as a program reads them; {} without a number."""
        number = self.number
        return {"low": number.low, "high": number.high, "step": number.step} if number else {}


class Seat(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A player as the table shows them: ``role`` ("dealer"), ``score`` ("17", "1,200 chips"), whose turn.

    ``chips`` is an amount to draw beside the score, which says it too.
    """

    player: int
    role: str = ""
    score: str = ""
    chips: int = 0
    to_act: bool = False
    out: bool = False


class Reserved(msgspec.Struct, frozen=True):
    """A slot on the felt: its share of the width, and patterns of the zones that lie there.

    "crib:row" is the zone "crib" only while it is a row. An ``optional`` slot is there only while it holds a zone.
    """

    weight: int
    zones: tuple[str, ...]
    optional: bool = False

    def takes(self, zone: str) -> bool:
        """Return true if a zone lies in the slot: its id and its layout, as in "crib:row"."""
        return any(fnmatchcase(zone, pattern if ":" in pattern else f"{pattern}:*") for pattern in self.zones)


class Felt(msgspec.Struct, frozen=True, cache_hash=True):
    """The felt of one game: its plan, the slots of its areas, and the lines of buttons on a narrow window.

    An area whose slots are listed, even as (), is there while nothing lies in it.
    """

    plan: str = ""
    others: tuple[Reserved, ...] | None = None
    middle: tuple[Reserved, ...] | None = None
    own: tuple[Reserved, ...] | None = None
    button_lines: int = 1

    def slots(self, area: str) -> tuple[Reserved, ...] | None:
        """Return the slots of an area, None if they follow from its zones."""
        return {"others": self.others, "middle": self.middle, "own": self.own}.get(area)


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything to draw. ``player`` is the seat that sees it, or the spectator.

    ``status`` says whose turn it is and what is asked, ``progress`` how far the game is ("deal 3, first to 121"),
    ``news`` what just happened, spoken, oldest first. Texts name players as "{0}", "{1}" ..., which `named` fills in.
    ``result`` is set at the end; ``outcome`` is then "won", "lost", "drawn", "even" or "resigned" for this player, or
    "" for a spectator and where there is no winner: only a game that was won is celebrated. "even" means as much as at
    the start, where others have won or lost. ``suits`` are unusual names of suits by their signs: "black spades".
    """

    game: str
    title: str
    player: int
    status: str
    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    progress: str = ""
    moves: tuple[Move, ...] = ()
    news: tuple[str, ...] = ()
    result: str = ""
    outcome: str = ""
    felt: Felt = Felt()
    suits: Mapping[str, str] = {}

    @property
    def verdict(self) -> str:
        """The outcome in words for this player, "" if there is none."""
        return VERDICTS.get(self.outcome, "")

    @property
    def ending(self) -> str:
        """The verdict for this player and the result; the result alone if they gave up, since it says so."""
        return f"{self.verdict}. {self.result}" if self.verdict and self.outcome != "resigned" else self.result

    @property
    def places(self) -> Iterator[Place]:
        """Every place of every zone."""
        return (place for zone in self.zones for place in places_of(zone))

    @property
    def needs_confirmation(self) -> bool:
        """True if touching one place does not always make a move: some have several places, or are confirmed."""
        return any(len(move.places) > 1 or (move.places and move.confirm) for move in self.moves)


def places_of(zone: Zone) -> tuple[Place, ...]:
    """The places of a zone; () where its layout has none."""
    return zone.places if isinstance(zone, CardZone) else ()


def lamps_of(zone: Zone) -> tuple[Lamp, ...]:
    """The lamps of a zone; () where its layout has none."""
    return zone.lamps if isinstance(zone, Grid | Lamps) else ()


def ladder(
    title: str,
    names: Sequence[str],
    held: Container[int],
    possible: Container[int],
    id: str = "ranking",
    owner: int = 0,
    hands: Sequence[str] = (),
    others: str = "out of reach",
) -> Lamps:
    """The panel of a table of hands, the strongest first: those ``held`` are lit, those still ``possible`` half.

    Both are places in ``names``. ``hands`` are the names of the hands where ``names`` say more than that. ``others`` is
    the word for all other lamps.
    """
    states = ("lit" if place in held else "half" if place in possible else "off" for place in range(len(names)))
    return Lamps(
        id=id,
        title=title,
        owner=owner,
        lamps=tuple(Lamp(name, state, f"{id}/{hand}") for name, state, hand in zip(names, states, hands or names)),
        meanings=("held", "possible", others),
        columns=1,
        aside=True,
    )


def hand_examples(
    deck: Deck, names: Sequence[str], hands: Iterable[Sequence[int]], id: str = "ranking"
) -> dict[str, Example]:
    """Return an example for each lamp of the `ladder` with this id: its hand, as cards of a deck."""
    return {
        f"{id}/{name}": Example(tuple(map(deck.face, hand)), ", ".join(map(deck.name, hand)))
        for name, hand in zip(names, hands, strict=True)
    }


def named(text: str, names: Sequence[str]) -> str:
    """Put the players' names into a scene's text, for "{0}", "{1}" ...

    A player called "You" is "you" within a sentence, and has "your" cards. A name that reads from right to left does
    not turn the text around it.
    """
    if "{" not in text:  # most texts name no player
        return text
    for seat, name in enumerate(names):
        place, owner = f"{{{seat}}}", f"{{{seat}}}'s"
        if name == "You":
            text = f"Your{text[len(owner) :]}" if text.startswith(owner) else text
            text = text.replace(owner, "your")
            text = re.sub(rf"(?<=\w ){re.escape(place)}", "you", text)
        text = text.replace(place, isolated(name))
    return text


def subject(viewer: int, seat: int) -> str:
    """Return a player as the subject of an act, within a line: "you", "{1}"."""
    return "you" if seat == viewer else f"{{{seat}}}"


def possessive(viewer: int, seat: int, thing: str) -> str:
    """Return something of a seat's, to begin a line with: "Your hand", "{1}'s hand"."""
    return f"Your {thing}" if seat == viewer else f"{{{seat}}}'s {thing}"


def outcome_of(gains: Sequence[int], player: int) -> str:
    """Return the outcome of a `Scene` for a player by each seat's gain at the end, "" for a spectator."""
    if player < 0:
        return ""
    gain = gains[player]
    return "won" if gain > 0 else "lost" if gain < 0 else "even" if any(gains) else "drawn"


def marked(**marks: bool) -> tuple[str, ...]:
    """Return the marks of a place: the names of the true ones, in order."""
    return tuple([mark for mark, holds in marks.items() if holds])


def forfeited(scene: Scene, player: int, *, resigned: bool) -> Scene:
    """Return the scene of a game that this player has lost before its end: no player acts, and that is the news."""
    lost = f"{{{player}}} {'gave up' if resigned else 'ran out of time'}, and lost the game"
    seats = tuple(msgspec.structs.replace(seat, to_act=False) for seat in scene.seats)
    if scene.player == player:
        outcome = "resigned" if resigned else "lost"
    else:
        outcome = "won" if len(seats) == 2 and scene.player >= 0 else ""
    return msgspec.structs.replace(
        scene, status="The game is over", seats=seats, moves=(), news=(lost,), result=lost, outcome=outcome
    )


def card_place(
    deck: Deck,
    id: str,
    card: int | None,
    whose: str,
    *,
    row: int = 0,
    column: int = 0,
    marks: tuple[str, ...] = (),
    refusal: str = "",
    caption: str = "",
) -> Place:
    """The place of a card that is seen, ``card=None`` for one face down; its label names the card and its owner."""
    face, name = (BACK, "face-down card") if card is None else (deck.face(card), deck.name(card))
    label = f"{name}, {whose}"
    return Place(id=id, face=face, label=label, row=row, column=column, marks=marks, refusal=refusal, caption=caption)


def row_places(
    deck: Deck, id: str, whose: str, rows: Mapping[str, Sequence[int | None]], won: Collection[str] = ()
) -> tuple[Place, ...]:
    """The places of a hand that is set in rows, by their names, with those marked that have ``won``."""
    return tuple(
        card_place(
            deck, f"{id}-{name}-{column}", card, f"{whose}, {name}",
            row=row, column=column, marks=marked(winner=name in won),
        )
        for row, (name, cards) in enumerate(rows.items())
        for column, card in enumerate(cards)
    )  # fmt: skip
