"""At which tables the load test moves."""

import asyncio

from load.crowd import Crowd


class Moved:
    """A table that notes when it moves."""

    def __init__(self, number: int, order: list[int]) -> None:
        self.number, self.order = number, order

    async def move(self) -> None:
        self.order.append(self.number)


def order_of(*, in_step: bool) -> list[int]:
    """Return the tables of 30 moves, in their order."""
    order: list[int] = []
    crowd = Crowd([1], 0)
    crowd.pairs = [Moved(number, order) for number in range(3)]  # type: ignore[misc]
    asyncio.run(crowd.play(1000, 1, in_step=in_step))
    return order[:30]


def test_tables_move_in_turn_only_if_asked() -> None:
    assert order_of(in_step=True) == [0, 1, 2] * 10
    chosen = order_of(in_step=False)
    assert chosen != [0, 1, 2] * 10
    assert set(chosen) == {0, 1, 2}
    assert order_of(in_step=False) == chosen  # the same in every run
