"""Pai Gow Poker: seven cards into two hands, against the dealer or at home."""

from cardwright.room import Room

ROOMS = {
    "paigow": Room(
        package=__name__,
        game="PaiGow",
        title="Pai Gow Poker",
        about="seven cards into two hands, against the house",
        aim="Set a front of two cards and a back of five: both must beat the dealer's, or at home those of all others.",
        bots={"basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        questions={"paigow": "odds", "house-way": "odds.house_ways", "side-bet": "odds.side_bets"},
    ),
}
