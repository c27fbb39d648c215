"""Flexdeck Dice Poker: two players, dominoes as ten-sided dice."""

from cardwright.room import Drill, Room

ROOMS = {
    "flexdeck": Room(
        package=__name__,
        bots={"basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        drills={"covers": Drill("Covering", "Cover")},
        game="Flexdeck",
        title="Flexdeck Dice Poker",
        about="two players, dominoes as ten-sided dice",
        aim="Make the better poker hand of five dice, and win more rounds than your opponent.",
    ),
}
