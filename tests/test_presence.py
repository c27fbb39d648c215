"""Who has a table's page open, and who has gone away from it."""

import asyncio

from cardwright.cardroom.presence import Presence
from cardwright.game import SPECTATOR


class Heard(Presence):
    """Presence without a delay, whose changes can be awaited."""

    def __init__(self) -> None:
        self.tables: asyncio.Queue[str] = asyncio.Queue()
        super().__init__(self.tables.put_nowait)
        self.gone_after_s = 0


async def test_a_player_is_gone_when_the_last_page_is_closed_and_back_with_the_next() -> None:
    presence = Heard()
    assert presence.gone("a", 2) == []  # who never came may be at another server
    with presence.page("a", 1):
        with presence.page("a", 1), presence.page("a", SPECTATOR), presence.page("b", 0):
            pass
        assert await presence.tables.get() == "b"
        assert (presence.gone("a", 2), presence.gone("b", 2)) == ([], [0])
    assert presence.gone("a", 2) == []
    assert await presence.tables.get() == "a"
    assert presence.gone("a", 2) == [1]
    with presence.page("a", 1):
        assert await presence.tables.get() == "a"
        assert presence.gone("a", 2) == []
    presence.close()


async def test_a_page_that_is_loaded_again_is_not_noticed_and_a_move_brings_a_player_back() -> None:
    presence = Heard()
    with presence.page("a", 0):
        pass
    with presence.page("a", 0):  # before the event loop has run
        await asyncio.sleep(0)
        assert presence.gone("a", 2) == []
    await presence.tables.get()
    presence.came("a", 0)
    assert presence.gone("a", 2) == []
    assert await presence.tables.get() == "a"
    with presence.page("a", 1):
        pass
    await presence.tables.get()
    presence.forget("a", 2)
    assert presence.gone("a", 2) == []
