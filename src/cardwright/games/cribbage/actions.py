"""Cribbage's actions, and how they are written: "lay 5h Js", "play 7d", "count 7d 8s"."""

from collections.abc import Sequence
from itertools import combinations

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic, Player, Uniform
from cardwright.games.cribbage.counting import Cards
from cardwright.games.cribbage.scoring import DECK


class Cut(Action, frozen=True):
    """A card cut for the deal."""

    card: Card


class First(Action, frozen=True):
    """Chance names the first dealer, where the players do not cut."""

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


class Count(Action, frozen=True):
    """Counting by hand: a player calls these cards of their hand or crib, with the starter, as a combination."""

    cards: Cards


class Muggins(Action, frozen=True):
    """With muggins: the other player calls a combination that was missed, and pegs it."""

    cards: Cards


class Done(Action, frozen=True):
    """Counting by hand: the player sees no more combinations."""


class Next(Automatic, frozen=True):
    """The table goes on: everyone has seen the cards that lie face up."""


# Every possible action, created once: they are values, and a game tree uses millions of them.
CUTS = tuple(Cut(card) for card in range(DECK.size))
FIRSTS = Uniform((First(0), First(1)))
DEALS = tuple(Deal(card) for card in range(DECK.size))
STARTERS = tuple(TurnUp(card) for card in range(DECK.size))
LAYS = {(low, high): LayAway((low, high)) for low, high in combinations(range(DECK.size), 2)}
PLAYS = tuple(PlayCard(card) for card in range(DECK.size))
DONE = Done()
NEXT = Uniform((Next(),))

_CARD_WORDS: dict[str, Sequence[Action]] = {
    "cut": CUTS,
    "deal": DEALS,
    "starter": STARTERS,
    "play": PLAYS,
}
_WORDS: dict[str, Action] = {
    "dealer 1": First(0),
    "dealer 2": First(1),
    "done": DONE,
    "next": Next(),
    **{f"{word} {DECK.text(card)}": each for word, all_ in _CARD_WORDS.items() for card, each in enumerate(all_)},
}
_TEXTS = {action: text for text, action in _WORDS.items()}


def text(action: Action) -> str:
    """An action's notation."""
    match action:
        case LayAway(cards):
            return f"lay {DECK.text_of(cards)}"
        case Count(cards):
            return f"count {DECK.text_of(cards)}"
        case Muggins(cards):
            return f"muggins {DECK.text_of(cards)}"
    return _TEXTS[action]


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
    if word in ("count", "muggins"):
        some = tuple(sorted(DECK.parse_cards(rest)))
        if not 1 <= len(some) <= 5:
            raise BadAction(f"a combination has 1 to 5 cards, not {len(some)}: {text!r}", text)
        return Count(some) if word == "count" else Muggins(some)
    if text.strip() in _WORDS:
        return _WORDS[text.strip()]
    raise BadAction(f"{text!r} is not a move of cribbage", text)
