"""Count how long a player of cribbage who skips nothing waits: for moments, bots, and moves that play themselves.

PYTHONPATH=tests python -m support.waiting_figures    twelve games to 121 of numbered seeds, `basic` for both players
"""

import asyncio
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from cardwright.cardroom import commands
from cardwright.cardroom.service import BOT_PACE_S, Cardroom
from cardwright.games.cribbage.bot import BasicBot
from cardwright.scenes.touch import only_move
from cardwright.store import connect

GAME_COUNT = 12
FORCED_S = 0.5  # FORCED_MS of static/send.js
ME, BOT = 0, 1


async def waited_s(cardroom: Cardroom, seed: int) -> Counter[str]:
    """Play a game; return the seconds of its moments by phase, of the bot's moves, and of one's own forced moves."""
    live = await cardroom.open("cribbage", {}, ("",), seed=f"{seed:064x}")
    for seat in (ME, BOT):
        await commands.sit(cardroom, live, f"Player {seat}", f"{seed} {seat}")
    game, found, shown = live.game, Counter[str](), set[int]()
    bots = [BasicBot(game, Random(seat)) for seat in (ME, BOT)]  # type: ignore[arg-type]
    while True:
        table = live.table
        assert table is not None
        for moment in live.moments.latest:
            if moment.version not in shown:
                shown.add(moment.version)
                found[moment.frame.state.phase] += live.moments.hold_ms(moment)  # type: ignore[attr-defined]
        acting = game.players_to_act(table.state)
        if not acting:
            return Counter({phase: held_ms / 1000 for phase, held_ms in found.items()})
        seat = acting[0]
        if seat == BOT:
            found["bot"] += int(BOT_PACE_S * 1000)
        elif only_move(live.scene(seat)) is not None:
            found["forced"] += int(FORCED_S * 1000)
        action = bots[seat].advise(game.view(table.state, seat)).action
        await commands.move(cardroom, live, seat, game.text(action), table.version)


async def main() -> None:
    with tempfile.TemporaryDirectory() as room, ThreadPoolExecutor(1) as workers:
        cardroom = Cardroom(connect(str(Path(room) / "log.db")), workers, bot_pace_s=0)
        total: Counter[str] = Counter()
        for seed in range(1, GAME_COUNT + 1):
            total += await waited_s(cardroom, seed)
    for phase, seconds in total.most_common():
        print(f"{phase:12} {seconds / GAME_COUNT:5.1f} s")
    print(f"{'all':12} {total.total() / GAME_COUNT:5.1f} s")


if __name__ == "__main__":
    asyncio.run(main())
