"""Chinese poker: a hand of cards set in three rows, and each row compared with every other player's."""

from cardwright.room import Drill, OddsCommand, Room

ROOMS = {
    "chinese": Room(
        package=__name__,
        game="Chinese",
        title="Chinese Poker",
        about="thirteen cards, or nine or twelve, in three rows, no bets, 2 to 4 players",
        aim="Set a back, a middle and a front, the best row at the back; each row plays for points.",
        bots={"basic": "BasicBot", "expert": "ExpertBot"},
        answers="odds",
        position="Ah Kd 7c 7d 8s 9c Tc Jd Qh 2s 2d 3c 5h",
        takes_rankings=True,
        prefixed_by="ranking",
        drills={"settings": Drill("Setting three rows", "SetFront")},
        questions={
            "chinese": OddsCommand(
                "hand",
                "Chinese poker: the best settings of a hand, in points",
                ("Ac Ad 2s 3s 4s 5s 7s Kh Kd Qc Qd 9h 8h",),
                entered=("cards", "ranking", "players", "scoring", "scoop", "front"),
                known={"ranking": "ranking"},
            )
        },
    ),
}
