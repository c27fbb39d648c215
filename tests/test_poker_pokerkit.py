"""Poker held against PokerKit, action by action: who acts, what may be bet, the pots, and who wins what.

Both play the same random deals with the same cards. Where PokerKit goes by another rule, the difference must be one of
those named in `KNOWN` (games/poker/rules.md says why we keep to ours), be seen in a moment where that rule matters, and
the deal goes on with what both allow. CARDWRIGHT_HANDS sets the number of deals for each kind of game.
"""

import os
import warnings
from abc import ABC
from collections import Counter
from random import Random

import pokerkit
import pytest

from cardwright.game import CHANCE, Action, Automatic
from cardwright.games.poker import betting, forced, variants
from cardwright.games.poker.actions import BRING_IN, CALL, CHECK, FOLD, Burn, Deal, Draw, Raise
from cardwright.games.poker.betting import FIXED_LIMIT, LIMITS
from cardwright.games.poker.events import Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BET
from cardwright.games.poker.state import PokerState

HANDS = int(os.environ.get("CARDWRIGHT_HANDS", "20"))
SMALL, BIG, BRING = 5, 10, 3

KNOWN = {
    "reopening": "who has acted may raise again when what they face is a full raise, counted for each player; PokerKit "
    "adds up short all-ins for the table, and takes the first of a round for a full one",
    "half a bet": "in fixed limit an all-in of half a bet counts as a bet, and a smaller one is completed",
    "short blind": "a blind that a short stack cannot pay is owed in full by the others",
    "short bring-in": "who can only just pay the bring-in is not offered the same chips as a raise",
    "pots apart": "each side pot is divided by itself; PokerKit joins those that the same hands can still win",
    "odd chips": "several odd chips go one each; PokerKit gives them to one player",
    "odd chip of stud": "the odd chip of stud goes to the highest card by suit; in PokerKit to the first seat",
    "low of another pot": "a side pot that no low hand contests goes to the high hand whole",
}


_HANDS = {
    "texas-holdem": ("StandardHighHand",),
    "omaha": ("OmahaHoldemHand",),
    "omaha-hilo-8": ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    "five-card-draw": ("StandardHighHand",),
    "deuce-to-seven-triple-draw": ("StandardLowHand",),
    "seven-card-stud": ("StandardHighHand",),
    "seven-card-stud-hilo": ("StandardHighHand", "EightOrBetterLowHand"),
    "razz": ("RegularLowHand",),
}
_OF_ONE_LIMIT = {
    "short-deck": ("ShortDeckHoldemHand",),
    "royal-holdem": ("StandardHighHand",),
    "greek-holdem": ("GreekHoldemHand",),
    "double-board-holdem": ("StandardHighHand",),
    "double-board-omaha": ("OmahaHoldemHand",),
    "five-card-omaha": ("OmahaHoldemHand",),
    "big-o": ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    "courchevel": ("OmahaHoldemHand",),
    "home-draw": ("StandardHighHand",),
    "deuce-to-seven-single-draw": ("StandardLowHand",),
    "badugi": ("BadugiHand",),
    "rhode-island-holdem": ("RhodeIslandHoldemHand",),
    "royal-rhode-island-holdem": ("RhodeIslandHoldemHand",),
    "numeral211-holdem": ("Numeral211HoldemHand",),
}
_DECKS = {
    "short-deck": "SHORT_DECK_HOLDEM",
    "royal-holdem": "ROYAL_HOLDEM",
    "royal-rhode-island-holdem": "ROYAL_HOLDEM",
    "numeral211-holdem": "NUMERAL211_HOLDEM",
}
KINDS = [(name, limit) for name in _HANDS for limit in LIMITS]
KINDS += [(name, variants.load(name).limit) for name in _OF_ONE_LIMIT]


# Each game of PokerKit, as a variant and its limit. Kuhn poker and Leduc are compared with their published trees.
GAMES = {
    "FixedLimitTexasHoldem": ("texas-holdem", "fixed-limit"),
    "NoLimitTexasHoldem": ("texas-holdem", "no-limit"),
    "NoLimitRoyalHoldem": ("royal-holdem", "no-limit"),
    "NoLimitShortDeckHoldem": ("short-deck", "no-limit"),
    "PotLimitOmahaHoldem": ("omaha", "pot-limit"),
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": ("omaha-hilo-8", "fixed-limit"),
    "FixedLimitSevenCardStud": ("seven-card-stud", "fixed-limit"),
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": ("seven-card-stud-hilo", "fixed-limit"),
    "FixedLimitRazz": ("razz", "fixed-limit"),
    "NoLimitDeuceToSevenLowballSingleDraw": ("deuce-to-seven-single-draw", "no-limit"),
    "FixedLimitDeuceToSevenLowballTripleDraw": ("deuce-to-seven-triple-draw", "fixed-limit"),
    "FixedLimitBadugi": ("badugi", "fixed-limit"),
    "RhodeIslandHoldem": ("rhode-island-holdem", "fixed-limit"),
    "RoyalRhodeIslandHoldem": ("royal-rhode-island-holdem", "fixed-limit"),
    "Numeral211Holdem": ("numeral211-holdem", "fixed-limit"),
    "KuhnPoker": ("kuhn", "fixed-limit"),
    "LeducHoldem": ("leduc", "fixed-limit"),
}


def test_every_game_and_every_code_of_pokerkit_is_a_variant() -> None:
    known = [each for each in vars(pokerkit.games).values() if isinstance(each, type)]
    games = [each for each in known if issubclass(each, pokerkit.games.Poker) and ABC not in each.__bases__]
    assert {each.__name__ for each in games} == set(GAMES)
    compared = [*KINDS, *((name, "fixed-limit") for name in variants.SMALL_NAMES)]
    assert set(GAMES.values()) <= set(compared)
    codes = {code for name, _ in KINDS for code in variants.load(name).phh.values()}
    assert codes == set(pokerkit.HandHistory.game_types)


class Duel:
    """One deal, played on both sides."""

    def __init__(self, name: str, limit: str, rng: Random, seen: Counter[str]) -> None:
        self.rng, self.seen = rng, seen
        most = min(6, variants.load(name).seats(20 if name == "royal-holdem" else 36, burns=True))
        players = rng.randint(2, max(most, 2))
        ante = rng.choice([0, 0, 1, 2]) if "stud" not in name and name != "razz" else rng.choice([0, 1, 2])
        if variants.load(name).open == "antes":
            ante = rng.choice([1, 2])
        low = 1 if rng.random() < 0.1 else BIG + ante
        stacks = [rng.randint(low, rng.choice([40, 150, 1000])) for _ in range(players)]
        self.blinds = [SMALL, BIG, *(BIG * (rng.random() < 0.15) for _ in range(players - 2))]  # posted to come in
        while not self.blinds[-1]:
            self.blinds.pop()
        self.game = Poker(
            variant=name,
            limit=limit,
            players=players,
            stacks="/".join(map(str, stacks)),
            blinds="/".join(map(str, self.blinds)),
            ante=str(ante),
            bring_in=BRING,
            deals=1,
            button=players,
        )
        self.stacks, self.ante = stacks, ante
        self.state: PokerState = self.game.initial_state()
        self.pk = self._pokerkit()
        self.queue: list[tuple[str, int, str]] = []
        self.board = ""  # the cards of a street on one of two boards, which PokerKit takes together
        self.short = False  # an all-in for less than a bet or a raise was made in this round

    def _pokerkit(self) -> "pokerkit.State":
        pk, game = pokerkit, self.game
        stud = game.variant.open == "bring-in"
        lowball = game.variant.wins == "low"
        streets = []
        for number, street in enumerate(game.variant.street):
            if not stud:
                opening = pk.Opening.POSITION
            elif number == 0:
                opening = pk.Opening.HIGH_CARD if lowball else pk.Opening.LOW_CARD
            else:
                opening = pk.Opening.LOW_HAND if lowball else pk.Opening.HIGH_HAND
            # the big blind counts as the first bet of its round
            blinds = number == 0 and game.variant.open == "blinds"
            cap = (game.cap - 1 if blinds else game.cap) if game.limit == FIXED_LIMIT else None
            hole = tuple(way == "up" for way in street.hole)
            unit = forced.unit(game.setup, number, 1)
            streets.append(pk.Street(street.burn, hole, street.board, street.draw, opening, unit, cap))
        automations = (
            pk.Automation.ANTE_POSTING,
            pk.Automation.BET_COLLECTION,
            pk.Automation.BLIND_OR_STRADDLE_POSTING,
            pk.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            pk.Automation.HAND_KILLING,
            pk.Automation.CHIPS_PUSHING,
            pk.Automation.CHIPS_PULLING,
        )
        structure = {
            "no-limit": pk.BettingStructure.NO_LIMIT,
            "pot-limit": pk.BettingStructure.POT_LIMIT,
            "fixed-limit": pk.BettingStructure.FIXED_LIMIT,
        }
        return pk.State(
            automations,
            pk.Deck[_DECKS.get(game.settings["variant"], "STANDARD")],
            tuple(getattr(pk, hand) for hand in (_HANDS | _OF_ONE_LIMIT)[game.settings["variant"]]),
            tuple(streets),
            structure[game.limit],
            True,
            self.ante,
            (SMALL, BIG, *(-posted for posted in self.blinds[2:])) if game.variant.open == "blinds" else 0,
            BRING if stud else 0,
            tuple(self.stacks),
            game.players,
            starting_board_count=game.variant.boards,
        )

    # cards

    def deal(self) -> None:
        """Chance acts on our side; the cards are given to the other as soon as it takes them."""
        game, state = self.game, self.state
        action = game.draw(state, self.rng)
        if isinstance(action, Automatic):  # a moment that is there to be seen: the other side has none
            self.step(CHANCE, action)
            return
        assert isinstance(action, Burn | Deal)
        text = game.deck.text(action.card)
        if isinstance(action, Burn):
            self.queue.append(("burn", 0, text))
        elif state.seat < 0 and game.variant.boards > 1:
            self.board += text
            if len(self.board) == 2 * game.plan[state.step].board:
                self.queue.append(("board", 0, self.board))
                self.board = ""
        elif isinstance(action, Deal):
            self.queue.append(("board", 0, text) if state.seat < 0 else ("hole", state.seat, text))
        self.step(CHANCE, action)
        self.flush()

    def flush(self) -> None:
        """Cards that PokerKit takes now; it burns after the exchange where we burn before it."""
        while self.queue:
            kind, seat, text = self.queue[0]
            if self.pk.actor_index is not None:
                self.idle_checks(None)
            with warnings.catch_warnings():
                # where discards are dealt again PokerKit takes another card than we do, and says so
                warnings.simplefilter("ignore")
                try:
                    if kind == "hole" and self.pk.card_burning_status:
                        self.pk.burn_card("??")  # the stock was out on our side
                    if kind == "burn":
                        self.pk.burn_card(text)
                    elif kind == "board":
                        self.pk.deal_board(text)
                    else:
                        self.pk.deal_hole(text, seat)
                except ValueError:
                    return
            self.queue.pop(0)

    # bets

    def idle_checks(self, turn: int | None) -> None:
        """PokerKit asks a player without opponents who can bet for a check; we do not ask."""
        pk = self.pk
        while pk.actor_index is not None and pk.actor_index != turn:
            assert not pk.checking_or_calling_amount, self.told()
            assert pk.min_completion_betting_or_raising_to_amount is None, self.told()
            pk.check_or_call()

    def told(self) -> str:
        b = self.state.betting
        may = (betting.to_call(b), *betting.bounds(b, self.game.limit, self.game.cap)) if b.turn >= 0 else ()
        return f"{dict(self.game.settings)} {b} {may} {self.pk.actor_index}"

    def bet(self) -> bool:
        """One decision on both sides; False where the sides part by a known rule."""
        game, state, pk, rng = self.game, self.state, self.pk, self.rng
        seat, b = state.turn, state.betting
        self.idle_checks(seat)
        assert pk.actor_index == seat, self.told()
        self.pots()
        call, (low, high) = betting.to_call(b), betting.bounds(b, game.limit, game.cap)
        brings = b.bring and not b.top
        theirs = (
            (pk.effective_bring_in_amount if brings else pk.checking_or_calling_amount) or 0,
            pk.min_completion_betting_or_raising_to_amount or 0,
            pk.max_completion_betting_or_raising_to_amount or 0,
        )
        if (call, low, high) != theirs:
            why = self.explained(call, low, theirs)
            assert why, (self.told(), (call, low, high), theirs)
            self.seen[why] += 1
            if call != theirs[0]:
                return False
            low, high = max(low, theirs[1]), min(high, theirs[2])
            if not low <= high:
                low = high = 0
            if b.turn >= 0 and theirs[1] == 0:
                low = high = 0
        assert (not brings and call > 0) == self.can_fold(), self.told()
        move = rng.choice(["fold", "call", "call", "call", "raise", "raise"])
        if move == "raise" and low:
            to = rng.choice([low, low, high, rng.randint(low, high)])
            whole = b.stacks[seat] + b.bets[seat]
            reference = 0 if b.bring else b.top
            full = to - (b.base if game.limit == FIXED_LIMIT else reference) >= b.least
            self.short |= to == whole and not full
            pk.complete_bet_or_raise_to(to)
            self.step(seat, Raise(to))
        elif move == "fold" and call and not brings:
            pk.fold()
            self.step(seat, FOLD)
        else:
            if brings:
                pk.post_bring_in()
            else:
                pk.check_or_call()
            self.step(seat, BRING_IN if brings else CALL if call else CHECK)
        if self.state.step != state.step:
            self.short = False
        return True

    def can_fold(self) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return bool(self.pk.can_fold())

    def explained(self, call: int, low: int, theirs: tuple[int, int, int]) -> str:
        """Return the known difference that this is."""
        b, game = self.state.betting, self.game
        forced = BIG + self.ante
        if game.variant.open == "blinds" and b.top > max(b.bets) and min(self.stacks[:2]) < forced:
            return "short blind"
        if b.bring and (b.stacks[b.turn] <= BRING or 0 < max(b.bets) < BRING):
            return "short bring-in"
        if self.short:
            return "half a bet" if game.limit == FIXED_LIMIT else "reopening" if call == theirs[0] else ""
        return ""

    def pots(self) -> None:
        """Between rounds both have the same pots."""
        b = self.state.betting
        if any(b.bets) or not betting.pot(b):
            return
        ours = [(pot.amount, pot.seats) for pot in betting.pots(b)]
        assert ours == [(pot.amount, pot.player_indices) for pot in self.pk.pots], self.told()

    # exchanges

    def exchange(self) -> None:
        seat = self.state.turn
        self.flush()
        assert self.pk.stand_patter_or_discarder_index == seat, self.told()
        legal = [move for move in self.game.legal_actions(self.state, seat) if isinstance(move, Draw)]
        action = self.rng.choice([move for move in legal if len(move.cards) <= 3])
        self.pk.stand_pat_or_discard(self.game.deck.text_of(action.cards).replace(" ", ""))
        self.step(seat, action)
        self.flush()

    def step(self, player: int, action: Action) -> None:
        self.state = self.game.play(self.state, player, action)

    def play(self) -> bool:
        """The whole deal. False if the sides parted by a known rule on the way."""
        while self.state.turn != -3:
            if self.state.turn == CHANCE:
                self.deal()
            elif self.game.plan[self.state.step].kind == BET:
                if not self.bet():
                    return False
            else:
                self.exchange()
        self.flush()
        self.idle_checks(None)
        assert not self.queue
        assert not self.pk.status, self.told()
        self.payoffs()
        return True

    def payoffs(self) -> None:
        ours, theirs = self.game.returns(self.state), tuple(self.pk.payoffs)
        if ours == theirs:
            return
        won = [event.award for event in self.state.ending if isinstance(event, Won)]
        shares = Counter((award.pot, award.half) for award in won)
        off = sum(abs(x - y) for x, y in zip(ours, theirs))
        odd = sum(2 * (count - 1) for count in shares.values() if count > 2)
        if off <= odd:
            self.seen["odd chips"] += 1
            return
        if self.game.variant.stud and off <= 2 * sum(count == 2 for count in shares.values()):
            self.seen["odd chip of stud"] += 1
            return
        if len({award.pot for award in won}) > 1 and off <= 2 * len(won):
            self.seen["pots apart"] += 1
            return
        lows = {award.pot for award in won if award.half == "low"}
        parted = self.game.variant.qualifier and lows and any(award.pot not in lows for award in won)
        assert parted, (self.told(), ours, theirs)
        self.seen["low of another pot"] += 1


@pytest.mark.parametrize(("name", "limit"), KINDS)
def test_every_step_is_as_in_pokerkit_or_differs_by_a_known_rule(name: str, limit: str) -> None:
    seen: Counter[str] = Counter()
    whole = 0
    hands = HANDS if name in _HANDS else -(-HANDS // 3)
    for seed in range(hands):
        whole += Duel(name, limit, Random(f"{name} {limit} {seed}"), seen).play()
    assert set(seen) <= set(KNOWN)
    assert whole > hands * 0.8, seen
    if os.environ.get("CARDWRIGHT_HANDS"):
        print(name, limit, whole, dict(seen))
