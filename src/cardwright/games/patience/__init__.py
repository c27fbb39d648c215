"""Po& Poker Patience: alone, fifty cards into two layouts."""

from cardwright.room import Drill, Room

ROOMS = {
    "patience": Room(
        package=__name__,
        bots={"basic": "BasicBot", "fast": "FastBot", "expert": "ExpertBot"},
        answers="odds",
        position="3c, place 2 b3, Kd, place 1 e1, 5d",
        drills={"placings": Drill("The last placings", "PlaceCard", bot="fast", first=39, last=44)},
        solver="solver",
        game="Patience",
        title="Po& Poker Patience",
        about="alone, fifty cards into two layouts",
        aim="Make all eight poker hands in each layout; every line and card must count.",
    ),
}
