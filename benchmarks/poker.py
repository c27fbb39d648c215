"""Poker: whole hands of no-limit Texas hold'em, played at random through the public API.

All packages play the same: 200 chips each with blinds of 1 and 2, one hand from new stacks; of ten decisions one is a
fold (a check where there is no bet), two are raises to any amount allowed, and the rest are checks or calls. So nearly
every hand of six players ends in a showdown. Shuffling and dealing are included.

Most peers do less for a hand. RLCard has three sizes of a raise, of which one is taken. pokerfast plays only this game,
and with two players the wrong one acts first after the flop. These two and clubs burn no cards. clubs and PokerKit play
other games as well. In Cardwright each state of a hand is a value that can be kept and played on from. So a game keeps
the states in which the blinds of its first deal are posted, one for each button; the others post them in each hand.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import clubs
import numpy as np
import pokerkit
from benchmarks._play import GAMES_AT_ONCE
from pokerfast import FastHand
from rlcard.games.nolimitholdem import Action, Game

from cardwright.arena.vector import create, rollout
from cardwright.game import CHANCE
from cardwright.games.poker.actions import CHECK
from cardwright.games.poker.rules import Poker

Work = Callable[[], int]

STACK, SMALL, BIG = 200, 1, 2
FOLD, RAISE = 0.1, 0.2  # how often
SEATS = (2, 6)


def ours(players: int, hands: int, **options: Any) -> int:
    """Play hands of Cardwright, with default options."""
    game = Poker(players=players, stacks=str(STACK), blinds=f"{SMALL}/{BIG}", deals=1, **options)
    rng = Random(1)
    for _ in range(hands):
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            seat = to_act[0]
            action = game.draw(state, rng) if seat == CHANCE else chosen(game.legal_actions(state, seat), rng)
            state = game.apply(state, seat, action)
    return hands


def chosen(legal: Sequence[Any], rng: Random) -> Any:
    """Return an action as in all packages."""
    passive, chance = int(legal[0] is not CHECK), rng.random()
    if chance < FOLD:
        return legal[0]
    if chance < FOLD + RAISE and len(legal) > passive + 1:
        return legal[rng.randrange(passive + 1, len(legal))]
    return legal[passive]


def at_once(steps: int) -> Work:
    """Return the work of many deals of two players at once, which returns the number of hands that were ended."""
    vector = create("poker", GAMES_AT_ONCE, 1)
    return lambda: int(rollout(vector, steps).done.sum())


def with_pokerkit(players: int, hands: int) -> int:
    """Play hands of PokerKit, with automation of all that needs no decision."""
    rng, stacks = Random(1), (STACK,) * players
    automations = tuple(pokerkit.Automation)
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            automations, True, 0, (SMALL, BIG), BIG, stacks, players, mode=pokerkit.Mode.CASH_GAME
        )
        while state.status:
            chance = rng.random()
            if chance < FOLD and state.checking_or_calling_amount:
                state.fold()
            elif FOLD <= chance < FOLD + RAISE and state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                assert low is not None
                assert high is not None
                state.complete_bet_or_raise_to(rng.randint(low, high))
            else:
                state.check_or_call()
    return hands


def with_clubs(players: int, hands: int) -> int:
    """Play hands of clubs, by the loop of its README."""
    config = clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER | {
        "num_players": players,
        "blinds": [SMALL, BIG] + [0] * (players - 2),
        "start_stack": STACK,
    }
    dealer, rng = clubs.poker.Dealer(**config), Random(1)
    for _ in range(hands):
        seen, done = dealer.reset(reset_button=True, reset_stacks=True), [False]
        while not all(done):
            chance = rng.random()
            if chance < FOLD:
                bet = 0
            elif chance < FOLD + RAISE and seen["max_raise"]:
                bet = rng.randint(seen["min_raise"], seen["max_raise"])
            else:
                bet = seen["call"]
            seen, _, done = dealer.step(bet)
    return hands


def with_pokerfast(players: int, hands: int) -> int:
    """Play hands of pokerfast's engine."""
    rng = Random(1)
    for _ in range(hands):
        hand = FastHand(
            player_count=players, small_blind=SMALL, big_blind=BIG, min_stack=STACK, max_stack=STACK, rng=rng
        )
        while not hand.done:
            legal, chance = hand.get_action_space(), rng.random()
            if chance < FOLD and "fold" in legal:
                hand.fold()
            elif FOLD <= chance < FOLD + RAISE and "min_bet" in legal:
                hand.bet_or_raise(rng.randint(legal["min_bet"], legal["max_bet"]))
            else:
                hand.call()
    return hands


def with_rlcard(players: int, hands: int) -> int:
    """Play hands of RLCard's game, without its arrays for learning."""
    game, rng = Game(num_players=players), Random(1)
    game.configure({"game_num_players": players, "chips_for_each": STACK, "dealer_id": 0})
    game.np_random = np.random.RandomState(1)
    for _ in range(hands):
        state, _ = game.init_game()
        while not game.is_over():
            legal, chance = state["legal_actions"], rng.random()
            raises = [action for action in legal if action not in (Action.FOLD, Action.CHECK_CALL)]
            if chance < FOLD:
                action = Action.FOLD
            elif chance < FOLD + RAISE and raises:
                action = rng.choice(raises)
            else:
                action = Action.CHECK_CALL
            state, _ = game.step(action)
        game.get_payoffs()
    return hands


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures: two seats, six, twenty, and piecepacks."""
    found: dict[str, tuple[Work, str]] = {}
    for players in SEATS:
        found[f"no-limit hold'em, {players} players"] = partial(ours, players, 500), "hands"
    found["no-limit hold'em, 2 players, 4,096 deals at once"] = at_once(50), "hands"
    found["no-limit hold'em, 20 players"] = partial(ours, 20, 100), "hands"
    found["Dual Piecepacks Poker, 6 players"] = (
        partial(ours, 6, 200, ranking="dual-piecepacks", variant="omaha-hilo", limit="no-limit"),
        "hands",
    )
    return found


def peers() -> dict[str, dict[str, Work]]:
    """Return the peers of each measure."""
    return {
        "no-limit hold'em, 2 players, 4,096 deals at once": {"pokerfast": partial(with_pokerfast, 2, 500)},
        **{
            f"no-limit hold'em, {players} players": {
                "PokerKit": partial(with_pokerkit, players, 60),
                "RLCard": partial(with_rlcard, players, 100),
                "clubs": partial(with_clubs, players, 300),
                "pokerfast": partial(with_pokerfast, players, 500),
            }
            for players in SEATS
        },
    }
