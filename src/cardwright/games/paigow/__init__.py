"""Pai Gow Poker: seven cards into two hands, against the dealer or at home."""

from cardwright.room import Room

ROOMS = {
    "paigow": Room(
        package=__name__,
        game="PaiGow",
        title="Pai Gow Poker",
        about="seven cards into two hands, against the house",
        aim="Set seven cards as a front of two and a back of five: both must win, against the dealer or, at home, all others.",
        bots={"basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        questions={"paigow": "odds"},
    ),
}
