"""Flexdeck Dice Poker: two players, dominoes as ten-sided dice."""

from cardwright.room import Drill, OddsCommand, Room

ROOMS = {
    "flexdeck": Room(
        package=__name__,
        bots={"beginner": "BeginnerBot", "casual": "CasualBot", "basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        position="dealer 2, 6-6 9-5 9-1 0-7 3-1",
        vector="FlexdeckVector",
        questions={
            "race": OddsCommand(
                "odds.race",
                "flexdeck: the chance to win the match at a score",
                ("3", "2"),
                entered=("score", "other", "ties", "cover", "next_dealer"),
            )
        },
        drills={"covers": Drill("Covering", "Cover")},
        game="Flexdeck",
        title="Flexdeck Dice Poker",
        about="two players, dominoes as ten-sided dice",
        aim="Make the better hand of five dice, and win more rounds than your opponent.",
    ),
}
