"""The games, by name. A game's rules, scene and bots are loaded when they are asked for.

A game is one package beside this file, and its line in `PACKAGES`.
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
from cardwright.game import Action, AnyGame, Option, Player, State, View, available_options, check_offered
from cardwright.reports import Statistic
from cardwright.room import OddsCommand, Room
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

MAX_CHARACTERS = 18  # of a number
NEXT_OPTION = re.compile(r"[ ,]+(?=[\w-]+=)")  # between two options in a text
YES_NO = {"yes": True, "true": True, "no": False, "false": False}

GAMES: dict[str, Room] = {
    name: room for package in PACKAGES for name, room in importlib.import_module(f"{__name__}.{package}").ROOMS.items()
}
VARIANT_GAME = next(name for name, room in GAMES.items() if room.has_variants)
RANKING_GAMES = tuple(name for name, room in GAMES.items() if room.takes_rankings)


POSITIONS = {name: room.position for name, room in GAMES.items() if room.position}  # an example of each game with them
QUESTIONS = {  # of ``cardwright odds`` about every game
    "position": OddsCommand(
        f"{__name__}.odds_position",
        "any game: what to do in a position, whose moves you enter",
        next(iter(POSITIONS.items())),
        entered=("game", "moves", "seat", "score", "options"),
        more_examples=tuple(POSITIONS.items())[1:],
    )
}


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
    return getattr(_module(name, "rules"), room(name).game)


def _module(name: str, module: str) -> Any:
    """Return a module of a room's package. Raises `UnknownName`."""
    return importlib.import_module(f"{room(name).package}.{module}")


def _optional_module(name: str, module: str) -> Any:
    """Return a module that a room's package may have, else None. Raises `UnknownName`."""
    return _module(name, module) if importlib.util.find_spec(f"{room(name).package}.{module}") else None


def _check_has(name: str, field: str, wanted: str) -> None:
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
    found: dict[str, bool | int | str] = {}
    written = [text.strip(", ") for text in texts]
    for pair in (pair for text in written if text for pair in NEXT_OPTION.split(text)):
        key, _, text = pair.partition("=")
        key, value = key.strip().replace("-", "_"), text.strip()
        if key not in declared:
            raise UnknownName(f"option of {name}", key, declared)
        meant = _read_value(declared[key], value)
        if found.setdefault(key, meant) != meant:
            raise BadOption(key, meant, f"one value, and {found[key]!r} is given too")
    return found


def _read_value(option: Option, value: str) -> bool | int | str:
    """Return the value of an option that a text means. Raises `BadOption`."""
    if isinstance(option.default, bool):
        if value not in YES_NO:
            raise BadOption(option.name, value, "yes or no")
        return YES_NO[value]
    if isinstance(option.default, int) and len(value) <= MAX_CHARACTERS and value.removeprefix("-").isdecimal():
        return int(value)
    return value


def create_offered(name: str, **chosen: object) -> AnyGame:
    """Create a game with the options that a player or a program chooses.

    Raises `UnknownName`, or `BadOption`, also for options that `check_choice` refuses.
    """
    made = create(name, **chosen)
    check_choice(name, made, chosen)
    return made


def check_choice(name: str, made: AnyGame, chosen: Mapping[str, object]) -> None:
    """Raise `BadOption` if the options chosen for a game have no effect beside the others, or make no sense."""
    check_offered(options(name), chosen)
    made.check_sense()


def create(name: str, **options: object) -> AnyGame:
    """Create a game with its options settled; options that have no effect are allowed, as in a record.

    Raises `UnknownName` or `BadOption`.
    """
    found = room(name)
    chosen = {**found.defaults, **options}
    if not found.create:
        return game_type(name)(**chosen)
    return _module(name, found.create).create(**chosen)


@functools.cache
def _scenes(name: str) -> Any:
    """Return a game's module of scenes."""
    return _module(name, "scene")


def scene(game: AnyGame, view: View) -> Scene:
    """Return how this view of this game looks."""
    return _scenes(game.name).build_scene(game, view)


def title_options(name: str, game: AnyGame) -> list[str]:
    """Return the options that the title of a table says: those that have an effect and are not the usual ones."""
    found, open_ = room(name), available_options(options(name), game.settings)
    chosen = {option.name for option in open_ if game.settings[option.name] != option.default}
    named = [each for each in (found.prefixed_by, found.renamed_by) if each in chosen]
    if named == [found.prefixed_by] and game.setting(found.prefixed_by).endswith(found.title):
        # "Dual Piecepacks Poker" says that it is poker, but not which.
        named += [option.name for option in open_ if option.name == found.renamed_by]
    return named


def title(name: str, game: AnyGame) -> str:
    """Return the title of a table: the title of its room, or the title that some options give it."""
    found, own = room(name), {each: game.setting(each) for each in title_options(name, game)}
    hands, played = own.get(found.prefixed_by, ""), own.get(found.renamed_by, found.title)
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
    found = room(game.name)
    if name not in found.bots:
        raise UnknownName(f"bot for {game.name}", name, bot_names(game.name))
    return getattr(_module(game.name, "bot"), found.bots[name])(game, rng)


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
    found = room(name)
    page = resources.files(found.package).joinpath(found.page).read_text(encoding="utf-8")
    module = _optional_module(name, "rules_text")
    if module is None:
        return page
    return f"{page.rstrip()}\n\n{module.rules_text(create(name) if game is None else game)}"


def _statistics(name: str) -> Any:
    """Return a game's module of figures: ``FIGURES``, ``figures`` and ``score``; None if it has none."""
    return _optional_module(name, "statistics")


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
    _check_has(game.name, "answers", "game with values of moves")
    return _module(game.name, room(game.name).answers)


def playtest(game: AnyGame, bot: str, first: int, number: int) -> Any:
    """Return the result of numbered deals between bots; results can be added. Raises `UnknownName`."""
    module = _optional_module(game.name, "playtest")
    if module is None:
        raise UnknownName("game with a playtest", game.name, ())
    return module.playtest(game, bot, first, number)


def variants() -> Option:
    """Return the option that names the variants of `VARIANT_GAME`."""
    return next(option for option in options(VARIANT_GAME) if option.name == "variant")


def variants_of(ranking: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of the variants that a ranking can play.

    They are in three groups: those that deal exactly a hand, those that deal more cards, and those that the lowest hand
    wins.
    """
    return _module(VARIANT_GAME, "setup").variants_of(ranking)


def most_players(variant: str, ranking: str) -> int:
    """Return the most players of a variant with a ranking. Raises `BadOption` or `BadCount` if two cannot play."""
    return _module(VARIANT_GAME, "setup").most_players(variant, ranking)


def variant_title(text: str) -> str:
    """Return the title of a variant from the text of its declaration. Raises `BadDeclaration`."""
    return _module(VARIANT_GAME, "variants").parse(text).title


def cards_of_hand(variant: str) -> tuple[int, int | None, int] | None:
    """Return the numbers of a variant's hole cards, of hole cards in a hand, and of cards on the board, from its text.

    The second is None where a hand may have any number. All are None where hole cards are exchanged or thrown away.
    Raises `BadDeclaration`.
    """
    found = _module(VARIANT_GAME, "variants").parse(variant)
    changes = found.draws or found.kept < found.hole
    return None if changes else (found.hole, found.from_hole, found.board)


def variant_text(variant: str) -> str:
    """Return the declaration of a variant, by its name or from a file. Raises `UnknownName`."""
    return _module(VARIANT_GAME, "variants").text_of(variant)


def check_solver(name: str) -> None:
    """Raise `UnknownName` for a game that has no solver."""
    _check_has(name, "solver", "game with a solver")


def solution(game: AnyGame, drawn: Sequence[Action]) -> Sequence[Action] | None:
    """Return the moves that win a game against these actions of chance, None if none were found.

    Raises `UnknownName` for a game that has no solver, and `PlayError` where the actions are too few.
    """
    return _solver(game).solve(game, drawn)


def lost_from(game: AnyGame, states: Sequence[State]) -> tuple[int, tuple[str, ...]] | None:
    """Return the card from which on a game was lost even with all cards known, and the reason; None if not proved.

    Raises `UnknownName` for a game that has no solver.
    """
    return _solver(game).lost_from(game, states)


def _solver(game: AnyGame) -> Any:
    check_solver(game.name)
    return _module(game.name, room(game.name).solver)


def luck_columns(game: AnyGame) -> int:
    """Return in how many ways `luck_values` estimates a position; 0 for a game that does not."""
    module = _luck(game)
    return module.columns(game) if module else 0


def luck_values(game: AnyGame, state: State) -> Sequence[Sequence[float]]:
    """Return the value of a position to each seat, all cards known: a row for each, estimated in several ways."""
    return _luck(game).values(game, state)


def luck_expected(game: AnyGame, before: State, after: State) -> Sequence[Sequence[float]] | None:
    """Return the mean of `luck_values` over all that could have been drawn between two states.

    None where the game does not know it, and for games without such values.
    """
    expected = getattr(_luck(game), "expected", None) if luck_columns(game) else None
    return expected(game, before, after) if expected else None


def luck_of_move(
    game: AnyGame, state: State, action: Action, player: Player, other: str, count: int, rng: Random
) -> Sequence[float] | None:
    """Return for each seat what a move gains from cards that its player does not see, above the mean over such cards.

    These are ``count`` or more hands that the other player may hold; ``other`` is the name of its bot, since some are
    known to play only certain hands so. The expectation is 0. None for a game without such values.
    """
    of_move = getattr(_luck(game), "of_move", None)
    return of_move(game, state, action, player, other, count, rng) if of_move else None


def _luck(game: AnyGame) -> Any:
    module = room(game.name).luck
    return _module(game.name, module) if module else None


def vector_type(name: str) -> "type[Vector]":
    """Return the class that plays many games at once. Raises `UnknownName` for a game that has none."""
    _check_has(name, "vector", "game in arrays")
    return getattr(_module(name, "vector"), room(name).vector)


def odds_commands() -> dict[str, OddsCommand]:
    """Return the commands of ``cardwright odds``, with the full names of their modules."""
    return QUESTIONS | {
        name: msgspec.structs.replace(question, module=f"{room.package}.{question.module}")
        for room in GAMES.values()
        for name, question in room.questions.items()
    }


def questions(name: str) -> tuple[str, ...]:
    """Return the questions of ``cardwright odds`` that a game answers, and those about any position."""
    found = room(name)
    own = [question for each in GAMES.values() if each.package == found.package for question in each.questions]
    return (*own, *(QUESTIONS if found.position else ()))


def odds_command(name: str) -> Any:
    """Return a command's module: ``arguments(parser)`` and ``report(given, progress)``. Raises `UnknownName`."""
    if name not in odds_commands():
        raise UnknownName("odds", name, odds_commands())
    return importlib.import_module(odds_commands()[name].module)
