"""The bots that the lobby and the forms for a table offer, and how strong each is, in a word."""

import functools
import itertools

from markupsafe import Markup

from cardwright.arena.ratings import beaten_by, elo, elo_below_best
from cardwright.cardroom.tables import settings
from cardwright.play import guide
from cardwright.web.drawing import svg

STRONGEST, STRONG, MIDDLING, EASY = "strongest", "strong", "middling", "easy"
STRONG_ELO, MIDDLING_ELO = 50, 200  # below the best: wins 43, and 24, of 100 games against it


def bots_of(name: str) -> list[dict[str, str]]:
    """Return the bots of a game as people know them, the strongest first, but the one that plays at random."""
    known = guide.load(name).bots
    return [bot_of(name, bot, known[bot]) for bot in settings.known_bots(name)]


def has_strongest(game: str) -> bool:
    """Return true if the last of several bots of a game beats all the others that people know, in its league."""
    *others, last = guide.load(game).bots
    return bool(others) and beaten_by(game, last) >= set(others)


def bot_of(game: str, id: str, character: guide.Character) -> dict[str, str]:
    """Return a bot as people know it, with its face, its level, and its measured rating, "" where there is none."""
    face = Markup(svg.portrait(character.face))
    return {
        "id": id,
        "name": character.name,
        "strength": character.strength,
        "face": face,
        "elo": elo(game).get(id, ""),
        "level": level(game, id),
    }


def called(bot: dict[str, str]) -> str:
    """Return the name of a bot, with its level."""
    return ", ".join(filter(None, (bot["name"], bot["level"])))


@functools.cache
def level(game: str, bot: str) -> str:
    """Return how strong a bot is among those of its game that people know, in a word, "" where it was not measured."""
    bots = guide.load(game).bots
    below = elo_below_best(game, frozenset(bots)).get(bot)
    if below is None:
        return ""
    if bot == next(reversed(bots)) and has_strongest(game):
        return STRONGEST
    return STRONG if below <= STRONG_ELO else MIDDLING if below <= MIDDLING_ELO else EASY


def bot_to_play(game: str, last: dict[str, str]) -> str:
    """Return the bot that one click seats: the last one, of `own_games.last_bots`, or the best of the easy ones.

    Where no bot is easy, it is the weakest.
    """
    known = settings.known_bots(game)
    below = elo_below_best(game, frozenset(known))
    by_strength = sorted(known, key=lambda bot: below.get(bot, 0))
    first = next((bot for bot in by_strength if level(game, bot) == EASY), by_strength[-1])
    return last.get(game, first)


def vary(game: str, bots: list[str]) -> list[str]:
    """Return the bots of the other seats, "" for a person, where one known bot in all of them is seated only once.

    The others are those of its level, then the nearest in strength; they repeat if there are more seats than bots.
    """
    known, named = settings.known_bots(game), set(bots) - {""}
    if len(named) != 1 or not named <= set(known):
        return bots
    (first,) = named
    below = elo_below_best(game, frozenset(known))

    def distance(bot: str) -> tuple[bool, bool, float]:
        return bot != first, level(game, bot) != level(game, first), abs(below.get(bot, 0) - below.get(first, 0))

    nearest = itertools.cycle(sorted(known, key=distance))
    return [bot and next(nearest) for bot in bots]
