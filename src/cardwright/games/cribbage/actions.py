"""Cribbage's actions and events, and how actions are written: "lay 5h Js", "play 7d", "claim 8"."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import Action, Event, Player
from cardwright.games.cribbage.scoring import DECK, MOST, Score

Pair: TypeAlias = tuple[int, int]  # something of each player
Cards: TypeAlias = tuple[Card, ...]


class Cut(Action, frozen=True):
    """A card cut for the deal."""

    card: Card


class First(Action, frozen=True):
    """Chance names the first dealer, where nobody cuts."""

    player: Player


class Deal(Action, frozen=True):
    """The next card of the deal."""

    card: Card


class TurnUp(Action, frozen=True):
    """The starter."""

    card: Card


class LayAway(Action, frozen=True):
    """Two cards of the hand, the lower first, go to the crib."""

    cards: tuple[Card, Card]


class PlayCard(Action, frozen=True):
    """A card is played to the count."""

    card: Card


class Claim(Action, frozen=True):
    """With muggins: what a player says their hand, or their crib, scores."""

    points: int


class Muggins(Action, frozen=True):
    """With muggins: what the other player says was missed, and takes; 0 to let it be."""

    points: int


class CutCard(Event, frozen=True):
    """A player cut this card for the deal."""

    player: Player
    card: Card


class CutTied(Event, frozen=True):
    """Both cut the same rank, and cut again."""


class FirstDealer(Event, frozen=True):
    """Who deals first in this game."""

    player: Player


class LaidAway(Event, frozen=True):
    """A player has laid two cards away; the other has not, yet."""

    player: Player


class CribFull(Event, frozen=True):
    """Both have laid away."""


class Starter(Event, frozen=True):
    """The starter was turned up."""

    card: Card


class Heels(Event, frozen=True):
    """The starter is a jack, for two to the dealer."""

    player: Player


class Played(Event, frozen=True):
    """A card was played, to this count, and scored this."""

    player: Player
    card: Card
    count: int
    score: Score


class Go(Event, frozen=True):
    """A player holds cards and can play none of them."""

    player: Player


class LastCard(Event, frozen=True):
    """A player played last in a count below 31, for one; ``all_out`` when it was the last card of the deal."""

    player: Player
    all_out: bool


class Show(Event, frozen=True):
    """A hand or crib was counted.

    ``player`` pegged ``points`` of the ``worth``, which are all of them but with muggins; the other took ``taken``.
    """

    player: Player
    crib: bool
    cards: Cards
    starter: Card
    worth: int
    points: int
    taken: int = 0


class Claimed(Event, frozen=True):
    """A player claimed ``points`` at the show and was allowed ``allowed`` of them."""

    player: Player
    points: int
    allowed: int


class Won(Event, frozen=True):
    """A game was won: its last scores, and for how many games it counts."""

    player: Player
    scores: Pair
    games: int


Happened: TypeAlias = (
    CutCard | CutTied | FirstDealer | LaidAway | CribFull | Starter | Heels
    | Played | Go | LastCard | Show | Claimed | Won
)  # fmt: skip


# Every action there can be, made once: they are values, and a game tree asks for them by the million.
CUTS = tuple((Cut(card), 1) for card in range(DECK.size))
FIRSTS = ((First(0), 1), (First(1), 1))
DEALS = tuple((Deal(card), 1) for card in range(DECK.size))
STARTERS = tuple((TurnUp(card), 1) for card in range(DECK.size))
LAYS = {(low, high): LayAway((low, high)) for low, high in combinations(range(DECK.size), 2)}
PLAYS = tuple(PlayCard(card) for card in range(DECK.size))
CLAIMS = tuple(Claim(claimed) for claimed in range(MOST + 1))
MUGGINS = tuple(Muggins(claimed) for claimed in range(MOST + 1))

_CARD_WORDS: dict[str, Sequence[Action]] = {
    "cut": tuple(action for action, _ in CUTS),
    "deal": tuple(action for action, _ in DEALS),
    "starter": tuple(action for action, _ in STARTERS),
    "play": PLAYS,
}
_NUMBER_WORDS: dict[str, Sequence[Action]] = {"claim": CLAIMS, "muggins": MUGGINS}
_POINTS = {str(claimed): claimed for claimed in range(MOST + 1)}


def text(action: Action) -> str:
    """An action's notation."""
    match action:
        case Cut(card):
            return f"cut {DECK.text(card)}"
        case First(player):
            return f"dealer {player + 1}"
        case Deal(card):
            return f"deal {DECK.text(card)}"
        case TurnUp(card):
            return f"starter {DECK.text(card)}"
        case LayAway(cards):
            return f"lay {DECK.text_of(cards)}"
        case PlayCard(card):
            return f"play {DECK.text(card)}"
        case Claim(claimed):
            return f"claim {claimed}"
        case Muggins(claimed):
            return f"muggins {claimed}"
    raise AssertionError(f"cribbage has no {action}")


def parse(text: str) -> Action:
    """The inverse of `text`. Raises `BadAction`, or `BadCard` for a card in it."""
    word, _, rest = text.strip().partition(" ")
    if word in _CARD_WORDS:
        return _CARD_WORDS[word][DECK.parse(rest.strip())]
    if word == "lay":
        cards = DECK.parse_cards(rest)
        if len(cards) != 2:
            raise BadAction(f"two cards are laid away, not {len(cards)}: {text!r}", text)
        return LAYS[min(cards), max(cards)]
    if word in _NUMBER_WORDS and rest in _POINTS:
        return _NUMBER_WORDS[word][_POINTS[rest]]
    if word == "dealer" and rest in ("1", "2"):
        return First(int(rest) - 1)
    raise BadAction(f"{text!r} is not a move of cribbage", text)
