"""The chips of a deal: each rule of games/poker/rules.md by an example, and what holds for all by random play."""

from random import Random

import pytest
from hypothesis import given, settings, strategies

from cardwright.games.poker import betting
from cardwright.games.poker.betting import FIXED_LIMIT, LIMITS, NO_LIMIT, NO_SEAT, POT_LIMIT, Award, Betting, Pot


def opened(stacks: list[int], posts: list[tuple[int, int]] | None = None, least: int = 10) -> Betting:
    """A first round with blinds 5 and 10 at seats 0 and 1."""
    return betting.blinds(betting.start(stacks), posts or [(0, 5), (1, 10)], least)


def played(b: Betting, moves: str, limit: str = NO_LIMIT, cap: int = 4) -> Betting:
    """ "f" folds, "c" checks or calls, a number raises to it; each move is checked against the bounds."""
    for move in moves.split():
        assert b.turn != NO_SEAT, move
        call, low, high = bounds(b, limit, cap)
        if move == "f":
            assert call
            b = betting.fold(b)
        elif move == "c":
            b = betting.call(b)
        else:
            assert low <= int(move) <= high, (move, low, high)
            b = betting.raise_to(b, int(move), limit)
    return b


def next_round(b: Betting, first: int = 0, least: int = 10) -> Betting:
    assert b.turn == NO_SEAT
    return betting.begin(betting.collect(b)[0], first, least)


def bounds(b: Betting, limit: str = NO_LIMIT, cap: int = 4) -> tuple[int, int, int]:
    return betting.to_call(b), *betting.bounds(b, limit, cap)


# --- turns and sizes


def test_the_seat_after_the_big_blind_opens_and_the_blind_has_the_last_word() -> None:
    b = opened([200] * 4)
    assert (b.turn, bounds(b)) == (2, (10, 20, 200))
    b = played(b, "c c c")
    assert (b.turn, bounds(b)) == (1, (0, 20, 200))
    assert played(b, "c").turn == NO_SEAT


def test_heads_up_the_button_posts_the_small_blind_and_acts_first() -> None:
    b = opened([200, 200], [(0, 5), (1, 10)])
    assert (b.turn, bounds(b)) == (0, (5, 20, 200))
    assert next_round(played(b, "c c"), first=1).turn == 1


def test_a_raise_is_at_least_the_largest_before_it() -> None:
    b = played(opened([1000] * 4), "40")  # a raise of 30
    assert bounds(b)[1] == 70
    b = played(b, "200")  # of 160
    assert bounds(b)[1] == 360


def test_a_straddle_is_a_blind_raise_and_its_seat_acts_last() -> None:
    b = opened([1000] * 4, [(0, 5), (1, 10), (2, 20)])
    assert (b.turn, bounds(b)) == (3, (20, 30, 1000))
    assert played(b, "c c c").turn == 2


def test_a_blind_posted_to_come_in_is_a_bet_of_a_seat_that_acts_in_its_turn() -> None:
    b = betting.blinds(betting.start([1000] * 5), [(0, 5), (1, 10)], 10, [(3, 10)])
    assert (b.turn, bounds(b), bounds(b, POT_LIMIT)) == (2, (10, 20, 1000), (10, 20, 45))
    b = played(b, "c")
    assert (b.turn, bounds(b)) == (3, (0, 20, 1000))
    assert bounds(b, FIXED_LIMIT, cap=1) == (0, 0, 0)  # the big blind is the one bet
    assert played(b, "c c c c").turn == NO_SEAT


def test_pot_limit_raises_by_the_pot_after_the_call() -> None:
    b = opened([1000] * 4)
    assert bounds(b, POT_LIMIT) == (10, 20, 35)  # 5 + 10 + a call of 10 = 25 on top of 10
    b = played(b, "35", POT_LIMIT)
    assert bounds(b, POT_LIMIT)[2] == 35 + 5 + 10 + 35 + 35
    b = next_round(played(b, "c f f", POT_LIMIT))
    assert bounds(b, POT_LIMIT) == (0, 10, 85)


def test_fixed_limit_bets_by_units_and_the_blind_is_the_first_of_four() -> None:
    b = opened([500] * 3)
    for bet in (20, 30, 40):
        assert bounds(b, FIXED_LIMIT)[1:] == (bet, bet)
        b = betting.raise_to(b, bet, FIXED_LIMIT)
    assert bounds(b, FIXED_LIMIT)[1:] == (0, 0)
    assert bounds(b, FIXED_LIMIT, cap=0)[1:] == (50, 50)
    b = betting.begin(betting.collect(played(b, "c c", FIXED_LIMIT))[0], 0, 20)
    b = played(b, "20 40 60 80", FIXED_LIMIT)
    assert bounds(b, FIXED_LIMIT)[1:] == (0, 0)


# --- short all-ins


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    b = next_round(played(opened([500, 500, 140, 500]), "c c c c"))
    b = played(b, "100 c 130")  # 30 more, all-in
    assert b.turn == 3
    assert bounds(b)[1:] == (230, 490)  # has not acted: may raise, by the last full bet of 100
    b = played(b, "c")
    assert (b.turn, bounds(b)) == (0, (30, 0, 0))
    assert bounds(played(b, "c")) == (30, 0, 0)


def test_short_all_ins_that_add_up_to_a_raise_reopen_it_for_whom_they_do() -> None:
    b = next_round(played(opened([500, 140, 180, 210, 500]), "c c c c c"))
    b = played(b, "100 130 170")  # two short all-ins, 30 and 40
    assert bounds(played(b, "c c")) == (70, 0, 0)
    b = played(b, "200 c")  # a third: the bettor now faces 100
    assert (b.turn, bounds(b)) == (0, (100, 300, 490))


def test_who_called_the_first_of_two_short_all_ins_faces_the_second_only() -> None:
    b = next_round(played(opened([500, 160, 500, 210]), "c c c c"))
    b = played(b, "100 150 c 200")
    assert (b.turn, bounds(b)) == (0, (100, 300, 490))  # a full raise to the bettor
    assert bounds(played(b, "c")) == (50, 0, 0)  # half of one to the caller


def test_a_short_opening_bet_does_not_count_against_a_player_who_has_checked() -> None:
    b = next_round(played(opened([200, 16, 200]), "c c c"))
    b = played(b, "c 6")
    assert bounds(b) == (6, 16, 190)
    assert bounds(played(b, "c")) == (6, 0, 0)


def test_a_full_all_in_reopens_and_sets_the_next_raise() -> None:
    b = next_round(played(opened([500, 110, 500]), "c c c"))
    b = played(b, "50 100 c")
    assert (b.turn, bounds(b)) == (0, (50, 150, 490))


def test_in_fixed_limit_half_a_bet_counts_as_one() -> None:
    b = played(opened([500, 500, 15, 500]), "15 25 c", FIXED_LIMIT)  # all-in for half a raise; raised in full
    assert bounds(b, FIXED_LIMIT)[1:] == (35, 35)
    assert b.raises == 3


def test_in_fixed_limit_less_than_half_a_bet_is_completed() -> None:
    b = played(opened([500, 500, 14, 500]), "14", FIXED_LIMIT)
    assert (b.raises, bounds(b, FIXED_LIMIT)) == (1, (14, 20, 20))
    b = played(opened([500, 500, 500, 14]), "c 14 f c", FIXED_LIMIT)
    assert (b.turn, bounds(b, FIXED_LIMIT)) == (2, (4, 0, 0))


def test_no_raise_is_offered_that_no_player_could_call() -> None:
    b = played(opened([500, 200, 100]), "100")
    assert bounds(b) == (95, 190, 500)
    b = played(b, "300")  # more than anyone else has
    assert (b.turn, bounds(b)) == (1, (190, 0, 0))
    assert bounds(played(opened([500, 80, 80]), "80 c")) == (70, 0, 0)


# --- forced bets from short stacks


def test_a_short_blind_is_owed_in_full_by_the_others() -> None:
    b = opened([500, 4, 500, 500])
    assert (b.turn, bounds(b)) == (2, (10, 20, 500))
    b = played(b, "c c")
    assert (b.turn, bounds(b)) == (0, (5, 20, 500))


def test_who_has_only_a_short_blind_against_them_owes_no_more_than_it() -> None:
    assert played(opened([500, 4, 500]), "f").turn == NO_SEAT  # 5 are in against 4
    b = opened([500, 8, 500])
    b = played(b, "f")
    assert (b.turn, bounds(b)) == (0, (3, 0, 0))


def test_the_big_blind_is_not_asked_when_all_others_are_all_in_for_no_more() -> None:
    assert played(opened([8, 500, 500]), "f c").turn == NO_SEAT


def test_all_in_for_the_ante() -> None:
    b = betting.antes(betting.start([3, 100, 100, 100]), [5, 5, 5, 5])
    assert (b.paid, seats(b.able), seats(b.inside)) == ((3, 5, 5, 5), (1, 2, 3), (0, 1, 2, 3))
    b = betting.collect(played(betting.begin(b, 0, 10), "c c c"))[0]
    assert betting.pots(b) == (Pot(12, (0, 1, 2, 3)), Pot(6, (1, 2, 3)))


def test_pots_leave_out_the_bets_of_the_round() -> None:
    b = next_round(played(opened([200, 200]), "c c"))
    assert betting.pots(played(b, "30")) == betting.pots(b) == (Pot(20, (0, 1)),)


def test_a_round_in_which_all_check_leaves_nothing_to_collect() -> None:
    checked = played(next_round(played(opened([200] * 3), "c c c")), "c c c")
    assert betting.collect(checked) == (checked, NO_SEAT, 0)
    assert (checked.turn, betting.pots(checked)) == (NO_SEAT, (Pot(30, (0, 1, 2)),))


def seats(mask: int) -> tuple[int, ...]:
    return betting.seats_of(mask)


def test_one_ante_for_the_whole_table_is_not_a_players_stake() -> None:
    b = betting.antes(betting.start([100, 100, 3]), [0, 10, 0], shared=True)
    b = played(betting.blinds(b, [(0, 5), (1, 10)], 10), "c c c")
    assert betting.pots(betting.collect(b)[0]) == (Pot(10 + 9, (0, 1, 2)), Pot(14, (0, 1)))


# --- the bring-in


def bringing(stacks: list[int]) -> Betting:
    return betting.bring_in(betting.start(stacks), 1, 3, 10)


@pytest.mark.parametrize("limit", LIMITS)
def test_the_bring_in_may_be_completed_and_is_not_a_bet(limit: str) -> None:
    b = bringing([200] * 4)
    call, low, _ = bounds(b, limit)
    assert (b.turn, call, low) == (1, 3, 10)
    b = played(b, "c", limit)
    assert (b.turn, b.bets, b.raises) == (2, (0, 3, 0, 0), 0)
    assert bounds(b, limit)[:2] == (3, 10)
    b = played(b, "c 10", limit)
    assert bounds(b, limit)[:2] == (10, 20)
    b = played(b, "c", limit)
    assert (b.turn, bounds(b, limit)[:2]) == (1, (7, 20))  # who brought it in may raise


def test_a_bring_in_from_a_short_stack_is_owed_in_full_and_all_in_is_offered_once() -> None:
    b = bringing([200, 2, 200])
    assert bounds(b, FIXED_LIMIT) == (2, 0, 0)
    assert bounds(played(b, "c", FIXED_LIMIT), FIXED_LIMIT) == (3, 10, 10)


def test_the_next_player_with_chips_brings_in_for_one_who_has_none() -> None:
    b = betting.antes(betting.start([200, 5, 200]), [5] * 3)
    assert betting.bring_in(b, 1, 3, 10).turn == 2


# --- pots


def test_side_pots_to_any_depth() -> None:
    b = opened([50, 100, 20, 300, 300])
    b = played(b, "20 300 c c c")
    b, seat, back = betting.collect(b)
    assert (seat, back) == (NO_SEAT, 0)
    assert betting.pots(b) == (
        Pot(100, (0, 1, 2, 3, 4)),
        Pot(120, (0, 1, 3, 4)),
        Pot(150, (1, 3, 4)),
        Pot(400, (3, 4)),
    )


def test_what_folded_players_paid_is_in_the_pots_they_cannot_win() -> None:
    b = played(opened([200, 200, 30, 200]), "30 c c 100 f f")
    b, seat, back = betting.collect(b)
    assert (seat, back, b.stacks[1]) == (1, 70, 170)
    assert betting.pots(b) == (Pot(120, (1, 2)),)


def test_an_uncalled_bet_comes_back() -> None:
    b, seat, back = betting.collect(played(opened([200, 200, 200]), "100 f f"))
    assert (seat, back, b.stacks) == (2, 90, (195, 190, 190))


@pytest.mark.parametrize(
    ("amount", "low", "awards"),
    [
        (101, {}, [(1, 51, ""), (0, 50, "")]),  # the odd chip to the left of the button, seat 1 of 0 1 2 3
        (101, {2: 5}, [(1, 26, "high"), (0, 25, "high"), (2, 50, "low")]),
        (101, {2: 5, 3: 5}, [(1, 26, "high"), (0, 25, "high"), (2, 25, "low"), (3, 25, "low")]),
        (102, {0: 7, 3: 5}, [(1, 26, "high"), (0, 25, "high"), (0, 51, "low")]),  # three quarters to seat 0
        (103, {0: 7, 3: 7}, [(1, 26, "high"), (0, 26, "high"), (3, 26, "low"), (0, 25, "low")]),
    ],
)
def test_dp11_odd_chips_and_quarters(amount: int, low: dict[int, int], awards: list[tuple[int, int, str]]) -> None:
    pots = [Pot(amount, (0, 1, 2, 3))]
    high = {0: 9, 1: 9, 2: 3, 3: 4}
    assert betting.settle(pots, betting.from_left(1, 4), high, low) == [
        Award(seat, chips, 0, half) for seat, chips, half in awards
    ]


def test_odd_chips_go_one_each() -> None:
    got = betting.settle([Pot(11, (0, 1, 2))], betting.from_left(2, 3), {0: 1, 1: 1, 2: 1})
    assert got == [Award(2, 4, 0), Award(0, 4, 0), Award(1, 3, 0)]


def test_a_side_pot_without_a_low_hand_goes_whole_to_the_high() -> None:
    pots = [Pot(100, (0, 1, 2)), Pot(60, (1, 2))]
    got = betting.settle(pots, betting.from_left(0, 3), {0: 1, 1: 5, 2: 3}, {0: 9})
    assert got == [Award(1, 50, 0, "high"), Award(0, 50, 0, "low"), Award(1, 60, 1)]


# --- for all


@settings(max_examples=300, deadline=None)
@given(
    strategies.lists(strategies.integers(1, 300), min_size=2, max_size=8),
    strategies.sampled_from(LIMITS),
    strategies.integers(0, 2**32),
)
def test_chips_are_conserved_and_every_round_ends(stacks: list[int], limit: str, seed: int) -> None:
    rng = Random(seed)
    n, chips = len(stacks), sum(stacks)
    b = betting.antes(betting.start(stacks), [rng.choice([0, 4])] * n)
    b = betting.blinds(b, [(0, 5), (1, 10)], 10) if rng.random() < 0.5 else betting.bring_in(b, 0, 3, 10)
    for _ in range(4):
        actions = 0
        while b.turn != NO_SEAT:
            assert b.able & b.waiting & 1 << b.turn
            call, low, high = bounds(b, limit)
            assert 0 <= call <= b.stacks[b.turn]
            assert low <= high <= b.stacks[b.turn] + b.bets[b.turn]
            assert not low or low > max(b.bets)
            move = rng.choice(["fold", "call", "call", "raise"])
            if move == "raise" and low:
                b = betting.raise_to(b, rng.choice([low, high, rng.randint(low, high)]), limit)
            elif move == "fold" and call and not (b.bring and not b.top):
                b = betting.fold(b)
            else:
                b = betting.call(b)
            actions += 1
            assert actions < 400
            assert sum(b.stacks) + betting.pot(b) == chips
            assert min(b.stacks) >= 0
        b, _, _ = betting.collect(b)
        assert sum(b.stacks) + betting.pot(b) == chips
        if not b.inside & (b.inside - 1):
            break
        b = betting.begin(b, rng.randrange(n), 10)
    assert sum(pot.amount for pot in betting.pots(b)) == betting.pot(b)
    strengths = {seat: rng.randrange(4) for seat in range(n)}
    lows = {seat: rng.randrange(4) for seat in range(n) if rng.random() < 0.4}
    awards = betting.settle(betting.pots(b), betting.from_left(0, n), strengths, lows)
    assert sum(betting.pay(b, awards).stacks) == chips


def test_a_bring_in_is_a_bet_that_a_no_limit_completion_raises() -> None:
    b = played(bringing([200] * 4), "c 28")  # 25 more than the bring-in of 3
    assert bounds(b)[1] == 53
