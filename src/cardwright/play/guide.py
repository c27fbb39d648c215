"""Games for newcomers: what the lobby says of a game and its bots, and a guided first game.

A game's guide is the file ``guide.toml`` of its package, beside the rules. Its first game is a fixed deal against a
bot, with bubbles that point at the table and explain one thing each:

    deal = 7                         # the number of the deal
    opponents = ["basic"]            # the bots in the other seats
    options = { to = 61 }            # of the game; those left out keep their defaults

    [lobby]
    players = "2"                    # how many play, how long a game takes, and how hard it is (1 to 3)
    minutes = "15 to 25"
    level = 2
    special = "One sentence: why play this one?"
    picture = { moves = 4 }          # the picture shows the first game after four moves by this bot: ``by = "random"``

    [bots.basic]                     # each bot's name and strength, in words, and the court card whose face it has
    name = "Morgan"
    face = "club-J"
    strength = "never miscounts"

    [[bubble]]
    at = "crib"                      # what it points at: a zone, places ("hand0-*"), "status", "progress", "moves"
    moves = "lay *"                  # shown when a legal move looks like this,
    says = "count (15|31)"           # when this is in the status, the news, a note or a role,
    mark = "idle"                    # and when one of the places has this mark; each is optional
    title = "The crib"
    text = "One or two sentences."

A bubble is shown once, when its place is on the table and all its conditions hold for the first time. The moves alone
decide when a bubble is shown, so a game that is continued shows the same bubbles.

A game with variants may have a first game for each of them: a file with the deal, the opponents, the options and the
bubbles only. Where a package has several games, a guide that names no bots takes the bots of ``guide.toml``.
"""

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from importlib import resources
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from cardwright import decoding, games
from cardwright.errors import BadDeclaration, CardwrightError
from cardwright.game import Player
from cardwright.play import session
from cardwright.play.session import Frame
from cardwright.play.table import Table
from cardwright.scenes import Scene, places_of

USUAL_FILE = "guide.toml"
PARTS = ("status", "progress", "moves")  # of a scene, which a bubble may point at beside zones and places
LEARNER_SEAT: Player = 0  # the seat of the person
LEVELS = {1: "easy to learn", 2: "some rules to learn", 3: "a lot to think about"}


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a guide; unknown keys are refused."""


class Picture(_Part, frozen=True, kw_only=True):
    """The moment of the first game that the lobby pictures: after this number of moves by this bot, at every seat."""

    moves: int
    by: str = "random"


class Lobby(_Part, frozen=True, kw_only=True):
    """The words of the lobby for a game, beside its title and its aim."""

    players: str
    minutes: str
    level: Annotated[int, msgspec.Meta(ge=min(LEVELS), le=max(LEVELS))]
    special: str
    picture: Picture


class Character(_Part, frozen=True, kw_only=True):
    """A bot as people know it."""

    name: str
    strength: str
    face: Annotated[str, msgspec.Meta(pattern="^((heart|diamond|club|spade)-[JQK])?$")] = ""


class Way(_Part, frozen=True, kw_only=True):
    """A usual way to play a game, which fills in the form for a table."""

    title: str
    words: str
    options: dict[str, bool | int | str]


class Bubble(_Part, frozen=True, kw_only=True):
    """One explanation, the place it points at, and when it is shown. ``says`` is a regular expression."""

    at: str
    title: str
    text: str
    moves: str = ""
    says: str = ""
    mark: str = ""


class FirstGame(_Part, frozen=True, kw_only=True, rename={"bubbles": "bubble", "ways": "way"}):
    """A guided first game, as its file declares it."""

    deal: int
    opponents: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}
    bubbles: tuple[Bubble, ...]


class Guide(FirstGame, frozen=True, kw_only=True):
    """A game for newcomers, as its file declares it."""

    lobby: Lobby
    bots: dict[str, Character] = {}
    ways: tuple[Way, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The name of each bot, by the name that options give it."""
        return {"random": "Random"} | {bot: each.name for bot, each in self.bots.items()}


First = TypeVar("First", bound=FirstGame)


class Shown(NamedTuple):
    """A bubble that is shown: its number, and the zone, place or part of the scene that it points at."""

    number: int
    bubble: Bubble
    target: str


@functools.cache
def load(name: str) -> Guide:
    """Return the guide of a game. Raises `UnknownName`, or `BadDeclaration` that names the file and the fault."""
    guide = _read(name, games.room(name).guide, Guide)
    return guide if guide.bots else replace(guide, bots=_read(name, USUAL_FILE, Guide).bots)


@functools.cache
def faces() -> dict[str, str]:
    """Return the face of each bot of any game, by its name."""
    return {bot.name: bot.face for name in games.GAMES for bot in load(name).bots.values()}


def first_game(name: str, options: Mapping[str, object]) -> FirstGame:
    """Return the guided first game of a game with these options: its variant's, if that has one. Raises as `load`."""
    room = games.room(name)
    file = room.variant_guides.get(str(options.get(room.renamed_by)))
    return _of_variant(name, file) if file else load(name)


@functools.cache
def _of_variant(name: str, file: str) -> FirstGame:
    return _read(name, file, FirstGame)


def _read(name: str, file: str, kind: type[First]) -> First:
    package = games.room(name).package
    where = f"{package.replace('.', '/')}/{file}"
    try:
        text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    except OSError as problem:
        raise BadDeclaration("this file is missing: it holds the guided first game", name, where) from problem
    return parse(name, text, where, kind)


def parse(name: str, text: str, where: str, kind: type[First]) -> First:
    """Return a guide, or a first game, from its text; ``where`` names the file. Raises `BadDeclaration`."""
    try:
        guide = decoding.convert(tomllib.loads(text), kind)
        players = games.create(name, **guide.options).players
        for bubble in guide.bubbles:
            re.compile(bubble.says)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, CardwrightError, re.error) as problem:
        raise BadDeclaration(str(problem), name, where) from problem
    for bot in guide.opponents:
        if bot not in games.bot_names(name):
            raise BadDeclaration(f"opponents: {bot!r} is not a bot of {name}", bot, where)
    if len(guide.opponents) != players - 1:
        raise BadDeclaration(f"opponents: a game of {players} has {players - 1} of them", name, where)
    return guide


class Tour:
    """The bubbles of one guided game, found as it is played."""

    def __init__(self, first: FirstGame, table: Table) -> None:
        self.first = first
        self._found_at: dict[int, tuple[Shown, ...]] = {}
        self._own_moves = [0]  # the versions after each of them
        if LEARNER_SEAT in table.to_act:  # a game that begins with the player's choice
            self._see(table.version, session.look(table, LEARNER_SEAT))

    def follow(self, before: int, frames: Iterable[Frame]) -> None:
        """Find the bubbles for the frames that follow version ``before``: in moments, and where the learner acts.

        Later versions than that were taken back.
        """
        self._own_moves = [version for version in self._own_moves if version <= before]
        self._found_at = {version: bubbles for version, bubbles in self._found_at.items() if version <= before}
        for version, frame in enumerate(frames, before + 1):
            if frame.step.player == LEARNER_SEAT:
                self._own_moves.append(version)
            to_act = frame.game.players_to_act(frame.state)
            if frame.is_moment or LEARNER_SEAT in to_act or not to_act or frame.loser is not None:
                self._see(version, frame.scene(LEARNER_SEAT))

    def bubbles_between(self, version: int, since: int = 0) -> tuple[Shown, ...]:
        """Return the bubbles first shown between two versions of the game, the oldest first."""
        return tuple(shown for at, bubbles in self._found_at.items() if since <= at <= version for shown in bubbles)

    def due(self, version: int) -> tuple[Shown, ...]:
        """Return the bubbles first shown since the learner's last move before this version."""
        return self.bubbles_between(version, max(own for own in self._own_moves if own <= version))

    def _see(self, version: int, scene: Scene) -> None:
        self._found_at[version] = tuple(self._find_bubbles(scene))

    def _find_bubbles(self, scene: Scene) -> Iterator[Shown]:
        known = {each.number for bubbles in self._found_at.values() for each in bubbles}
        said = _scene_words(scene)
        for number, bubble in enumerate(self.first.bubbles):
            if number not in known and _is_due(bubble, scene, said) and (target := target_of(bubble, scene)):
                yield Shown(number, bubble, target)


def _is_due(bubble: Bubble, scene: Scene, said: str) -> bool:
    if bubble.moves and not any(fnmatchcase(move.text, bubble.moves) for move in scene.moves):
        return False
    return re.search(bubble.says, said, re.IGNORECASE) is not None


def _scene_words(scene: Scene) -> str:
    """Return everything that a scene says of the game."""
    notes = (f"{zone.title} {zone.note}" for zone in scene.zones)
    roles = (f"{seat.role} {seat.score}" for seat in scene.seats)
    return "\n".join((scene.status, scene.progress, scene.result, *scene.news, *notes, *roles))


def target_of(bubble: Bubble, scene: Scene) -> str:
    """Return the target of a bubble in a scene, as the page names its elements; "" if it is not there."""
    if bubble.at in PARTS:
        there = {"status": True, "progress": bool(scene.progress), "moves": bool(scene.moves)}
        return bubble.at if there[bubble.at] else ""
    for zone in scene.zones:
        places = [place for place in places_of(zone) if not bubble.mark or bubble.mark in place.marks]
        if zone.id == bubble.at and (places or not bubble.mark):
            return f"z-{zone.id}"
        for place in places:
            if fnmatchcase(place.id, bubble.at):
                return f"p-{place.id}"
    return ""
