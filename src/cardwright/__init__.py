"""Card and dice games: rules as immutable values, tables of hands declared and counted exactly, and a cardroom.

The names below are the public interface. Each is loaded from its module at its first use, so that
``import cardwright`` and ``cardwright --help`` take no longer than Python itself.

>>> import cardwright
>>> cardwright.create_game("cribbage", to=61).players
2
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cardwright.bots import Advice, Bot
    from cardwright.cards import Card, Deck, Face, standard_deck
    from cardwright.errors import (
        BadAction,
        BadCard,
        BadCount,
        BadDeclaration,
        BadOption,
        BadRecord,
        BadText,
        BotError,
        BotUnavailable,
        CardwrightError,
        EmptyCategory,
        GameOver,
        IllegalAction,
        LostRace,
        NoFreeSeat,
        NoSavedGame,
        NotInvited,
        NotSeated,
        NotYourTurn,
        PlayError,
        PortUnavailable,
        RankingError,
        SeatError,
        StaleAction,
        StoreError,
        UncoveredHand,
        UnknownName,
        UnreadableTable,
        WorkerDied,
    )
    from cardwright.game import CHANCE, SPECTATOR, Action, Automatic, Event, Game, Option, Pace, Player, State, View
    from cardwright.games import GAMES, bot_names, create_bot, rules_page
    from cardwright.games import create_offered as create_game
    from cardwright.games import scene as create_scene
    from cardwright.play.luck import Luck
    from cardwright.play.record import Record
    from cardwright.play.record import read as load_record
    from cardwright.play.table import Table
    from cardwright.ranking import load as load_ranking
    from cardwright.ranking import names as ranking_names
    from cardwright.ranking.ranking import Ranking
    from cardwright.scenes import Move, Place, Scene, Zone

__all__ = [
    "CHANCE",
    "GAMES",
    "SPECTATOR",
    "Action",
    "Advice",
    "Automatic",
    "BadAction",
    "BadCard",
    "BadCount",
    "BadDeclaration",
    "BadOption",
    "BadRecord",
    "BadText",
    "Bot",
    "BotError",
    "BotUnavailable",
    "Card",
    "CardwrightError",
    "Deck",
    "EmptyCategory",
    "Event",
    "Face",
    "Game",
    "GameOver",
    "IllegalAction",
    "LostRace",
    "Luck",
    "Move",
    "NoFreeSeat",
    "NoSavedGame",
    "NotInvited",
    "NotSeated",
    "NotYourTurn",
    "Option",
    "Pace",
    "Place",
    "PlayError",
    "Player",
    "PortUnavailable",
    "Ranking",
    "RankingError",
    "Record",
    "Scene",
    "SeatError",
    "StaleAction",
    "State",
    "StoreError",
    "Table",
    "UncoveredHand",
    "UnknownName",
    "UnreadableTable",
    "View",
    "WorkerDied",
    "Zone",
    "__version__",
    "bot_names",
    "create_bot",
    "create_game",
    "create_scene",
    "load_ranking",
    "load_record",
    "ranking_names",
    "rules_page",
    "standard_deck",
]

# The module of each public name; errors are the rest. A name with a colon is called otherwise in its module.
_HOMES = {
    **dict.fromkeys(("Advice", "Bot"), "bots"),
    **dict.fromkeys(("Card", "Deck", "Face", "standard_deck"), "cards"),
    **dict.fromkeys(
        ("CHANCE", "SPECTATOR", "Action", "Automatic", "Event", "Game", "Option", "Pace", "Player", "State", "View"),
        "game",
    ),
    **dict.fromkeys(("GAMES", "bot_names", "create_bot", "rules_page"), "games"),
    **dict.fromkeys(("Move", "Place", "Scene", "Zone"), "scenes"),
    "Luck": "play.luck",
    "Ranking": "ranking.ranking",
    "Record": "play.record",
    "Table": "play.table",
    "create_game": "games:create_offered",
    "create_scene": "games:scene",
    "load_ranking": "ranking:load",
    "load_record": "play.record:read",
    "ranking_names": "ranking:names",
}


if not TYPE_CHECKING:  # which would take any name for granted

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, there = _HOMES.get(name, "errors").partition(":")
        value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{module}"), there or name)
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
