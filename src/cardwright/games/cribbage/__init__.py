"""Cribbage: two players, a crib and a pegging board."""

from cardwright.games.room import Room

ROOMS = {
    "cribbage": Room(
        package=__name__, game="Cribbage", title="Cribbage", about="two players, a crib and a pegging board"
    ),
}
