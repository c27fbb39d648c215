"""Flexdeck Dice Poker by Martin Willett (2019): two players, and the 55 dominoes to 9-9 as ten-sided dice.

Five cards in a row give each player five dice, the halves on their side. In turn, non-dealer first, twice each, the
players may cover up to three of their dice; for each the next card is flipped, and its upper half is the new die. The
better roll wins the round, and the first to win five rounds wins the match. From the top: five of a kind, four of a
kind, straight-5, full house, two pair, straight-4 (a run of four and an odd die), three of a kind, one pair, garbage.

Rulings:

FD1   four of a kind, missing from the table, stands above straight-5 (option ``four``: counted as another line)
FD2   a run of four with a pair is one pair
FD3   equal in all that the table lists (option ``criteria``: then by all dice), no one scores, and the deal passes on
      (option ``ties``: the same dealer deals again, or both score; both at five together is a draw)
FD4   two pair go by the higher pair, the lower pair, the fifth die
FD5   the first to win five rounds wins (option ``rounds``: a fixed number of rounds)
FD6   a card lies either way up with equal chance. Of the opening cards the upper half, away from the dealer, is the
      non-dealer's; later the upper half counts as it was flipped, and no card is turned
FD7   no run goes round from nine to zero
FD8   non-dealer, dealer, non-dealer, dealer; a die covered once may be covered again
FD9   none to three dice are covered in a turn (option ``cover``)
FD10  the first dealer is drawn (option ``first_dealer``), a round counts one, the deal alternates (option
      ``next_dealer``), and all cards are shuffled for each round (option ``shuffle``: when too few are left for one)
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.errors import BadOption
from cardwright.game import CHANCE, Game, Option, Player, public_fields, replace_item
from cardwright.games.flexdeck import actions, deck
from cardwright.games.flexdeck.actions import Begin, Compare, Cover, FlexdeckAction, Flip, Gather
from cardwright.games.flexdeck.events import Began, Chose, Compared, Covered, Ended, Gathered, Laid
from cardwright.games.flexdeck.scoring import DICE_COUNT, table
from cardwright.games.flexdeck.state import (
    NO_SEAT,
    TURN_COUNT,
    FlexdeckPublic,
    FlexdeckState,
    FlexdeckView,
    roll,
    seat_of_turn,
    waits,
)

WIN_ROUNDS = 5

_BIT = tuple(1 << deck.DOMINO[card] for card in range(deck.CARD_COUNT))
# a domino lies either way with weight one; a double looks the same both ways
_FLIPS = tuple(
    (_BIT[card], (Flip(card), 2 if deck.upper(card) == deck.lower(card) else 1)) for card in range(deck.CARD_COUNT)
)


class Flexdeck(Game[FlexdeckState, FlexdeckAction, FlexdeckView]):
    """Flexdeck Dice Poker; returns 1 to the winner of the match and -1 to the loser."""

    name = "flexdeck"
    version = 2
    options = (
        Option(
            "four",
            "above_straight5",
            "what four of a kind counts as, which the printed table leaves out",
            ("above_straight5", "full_house", "three_of_a_kind", "two_pair"),
            meanings=(
                "a line of its own, above straight-5",
                "a full house of its value",
                "three of a kind of its value",
                "two pair of its value",
            ),
            rare=True,
            title="Four of a kind",
        ),
        Option(
            "criteria",
            "listed",
            "how rolls of the same category are compared",
            ("listed", "kickers"),
            meanings=("only by what the printed table lists", "then by all other dice too"),
            rare=True,
            title="Rolls of one category",
        ),
        Option(
            "ties",
            "none",
            "what happens when both rolls are equal",
            ("none", "replay", "both_score"),
            meanings=(
                "neither player scores and the deal passes on",
                "the same dealer deals again and the round does not count",
                "both players score a point",
            ),
            rare=True,
            title="Equal rolls",
        ),
        Option("rounds", 0, "how many rounds are played; 0: until one player has won five", low=0, high=99),
        Option("cover", 3, "how many dice a player may cover in a turn", low=1, high=DICE_COUNT, title="Dice to cover"),
        Option(
            "first_dealer",
            "random",
            "who deals the first round",
            ("random", "first", "second"),
            meanings=("one of the two, drawn at random", "the first player", "the second player"),
            rare=True,
        ),
        Option(
            "next_dealer",
            "alternate",
            "who deals the next round",
            ("alternate", "winner", "loser"),
            meanings=("the players deal in turn", "the winner of the round", "the loser of the round"),
            rare=True,
        ),
        Option(
            "shuffle",
            "every_round",
            "when used cards come back into the deck",
            ("every_round", "when_short"),
            meanings=("before every round", "only when too few are left for a whole round"),
            rare=True,
            title="Used cards come back",
        ),
    )
    state_type = FlexdeckState
    view_type = FlexdeckView
    players = 2

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self.table = table(self.settings["four"], kickers=self.settings["criteria"] == "kickers")
        self.max_covered: int = self.settings["cover"]
        self.covers: tuple[Cover, ...] = tuple(
            Cover(dice) for count in range(self.max_covered + 1) for dice in combinations(range(DICE_COUNT), count)
        )

    def initial_state(self) -> FlexdeckState:
        """No score; chance names the dealer unless it is fixed."""
        return FlexdeckState(dealer={"random": NO_SEAT, "first": 0, "second": 1}[self.settings["first_dealer"]])

    def at_score(self, scores: tuple[int, ...]) -> FlexdeckState:
        limit = self.settings["rounds"]
        if len(scores) != 2 or min(scores) < 0 or (sum(scores) >= limit if limit else max(scores) >= WIN_ROUNDS):
            most = f"less than {limit} together" if limit else f"at most {WIN_ROUNDS - 1} each"
            raise BadOption("score", scores, f"the rounds that both have won: {most}")
        own, other = scores
        return replace(self.initial_state(), scores=(own, other), rounds=own + other)

    def players_to_act(self, state: FlexdeckState) -> tuple[Player, ...]:
        """Chance while cards are flipped and rolls compared, else the player whose turn it is."""
        if state.ended:
            return ()
        return (CHANCE,) if waits(state) else (seat_of_turn(state.dealer, state.turn),)

    def legal_actions(self, state: FlexdeckState, player: Player) -> Sequence[FlexdeckAction]:
        """Any of the player's own dice, up to the limit."""
        return self.covers

    def chance_outcomes(self, state: FlexdeckState) -> Sequence[tuple[FlexdeckAction, int]]:
        """Either dealer; any unused card, either way up; at the end of a round the automatic steps."""
        if state.dealer == NO_SEAT:
            return [(Begin(0), 1), (Begin(1), 1)]
        if state.turn == TURN_COUNT:
            return [(Gather() if state.settled else Compare(), 1)]
        used = state.used
        return [outcome for bit, outcome in _FLIPS if not used & bit]

    def apply(self, state: FlexdeckState, player: Player, action: FlexdeckAction) -> FlexdeckState:
        match action:
            case Begin(dealer):
                return replace(state, dealer=dealer, events=(Began(dealer),))
            case Flip(card):
                return self._lay(state, card) if len(state.row) < DICE_COUNT else self._cover(state, card)
            case Cover(dice):
                chosen = replace(state, pending=dice, events=(Chose(player, dice),))
                return chosen if dice else replace(chosen, turn=state.turn + 1)
            case Compare():
                return self._compare(state)
            case Gather():
                return self._gather(state)

    def returns(self, state: FlexdeckState) -> tuple[int, ...]:
        """1 and -1 when the match is decided, else nothing."""
        own, other = state.scores
        if not state.ended or own == other:
            return (0, 0)
        return (1, -1) if own > other else (-1, 1)

    def view(self, state: FlexdeckState, player: Player) -> FlexdeckView:
        """Return a view that is the same for all: only the order of the deck is hidden, and it is not in the state."""
        return FlexdeckView(player=player, **public_fields(FlexdeckPublic, state))

    def sample_state(self, view: FlexdeckView, rng: Random) -> FlexdeckState:
        """The state itself: it is all in the view."""
        return FlexdeckState(**public_fields(FlexdeckPublic, view))

    def choices(self, view: FlexdeckView) -> Sequence[FlexdeckAction]:
        """Return the same as `legal_actions`, from the view alone."""
        return self.covers if view.player in view.to_act else ()

    def why_illegal(self, view: FlexdeckView, action: FlexdeckAction) -> str:
        """Name the limit of dice to cover, the only rule that refuses a cover."""
        if isinstance(action, Cover) and len(action.dice) > self.max_covered:
            return f"no more than {self.max_covered} of your dice may be covered in a turn"
        return "a player can only cover dice or keep them"

    text, parse = staticmethod(actions.text), staticmethod(actions.parse)

    # The phases of a round, in order.

    def _lay(self, state: FlexdeckState, card: Card) -> FlexdeckState:
        laid = Laid(len(state.row), card)
        return replace(state, row=(*state.row, card), used=state.used | _BIT[card], events=(laid,))

    def _cover(self, state: FlexdeckState, card: Card) -> FlexdeckState:
        seat, die = seat_of_turn(state.dealer, state.turn), state.pending[0]
        cards = (*state.covers[seat][die], card)
        return replace(
            state,
            covers=replace_item(state.covers, seat, replace_item(state.covers[seat], die, cards)),
            pending=state.pending[1:],
            turn=state.turn + (len(state.pending) == 1),
            used=state.used | _BIT[card],
            events=(Covered(seat, die, card),),
        )

    def _compare(self, state: FlexdeckState) -> FlexdeckState:
        """One point to the better roll; the match ends with it, or the round stays to be seen."""
        rolls = roll(state, 0), roll(state, 1)
        own_strength, other_strength = map(self.table.strength, rolls)
        winner = NO_SEAT if own_strength == other_strength else int(other_strength > own_strength)
        scores, rounds = self.after_round(state.scores, state.rounds, winner)
        result = Compared(rolls, winner)
        state = replace(state, scores=scores, rounds=rounds, settled=True, last=result, events=(result,))
        if not self.is_decided(scores, rounds):
            return state
        match_winner = NO_SEAT if scores[0] == scores[1] else int(scores[1] > scores[0])
        return replace(state, ended=True, events=(result, Ended(match_winner)))

    def _is_replayed(self, winner: Player) -> bool:
        return winner == NO_SEAT and self.settings["ties"] == "replay"

    def after_round(self, scores: tuple[int, int], rounds: int, winner: Player) -> tuple[tuple[int, int], int]:
        """Return the scores and the number of rounds that count after one with this winner, or `NO_SEAT`."""
        both_score = winner == NO_SEAT and self.settings["ties"] == "both_score"
        new_scores = scores[0] + (both_score or winner == 0), scores[1] + (both_score or winner == 1)
        return new_scores, rounds + (not self._is_replayed(winner))

    def is_decided(self, scores: tuple[int, int], rounds: int) -> bool:
        """Return True if the match is over at these scores, after this number of rounds that count."""
        limit = self.settings["rounds"]
        return rounds == limit if limit else max(scores) == WIN_ROUNDS

    def _gather(self, state: FlexdeckState) -> FlexdeckState:
        """Clear the table and shuffle the deck for the next round."""
        winner = state.last.winner if state.last else NO_SEAT
        dealer = self.next_dealer(state.dealer, winner)
        return FlexdeckState(
            dealer=dealer,
            scores=state.scores,
            rounds=state.rounds,
            used=self._still_used(state.used),
            last=state.last,
            events=(Gathered(dealer),),
        )

    def next_dealer(self, dealer: Player, winner: Player) -> Player:
        """Return who deals after a round with this winner."""
        if self._is_replayed(winner):
            return dealer
        rule = self.settings["next_dealer"]
        if rule == "alternate" or winner == NO_SEAT:
            return 1 - dealer
        return winner if rule == "winner" else 1 - winner

    def _still_used(self, used: int) -> int:
        """The dominoes that stay out of the next round: none, unless a whole round can be dealt without them."""
        is_enough = deck.SIZE - used.bit_count() >= DICE_COUNT + TURN_COUNT * self.max_covered
        return used if self.settings["shuffle"] == "when_short" and is_enough else 0
