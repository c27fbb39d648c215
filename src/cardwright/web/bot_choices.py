"""The bots that the lobby and the forms for a table offer."""

from markupsafe import Markup

from cardwright.arena.ratings import beaten_by, elo
from cardwright.cardroom.tables import settings
from cardwright.play import guide
from cardwright.web.drawing import svg


def bots_of(name: str) -> list[dict[str, str]]:
    """Return the bots of a game as people know them, the strongest first, but the one that plays at random."""
    known = guide.load(name).bots
    return [bot_of(name, bot, known[bot]) for bot in settings.known_bots(name)]


def has_strongest(game: str) -> bool:
    """Return true if the last of several bots of a game beats all the others that people know, in its league."""
    *others, last = guide.load(game).bots
    return bool(others) and beaten_by(game, last) >= set(others)


def bot_of(game: str, id: str, known: guide.Character) -> dict[str, str]:
    """Return a bot as people know it, with its face and its measured rating, "" where there is none."""
    face = Markup(svg.portrait(known.face))
    return {"id": id, "name": known.name, "strength": known.strength, "face": face, "elo": elo(game).get(id, "")}
