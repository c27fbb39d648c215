"""Declaration that each game's package makes in its ``__init__.py``."""

from collections.abc import Mapping

import msgspec


class OddsCommand(msgspec.Struct, frozen=True):
    """A command of ``cardwright odds``: its module, with ``arguments(parser)`` and ``report(given, progress)``.

    ``entered`` are the arguments that the cardroom's page takes, () if it does not ask this question. Those in
    ``known`` could name a file too: there they take the choices of this option of the game only.
    """

    module: str
    help: str
    entered: tuple[str, ...] = ()
    known: Mapping[str, str] = {}


class Drill(msgspec.Struct, frozen=True):
    """A kind of decision to practise: those with a move of the type ``action``, in games of a bot of this room.

    At least ``first`` and at most ``last`` decisions of the game come before it. With ``by_rule`` the right move is
    what the house's rules ask of a dealer.
    """

    title: str
    action: str
    bot: str = "basic"
    first: int = 0
    last: int = 12
    by_rule: bool = False


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is offered: its title, what it is, and where its parts are.

    ``about`` is a line for menus, ``aim`` a sentence that says how the game is won, shown when it begins.
    ``package`` holds ``rules`` (with the class named ``game``; where other options take other classes, the module
    ``create`` has a function of that name), ``scene.build_scene``, the page of rules ``page`` and
    ``bot`` with the classes that ``bots`` names, weakest first. ``guide`` is the file for newcomers, which
    `cardwright.play.guide` reads. One game may be offered under several names: ``defaults`` are the options that this
    name stands for. ``answers`` is the module of the package that values the moves of a view (see
    `cardwright.answers`), "" if there is none; ``solver`` the module whose ``solve(game, drawn)`` finds moves that
    win against known actions of chance, and whose ``lost_from(game, states)`` proves when a game was lost; ``vector``
    the class in the module ``vector`` that plays many games at once (`cardwright.vector`). ``luck`` is the module whose
    ``values(game, state)`` estimates, for every seat, what a position with all cards known is worth, in
    ``columns(game)`` ways: see `arena.duplicate`. ``questions`` are the commands of ``cardwright odds`` that this
    package answers; their modules are named relative to it. ``drills`` are decisions to practise. ``match_options`` are
    the options of matches between bots where they are not chosen: a single deal, say. A table where the option
    ``prefixed_by`` is not the usual one has its setting before the title ("Market day: Poker"), and that of
    ``renamed_by`` in the place of it ("Omaha"). ``has_variants`` says that any
    ranking is played by declared variants (modules ``variant``, ``setup`` and ``playtest``), ``takes_rankings`` that
    any ranking is played by the rules of this game.
    """

    package: str
    game: str
    title: str
    about: str
    aim: str = ""
    bots: Mapping[str, str] = msgspec.field(default_factory=lambda: {"basic": "BasicBot"})
    page: str = "rules.md"
    guide: str = "guide.toml"
    defaults: Mapping[str, bool | int | str] = {}
    create: str = ""
    answers: str = ""
    solver: str = ""
    vector: str = ""
    luck: str = ""
    questions: Mapping[str, OddsCommand] = {}
    drills: Mapping[str, Drill] = {}
    match_options: Mapping[str, bool | int | str] = {}
    prefixed_by: str = ""
    renamed_by: str = ""
    has_variants: bool = False
    takes_rankings: bool = False
