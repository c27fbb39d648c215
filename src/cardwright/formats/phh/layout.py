"""The layout of a deal in PHH: names of fields, seats as PHH numbers them, forced bets, cards and TOML."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from cardwright.cards import Card, Deck
from cardwright.errors import BadCard
from cardwright.game import Player
from cardwright.games.poker import forced, variants
from cardwright.games.poker.betting import FIXED_LIMIT
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import OF_VARIANT
from cardwright.games.poker.state import PokerState
from cardwright.games.poker.variants.model import Variant
from cardwright.play.table import FORFEIT, RESIGN
from cardwright.ranking import load
from cardwright.ranking.declaration import is_text
from cardwright.ranking.toml_writer import assignment, value

Fields: TypeAlias = dict[str, Any]


class UnreadHand(NamedTuple):
    """A hand found in a text: its name and place there, and a function that reads its fields, or raises `BadRecord`."""

    name: str
    place: str
    read: Callable[[], Fields]
    is_ours: bool = False  # of a game that Cardwright wrote


OWN, BURNS, STEPS = "_cardwright", "_cardwright_burns", "_cardwright_steps"
BETWEEN = "_cardwright_between"  # what players chose between deals: "2 buy"
DURING = "_cardwright_during"  # and during the deal, not being in it: "2 sit-in"
LOST = {FORFEIT: "_cardwright_forfeit", RESIGN: "_cardwright_resign"}
SEE_FIRST_DEAL = "see the first deal"  # stands for the text of a declaration in the headers of later deals
OWN_VARIANT_PREFIX = "cardwright-"  # begins the name of a variant that PHH has no code for


def order(state: PokerState) -> tuple[Player, ...]:
    """The seats in the deal, as PHH numbers them: from the left of the button."""
    players = len(state.before)
    alive = [seat for seat, stack in enumerate(state.before) if stack and not state.sitting >> seat & 1]
    return tuple(sorted(alive, key=lambda seat: (seat - state.button - 1) % players))


def opening(game: Poker, state: PokerState) -> Fields:
    """The fields that say how a deal begins: antes, blinds, bets, stacks."""
    seats, level, stakes = order(state), forced.factor(state), game.setup.stakes
    antes = [amount * level for amount in _antes(game, state, seats)]
    fields: Fields = {"ante_trimming_status": len(set(antes)) == 1, "antes": antes}
    if game.variant.open == "blinds":
        fields["blinds_or_straddles"] = _reversed(_blinds(game, state, seats, level))
    elif game.variant.open == "bring-in":
        fields["bring_in"] = stakes.bring_in * level
    if game.limit == FIXED_LIMIT:
        fields |= {"small_bet": stakes.small_bet * level, "big_bet": stakes.big_bet * level}
    else:
        fields["min_bet"] = (stakes.blinds[1] if game.variant.open == "blinds" else stakes.small_bet) * level
    return fields | {"starting_stacks": [state.before[seat] for seat in seats]}


def _antes(game: Poker, state: PokerState, seats: Sequence[Player]) -> list[int]:
    antes = game.setup.stakes.antes
    if len(antes) == 1:
        return list(antes * len(seats))
    in_order = sorted(seats, key=lambda seat: (seat - state.small) % game.players)
    return _reversed([antes[in_order.index(seat)] for seat in seats])


def _blinds(game: Poker, state: PokerState, seats: Sequence[Player], level: int) -> list[int]:
    blinds = game.setup.stakes.blinds
    posts = {state.small: blinds[0] * level} if state.small in seats else {}
    posts[state.big] = blinds[1] * level
    if len(blinds) == 3 and len(seats) > 2:
        posts[seats[(seats.index(state.big) + 1) % len(seats)]] = blinds[2] * level
    posts |= {seat: -amount for seat, amount in forced.posts(game.setup, state.small)}  # as PokerKit writes them
    return [posts.get(seat, 0) for seat in seats]


def _reversed(amounts: list[int]) -> list[int]:
    """PHH lists the forced bets of two players the other way round than the players."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def write_cards(deck: Deck, cards: Iterable[Card]) -> str:
    """Return cards run together, or separated by commas where the text would be ambiguous."""
    cards = tuple(cards)
    text = "".join(map(deck.text, cards))
    try:
        return text if deck.parse_cards(text) == cards else ",".join(map(deck.text, cards))
    except BadCard:
        return ",".join(map(deck.text, cards))


def code(game: Poker) -> str:
    """Return a variant's code in PHH, or our own name for it: a changed copy of a variant is not that variant."""
    standard = game.ranking == load(game.variant.ranking) and game.settings["low"] in (OF_VARIANT, game.variant.low)
    name = game.settings["variant"]
    if is_text(name):
        standard &= any(_rules(variants.load(each)) == _rules(game.variant) for each in variants.NAMES)
    if standard and game.limit in game.variant.phh:
        return game.variant.phh[game.limit]
    return OWN_VARIANT_PREFIX + (
        re.sub(r"[^a-z0-9]+", "-", game.variant.title.casefold()).strip("-") if is_text(name) else name
    )


def _rules(variant: Variant) -> Variant:
    """Return a variant without its descriptions."""
    return msgspec.structs.replace(variant, title="", about="")


def brief(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's header without the texts of declarations, which the first deal of a file holds once."""
    options = {name: SEE_FIRST_DEAL if is_text(str(value)) else value for name, value in header["options"].items()}
    return {**header, "options": options}


# TOML


def toml(fields: Mapping[str, Any]) -> str:
    """Fields as lines of TOML; the actions have a line each."""
    lines = []
    for name, item in fields.items():
        if name == "actions":
            lines += ["actions = [", *(f"  {value(action)}," for action in item), "]"]
        else:
            lines.append(assignment(name, item))
    return "\n".join(lines) + "\n"
