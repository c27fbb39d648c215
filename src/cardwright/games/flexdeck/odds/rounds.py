"""Results of a round between two players at their best, over all openings of the deck, in the file rounds.toml.

`rounds_making` makes the file.
"""

import functools
import tomllib
from importlib import resources

import msgspec

from cardwright.games.flexdeck.odds.fair_dice import TIE_SHARES, nearest_tie_share
from cardwright.games.flexdeck.rules import Flexdeck

RULES = ("four", "criteria", "cover")  # the options that a round depends on


class RoundChances(msgspec.Struct, frozen=True):
    """The dealer's chances to win a round and to tie it."""

    win: float
    tie: float


def round_chances(game: Flexdeck, tie_share: float) -> RoundChances:
    """Return the chances in a round of this game, a tie being worth this share of a win to the dealer."""
    return RoundChances(*_file()[key(game)][TIE_SHARES.index(nearest_tie_share(tie_share))])


@functools.cache
def _file() -> dict[str, list[list[float]]]:
    return tomllib.loads(resources.files(__package__).joinpath("rounds.toml").read_text("utf-8"))


def key(game: Flexdeck) -> str:
    return " ".join(str(game.settings[rule]) for rule in RULES)
