"""Declaration that each game's package makes in its ``__init__.py``."""

from collections.abc import Mapping

import msgspec


class OddsCommand(msgspec.Struct, frozen=True):
    """A command of ``cardwright odds``: its module, with ``arguments(parser)`` and ``report(parsed, progress)``.

    ``example`` are the words of one that is answered within seconds, for help and for the cardroom's page;
    ``more_examples`` are examples of other games, for the page alone. ``entered`` are the arguments that the cardroom's
    page takes, () if it does not ask this question. Those in ``known`` could name a file too: there they take only the
    choices of this option of the game, or these choices.
    """

    module: str
    help: str
    example: tuple[str, ...]
    entered: tuple[str, ...] = ()
    known: Mapping[str, str | tuple[str, ...]] = {}
    more_examples: tuple[tuple[str, ...], ...] = ()


class Drill(msgspec.Struct, frozen=True):
    """A kind of decision to practise: those with a move of the type ``action``, in games of a bot of this game.

    A number of decisions from ``first`` to ``last``, drawn at random, is passed over before one is asked. With
    ``by_rule`` the right move is the one that the house's rules demand of a dealer.
    """

    title: str
    action: str
    bot: str = "basic"
    first: int = 0
    last: int = 12
    by_rule: bool = False


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A game as menus offer it, and where the parts of its package are. Modules are named relative to the package.

    One game may be offered under several names, each with options of its own.

    - ``package`` holds the module ``rules`` with the class ``game``, the module ``scene`` with ``build_scene``, and the
      module ``bot`` with the classes that ``bots`` names, weakest first.
    - ``about`` is a line for menus, ``aim`` a sentence that says how the game is won, shown when it begins.
    - ``page`` is the page of rules, ``guide`` the file for newcomers: see `cardwright.play.guide`. ``variant_guides``
      are the files of further first games, by the setting of ``renamed_by``.
    - ``defaults`` are the options that this name stands for.
    - ``create``: a module whose function of that name creates the game, where options decide on its class.
    - ``answers``: a module that values the moves of a view: see `cardwright.answers`.
    - ``position``: the moves to a position of seat 1, an example for ``cardwright odds position``; "" where the game's
      positions cannot be entered.
    - ``solver``: a module whose ``solve(game, drawn)`` finds moves that win against known actions of chance, and whose
      ``lost_from(game, states)`` proves when a game was lost.
    - ``vector``: the class in the module ``vector`` that plays many games at once: see `cardwright.vector`.
    - ``luck``: a module whose ``values(game, state)`` estimates the value of a position with all cards known for each
      seat in ``columns(game)`` ways. It may have the functions ``expected`` and ``of_move``: see
      `arena.luck_values`.
    - ``questions`` are the commands of ``cardwright odds`` that the package answers.
    - ``drills`` are decisions to practise.
    - ``match_options`` are the default options of matches between bots, such as a single deal.
    - ``prefixed_by`` names an option whose setting, if it is not the default, is put before a table's title ("Market
      day: Poker"); the value of the option ``renamed_by`` replaces the title ("Omaha").
    - ``has_variants``: declared variants play any ranking (modules ``variants``, ``setup`` and ``playtest``);
      ``takes_rankings``: the game plays any ranking by its own rules.
    """

    package: str
    game: str
    title: str
    about: str
    aim: str = ""
    bots: Mapping[str, str] = msgspec.field(default_factory=lambda: {"basic": "BasicBot"})
    page: str = "rules.md"
    guide: str = "guide.toml"
    variant_guides: Mapping[str, str] = {}
    defaults: Mapping[str, bool | int | str] = {}
    create: str = ""
    answers: str = ""
    position: str = ""
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
