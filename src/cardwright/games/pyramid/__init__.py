"""Pyramid Poker: two players, a hidden pyramid and three hands each."""

from cardwright.room import Drill, Room

ROOMS = {
    "pyramid": Room(
        package=__name__,
        bots={"beginner": "BeginnerBot", "basic": "BasicBot", "fast": "FastBot", "expert": "ExpertBot"},
        answers="odds",
        position="priority 1, start 1, 5c, place A2, 2: place A8, 8d",
        drills={
            "hands": Drill("Putting a brick into a hand", "Put", first=32, last=62),
            "bricks": Drill("Taking a brick", "Take", first=35, last=65),
            "building": Drill("Building the pyramid", "Build", first=12, last=28),
        },
        game="Pyramid",
        title="Pyramid Poker",
        about="two players, a hidden pyramid and three hands",
        aim="Win more of the three poker hands than your opponent.",
    ),
}
