"""Variants of poker as data: the cards of each street, the cards that make a hand, the betting, the winner.

A variant plays with any ranking whose deck is large enough; it may name the one that it is usually played with. The
built-in declarations are the files in this folder; a declaration of your own is a file like them (docs/variants.md
explains every key):

    title = "Texas hold'em"
    about = "two cards each and five for all"
    ranking = "standard"      # the table of hands that it is usually played with
    hand = "any"              # the best of "any" cards, "all" hole cards, or a number: exactly 2 of the hole cards
    wins = "high"             # "high", "low" or "split"
    low = "ace_to_five"       # the low hand, if there is one; or "table_inverted"
    qualifier = "8"           # the highest rank of a low hand that may win (default: any low hand may win)
    limit = "no-limit"        # "no-limit", "pot-limit" or "fixed-limit"
    open = "blinds"           # or "bring-in", or "antes" and no other forced bet
    bets = [2, 4]             # the bets of fixed limit on early and late streets, unless the options set others
    cap = 2                   # the most bets and raises in a round of fixed limit
    blind = true              # a player who has not looked at their cards pays half of each bet
    show = { price = 1 }      # bets go round until one of the last two players pays to see the other
    wild = "low_hole"         # a player's lowest card face down and all of its rank are wild for this player
    boards = 1                # or 2: two boards, each for half of the pot

    [[street]]
    name = "Before the flop"
    hole = ["down", "down"]   # or "hand": as many cards face down as a hand has

    [[street]]
    name = "Flop"
    burn = true
    board = 3                 # "big = true" doubles the bet of fixed limit; "draw = true" is an exchange of cards;
                              # "discard = 1" is a card that each throws away first; "bet = false" is a street
                              # without bets. With dice "roll = true" in place of hole: all dice are rolled

>>> load("texas-holdem").title
"Texas hold'em"
>>> load("texas-holdem").seats(48, burns=True)
20
"""

import functools
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from cardwright.errors import UnknownName
from cardwright.games.poker.betting import LIMITS
from cardwright.games.poker.variants.model import DEFAULT_RANKING, DOWN, HAND, UP, WILDS, Show, Street, Variant
from cardwright.ranking import declaration as rankings
from cardwright.ranking.declaration import WITH_ENDING, is_text, parse_toml, read_file, with_ending
from cardwright.ranking.toml_reader import TableReader, show, unknown
from cardwright.wording import counted

MAX_STREETS = 12
MAX_HOLE_CARDS, MAX_BOARD_CARDS = 9, 7
MAX_ANTE_CHIPS = MAX_BET_CHIPS = 1_000_000
MAX_CAP_BETS = 100
MAX_SHOW_FACTOR = 100
TWO = "two"  # the word for 2 in declarations of version 1
HANDS, WINS = ("any", "all"), ("high", "low", "split")
MAX_BOARDS = 2
LOWS, OPENINGS = ("ace_to_five", "table_inverted"), ("blinds", "bring-in", "antes")


NAMES = (  # of the built-in variants for four players and more
    "texas-holdem",
    "omaha",
    "omaha-hilo",
    "omaha-hilo-8",
    "five-card-draw",
    "deuce-to-seven-triple-draw",
    "seven-card-stud",
    "seven-card-stud-hilo",
    "razz",
    "short-deck",
    "royal-holdem",
    "greek-holdem",
    "pineapple",
    "crazy-pineapple",
    "double-board-holdem",
    "five-card-omaha",
    "big-o",
    "courchevel",
    "double-board-omaha",
    "home-draw",
    "draw",
    "deuce-to-seven-single-draw",
    "badugi",
    "rhode-island-holdem",
    "royal-rhode-island-holdem",
    "numeral211-holdem",
    "teen-patti",
    "brag",
    "blind-brag",
    "full-teen-patti",
    "full-brag",
    "poker-dice",
    "three-rolls",
    "low-hole-stud",
)
SMALL_NAMES = ("kuhn", "leduc")  # for two players, with decks of three and six cards
ALL_NAMES = (*NAMES, *SMALL_NAMES)


@functools.lru_cache(maxsize=64)
def load(variant: str) -> Variant:
    """Return a variant: a built-in one by its name, or one from a file or from TOML text.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    return parse(text_of(variant), "variant" if is_text(variant) else variant)


def text_of(variant: str) -> str:
    """Return the text of a declaration: of a built-in variant by its name, from a file, or as it is.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if variant in ALL_NAMES:
        return resources.files(__package__).joinpath(f"{variant}.toml").read_text(encoding="utf-8")
    return embed(variant)


def embed(variant: str) -> str:
    """Return a value for `load` that needs no file: the name of a built-in variant, or the text of a declaration.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if variant in ALL_NAMES or is_text(variant):
        return variant
    path = Path(variant)
    if path.suffix != ".toml":
        raise UnknownName("variant", variant, (*ALL_NAMES, *with_ending(variant)), WITH_ENDING)
    text = read_file(path)
    parse(text, variant)  # here an error can still name the file
    return text


def parse(text: str, source: str = "variant") -> Variant:
    """Return a variant from TOML text; errors refer to it as ``source``. Raises `BadDeclaration`."""
    keys = TableReader(parse_toml(text, source), source if source.isprintable() else show(source))
    streets = tuple(_streets(keys))
    variant = Variant(
        title=keys.text("title"),
        about=keys.text("about"),
        ranking=_ranking(keys),
        hand=_hand(keys),
        wins=keys.choice("wins", WINS, "high"),
        low=keys.choice("low", LOWS, "ace_to_five"),
        qualifier=keys.text("qualifier", ""),
        limit=keys.choice("limit", LIMITS),
        open=keys.choice("open", OPENINGS, "blinds"),
        ante=keys.number("ante", 0, MAX_ANTE_CHIPS, 0),
        bets=_bets(keys),
        cap=keys.number("cap", 1, MAX_CAP_BETS, 0),
        boards=keys.number("boards", 1, MAX_BOARDS, 1),
        blind=keys.flag("blind"),
        show=_show(keys),
        wild=keys.choice("wild", WILDS) if "wild" in keys else "",
        phh=_phh(keys),
        street=streets,
    )
    keys.done()
    _check(keys, variant)
    return variant


def _streets(keys: TableReader) -> Iterator[Street]:
    listed = keys.take("street")
    if not isinstance(listed, list) or not listed:
        if "category" in keys:
            raise keys.error("", "declares a deck and a table of hands, not a variant of poker: give it as the ranking")
        raise keys.error("street", f"there must be at least one [[street]]{keys.misspelt('street')}")
    if len(listed) > MAX_STREETS:
        raise keys.error("street", f"{len(listed)} streets are more than the {MAX_STREETS} a variant may have")
    for place, entry in enumerate(listed, 1):
        line = TableReader(entry, f"{keys.where}, street {place}")
        name = line.text("name")
        line.where += f" ({name})"
        street = Street(
            name=name,
            burn=line.flag("burn"),
            hole=_hole(line),
            board=line.number("board", 0, MAX_BOARD_CARDS, 0),
            draw=line.flag("draw"),
            discard=line.number("discard", 1, MAX_HOLE_CARDS, 0),
            big=line.flag("big"),
            roll=line.flag("roll"),
            bet=line.of_type("bet", bool, "true or false", True),
        )
        line.done()
        if not (street.hole or street.board or street.draw or street.discard or street.roll):
            raise line.error("", "deals no cards: it needs hole, board, draw, discard or roll")
        yield street


def _hand(keys: TableReader) -> str | int:
    """Read the cards that make a hand: a word, or the number of hole cards."""
    what = f"'any', 'all' or a number of hole cards from 1 to {MAX_HOLE_CARDS}"
    hand: str | int | None = keys.take("hand")
    if hand is None:
        raise keys.missing("hand", what)
    if hand == TWO:
        return 2
    if hand in HANDS or (type(hand) is int and 1 <= hand <= MAX_HOLE_CARDS):
        return hand
    raise keys.wrong("hand", what, hand)


def _ranking(keys: TableReader) -> str:
    """Read the name of a ranking that comes with Cardwright."""
    name, names = keys.text("ranking", DEFAULT_RANKING), (*rankings.names(), *rankings.collection())
    if name not in names:
        raise keys.error("ranking", f"no ranking {show(name)} comes with Cardwright; {unknown(name, names)}", name)
    return name


def _hole(line: TableReader) -> tuple[str, ...]:
    """Read the hole cards of a street, "down" or "up" each, or "hand"."""
    words = tuple(line.words("hole", 'a list of "down" and "up", one word a card, or "hand"', ""))
    if words == (HAND,):
        return words
    for word in words:
        if word not in (DOWN, UP):
            raise line.error("hole", f"a card is dealt down or up, not {show(word)}; {unknown(word, (DOWN, UP))}", word)
    return words


def _bets(keys: TableReader) -> tuple[int, ...]:
    """Read the bets of fixed limit: none, or the small and the big one."""
    what = f"two numbers from 1 to {MAX_BET_CHIPS:,}, the small and the big bet"
    bets = keys.of_type("bets", list, what, [])
    whole = all(type(bet) is int and 1 <= bet <= MAX_BET_CHIPS for bet in bets)
    if bets and not (whole and len(bets) == 2 and bets[0] <= bets[1]):
        raise keys.wrong("bets", what, bets)
    return tuple(bets)


def _show(keys: TableReader) -> Show | None:
    """Read how bets go round until a show."""
    if "show" not in keys:
        return None
    rule = TableReader(keys.take("show"), f"{keys.where}, show")
    show = Show(
        price=rule.number("price", 1, MAX_SHOW_FACTOR, 1),
        most=rule.number("most", 2, MAX_SHOW_FACTOR, 0),
        side=rule.flag("side"),
        both=rule.flag("both"),
    )
    rule.done()
    return show


def _phh(keys: TableReader) -> dict[str, str]:
    """Read the codes of the PHH standard, by limit."""
    codes = TableReader(keys.take("phh", {}), f"{keys.where}, phh")
    codes_by_limit = {limit: codes.text(limit, "") for limit in LIMITS}
    codes.done()
    return {limit: code for limit, code in codes_by_limit.items() if code}


def _check(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for a variant that cannot be played."""
    _check_dice(keys, variant)
    _check_streets(keys, variant)
    _check_hand(keys, variant)
    _check_bets(keys, variant)


def _check_streets(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for streets that deal too few or too many cards, or exchange cards that are up."""
    first = variant.street[0]
    if not first.hole and not first.roll:
        raise keys.error("street 1, hole", "is missing: the first street must deal cards to the players")
    for key, number, most in (("hole", variant.hole, MAX_HOLE_CARDS), ("board", variant.board, MAX_BOARD_CARDS)):
        if number > most:
            raise keys.error("street", f"{number} {key} cards in all are more than {most}")
    _check_discards(keys, variant)
    if HAND in variant.ways and (variant.ways != (HAND,) or variant.hand != "all"):
        raise keys.error("street", 'hole = "hand" deals all cards of a player at once, and needs hand = "all"')
    if variant.draws and any(UP in street.hole for street in variant.street):
        raise keys.error("street", "cards that are dealt up cannot be exchanged: use hole = down with draw")


def _check_hand(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for a hand that the cards cannot make, or that cannot win the pot as declared."""
    board, hand = variant.board, variant.hand
    if variant.from_hole and (variant.kept < variant.from_hole or not board):
        needed = f"{counted(variant.from_hole, 'hole card')} and a board"
        raise keys.error("hand", f"{hand} needs {needed}, not {variant.kept} and {counted(board, 'card')}", hand)
    if variant.boards > 1 and (not board or variant.wins != "high"):
        raise keys.error(
            "boards", 'two boards need cards on the board and wins = "high": each board wins half of the pot'
        )
    if hand == "all" and board:
        raise keys.error("hand", f'"all" makes the hand of the hole cards, and {board} go to the board', hand)
    if variant.wild and not (
        DOWN in variant.street[0].hole and _keeps_cards(variant) and not board and variant.wins == "high"
    ):
        raise keys.error(
            "wild", 'needs a card down on the first street, cards that are kept, no board, and wins = "high"'
        )
    if variant.qualifier and variant.wins != "split":
        raise keys.error("qualifier", f'needs wins = "split", not {show(variant.wins)}', variant.qualifier)


def _check_bets(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for forced bets, blind bets or bets until a show that the cards do not allow."""
    first, streets = variant.street[0], variant.street
    if variant.open == "bring-in" and first.hole.count(UP) != 1:
        raise keys.error("open", "a bring-in needs exactly one card up on the first street", variant.open)
    if variant.open == "antes" and not variant.ante:
        raise keys.error("ante", 'must be 1 or more: with open = "antes" there is no other forced bet')
    if variant.blind and (variant.open != "antes" or variant.stud or not _keeps_cards(variant)):
        raise keys.error("blind", 'needs open = "antes", and cards that are dealt down and kept')
    if variant.show and not (variant.blind and len(streets) == 1 and first.bet and variant.wins == "high"):
        raise keys.error("show", 'needs blind = true, one street with bets, and wins = "high"')


def _keeps_cards(variant: Variant) -> bool:
    return not any(street.draw or street.discard for street in variant.street)


def _check_dice(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for dice mixed with cards, or a first street without the bets that blinds begin."""
    for place, street in enumerate(variant.street, 1):
        where = f"street {place} ({street.name})"
        if street.roll and place > 1:
            raise keys.error(f"{where}, roll", "only the first street rolls all dice: later ones have draw = true")
        if variant.dice and (street.hole or street.board or street.burn or street.discard):
            raise keys.error(where, "deals cards, and the first street rolls dice: use roll and draw alone")
    if variant.open != "antes" and not variant.street[0].bet:
        raise keys.error("street 1, bet", f'cannot be false with open = {show(variant.open)}: use open = "antes"')
    if variant.dice and variant.hand != "all":
        raise keys.wrong("hand", '"all" with dice', variant.hand)


def _check_discards(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for a street in which players cannot throw away the number of cards declared."""
    held = 0
    for place, street in enumerate(variant.street, 1):
        where = f"street {place} ({street.name}), discard"
        if street.discard and street.draw:
            raise keys.error(where, "cards are thrown away or exchanged in a street, not both")
        if street.discard and street.discard >= held:
            raise keys.error(where, f"a player has {held} cards here, and must keep one", str(street.discard))
        held += len(street.hole) - street.discard
    if variant.stud and variant.kept < variant.hole:
        raise keys.error("street", "cards that are dealt up cannot be thrown away: use hole = down with discard")
