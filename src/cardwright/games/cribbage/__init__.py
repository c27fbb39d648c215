"""Cribbage: two players, a crib and a pegging board."""

from cardwright.room import Drill, OddsCommand, Room

ROOMS = {
    "cribbage": Room(
        package=__name__,
        game="Cribbage",
        title="Cribbage",
        about="two players, a crib and a pegging board",
        aim="Reach the end of the board first, by points for fifteens, pairs, runs and flushes.",
        # Those named by what they miss, counting by hand, misjudge other choices too.
        bots={
            "misses-30-percent": "Misses30",
            "misses-15-percent": "Misses15",
            "misses-5-percent": "Misses5",
            "basic": "BasicBot",
            "expert": "ExpertBot",
        },
        answers="odds",
        position="Ks 2h, 5c 9d 8h Qh 4h Ts",
        vector="CribbageVector",
        luck="odds.luck",
        drills={
            "discards": Drill("Laying away", "LayAway"),
            "play": Drill("Playing a card", "PlayCard"),
        },
        questions={
            "discard": OddsCommand(
                "odds.discard",
                "cribbage: what each way to lay away two of six cards is worth",
                ("5h 5s Jd Qc 4c 6h", "--dealer", "--score", "90", "105"),
                entered=("cards", "dealer", "score", "to", "skunks", "games", "won", "next_deal"),
            ),
            "count": OddsCommand(
                "odds.count",
                "cribbage: count a hand, with its reasons",
                ("5h 5s 5d Jc", "5c"),
                entered=("cards", "starter", "crib"),
            ),
            "board": OddsCommand(
                "odds.board",
                "cribbage: the chance to win at a score",
                ("90", "105"),
                entered=("score", "other", "to", "skunks", "games", "won", "next_deal"),
            ),
        },
    ),
}
