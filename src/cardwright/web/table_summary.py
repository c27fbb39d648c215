"""The sentences of the form for a table: which game it would open, its players and terms, and when it begins."""

from collections import Counter
from collections.abc import Iterator, Sequence

from cardwright import games
from cardwright.cardroom.events import Opened
from cardwright.cardroom.tables import settings
from cardwright.cardroom.tables.settings import Terms
from cardwright.game import AnyGame
from cardwright.play import guide
from cardwright.wording import all_of, capitalized


def summary(name: str, game: AnyGame, others: Sequence[str], terms: Terms) -> str:
    """Return the sentences for a table of this game, with the bot of each other seat, "" for a person."""
    opened = Opened(name, game.version, dict(game.settings), ("", *others), "", **terms)
    sentences = [games.title(name, game) + (f": {all_of(['you', *_players(name, others, terms)])}" if others else "")]
    if described := settings.describe(game, opened):
        sentences.append(capitalized("; ".join(described)))
    sentences.append("It begins when all seats are taken" if "" in others else "It begins at once")
    return " ".join(f"{each}." for each in sentences)


def _players(name: str, others: Sequence[str], terms: Terms) -> Iterator[str]:
    """Yield the players of the other seats: those of several equal seats once, with their number."""
    for bot, count in Counter(others).items():
        if bot:
            called = guide.load(name).names.get(bot, bot)
            yield f"{count} × {called}" if count > 1 else called
        else:
            people = f"{count} people" if count > 1 else "one person"
            whose = "from the lobby" if terms["listed"] else "of the club" if terms["club"] else "with the link"
            yield f"{people} {whose}"
