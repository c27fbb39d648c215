"""How a view looks, as data, and what every face does with it: draw, choose by touching places, read and speak."""

from cardwright.scenes.model import (
    BACK,
    Lamp,
    Move,
    Number,
    Peg,
    Place,
    Scene,
    Seat,
    Zone,
    card_place,
    ladder,
    named,
    out_of_time,
)

__all__ = [
    "BACK",
    "Lamp",
    "Move",
    "Number",
    "Peg",
    "Place",
    "Scene",
    "Seat",
    "Zone",
    "card_place",
    "ladder",
    "named",
    "out_of_time",
]
