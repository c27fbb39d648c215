"""The options of a session."""

from collections.abc import Mapping

from cardwright.game import Option
from cardwright.games.paigow.house_way import WAYS

CASINO: tuple[Mapping[str, tuple[str, ...]], ...] = ({"form": ("casino",)},)

OPTIONS = (
    Option(
        "form",
        "casino",
        "where the game is played",
        ("casino", "home"),
        meanings=("in a casino, against the dealer", "at home, the players against each other for a pot"),
        title="Place",
    ),
    Option("players", 2, "players, beside the dealer in a casino: 1 to 6 there, 2 to 7 at home", low=1, high=7),
    Option("rounds", 10, "rounds in a session; at home more follow until the pot is taken", low=1, high=1000),
    Option("bankroll", 200, "chips each player sits down with", low=1, high=1_000_000, title="Chips to begin with"),
    Option(
        "minimum",
        5,
        "smallest bet, and bets are multiples of it; at home the ante",
        low=1,
        high=10_000,
        title="Smallest bet",
    ),
    Option("maximum", 100, "largest bet (casino)", low=1, high=10_000, needs=CASINO, title="Largest bet"),
    Option(
        "house_way",
        "trump_plaza",
        "the rules by which the dealer sets (casino), and which hints follow",
        tuple(WAYS),
        meanings=tuple(WAYS.values()),
        rare=True,
    ),
    Option(
        "wheel",
        "second",
        "the rank of A-2-3-4-5 among straights",
        ("second", "lowest"),
        meanings=("the second highest straight", "the lowest straight"),
        rare=True,
        title="Rank of A-2-3-4-5",
    ),
    Option(
        "copies",
        "dealer",
        "what happens when two hands are equal (casino)",
        ("dealer", "push"),
        meanings=("the dealer wins them", "neither wins: the bet is a push"),
        needs=CASINO,
        rare=True,
        title="Equal hands",
    ),
    Option(
        "commission",
        0,
        "commission on wins, in % (casino)",
        (0, 5),
        meanings=("none", "5 % of every win goes to the house"),
        needs=CASINO,
        rare=True,
        title="Commission on wins",
    ),
    Option(
        "fortune",
        False,
        "a side bet on the best of all seven cards (casino)",
        (False, True),
        needs=CASINO,
        rare=True,
        title="Fortune bet",
    ),
    Option(
        "dragon",
        False,
        "an empty seat's hand is offered for a second bet (casino)",
        (False, True),
        needs=CASINO,
        rare=True,
        title="Dragon hand",
    ),
    Option(
        "banking",
        False,
        "players are offered the bank in turn (casino)",
        (False, True),
        needs=CASINO,
        rare=True,
        title="Players bank",
    ),
)
