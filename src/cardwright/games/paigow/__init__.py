"""Pai Gow Poker: seven cards into two hands, against the dealer or at home."""

from cardwright.room import Room

ROOMS = {
    "paigow": Room(
        package=__name__,
        game="PaiGow",
        title="Pai Gow Poker",
        about="seven cards into two hands, against the house",
    ),
}
