"""Games that go on from a step of a finished one. Their cards may be known, so they prove nothing: see `KnownDeal`."""

from cardwright.cardroom.events import KnownDeal
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import BadCount, NotSeated, PlayError
from cardwright.game import SPECTATOR, Player


async def fork(cardroom: Cardroom, live: LiveTable, seat: Player, at: int) -> LiveTable:
    """Open a table at which a finished game against bots goes on from its step ``at``; 0 is the same deal again.

    The seeds are those of the finished game, so chance draws the same cards in the same order, and bots in the same
    position choose the same: what differs is the player's doing. Raises `NotSeated`, `PlayError` or `BadCount`.
    """
    if seat == SPECTATOR:
        raise NotSeated
    if not live.may_fork or live.table is None:
        raise PlayError("only a finished game of one person against bots can be played on")
    log = live.table.log
    if not 0 <= at < len(log):
        raise BadCount(f"this game can be played on from steps 0 to {len(log) - 1}", at)
    steps = tuple((step.player, step.action) for step in log[:at])
    old = live.opened
    return await cardroom.open(
        old.game,
        old.options,
        old.bots[1:],
        seed=old.seed,
        listed=False,
        chat=old.chat,
        hints=old.hints,
        known=KnownDeal(
            number=live.deal_number,
            origin=live.id,
            steps=steps,
            seeds=tuple(seat.seed for seat in live.deal.seats),
            contract=live.deal.contract,
        ),
    )
