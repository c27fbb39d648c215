"""Board position: the chance to win, and by how much, at every score of both players, before a deal.

They depend only on the points that each player needs, so one table, which `board_making` makes, serves games to 121 and
to 61.
"""

import functools
from importlib import resources
from io import BytesIO
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Chances: TypeAlias = NDArray[np.float64]

MARGINS_COUNT = 3  # a win is plain, a skunk or a double skunk
MAX_DEAL_POINTS = 100  # two shows, a crib and the play give one player less
FILE = "board.npz"


@functools.cache
def results() -> Chances:
    """Return the table of `board_making.margins`, from the file."""
    table: Chances = _file()["margins"].astype(np.float64)
    table[:, 1:, 1:] /= table[:, 1:, 1:].sum(axis=0)  # the file has single precision
    table.flags.writeable = False
    return table


def precision() -> tuple[int, float]:
    """Return the number of deals that the table comes from, and its largest standard error."""
    file = _file()
    return int(file["counts"][0].sum()), float(file["error"])


@functools.cache
def mean_points() -> tuple[float, float]:
    """Return the mean points of the dealer and the pone in the deals that the table comes from."""
    counts = _file()["counts"][0]
    dealer, pone = (counts.sum(axis=axis) @ np.arange(MAX_DEAL_POINTS) / counts.sum() for axis in (1, 0))
    return float(dealer), float(pone)


def _file() -> dict[str, NDArray[np.generic]]:
    with resources.files(__package__).joinpath(FILE).open("rb") as file, np.load(BytesIO(file.read())) as data:
        return dict(data)
