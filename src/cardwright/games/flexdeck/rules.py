"""Flexdeck Dice Poker by Martin Willett (2019): two players, and the 55 dominoes to 9-9 as ten-sided dice.

Five cards in a row give each player five dice, the halves on their side. In turn, non-dealer first, twice each, the
players may cover up to three of their dice; for each the next card is flipped, and its upper half is the new die. The
better roll wins the round, and who first wins five rounds the match. From the top: five of a kind, four of a kind,
straight-5, full house, two pair, straight-4 (a run of four and an odd die), three of a kind, one pair, garbage.

Rulings:

FD1   four of a kind, missing from the table, stands above straight-5 (option ``four``: counted as another line)
FD2   a run of four with a pair is one pair
FD3   equal in all that the table lists (option ``criteria``: then by all dice), no one scores, and the deal passes on
      (option ``ties``: the same dealer deals again, or both score; both at five together is a draw)
FD4   two pair go by the higher pair, the lower pair, the fifth die
FD5   the first to win five rounds wins (option ``rounds``: the better of so many)
FD6   a card lies either way up with equal chance. Of the opening cards the upper half, away from the dealer, is the
      non-dealer's; later the upper half counts as it was flipped, and no card is turned
FD7   no run goes round from nine to zero
FD8   non-dealer, dealer, non-dealer, dealer; a die covered once may be covered again
FD9   none to three dice are covered in a turn (option ``cover``)
FD10  the first dealer is drawn (option ``first_dealer``), a round counts one, the deal alternates (option
      ``next_dealer``), and all cards are shuffled for each round (option ``shuffle``: when too few are left for one)
"""

from collections.abc import Hashable, Sequence
from itertools import combinations
from random import Random
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadAction
from cardwright.game import CHANCE, Action, Event, Game, Option, Player, State, View
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.scoring import DICE, table

TURNS = 4
TO_WIN = 5
NOBODY = -1

# ---------------------------------------------------------------------------------------------------- actions


class Begin(Action, frozen=True):
    """Chance names the first dealer."""

    dealer: Player


class Flip(Action, frozen=True):
    """Chance flips the next card, one way up."""

    card: Card


class Cover(Action, frozen=True):
    """A player covers these of their dice, 0 to 4 from the left; none keeps them all."""

    dice: tuple[int, ...]


Deed: TypeAlias = Begin | Flip | Cover

# ----------------------------------------------------------------------------------------------------- events


class Began(Event, frozen=True):
    """The first dealer was named."""

    dealer: Player


class Laid(Event, frozen=True):
    """A card was laid in the opening row."""

    die: int
    card: Card


class Chose(Event, frozen=True):
    """A player said which dice to cover."""

    player: Player
    dice: tuple[int, ...]


class Covered(Event, frozen=True):
    """A die was covered."""

    player: Player
    die: int
    card: Card


class Compared(Event, frozen=True):
    """A round ended with these rolls; ``winner`` is `NOBODY` for a tie."""

    rolls: tuple[tuple[int, ...], tuple[int, ...]]
    winner: Player


class Ended(Event, frozen=True):
    """The match ended; ``winner`` is `NOBODY` for a draw."""

    winner: Player


# -------------------------------------------------------------------------------------------- state and view

Happening: TypeAlias = Began | Laid | Chose | Covered | Compared | Ended
Covers: TypeAlias = tuple[tuple[Card, ...], ...]  # the cards that cover each die, the last on top
_BARE: Covers = ((),) * DICE


class FlexdeckState(State, frozen=True):
    """The tableau, the score, and the used dominoes as the bits of ``used``.

    ``turn`` counts the turns of this round, ``pending`` are the dice still to be covered in this one, ``last`` is how
    the round before ended.
    """

    dealer: Player
    scores: tuple[int, int] = (0, 0)
    rounds: int = 0
    row: tuple[Card, ...] = ()
    covers: tuple[Covers, Covers] = (_BARE, _BARE)
    turn: int = 0
    pending: tuple[int, ...] = ()
    used: int = 0
    ended: bool = False
    last: Compared | None = None
    events: tuple[Happening, ...] = ()


class FlexdeckView(View, frozen=True):
    """All of the state: every card flipped lies face up, and the order of the others is not yet settled."""

    dealer: Player
    scores: tuple[int, int]
    rounds: int
    row: tuple[Card, ...]
    covers: tuple[Covers, Covers]
    turn: int
    pending: tuple[int, ...]
    used: int
    ended: bool
    last: Compared | None
    events: tuple[Happening, ...]

    @property
    def to_act(self) -> tuple[Player, ...]:
        """The seat whose turn it is; none while cards are flipped, and at the end."""
        return () if _waits(self) else (seat_of_turn(self.dealer, self.turn),)

    def roll(self, seat: Player) -> tuple[int, ...]:
        """A player's dice as they stand, left to right; fewer than five while the row is dealt."""
        return roll(self, seat)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The dominoes that may still be flipped in this round."""
        return tuple(domino for domino in range(deck.SIZE) if not self.used >> domino & 1)


# ------------------------------------------------------------------------------------ tables made once at import

_BIT = tuple(1 << deck.DOMINO[card] for card in range(deck.LYING))
# a domino lies either way with weight one; a double looks the same both ways
_FLIPS = tuple(
    (_BIT[card], (Flip(card), 2 if deck.upper(card) == deck.lower(card) else 1)) for card in range(deck.LYING)
)
_KEEP = Cover(())
_BEGINNINGS = (Begin(0), Begin(1))


class Flexdeck(Game[FlexdeckState, Deed, FlexdeckView]):
    """Flexdeck Dice Poker; returns 1 to the winner of the match and -1 to the loser."""

    name: ClassVar[str] = "flexdeck"
    version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "four",
            "above_straight5",
            "what four of a kind counts as",
            ("above_straight5", "full_house", "three_of_a_kind", "two_pair"),
        ),
        Option("criteria", "listed", "what parts equal categories", ("listed", "kickers")),
        Option("ties", "none", "what comes of a tied round", ("none", "replay", "both_score")),
        Option("rounds", 0, "how many rounds; 0: until one player has won five", low=0, high=99),
        Option("cover", 3, "how many dice may be covered in a turn", low=1, high=DICE),
        Option("first_dealer", "random", "who deals first", ("random", "first", "second")),
        Option("next_dealer", "alternate", "who deals next", ("alternate", "winner", "loser")),
        Option("shuffle", "every_round", "when used cards come back", ("every_round", "when_short")),
    )  # fmt: skip
    state_type = FlexdeckState
    view_type = FlexdeckView
    players = 2

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.table = table(self.settings["four"], self.settings["criteria"] == "kickers")
        self.most: int = self.settings["cover"]
        self.covers: tuple[Cover, ...] = tuple(
            Cover(dice) for count in range(self.most + 1) for dice in combinations(range(DICE), count)
        )
        self._notation = {f"cover {' '.join(str(die + 1) for die in cover.dice)}": cover for cover in self.covers[1:]}

    def initial_state(self) -> FlexdeckState:
        """No score; chance names the dealer unless it is fixed."""
        return FlexdeckState({"random": NOBODY, "first": 0, "second": 1}[self.settings["first_dealer"]])

    def players_to_act(self, state: FlexdeckState) -> tuple[Player, ...]:
        """Chance while cards are flipped, else whoever's turn it is."""
        if state.ended:
            return ()
        return (CHANCE,) if _waits(state) else (seat_of_turn(state.dealer, state.turn),)

    def legal_actions(self, state: FlexdeckState, player: Player) -> Sequence[Deed]:
        """Any of one's dice, up to the limit."""
        return self.covers

    def chance_outcomes(self, state: FlexdeckState) -> Sequence[tuple[Deed, int]]:
        """Either dealer; then any card not used, either way up."""
        if state.dealer == NOBODY:
            return [(beginning, 1) for beginning in _BEGINNINGS]
        used = state.used
        return [outcome for bit, outcome in _FLIPS if not used & bit]

    def apply(self, state: FlexdeckState, player: Player, action: Deed) -> FlexdeckState:
        """One step: a dealer named, a card flipped, dice to be covered chosen."""
        match action:
            case Begin(dealer):
                return replace(state, dealer=dealer, events=(Began(dealer),))
            case Flip(card):
                return self._lay(state, card) if len(state.row) < DICE else self._cover(state, card)
            case Cover(dice):
                chosen = replace(state, pending=dice, events=(Chose(player, dice),))
                return chosen if dice else self._next_turn(chosen)

    def returns(self, state: FlexdeckState) -> tuple[int, ...]:
        """1 and -1 when the match is decided, else nothing."""
        if not state.ended or state.scores[0] == state.scores[1]:
            return (0, 0)
        return (1, -1) if state.scores[0] > state.scores[1] else (-1, 1)

    def view(self, state: FlexdeckState, player: Player) -> FlexdeckView:
        """The same for both players and for whoever looks on: nothing is hidden but the order of the deck."""
        return FlexdeckView(
            player=player,
            dealer=state.dealer,
            scores=state.scores,
            rounds=state.rounds,
            row=state.row,
            covers=state.covers,
            turn=state.turn,
            pending=state.pending,
            used=state.used,
            ended=state.ended,
            last=state.last,
            events=state.events,
        )

    def sample_state(self, view: FlexdeckView, rng: Random) -> FlexdeckState:
        """The state itself: it is all in the view."""
        return FlexdeckState(
            dealer=view.dealer,
            scores=view.scores,
            rounds=view.rounds,
            row=view.row,
            covers=view.covers,
            turn=view.turn,
            pending=view.pending,
            used=view.used,
            ended=view.ended,
            last=view.last,
            events=view.events,
        )

    def choices(self, view: FlexdeckView) -> Sequence[Deed]:
        """As for every game, told from the view alone."""
        return self.covers if view.player in view.to_act else ()

    def text(self, action: Deed) -> str:
        """ "dealer 1", "flip 3-7" (upper half first), "cover 1 4 5" (dice from the left), "keep"."""
        match action:
            case Begin(dealer):
                return f"dealer {dealer + 1}"
            case Flip(card):
                return f"flip {deck.text(card)}"
            case Cover(dice):
                return f"cover {' '.join(str(die + 1) for die in dice)}" if dice else "keep"

    def parse(self, text: str) -> Deed:
        """The inverse of `text`; dice may be written in any order."""
        match text.casefold().split():
            case ["dealer", ("1" | "2") as seat]:
                return _BEGINNINGS[int(seat) - 1]
            case ["flip", card]:
                return Flip(deck.parse(card))
            case ["keep"]:
                return _KEEP
            case ["cover", *dice]:
                cover = self._notation.get(f"cover {' '.join(sorted(dice))}")
                if cover is not None:
                    return cover
        raise BadAction(f"{text!r} is not a move: write 'keep', or 'cover 1 4' with up to {self.most} dice", text)

    def key(self, state: FlexdeckState) -> Hashable:
        """The dice count, and not what they cover, nor how the last round ended."""
        rolls = roll(state, 0), roll(state, 1)
        return rolls, state.used, state.pending, state.turn, state.dealer, state.scores, state.rounds, state.ended

    # -- the phases

    def _lay(self, state: FlexdeckState, card: Card) -> FlexdeckState:
        return replace(
            state,
            row=(*state.row, card),
            used=state.used | _BIT[card],
            events=(Laid(len(state.row), card),),
        )

    def _cover(self, state: FlexdeckState, card: Card) -> FlexdeckState:
        seat, die = seat_of_turn(state.dealer, state.turn), state.pending[0]
        mine = state.covers[seat]
        mine = (*mine[:die], (*mine[die], card), *mine[die + 1 :])
        covered = replace(
            state,
            covers=(mine, state.covers[1]) if seat == 0 else (state.covers[0], mine),
            pending=state.pending[1:],
            used=state.used | _BIT[card],
            events=(Covered(seat, die, card),),
        )
        return covered if covered.pending else self._next_turn(covered)

    def _next_turn(self, state: FlexdeckState) -> FlexdeckState:
        if state.turn + 1 < TURNS:
            return replace(state, turn=state.turn + 1)
        return self._compare(state)

    def _compare(self, state: FlexdeckState) -> FlexdeckState:
        """The end of a round: one point to the better roll, and the deck shuffled for the next."""
        rolls = roll(state, 0), roll(state, 1)
        mine, theirs = map(self.table.strength, rolls)
        winner = NOBODY if mine == theirs else int(theirs > mine)
        result = Compared(rolls, winner)
        tied = winner == NOBODY
        both = tied and self.settings["ties"] == "both_score"
        scores = (state.scores[0] + (both or winner == 0), state.scores[1] + (both or winner == 1))
        again = tied and self.settings["ties"] == "replay"
        rounds = state.rounds + (not again)
        if self._decided(scores, rounds):
            champion = NOBODY if scores[0] == scores[1] else int(scores[1] > scores[0])
            events = (*state.events, result, Ended(champion))
            return replace(state, scores=scores, rounds=rounds, ended=True, last=result, events=events)
        return FlexdeckState(
            dealer=state.dealer if again else self._next_dealer(state.dealer, winner),
            scores=scores,
            rounds=rounds,
            used=self._still_used(state.used),
            last=result,
            events=(*state.events, result),
        )

    def _decided(self, scores: tuple[int, int], rounds: int) -> bool:
        limit = self.settings["rounds"]
        return rounds == limit if limit else max(scores) == TO_WIN

    def _next_dealer(self, dealer: Player, winner: Player) -> Player:
        rule = self.settings["next_dealer"]
        if rule == "alternate" or winner == NOBODY:
            return 1 - dealer
        return winner if rule == "winner" else 1 - winner

    def _still_used(self, used: int) -> int:
        """The dominoes that stay out of the next round: none, unless a whole round can be dealt without them."""
        enough = deck.SIZE - used.bit_count() >= DICE + TURNS * self.most
        return used if self.settings["shuffle"] == "when_short" and enough else 0


def _waits(table: FlexdeckState | FlexdeckView) -> bool:
    """No player has to choose: cards are still to be flipped, or the match has ended."""
    return table.ended or bool(table.pending) or len(table.row) < DICE


def seat_of_turn(dealer: Player, turn: int) -> Player:
    """Non-dealer first, then by turns (FD8)."""
    return 1 - dealer if turn % 2 == 0 else dealer


def roll(table: FlexdeckState | FlexdeckView, seat: Player) -> tuple[int, ...]:
    """A player's dice: the card on top of each, or else the half of the opening card on their side (FD6)."""
    half = deck.lower if seat == table.dealer else deck.upper
    return tuple(deck.upper(cards[-1]) if cards else half(card) for card, cards in zip(table.row, table.covers[seat]))
