"""The settings of a table: the choices made when it was opened, beyond the options of its game."""

import functools
import re
from collections.abc import Iterable
from typing import TypedDict

import msgspec

from cardwright import games
from cardwright.cardroom.events import Carried, KnownDeal, Opened
from cardwright.errors import BadOption
from cardwright.game import AnyGame, Option, Pace, available_options
from cardwright.play import guide
from cardwright.wording import uncapitalized

PEOPLE, MIXED = "open", "mixed"  # who takes the other seats, where it is not one bot
LOBBY_CLOCK = "60+300"  # of a table where anyone may sit down, unless its game or its host has another
SLOW_CLOCK = "86400+259200"
CLOCKS = {
    "": "as the game says",
    "off": "none",
    "30+180": "30 seconds a turn and 3 minutes in reserve",
    LOBBY_CLOCK: "60 seconds a turn and 5 minutes in reserve",
    SLOW_CLOCK: "a day a turn and 3 days in reserve",
}
SPENT = {
    "random": "a move is made for them, at random unless the game has a rule for that",
    "bot": "a bot moves for them",
    "forfeit": "the game ends, and they lose it",
}
HINTS = {
    "": "only where one person plays alone against bots",
    "yes": "for every player",
    "no": "for no player",
}
AWAY = {"bot": "a bot plays on for them", "clock": "their clock runs out, turn by turn"}


class Terms(TypedDict, total=False):
    """The settings of a table as `Cardroom.open` takes them; `Opened` explains each."""

    listed: bool
    chat: bool
    away: str
    clock: str
    spent: str
    hints: str
    known: KnownDeal | None
    club: str
    ready: bool
    watchers_silent: bool
    rematch_of: tuple[str, ...]
    after: str
    carried: tuple[Carried, ...]


@functools.cache
def seat_numbers(name: str) -> range:
    """Return the numbers of seats that a game can have."""
    for option in games.options(name):
        if option.name == "players" and option.high:
            return range(option.low, option.high + 1)
    usual = games.create(name).players
    return range(usual, usual + 1)


def shared_games() -> list[tuple[str, str]]:
    """Return the name and the title of each game for several players."""
    return [(name, room.title) for name, room in games.GAMES.items() if seat_numbers(name)[-1] > 1]


def games_for(people: int) -> list[tuple[str, str]]:
    """Return the name and the title of each game that this number of people can play without bots."""
    return [(name, title) for name, title in shared_games() if people in seat_numbers(name)]


def known_bots(game: str) -> list[str]:
    """Return the bots that people know, the strongest first: all but the one that plays at random."""
    return [bot for bot in reversed(games.bot_names(game)) if bot in guide.load(game).bots]


def may_take_seats(game: str) -> tuple[str, ...]:
    """Return who may take the other seats of a table: `PEOPLE`, `MIXED` bots, or one bot in each seat."""
    return (PEOPLE, MIXED, *games.bot_names(game))


def other_seats(game: str, seats: int, others: str, kept: int) -> list[str]:
    """Return the bot of each other seat, "" for a person; at least the first ``kept`` seats are for people.

    `MIXED` bots are of all strengths, the strongest first; they repeat if there are more seats than bots.
    """
    kept = seats if others == PEOPLE else kept
    free, known = seats - kept, known_bots(game)
    mix = [known[seat * len(known) // free if free < len(known) else seat % len(known)] for seat in range(free)]
    return [""] * kept + (mix if others == MIXED else [others] * free)


def lobby_terms(game: AnyGame, others: Iterable[str], clock: str, *, listed: bool) -> Terms:
    """Return whether the lobby lists a table, its clock, and whether its players confirm that they are there.

    Where anyone may sit down, the clock is the one chosen, the game's own, or `LOBBY_CLOCK`.
    """
    listed = listed and game.players > 1
    if listed and not all(others) and not (clock or game.pace()):
        clock = LOBBY_CLOCK
    return {"listed": listed, "clock": clock, "ready": listed and clock != SLOW_CLOCK}


def numbered_deal(number: int, others: Iterable[str]) -> KnownDeal:
    """Return the deal of this number, which is for one person and bots. Raises `BadOption`."""
    if not all(others):
        raise BadOption("deal", str(number), "no number where people play: who knows it knows the cards")
    return KnownDeal(number=number)


def describe(game: AnyGame, opened: Opened) -> list[str]:
    """Return the settings that differ from the game's defaults or are always stated, in words, except those named by
    its title or seats."""
    parts, named = [], ["players", *games.title_options(opened.game, game)]
    for option in available_options(games.options(opened.game), game.settings):
        value = game.settings[option.name]
        if option.name not in named and (option.stated or value != option.default):
            parts.append(_in_short(option, game.setting(option.name), value))
    if opened.hints:
        parts.append("hints for all" if opened.hints == "yes" else "no hints")
    if pace(game, opened) is not None:
        parts += [f"clock: {CLOCKS[opened.clock]}"] if opened.clock else []
        late = SPENT[opened.spent] if opened.spent not in ("", "random") else ""
        parts += [f"when a player's time has run out: {late}"] if late else []
        parts += [f"when a player leaves: {AWAY['clock']}"] if opened.away == "clock" else []
    parts += ["free chat"] if opened.chat else []
    parts += ["only players talk"] if opened.watchers_silent else []
    return parts + why_known(opened)


def _in_short(option: Option, setting: str, value: object) -> str:
    """Return an option and its value in a few words: its label and the first clause of its meaning."""
    label = uncapitalized(option.label)
    if isinstance(value, bool):
        return label if value else f"no {label}"
    meaning = option.meaning(value) if value in option.choices or value == 0 else setting
    return f"{label}: {re.split('[:;] ', meaning)[0]}"


def why_known(opened: Opened) -> list[str]:
    """Return why the cards of a table may be known before, in words; nothing where they may not."""
    deal = opened.known
    if deal is None:
        return []
    numbered = [f"the daily deal of {deal.day}" if deal.day else f"deal {deal.number}"]
    found = ["a guided first game"] if deal.guided else [] if deal.number is None else numbered
    if deal.uploaded:
        found.append("an uploaded record")
    if deal.origin:
        step = len(deal.steps)
        found.append(f"played on from step {step} of another game" if step else "the same deal again")
    return found


def allows_hints(opened: Opened) -> bool:
    """Return whether the players of a table may ask for hints; by default not where people play each other."""
    return opened.hints == "yes" or (not opened.hints and opened.people == 1)


def pace(game: AnyGame, opened: Opened) -> Pace | None:
    """Return the players' clock. A table of one person and bots has none by default."""
    if (opened.people < 2 and not opened.clock) or opened.clock == "off":
        return None
    table_pace = game.pace()
    if opened.clock:
        turn, _, reserve = opened.clock.partition("+")
        table_pace = Pace(int(turn), int(reserve))
    if table_pace is None or not opened.spent:
        return table_pace
    # If a bot moves for late players, the scheduler starts it and the clock itself does nothing.
    return msgspec.structs.replace(table_pace, spent="nothing" if opened.spent == "bot" else opened.spent)
