"""Poker: any variant with any ranking. Dual Piecepacks Poker is this game with defaults of its own."""

import functools

from cardwright.room import Drill, OddsCommand, Room

PAY_TABLES = ("jacks-or-better", "bonus-poker", "deuces-wild", "double-double-bonus", "joker-poker")

_room = functools.partial(
    Room,
    package=__name__,
    game="Poker",
    aim="Win the chips of the others, with the best hand or when all others fold.",
    bots={
        "caller": "CallerBot",
        "loose": "LooseBot",
        "basic": "BasicBot",
        "bold": "BoldBot",
        "cautious": "CautiousBot",
        "tight": "TightBot",
        "fast": "FastBot",
        "balanced": "BalancedBot",
        "expert": "ExpertBot",
    },
    create="composed.rotation",
    answers="odds",
    luck="odds.luck",
    drills={"calls": Drill("Answering a bet", "Call"), "bets": Drill("Betting or checking", "Check")},
    match_options={"deals": 1, "rise": 0},
    prefixed_by="ranking",
    renamed_by="variant",
)

ROOMS = {
    "dual-piecepacks": _room(
        title="Dual Piecepacks Poker",
        about="48 tiles, 17 kinds of hands, high and low",
        position="button 2, 3wS 3bS NbC 4wH",
        page="dual-piecepacks.md",
        guide="dual-piecepacks-guide.toml",
        defaults={"ranking": "dual-piecepacks", "variant": "omaha-hilo"},
    ),
    "poker": _room(
        title="Poker",
        about="any table of hands and any variant, 2 to 20 players",
        has_variants=True,
        variant_guides={"five-card-draw": "draw-guide.toml", "seven-card-stud": "stud-guide.toml"},
        position="button 1, Tc Td, 4: raise 6",
        vector="PokerVector",
        questions={
            "equity": OddsCommand(
                "questions.equity",
                "poker: how often each of some hands or ranges wins, with any table of hands",
                ("standard", "Ah Ad", "QQ+, AKs", "--board", "2c 7d 9h"),
                entered=("ranking", "hands", "variant", "board", "dead", "put", "lines", "outs"),
                known={"ranking": "ranking", "variant": "variant"},
            ),
            "street": OddsCommand(
                "questions.street",
                "poker: solve one betting round of two players",
                ("standard", "AcAd, QcQd", "KcKd", "--board", "2c 2d 2h 7s 8s"),
                entered=("ranking", "ranges", "board", "pot", "stack", "bets", "hands"),
                known={"ranking": "ranking"},
            ),
            "video-poker": OddsCommand(
                "questions.video_poker",
                "poker: which cards to hold in video poker, and what a pay table returns under best play",
                ("jacks-or-better", "--hand", "Ah Kh Qh Jh 9c"),
                entered=("ranking", "hand", "hold", "pay"),
                known={"ranking": PAY_TABLES},
            ),
            "starting": OddsCommand(
                "questions.starting",
                "poker: all starting hands of a variant, compared",
                ("standard", "--against", "AKs"),
                entered=("ranking", "hand", "against", "push"),
                known={"ranking": ("dual-piecepacks", "standard")},
            ),
        },
    ),
}
