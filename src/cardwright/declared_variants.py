"""The declared variants of poker, by name, from a file or as a text, and what can be played with a ranking."""

from typing import Any

from cardwright import games
from cardwright.errors import UnknownName
from cardwright.game import AnyGame, Option


def option() -> Option:
    """Return the option of the game that names its variants."""
    return next(option for option in games.options(games.VARIANT_GAME) if option.name == "variant")


def text_of(variant: str) -> str:
    """Return the declaration of a variant, by its name or from a file. Raises `UnknownName`."""
    return games.part(games.VARIANT_GAME, "variants").text_of(variant)


def title(text: str) -> str:
    """Return the title of a variant from the text of its declaration. Raises `BadDeclaration`."""
    return games.part(games.VARIANT_GAME, "variants").parse(text).title


def cards_of_hand(text: str) -> tuple[int, int | None, int] | None:
    """Return the numbers of a variant's hole cards, of hole cards in a hand, and of cards on the board, from its text.

    The second is None where a hand may have any number. All are None where hole cards are exchanged or thrown away.
    Raises `BadDeclaration`.
    """
    variant = games.part(games.VARIANT_GAME, "variants").parse(text)
    changes = variant.draws or variant.kept < variant.hole
    return None if changes else (variant.hole, variant.from_hole, variant.board)


def fitting(ranking: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of the variants that a ranking can play.

    They are in three groups: those that deal exactly a hand, those that deal more cards, and those that the lowest hand
    wins.
    """
    return games.part(games.VARIANT_GAME, "setup").variants_of(ranking)


def most_players(variant: str, ranking: str) -> int:
    """Return the most players of a variant with a ranking. Raises `BadOption` or `BadCount` if two cannot play."""
    return games.part(games.VARIANT_GAME, "setup").most_players(variant, ranking)


def playtest(game: AnyGame, bot: str, first: int, number: int) -> Any:
    """Return the result of numbered deals between bots; results can be added. Raises `UnknownName`."""
    module = games.optional_part(game.name, "playtest")
    if module is None:
        raise UnknownName("game with a playtest", game.name, ())
    return module.playtest(game, bot, first, number)
