"""A seat at a table of the cardroom, and what is said to those who have none."""

import msgspec

from cardwright.errors import CardwrightError


class NotSeated(CardwrightError):
    """Somebody without a seat tried what only a player may do."""

    def __init__(self) -> None:
        super().__init__("you have no seat at this table")


class NoSeat(CardwrightError):
    """There is no free seat to take."""

    def __init__(self) -> None:
        super().__init__("every seat at this table is taken")


class Seat(msgspec.Struct):
    """A seat: its bot's name, or the person's name and the hash of the secret that opens it."""

    bot: str
    name: str = ""
    key: str = ""
    seed: str = ""
    own: bool = False
    gone: bool = False

    @property
    def taken(self) -> bool:
        """Whether nobody can sit down here any more."""
        return bool(self.bot or self.key)


def laid(bots: tuple[str, ...]) -> list[Seat]:
    """The seats of a new table, each with its bot or free; of several bots each has a number."""
    numbers = iter(range(1, len(bots) + 1))
    several = sum(map(bool, bots)) > 1
    return [Seat(bot, f"{bot} bot {next(numbers)}" if several else f"{bot} bot") if bot else Seat("") for bot in bots]
