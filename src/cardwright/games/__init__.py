"""The games, by name: each is one package beside this file, and its line in `PACKAGES`.

The layers above import no game. They ask here for what a game's package has, as its `Room` describes it; each module is
loaded when it is first needed.
"""

import functools
import importlib
import importlib.util
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright.answers import DEFAULT_BUDGET, Budget, Line, Unit
from cardwright.bots import Bot, RandomBot
from cardwright.errors import BadOption, UnknownName
from cardwright.game import AnyGame, Option, Player, State, View, available_options, check_offered
from cardwright.reports import Statistic
from cardwright.room import Room
from cardwright.scenes import Example, Scene

if TYPE_CHECKING:
    from cardwright.vector import Vector

PACKAGES = (  # in the order in which menus list them
    "cribbage",
    "flexdeck",
    "patience",
    "paigow",
    "pyramid",
    "poker",
    "chinese",
)

MAX_NUMBER_CHARS = 18
OPTION_BREAK = re.compile(r"[ ,]+(?=[\w-]+=)")  # between two options in a text
YES_NO = {"yes": True, "true": True, "no": False, "false": False}

GAMES: dict[str, Room] = {
    name: room for package in PACKAGES for name, room in importlib.import_module(f"{__name__}.{package}").ROOMS.items()
}
VARIANT_GAME = next(name for name, room in GAMES.items() if room.has_variants)
RANKING_GAMES = tuple(name for name, room in GAMES.items() if room.takes_rankings)


def room(name: str) -> Room:
    """Return a room by its name. Raises `UnknownName`."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownName("game", name, GAMES)
    return GAMES[name]


def room_title(name: str) -> str:
    """Return the title of a room; of a game that is not there any more its name."""
    return GAMES[name].title if name in GAMES else name


def game_type(name: str) -> type[AnyGame]:
    """Return a game's class, for its options and version. Raises `UnknownName`."""
    return getattr(part(name, "rules"), room(name).game)


def part(name: str, module: str) -> Any:
    """Return a module of a room's package. Raises `UnknownName`."""
    return importlib.import_module(f"{room(name).package}.{module}")


def optional_part(name: str, module: str) -> Any:
    """Return a module that a room's package may have, else None. Raises `UnknownName`."""
    return part(name, module) if importlib.util.find_spec(f"{room(name).package}.{module}") else None


def check_has(name: str, field: str, wanted: str) -> None:
    """Raise `UnknownName` unless the room fills this field; ``wanted`` is a game that does, in words."""
    if not getattr(room(name), field):
        raise UnknownName(wanted, name, [name for name, each in GAMES.items() if getattr(each, field)])


def options(name: str) -> tuple[Option, ...]:
    """Return a game's options, with the defaults of this name. Raises `UnknownName`."""
    defaults = room(name).defaults
    return tuple(
        msgspec.structs.replace(option, default=defaults.get(option.name, option.default))
        for option in game_type(name).options
    )


def read_options(name: str, texts: Iterable[str]) -> dict[str, bool | int | str]:
    """Return options from texts of one NAME=VALUE, or several with spaces or commas between them.

    Raises `UnknownName` or `BadOption`, also for an option with two values.
    """
    declared = {option.name: option for option in options(name)}
    values: dict[str, bool | int | str] = {}
    written = [text.strip(", ") for text in texts]
    for pair in (pair for text in written if text for pair in OPTION_BREAK.split(text)):
        key, _, text = pair.partition("=")
        key, value = key.strip().replace("-", "_"), text.strip()
        if key not in declared:
            raise UnknownName(f"option of {name}", key, declared)
        meant = _read_value(declared[key], value)
        if values.setdefault(key, meant) != meant:
            raise BadOption(key, meant, f"one value, and {values[key]!r} is given too")
    return values


def _read_value(option: Option, value: str) -> bool | int | str:
    """Return the value of an option that a text means. Raises `BadOption`."""
    if isinstance(option.default, bool):
        if value not in YES_NO:
            raise BadOption(option.name, value, "yes or no")
        return YES_NO[value]
    if isinstance(option.default, int) and len(value) <= MAX_NUMBER_CHARS and value.removeprefix("-").isdecimal():
        return int(value)
    return value


def create_offered(name: str, **chosen: object) -> AnyGame:
    """Create a game with the options that a player or a program chooses.

    Raises `UnknownName`, or `BadOption`, also for options that `check_choice` refuses.
    """
    game = create(name, **chosen)
    check_choice(name, game, chosen)
    return game


def check_choice(name: str, game: AnyGame, chosen: Mapping[str, object]) -> None:
    """Raise `BadOption` if the options chosen for a game have no effect beside the others, or make no sense."""
    check_offered(options(name), chosen)
    game.check_sense()


def create(name: str, **options: object) -> AnyGame:
    """Create a game with its options settled; options that have no effect are allowed, as in a record.

    Raises `UnknownName` or `BadOption`.
    """
    offered = room(name)
    chosen = {**offered.defaults, **options}
    if not offered.create:
        return game_type(name)(**chosen)
    return part(name, offered.create).create(**chosen)


@functools.cache
def _scenes(name: str) -> Any:
    """Return a game's module of scenes."""
    return part(name, "scene")


def scene(game: AnyGame, view: View) -> Scene:
    """Return how this view of this game looks."""
    return _scenes(game.name).build_scene(game, view)


def title_options(name: str, game: AnyGame) -> list[str]:
    """Return the options that the title of a table says: those that have an effect and are not the usual ones."""
    offered, open_ = room(name), available_options(options(name), game.settings)
    chosen = {option.name for option in open_ if game.settings[option.name] != option.default}
    named = [each for each in (offered.prefixed_by, offered.renamed_by) if each in chosen]
    if named == [offered.prefixed_by] and game.setting(offered.prefixed_by).endswith(offered.title):
        # "Dual Piecepacks Poker" says that it is poker, but not which.
        named += [option.name for option in open_ if option.name == offered.renamed_by]
    return named


def title(name: str, game: AnyGame) -> str:
    """Return the title of a table: the title of its room, or the title that some options give it."""
    game_room, values = room(name), {each: game.setting(each) for each in title_options(name, game)}
    hands, played = values.get(game_room.prefixed_by, ""), values.get(game_room.renamed_by, game_room.title)
    return hands if hands.endswith(played) else ": ".join(filter(None, (hands, played)))


def news_and_scores(game: AnyGame, view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the news and each seat's score in the scene of a view.

    A game's module ``scene`` may have a function of this name, which costs less than the whole scene.
    """
    module = _scenes(game.name)
    if hasattr(module, "news_and_scores"):
        return module.news_and_scores(game, view)
    shown = scene(game, view)
    return shown.news, tuple(seat.score for seat in shown.seats)


def examples(game: AnyGame) -> dict[str, Example]:
    """Return an example for each lamp of a game's tables of hands: those of ``scene.examples``, if it has that."""
    module = _scenes(game.name)
    return module.examples(game) if hasattr(module, "examples") else {}


def bot_names(name: str) -> tuple[str, ...]:
    """Return the names of a game's bots, weakest first. Raises `UnknownName`."""
    return ("random", *room(name).bots)


def strongest_bot(name: str) -> str:
    """Return the name of a game's strongest bot. Raises `UnknownName`."""
    return bot_names(name)[-1]


def create_bot(name: str, game: AnyGame, rng: Random) -> Bot:
    """Create a bot by its name. Raises `UnknownName`."""
    if name == "random":
        return RandomBot(game, rng)
    game_room = room(game.name)
    if name not in game_room.bots:
        raise UnknownName(f"bot for {game.name}", name, bot_names(game.name))
    return getattr(part(game.name, "bot"), game_room.bots[name])(game, rng)


def room_name(game: AnyGame) -> str:
    """Return the name under which a game with these options is offered: of several, the one with most defaults set."""
    fitting = (
        name
        for name, room in GAMES.items()
        if isinstance(game, game_type(name)) and room.defaults.items() <= game.settings.items()
    )
    return max(fitting, key=lambda name: len(GAMES[name].defaults), default=game.name)


def rules_page(name: str, game: AnyGame | None = None) -> str:
    """Return the text of a game's page of rules, in Markdown. Raises `UnknownName`.

    A package may have a module ``rules_text`` with a function of that name, for rules that depend on the options: the
    options of ``game``, or else the default options.
    """
    game_room = room(name)
    page = resources.files(game_room.package).joinpath(game_room.page).read_text(encoding="utf-8")
    module = optional_part(name, "rules_text")
    if module is None:
        return page
    return f"{page.rstrip()}\n\n{module.rules_text(create(name) if game is None else game)}"


def _statistics(name: str) -> Any:
    """Return a game's module of figures: ``FIGURES``, ``figures`` and ``score``; None if it has none."""
    return optional_part(name, "statistics")


def figure_list(name: str) -> tuple[Statistic, ...]:
    """Return the figures that a game counts for its players. Raises `UnknownName`."""
    module = _statistics(name)
    return module.FIGURES if module else ()


def figures(game: AnyGame, states: Sequence[State], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the figures of one game, from all its states, for a seat: a total and the number of cases of each."""
    module = _statistics(room_name(game))
    return module.figures(game, states, seat) if module else {}


def score(game: AnyGame, state: State, seat: Player) -> tuple[int, str]:
    """Return the score of a seat at the end of a game: a number, the larger the better, and words."""
    module = _statistics(room_name(game))
    if module:
        return module.score(game, state, seat)
    value = game.returns(state)[seat]
    return value, f"{value:+,}"


def has_answers(name: str) -> bool:
    """Return whether a game values its moves: `evaluate`. Raises `UnknownName`."""
    return bool(room(name).answers)


def evaluate(game: AnyGame, view: View, budget: Budget = DEFAULT_BUDGET) -> tuple[Line, ...]:
    """Return the value of every move of this view, best first; () where the game does not value this kind of move."""
    return _answers(game).evaluate(game, view, budget)


def by_rule(game: AnyGame, view: View) -> tuple[Line, ...]:
    """Return the moves of a view of a casino game: value 1 for those that the house's rules ask of a dealer, first."""
    return _answers(game).by_rule(game, view)


def unit(game: AnyGame) -> Unit:
    """Return the unit of the values of `evaluate`: the game's ``UNIT``, or the result of ``unit`` for the options."""
    module = _answers(game)
    return module.unit(game) if hasattr(module, "unit") else module.UNIT


def result(game: AnyGame, states: Sequence[State], seat: Player) -> float:
    """Return the result of a finished game for a seat in the unit of its values, from all its states."""
    module = _answers(game)
    return float(module.result(game, states, seat) if hasattr(module, "result") else game.returns(states[-1])[seat])


def _answers(game: AnyGame) -> Any:
    check_has(game.name, "answers", "game with values of moves")
    return part(game.name, room(game.name).answers)


def vector_type(name: str) -> "type[Vector]":
    """Return the class that plays many games at once. Raises `UnknownName` for a game that has none."""
    check_has(name, "vector", "game in arrays")
    return getattr(part(name, "vector"), room(name).vector)
