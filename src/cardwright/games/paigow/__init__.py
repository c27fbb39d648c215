"""Pai Gow Poker: seven cards into two hands, against the dealer or at home."""

from cardwright.room import Drill, OddsCommand, Room

ROOMS = {
    "paigow": Room(
        package=__name__,
        game="PaiGow",
        title="Pai Gow Poker",
        about="seven cards into two hands, against the house",
        aim="Split seven cards into a front of two and a back of five that both beat your opponent's.",
        bots={"beginner": "BeginnerBot", "casual": "CasualBot", "basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        drills={
            "settings": Drill("Setting a hand", "SetHands"),
            "house-way": Drill("Setting as the house does", "SetHands", by_rule=True),
        },
        questions={
            "paigow": OddsCommand(
                "odds",
                "pai gow: all settings of a hand, or one way of setting against another over all deals",
                ("Jo Ac Kd Qh Ts 7c 4d",),
                entered=("cards", "dealer", "wheel", "joker", "copies", "commission", "bank", "queen_push"),
                known={"dealer": "house_way"},
            ),
            "house-way": OddsCommand(
                "odds.house_ways", "pai gow: check a house way over all hands, or compare two", ("trump_plaza",)
            ),
            "side-bet": OddsCommand("odds.side_bets", "pai gow: the edge of a pay table", ("--others", "5")),
        },
    ),
}
