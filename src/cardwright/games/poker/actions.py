"""Poker's actions, and how they are written: "deal 7d", "call", "raise 120", "draw 5h Js"."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, TypeAlias

from cardwright.cards import Card, Deck
from cardwright.errors import BadAction
from cardwright.game import Action, Automatic, Player, Randomness, Uniform

Cards: TypeAlias = tuple[Card, ...]
MAX_DECK_CARDS = 255  # a card is one byte of the stock
MAX_BET_CHIPS = 10**12
LEVELS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
"""The factors of the forced bets by level."""


class Lot(Action, frozen=True):
    """The first button, drawn by lot."""

    player: Player


class Deal(Action, frozen=True):
    """The next card, to the seat that is due one, or to the board."""

    card: Card


class Burn(Action, frozen=True):
    """A card put aside unseen."""

    card: Card


class RunOut(Automatic, frozen=True):
    """The next street of a deal in which no more bets are possible, with all hands face up."""

    suspense: ClassVar[bool] = True


class Show(Automatic, frozen=True):
    """The next hand of a showdown is shown."""


class Pay(Automatic, frozen=True):
    """The next pot, or the next half of one, is paid."""


class Shuffle(Automatic, frozen=True):
    """The cards are collected, and the next deal begins. ``level`` is its level of bets, 0 unless a clock sets it."""

    clears: ClassVar[bool] = True
    level: int = 0


class EndGame(Automatic, frozen=True):
    """The game ends between deals, as its players have agreed: see `Game.ending`."""


class Fold(Action, frozen=True):
    """Give up the hand."""


class Check(Action, frozen=True):
    """Bet nothing."""


class Look(Action, frozen=True):
    """Look at one's cards, and play blind no longer."""


class See(Action, frozen=True):
    """Pay to compare hands with the last other player."""


class SideShow(Action, frozen=True):
    """Bet the stake, and ask the player before to compare hands in private: one of the two folds."""


class Accept(Action, frozen=True):
    """Accept a side show."""


class Refuse(Action, frozen=True):
    """Refuse a side show."""


class Call(Action, frozen=True):
    """Match the bet, or go all-in for less."""


class BringIn(Action, frozen=True):
    """Post the bring-in, and no more."""


class Raise(Action, frozen=True, gc=False):
    """Bet, complete or raise so that ``to`` chips lie in front."""

    to: int


class Draw(Action, frozen=True):
    """Exchange these cards, lowest number first; none of them is standing pat."""

    cards: Cards


class Discard(Action, frozen=True):
    """Throw these cards away, lowest number first; none comes for them."""

    cards: Cards


class Reveal(Action, frozen=True):
    """Show one's hand once the deal is over."""


class Muck(Action, frozen=True):
    """Throw one's hand away unseen once the deal is over."""


class Buy(Action, frozen=True):
    """Buy chips between deals, up to a buy-in."""


class Stay(Action, frozen=True):
    """Play on with the chips one has."""


class Leave(Action, frozen=True):
    """Leave the game between deals, with one's chips."""


class SitIn(Action, frozen=True):
    """Buy in again after one has left, and sit out until one is asked."""


class SitOut(Action, frozen=True):
    """Keep one's chips and seat, and be dealt no cards until one is asked again."""


class BuyAndSitOut(Action, frozen=True):
    """Buy chips up to a buy-in, and sit out."""


class Choose(Action, frozen=True):
    """The variant of the next deal, by its place in the rotation."""

    variant: int


class RunTwice(Action, frozen=True):
    """Agree to deal the rest of the board twice, each for half of the pot."""


class RunOnce(Action, frozen=True):
    """Have the rest of the board dealt once."""


FOLD, CHECK, CALL, BRING_IN, LOOK = Fold(), Check(), Call(), BringIn(), Look()
SEE, SIDE_SHOW, ACCEPT, REFUSE = See(), SideShow(), Accept(), Refuse()
MUCK, REVEAL = Muck(), Reveal()
BUY, STAY, LEAVE, SIT_OUT, BUY_AND_SIT_OUT = Buy(), Stay(), Leave(), SitOut(), BuyAndSitOut()
SIT_IN = SitIn()
RUN_TWICE, RUN_ONCE = RunTwice(), RunOnce()
RUN_OUT, SHOW, PAY, SHUFFLE = Uniform((RunOut(),)), Uniform((Show(),)), Uniform((Pay(),)), Uniform((Shuffle(),))
END = EndGame()
SHUFFLE_OR_END = Uniform((*SHUFFLE.actions, END))
ENDS = Uniform((END,))
SHUFFLES = tuple(Shuffle(level) for level in range(1, len(LEVELS) + 1))
DEALS = tuple(Deal(card) for card in range(MAX_DECK_CARDS))
BURNS = tuple(Burn(card) for card in range(MAX_DECK_CARDS))


class Stock(Uniform):
    """The actions that deal or burn each card of a stock; only the one drawn is looked up."""

    __slots__ = ("cards", "made")

    def __init__(self, cards: bytes, made: tuple[Any, ...]) -> None:
        self.cards, self.made = cards, made

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [(self.made[card], 1) for card in self.cards[place]]
        return self.made[self.cards[place]], 1

    def take(self, rng: Randomness) -> Any:
        """Return one card, at random."""
        cards = self.cards
        return self.made[cards[rng.randrange(len(cards))]]

    def allows(self, action: object) -> bool:
        """Return True if this deals, or burns, a card of the stock."""
        return type(action) is type(self.made[0]) and action.card in self.cards  # type: ignore[attr-defined]


class Wagers(Sequence[Action]):
    """The choices of a player who is to bet: a few actions, and every raise from ``low`` to ``high``.

    A no-limit raise may be any of thousands, so raises are created on access; length, index and ``in`` are fast.
    """

    __slots__ = ("first", "high", "low")

    def __init__(self, first: tuple[Action, ...], low: int, high: int) -> None:
        self.first, self.low, self.high = first, low, high

    def __len__(self) -> int:
        return len(self.first) + (self.high - self.low + 1 if self.low else 0)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if place < 0:
            place += len(self)
            if place < 0:
                raise IndexError(place)
        first = self.first
        if place < len(first):
            return first[place]
        to = self.low + place - len(first)
        if to > self.high or not self.low:
            raise IndexError(place)
        return Raise(to)

    def __contains__(self, action: object) -> bool:
        if type(action) is Raise:
            return 0 < self.low <= action.to <= self.high
        return action in self.first

    def __iter__(self) -> Iterator[Action]:
        yield from self.first
        if self.low:
            yield from map(Raise, range(self.low, self.high + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wagers) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def draws(hand: Cards, most: int) -> tuple[Draw, ...]:
    """Every way to exchange up to ``most`` cards of a hand, fewest first."""
    ordered = sorted(hand)
    return tuple(Draw(cards) for count in range(min(most, len(hand)) + 1) for cards in combinations(ordered, count))


def discards(hand: Cards, number: int) -> tuple[Discard, ...]:
    """Every way to throw away this number of cards of a hand."""
    return tuple(map(Discard, combinations(sorted(hand), number)))


_WORDS: dict[str, Action] = {
    "fold": FOLD,
    "check": CHECK,
    "call": CALL,
    "bring-in": BRING_IN,
    "look": LOOK,
    "see": SEE,
    "side-show": SIDE_SHOW,
    "accept": ACCEPT,
    "refuse": REFUSE,
    "pat": Draw(()),
    "muck": MUCK,
    "reveal": REVEAL,
    "buy": BUY,
    "stay": STAY,
    "leave": LEAVE,
    "sit-in": SIT_IN,
    "sit-out": SIT_OUT,
    "buy-and-sit-out": BUY_AND_SIT_OUT,
    "run-twice": RUN_TWICE,
    "run-once": RUN_ONCE,
    "run-out": RunOut(),
    "show": Show(),
    "pay": Pay(),
    "shuffle": Shuffle(),
    "end": END,
}
_WORD_OF = {action: word for word, action in _WORDS.items()}


def text(deck: Deck, action: Action) -> str:
    """An action in notation; seats count from 1."""
    match action:
        case Deal(card=card):
            return f"deal {deck.text(card)}"
        case Burn(card=card):
            return f"burn {deck.text(card)}"
        case Raise(to=to):
            return f"raise {to}"
        case Draw(cards=cards) if cards:
            return f"draw {deck.text_of(cards)}"
        case Discard(cards=cards):
            return f"discard {deck.text_of(cards)}"
        case Lot(player=player):
            return f"button {player + 1}"
        case Shuffle(level=level) if level:
            return f"shuffle, level {level}"
    return _WORD_OF[action]


def parse(deck: Deck, players: int, text: str) -> Action:
    """The inverse of `text`. "bet" stands for "raise" as well. Raises `BadAction` or `BadCard`."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if not rest and word in _WORDS:
        return _WORDS[word]
    if word in ("raise", "bet") and _is_number(rest) and 0 < int(rest) <= MAX_BET_CHIPS:
        return Raise(int(rest))
    if word == "button" and _is_number(rest) and 0 < int(rest) <= players:
        return Lot(int(rest) - 1)
    level = rest.removeprefix("level ")
    if word == "shuffle," and level != rest and _is_number(level) and int(level) <= len(LEVELS):
        return SHUFFLES[int(level) - 1]
    if word in ("deal", "burn", "draw", "discard") and rest:
        cards = deck.parse_cards(rest)
        if word in ("draw", "discard"):
            return (Draw if word == "draw" else Discard)(tuple(sorted(cards)))
        if len(cards) == 1:
            return DEALS[cards[0]] if word == "deal" else BURNS[cards[0]]
    raise BadAction(f"{text!r} is not a move here: say fold, check, call, raise 120, or draw and cards, or pat", text)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 13 and word[0] != "0"
