"""Pyramid Poker: two players, a hidden pyramid and three hands each."""

from cardwright.room import Room

ROOMS = {
    "pyramid": Room(
        package=__name__,
        bots={"basic": "BasicBot", "fast": "FastBot", "expert": "ExpertBot"},
        answers="odds",
        game="Pyramid",
        title="Pyramid Poker",
        about="two players, a hidden pyramid and three hands",
        aim="Win more of the three poker hands than your opponent.",
    ),
}
