"""The seats at a table of the cardroom."""

from collections.abc import Mapping

import msgspec

BOT_MARK = " (bot)"  # at the end of a bot's name


class TableSeat(msgspec.Struct):
    """A seat: its bot's name, or the person's name and the hash of the secret that opens it."""

    bot: str
    name: str = ""
    key: str = ""
    seed: str = ""
    own_seed: bool = False  # the player chose the seed
    commitment: str = ""  # to the seed, which is empty until it is opened
    came: int = 0  # when the player last did something here before the first deal
    gone: bool = False
    resigned: bool = False  # gone for good

    @property
    def owes_seed(self) -> bool:
        """Return whether the player has committed to a seed and not opened it."""
        return bool(self.commitment and not self.seed)

    @property
    def taken(self) -> bool:
        """Return whether the seat is taken."""
        return bool(self.bot or self.key)


def initial_seats(bots: tuple[str, ...], names: Mapping[str, str]) -> list[TableSeat]:
    """The seats of a new table, each with its bot or free; ``names`` are the bots', and several are numbered."""
    numbers = iter(range(1, len(bots) + 1))
    several = sum(map(bool, bots)) > 1
    return [
        TableSeat(bot, names.get(bot, bot) + f" {next(numbers)}" * several + BOT_MARK) if bot else TableSeat("")
        for bot in bots
    ]
