"""Playouts of pyramid. The slow twins are in the tests.

A set of bricks has a number in colexicographic order: of sorted bricks b1 < b2 ... the sum of ``binomials[b1, 1]``,
``binomials[b2, 2]`` and so on (the combinatorial number system). ``values[size, number]`` is the value of a hand of
that size, ``values_after_any[size, number]`` its mean value after one more brick of any kind. Hands are
player * 3 + number.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
HAND_CARDS = cython.declare(cython.int, 5)
DECK_CARDS = cython.declare(cython.int, 40)
LOWEST = cython.declare(cython.double, -1e9)
MATCH_FACTOR = cython.declare(cython.int, 27)  # of the digits, the first
MASK_64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _number_with(
    hand: cython.int[:, ::1], hand_index: cython.int, size: cython.int, brick: cython.int, binomials: cython.int[:, ::1]
) -> cython.int:
    """Return the number of a hand with one more brick."""
    number: cython.int = 0
    is_inserted: cython.int = 0
    for index in range(size):
        if not is_inserted and hand[hand_index, index] > brick:
            is_inserted = 1
            number += binomials[brick, index + 1]
        number += binomials[hand[hand_index, index], index + 1 + is_inserted]
    if not is_inserted:
        number += binomials[brick, size + 1]
    return number


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _insert(hand: cython.int[:, ::1], hand_index: cython.int, size: cython.int, brick: cython.int) -> cython.void:
    """Put a brick into a sorted hand."""
    index: cython.int = size
    while index > 0 and hand[hand_index, index - 1] > brick:
        hand[hand_index, index] = hand[hand_index, index - 1]
        index -= 1
    hand[hand_index, index] = brick


def fill_values(
    size: cython.int,
    count: cython.int,
    values: cython.float[:, ::1],
    values_after_any: cython.float[:, ::1],
    weights: cython.const[cython.double][::1],
    binomials: cython.int[:, ::1],
) -> None:
    """Fill in the values of hands of a size from those that are one brick larger.

    The value of a hand is the mean value after the best of some bricks that are offered: ``weights`` are the chances
    that its best continuation is taken, the second best, and so on.
    """
    index: cython.int
    hand_: object = np.arange(HAND_CARDS, dtype=np.int32).reshape(1, -1)
    hand: cython.int[:, ::1] = hand_
    sorted_values_: object = np.zeros(DECK_CARDS, np.float64)
    sorted_values: cython.double[::1] = sorted_values_
    for number in range(count):
        value_count: cython.int = 0
        sum_of_values: cython.double = 0.0
        for brick in range(DECK_CARDS):
            for index in range(size):
                if hand[0, index] == brick:
                    break
            else:
                value: cython.double = values[size + 1, _number_with(hand, 0, size, brick, binomials)]
                sum_of_values += value
                index = value_count
                while index > 0 and sorted_values[index - 1] < value:
                    sorted_values[index] = sorted_values[index - 1]
                    index -= 1
                sorted_values[index] = value
                value_count += 1
        total: cython.double = 0.0
        for index in range(value_count):
            total += weights[index] * sorted_values[index]
        values[size, number] = total
        values_after_any[size, number] = sum_of_values / value_count
        # the next set in colexicographic order
        index = 0
        while index < size - 1 and hand[0, index] + 1 == hand[0, index + 1]:
            hand[0, index] = index
            index += 1
        hand[0, index] += 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_exposed(bricks: cython.int[::1], above: cython.const[cython.int][:, ::1], space: cython.int) -> cython.bint:
    """Return True if a brick lies here, and none on it."""
    if bricks[space] < 0:
        return False
    if above[space, 0] >= 0 and bricks[above[space, 0]] >= 0:
        return False
    return not (above[space, 1] >= 0 and bricks[above[space, 1]] >= 0)


@cython.cfunc
@cython.exceptval(check=False)
def _best_hand(
    hands: cython.int[:, ::1],
    sizes: cython.int[::1],
    player: cython.int,
    brick: cython.int,
    values: cython.float[:, ::1],
    binomials: cython.int[:, ::1],
    gain: cython.double[::1],
) -> cython.int:
    """Return the hand that gains most by a brick, -1 if all are full; write the gain to ``gain[0]``."""
    best: cython.int = -1
    new_gain: cython.double
    gain[0] = LOWEST
    for hand_index in range(player * HANDS, player * HANDS + HANDS):
        size: cython.int = sizes[hand_index]
        if size == HAND_CARDS:
            continue
        number: cython.int = 0
        for index in range(size):
            number += binomials[hands[hand_index, index], index + 1]
        new_gain = values[size + 1, _number_with(hands, hand_index, size, brick, binomials)] - values[size, number]
        if new_gain > gain[0]:
            gain[0] = new_gain
            best = hand_index
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _mean_gain(
    hands: cython.int[:, ::1],
    sizes: cython.int[::1],
    player: cython.int,
    values: cython.float[:, ::1],
    values_after_any: cython.float[:, ::1],
    binomials: cython.int[:, ::1],
) -> cython.double:
    """Return the mean gain of a brick that is not known."""
    best_gain: cython.double = LOWEST
    for hand_index in range(player * HANDS, player * HANDS + HANDS):
        if sizes[hand_index] < HAND_CARDS:
            number: cython.int = 0
            for index in range(sizes[hand_index]):
                number += binomials[hands[hand_index, index], index + 1]
            best_gain = max(
                best_gain,
                cython.cast(
                    cython.double, values_after_any[sizes[hand_index], number] - values[sizes[hand_index], number]
                ),
            )
    return best_gain


@cython.cfunc
@cython.exceptval(check=False)
def _take_all(
    bricks: cython.int[::1],
    above: cython.const[cython.int][:, ::1],
    is_known: cython.uchar[:, ::1],
    hands: cython.int[:, ::1],
    sizes: cython.int[::1],
    player: cython.int,
    bricks_left: cython.int,
    values: cython.float[:, ::1],
    values_after_any: cython.float[:, ::1],
    binomials: cython.int[:, ::1],
    denial_share: cython.double,
    gain: cython.double[::1],
) -> cython.void:
    """Take all bricks: each player takes what gains most for its hands, and denies the other a part of its gain."""
    while bricks_left > 0:
        best_value: cython.double = LOWEST
        best: cython.int = -1
        mean_gain: cython.double = _mean_gain(hands, sizes, player, values, values_after_any, binomials)
        for space in range(bricks.shape[0]):
            if not _is_exposed(bricks, above, space):
                continue
            if is_known[player, space]:
                _best_hand(hands, sizes, player, bricks[space], values, binomials, gain)
                value: cython.double = gain[0]
                if (
                    denial_share > 0
                    and _best_hand(hands, sizes, 1 - player, bricks[space], values, binomials, gain) >= 0
                ):
                    value += denial_share * gain[0]
            else:
                value = mean_gain
            if value > best_value:
                best_value = value
                best = space
        hand_index: cython.int = _best_hand(hands, sizes, player, bricks[best], values, binomials, gain)
        if hand_index < 0:
            break  # a made-up position: more bricks than the hands take
        _insert(hands, hand_index, sizes[hand_index], bricks[best])
        sizes[hand_index] += 1
        bricks[best] = -1
        bricks_left -= 1
        player = 1 - player


@cython.cfunc
@cython.exceptval(check=False)
def _result(
    hands: cython.int[:, ::1],
    player: cython.int,
    priority: cython.int,
    strengths: cython.const[cython.int][::1],
    binomials: cython.int[:, ::1],
) -> cython.int:
    """Return 2, 1 or 0 for each: the player wins, ties or loses the match, and each hand, as digits of base 3."""
    lead: cython.int = 0
    code: cython.int = 0
    for hand in range(HANDS):
        own_number: cython.int = 0
        other_number: cython.int = 0
        for index in range(HAND_CARDS):
            own_number += binomials[hands[player * HANDS + hand, index], index + 1]
            other_number += binomials[hands[(1 - player) * HANDS + hand, index], index + 1]
        hand_result: cython.int = (strengths[own_number] > strengths[other_number]) - (
            strengths[own_number] < strengths[other_number]
        )
        lead += hand_result
        code = 3 * code + hand_result + 1
    if lead == 0 and priority >= 0:
        lead = 1 if priority == player else -1
    return code + MATCH_FACTOR * (1 + (lead > 0) - (lead < 0))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.ulonglong) -> cython.ulonglong:
    """Return the next state of a xorshift64 generator (Marsaglia 2003)."""
    state ^= (state << 13) & MASK_64
    state ^= state >> 7
    state ^= (state << 17) & MASK_64
    return state


def playouts(
    worlds: cython.const[cython.int][:, ::1],
    coming: cython.const[cython.int][:, ::1],
    moves: cython.const[cython.int][:, ::1],
    above: cython.const[cython.int][:, ::1],
    below: cython.const[cython.int][:, ::1],
    is_known: cython.const[cython.uchar][:, ::1],
    hands: cython.const[cython.int][:, ::1],
    sizes: cython.const[cython.int][::1],
    player: cython.int,
    first: cython.int,
    priority: cython.int,
    values: cython.float[:, ::1],
    values_after_any: cython.float[:, ::1],
    binomials: cython.int[:, ::1],
    strengths: cython.const[cython.int][::1],
    denial_share: cython.double,
    seeds: cython.const[cython.ulonglong][::1],
    out: cython.uchar[:, ::1],
    final_hands: cython.int[:, :, ::1],
) -> None:
    """Fill ``out[world, move]`` with how the match ends for the player to move: see `_result`.

    ``worlds[world, space]`` are bricks, -1 where none lies. A move is (space, hand): a brick taken for a hand, or with
    hand -1 for the one that gains most; (-1, hand) puts away the brick ``coming[world, 0]``. Where ``coming`` holds
    more, or the pyramid is not built, a move is a space for the first of them; the rest are placed at random, in
    turn, before the pyramid is taken down. ``final_hands[world]`` are the hands after the last move.
    """
    space: cython.int
    hand_index: cython.int
    spaces: cython.int = worlds.shape[1]
    is_building: cython.bint = coming.shape[1] > 0 and moves[0, 1] == -2
    bricks_: object = np.zeros(spaces, np.int32)
    bricks: cython.int[::1] = bricks_
    is_seen_: object = np.zeros((2, spaces), np.uint8)
    is_seen: cython.uchar[:, ::1] = is_seen_
    played_hands_: object = np.zeros((6, HAND_CARDS), np.int32)
    played_hands: cython.int[:, ::1] = played_hands_
    played_sizes_: object = np.zeros(6, np.int32)
    played_sizes: cython.int[::1] = played_sizes_
    gain_: object = np.zeros(1)
    gain: cython.double[::1] = gain_
    for world in range(worlds.shape[0]):
        for move in range(moves.shape[0]):
            bricks_left: cython.int = 0
            for space in range(spaces):
                bricks[space] = worlds[world, space]
                bricks_left += bricks[space] >= 0
                is_seen[0, space] = is_known[0, space]
                is_seen[1, space] = is_known[1, space]
            for hand_index in range(6):
                played_sizes[hand_index] = sizes[hand_index]
                for index in range(HAND_CARDS):
                    played_hands[hand_index, index] = hands[hand_index, index]
            turn: cython.int = player
            space = moves[move, 0]
            if is_building:
                state: cython.ulonglong = seeds[world]
                for index in range(coming.shape[1]):
                    if index:
                        state = _random(state)
                        choice: cython.int = 0  # first the number of free spaces, then the one to take
                        for candidate in range(spaces):
                            choice += _can_build(bricks, below, candidate)
                        choice = cython.cast(cython.int, state % cython.cast(cython.ulonglong, choice))
                        for candidate in range(spaces):
                            if _can_build(bricks, below, candidate):
                                if choice == 0:
                                    space = candidate
                                    break
                                choice -= 1
                    bricks[space] = coming[world, index]
                    is_seen[turn, space] = 1
                    is_seen[1 - turn, space] = 0
                    turn = 1 - turn
                    bricks_left += 1
                turn = first
            else:
                hand_index = moves[move, 1]
                brick: cython.int = bricks[space] if space >= 0 else coming[world, 0]
                if hand_index < 0:
                    hand_index = _best_hand(played_hands, played_sizes, player, brick, values, binomials, gain)
                else:
                    hand_index += player * HANDS
                _insert(played_hands, hand_index, played_sizes[hand_index], brick)
                played_sizes[hand_index] += 1
                if space >= 0:
                    bricks[space] = -1
                    bricks_left -= 1
                turn = 1 - player
            _take_all(
                bricks,
                above,
                is_seen,
                played_hands,
                played_sizes,
                turn,
                bricks_left,
                values,
                values_after_any,
                binomials,
                denial_share,
                gain,
            )
            out[world, move] = _result(played_hands, player, priority, strengths, binomials)
        for hand_index in range(6):
            for index in range(HAND_CARDS):
                final_hands[world, hand_index, index] = played_hands[hand_index, index]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _can_build(bricks: cython.int[::1], below: cython.const[cython.int][:, ::1], space: cython.int) -> cython.bint:
    """Return True if a brick may be placed here."""
    if bricks[space] >= 0:
        return False
    if below[space, 0] < 0:
        return True
    return bricks[below[space, 0]] >= 0 and bricks[below[space, 1]] >= 0
