"""The names of the seats at this screen."""

from collections.abc import Mapping, Sequence

from cardwright import games
from cardwright.cardroom.names import numbered, unused_name
from cardwright.game import AnyGame
from cardwright.play import guide
from cardwright.play.record import PERSON, Sitter
from cardwright.wording import clean_name

MAX_NAME_CHARS = 20
NO_KEY = "0" * 8  # players of one screen have no secrets
ALONE = "You"  # the name of a person alone among bots
BOT_NAMES = (
    "Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Felix", "Grace", "Henri", "Ida", "Jakob",
    "Kurt", "Leonhard", "Mary", "Niels", "Olga", "Pierre", "Ruth", "Sofia", "Tycho", "Ursula",
)  # fmt: skip


def clean(name: str) -> str:
    """Return a name as it can be shown here: it may come from outside, and must not control the terminal."""
    return clean_name(name, MAX_NAME_CHARS) or "?"


def sitters(names: Sequence[str], kinds: Sequence[str]) -> list[Sitter]:
    """Return the players of each seat for a record."""
    return [Sitter(name, kind) for name, kind in zip(names, kinds, strict=True)]


def characters(game: AnyGame) -> dict[str, str]:
    """Return the cardroom's names of a game's bots, without the one that plays at random."""
    return {bot: each.name for bot, each in guide.load(games.room_name(game)).bots.items()}


def seat_names(
    kinds: Sequence[str], people_names: Sequence[str] = (), bots: Mapping[str, str] | None = None
) -> list[str]:
    """Return a name for each seat: those given to people in order, "You" for a person alone, and names for bots.

    Of people with the same name, or names that look alike, all but the first get a number. Several bots of one name in
    ``bots`` are numbered from 1, as in the cardroom. Other bots have names of ``bots`` only when the rest are used up.
    """
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    called = dict(zip(people, map(clean, people_names), strict=False))
    bots = bots or {}
    numbered_bots = numbered([bots.get(kind, "") for kind in kinds])
    names: list[str] = []
    taken = {*people_names, *(bots.get(kind) for kind in kinds)}
    spare = iter(sorted((name for name in BOT_NAMES if name not in taken), key=lambda name: name in bots.values()))
    for seat, kind in enumerate(kinds):
        if numbered_bots[seat]:
            names.append(unused_name(numbered_bots[seat], [*names, *called.values()], NO_KEY))
        elif kind != PERSON:
            names.append(next(spare))
        else:
            name = called.get(seat) or (ALONE if len(people) == 1 else f"Player {seat + 1}")
            names.append(unused_name(name, names, NO_KEY))
    return names
