"""The options of poker, and what each choice means."""

import functools
from collections.abc import Mapping

from cardwright.game import Option
from cardwright.games.poker import variants
from cardwright.games.poker.actions import MAX_BET_CHIPS
from cardwright.games.poker.betting import FIXED_LIMIT, LIMITS
from cardwright.games.poker.cards.skins import SKINS, fits
from cardwright.games.poker.setup import OF_VARIANT
from cardwright.games.poker.variants.mixes import MIXES
from cardwright.games.poker.variants.model import MAX_PLAYERS
from cardwright.ranking import declaration, names

MAX_DECLARATION_CHARACTERS = declaration.MAX_FILE_BYTES  # of a ranking or a variant that is given as text
MAX_LEVEL_MINUTES = 1440  # a day

_rare = functools.partial(Option, rare=True)
_WHERE_BETS_STAY = "and only where bets stay (0 deals a level) may others join later"
_ANY_ROTATION: Mapping[str, tuple[str, ...]] = {"rotation": ()}
_RANKINGS = tuple(name for name in names() if not declaration.load(name).dice)
_VARIANTS = {name: variants.load(name) for name in variants.ALL_NAMES}
_BRING_IN = {"variant": tuple(name for name, made in _VARIANTS.items() if made.open == "bring-in")}
_OF_FIXED_LIMIT: tuple[Mapping[str, tuple[str, ...]], ...] = (
    {"limit": (FIXED_LIMIT,)},
    {"limit": ("variant",), "variant": tuple(name for name, made in _VARIANTS.items() if made.limit == FIXED_LIMIT)},
)
_OF_ONE_BOARD = tuple(name for name, made in _VARIANTS.items() if made.can_run_twice)
_OF_A_LOW_HAND = {
    "variant": tuple(name for name, made in _VARIANTS.items() if made.wins != "high"),
    "ranking": (OF_VARIANT, *(name for name in _RANKINGS if not declaration.load(name).low)),
}

OPTIONS = (
    Option("players", 4, "how many play", low=2, high=MAX_PLAYERS),
    _rare(
        "ranking",
        OF_VARIANT,
        "the deck and the table of hands",
        (OF_VARIANT, *_RANKINGS),
        free="a ranking's name or file",
        known=declaration.all_names(),
        max_characters=MAX_DECLARATION_CHARACTERS,
        meanings=(
            "those that the variant is usually played with",
            *(f"{declaration.load(name).title}: {declaration.load(name).about}" for name in _RANKINGS),
        ),
        title="Deck and hands",
    ),
    Option(
        "variant",
        "texas-holdem",
        "which cards come when, and which make a hand",
        tuple(_VARIANTS),
        free="a variant's name or file",
        max_characters=MAX_DECLARATION_CHARACTERS,
        meanings=tuple(f"{made.title}: {made.about}" for made in _VARIANTS.values()),
        needs=({"rotation": ("",)},),
        stated=True,
    ),
    _rare(
        "rotation",
        "",
        "several variants instead of one, which follow one another or are chosen by the dealer",
        free=f"{' or '.join(MIXES)}, or variants in order: texas-holdem/fixed-limit, omaha, razz",
        title="Several variants",
    ),
    _rare(
        "rotate",
        "deal",
        "when the next variant of a rotation comes",
        choices=("deal", "orbit", "choice"),
        meanings=(
            "each deal is of the next variant",
            "each variant is dealt once for every seat",
            "the dealer chooses the variant of each deal",
        ),
        needs=(_ANY_ROTATION,),
        title="Change of variant",
    ),
    Option(
        "limit",
        OF_VARIANT,
        "how much may be bet",
        choices=(OF_VARIANT, *LIMITS),
        meanings=(
            "as the variant is usually played",
            "no limit: any bet up to all your chips",
            "pot limit: bets up to the size of the pot",
            "fixed limit: every bet and raise has one size",
        ),
        title="Betting limit",
    ),
    _rare(
        "low",
        OF_VARIANT,
        "how low hands are ranked, where a low hand wins",
        choices=(OF_VARIANT, "ace_to_five", "table_inverted"),
        meanings=(
            "as the variant is usually played",
            "ace to five: straights and flushes do not count, aces (and the nulls of piecepacks) are low",
            "the table of hands upside down: the worst hand of the table is the best low hand",
        ),
        needs=(_OF_A_LOW_HAND, _ANY_ROTATION),
        title="Low hands",
    ),
    Option(
        "stacks",
        "200",
        "what each player has before the first deal",
        free="one number for all, or one a seat: 200/150/90",
        stated=True,
        title="Chips to begin with",
    ),
    Option("blinds", "1/2", "small and big blind", free="one number or two; a third is a straddle: 1/2/4", stated=True),
    _rare(
        "ante",
        "variant",
        "what each pays before the deal",
        free="variant, a number, or one a seat from the left",
        title="Ante",
    ),
    _rare(
        "bring_in",
        0,
        "the forced bet of stud games; 0: the small blind",
        low=0,
        high=MAX_BET_CHIPS,
        needs=(_BRING_IN, _ANY_ROTATION),
    ),
    _rare(
        "small_bet",
        0,
        "the bet of fixed limit on early streets, and the least bet of stud games; 0: the big blind",
        low=0,
        high=MAX_BET_CHIPS,
        needs=(*_OF_FIXED_LIMIT, _BRING_IN, _ANY_ROTATION),
    ),
    _rare(
        "big_bet",
        0,
        "the bet of fixed limit on late streets; 0: two small bets",
        low=0,
        high=MAX_BET_CHIPS,
        needs=(*_OF_FIXED_LIMIT, _ANY_ROTATION),
    ),
    _rare(
        "cap",
        4,
        "bets and raises allowed in a round of fixed limit; 0: any number",
        low=0,
        high=100,
        needs=(*_OF_FIXED_LIMIT, _ANY_ROTATION),
        title="Raises a round",
    ),
    _rare(
        "burns",
        True,
        "put a card aside before each later street",
        choices=(True, False),
        meanings=("a card is put aside unseen before each later street", "no card is put aside"),
        title="Burnt cards",
    ),
    Option("deals", 0, "how many deals; 0: until one player has all the chips", low=0, high=100_000),
    _rare(
        "level_minutes",
        0,
        "minutes of play after which forced and fixed bets go up; 0: they go up after a number of deals",
        low=0,
        high=MAX_LEVEL_MINUTES,
        title="Minutes a level",
    ),
    _rare(
        "rise",
        10,
        "deals after which forced and fixed bets go up; 0: bets stay",
        low=0,
        high=100_000,
        needs=({"level_minutes": (0,)},),
        title="Deals a level",
    ),
    _rare(
        "button",
        0,
        "the seat that has the button first; 0: by lot",
        low=0,
        high=MAX_PLAYERS,
        title="First button",
    ),
    _rare(
        "rebuy",
        False,
        "players short of chips may buy more between deals, as in a cash game; it needs a number of deals, "
        + _WHERE_BETS_STAY,
        choices=(True, False),
        meanings=(
            "between deals, a player with less than half of the first stack may buy up to it, or leave",
            "a player without chips is out",
        ),
        title="Rebuys",
    ),
    _rare(
        "sit_out",
        False,
        "players may sit out, top up or leave, as in a cash game; it needs a number of deals, " + _WHERE_BETS_STAY,
        choices=(True, False),
        meanings=(
            "before the big blind comes to a player (or the button), they play on, top up, sit out or leave",
            "every player with chips is dealt in",
        ),
        title="Sitting out",
    ),
    _rare(
        "buy_in",
        0,
        "what a player may buy up to; 0: their first stack",
        low=0,
        high=MAX_BET_CHIPS,
        needs=({"rebuy": (True,)}, {"sit_out": (True,)}),
        title="Buy-in",
    ),
    _rare(
        "run_twice",
        False,
        "players who are all-in may have the rest of the board dealt twice, each time for half of the pot",
        choices=(True, False),
        meanings=("where no more can be bet, all left in may agree to it", "the board is dealt once"),
        needs=({"variant": _OF_ONE_BOARD}, _ANY_ROTATION),
        title="Running it twice",
    ),
    _rare(
        "showdown",
        "muck",
        "which hands are shown at the end of a deal",
        choices=("muck", "show", "ask"),
        meanings=(
            "a beaten hand is thrown away unseen",
            "all hands are shown at the showdown, as in tournaments where a player is all-in",
            "players with a hand that need not be shown, beaten or unopposed, choose to show it or not",
        ),
        title="Hands shown",
    ),
    _rare(
        "skin",
        "own",
        "other cards that show the same tiles",
        choices=("own", *SKINS),
        meanings=(
            "the cards of the deck itself",
            "a piecepack and a French-suited piecepack",
            "a Rainbow Deck: kings for nulls, jacks for aces",
            "piecepack dice cards: the black and the red cards",
            "52 playing cards: K J 6 7 8 9 for the black tiles, Q A 2 3 4 5 for the white ones",
        ),
        needs=({"ranking": tuple(name for name in _RANKINGS if fits(declaration.load(name).deck))},),
        title="Look of the cards",
    ),
)
