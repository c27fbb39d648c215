"""Games of pyramid played out by the million. The slow twins are in the tests.

A set of bricks has a number in colexicographic order: of sorted bricks b1 < b2 ... the sum of ``choose[b1, 1]``,
``choose[b2, 2]`` and so on. ``worth[size, number]`` is the value of a hand of that size, ``blind[size, number]`` its
mean value after one more brick of any kind. Hands are player * 3 + number.
"""

import cython
import numpy as np

HANDS = cython.declare(cython.int, 3)
FULL = cython.declare(cython.int, 5)
DRAWN = cython.declare(cython.int, 40)
LOWEST = cython.declare(cython.double, -1e9)
MATCH = cython.declare(cython.int, 27)  # of the digits, the first
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _joined(
    hand: cython.int[:, ::1], place: cython.int, size: cython.int, brick: cython.int, choose: cython.int[:, ::1]
) -> cython.int:
    """Return the number of a hand with one more brick."""
    at: cython.int
    number: cython.int = 0
    passed: cython.int = 0
    for at in range(size):
        if not passed and hand[place, at] > brick:
            passed = 1
            number += choose[brick, at + 1]
        number += choose[hand[place, at], at + 1 + passed]
    if not passed:
        number += choose[brick, size + 1]
    return number


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _insert(hand: cython.int[:, ::1], place: cython.int, size: cython.int, brick: cython.int) -> cython.void:
    """Put a brick into a sorted hand."""
    at: cython.int = size
    while at > 0 and hand[place, at - 1] > brick:
        hand[place, at] = hand[place, at - 1]
        at -= 1
    hand[place, at] = brick


def outlook(
    size: cython.int,
    count: cython.int,
    worth: cython.float[:, ::1],
    blind: cython.float[:, ::1],
    weights: cython.const[cython.double][::1],
    choose: cython.int[:, ::1],
) -> None:
    """Fill in the hands of a size from those that are one larger.

    A hand is worth the mean of its best brick among some that are offered: ``weights`` are those of its best
    continuation, of the second best, and so on.
    """
    number: cython.int
    at: cython.int
    brick: cython.int
    found: cython.int
    value: cython.double
    total: cython.double
    mean: cython.double
    hand_: object = np.arange(FULL, dtype=np.int32).reshape(1, -1)
    hand: cython.int[:, ::1] = hand_
    sorted_: object = np.zeros(DRAWN, np.float64)
    ordered: cython.double[::1] = sorted_
    for number in range(count):
        found = 0
        mean = 0.0
        for brick in range(DRAWN):
            for at in range(size):
                if hand[0, at] == brick:
                    break
            else:
                value = worth[size + 1, _joined(hand, 0, size, brick, choose)]
                mean += value
                at = found
                while at > 0 and ordered[at - 1] < value:
                    ordered[at] = ordered[at - 1]
                    at -= 1
                ordered[at] = value
                found += 1
        total = 0.0
        for at in range(found):
            total += weights[at] * ordered[at]
        worth[size, number] = total
        blind[size, number] = mean / found
        # the next set in colexicographic order
        at = 0
        while at < size - 1 and hand[0, at] + 1 == hand[0, at + 1]:
            hand[0, at] = at
            at += 1
        hand[0, at] += 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_open(bricks: cython.int[::1], above: cython.const[cython.int][:, ::1], space: cython.int) -> cython.bint:
    """Return whether a brick lies here, and none on it."""
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
    worth: cython.float[:, ::1],
    choose: cython.int[:, ::1],
    gain: cython.double[::1],
) -> cython.int:
    """Return the hand that gains most by a brick; ``gain[0]`` becomes the gain."""
    place: cython.int
    best: cython.int = -1
    more: cython.double
    size: cython.int
    now: cython.int
    at: cython.int
    gain[0] = LOWEST
    for place in range(player * HANDS, player * HANDS + HANDS):
        size = sizes[place]
        if size == FULL:
            continue
        now = 0
        for at in range(size):
            now += choose[hands[place, at], at + 1]
        more = worth[size + 1, _joined(hands, place, size, brick, choose)] - worth[size, now]
        if more > gain[0]:
            gain[0] = more
            best = place
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _blind_gain(
    hands: cython.int[:, ::1],
    sizes: cython.int[::1],
    player: cython.int,
    worth: cython.float[:, ::1],
    blind: cython.float[:, ::1],
    choose: cython.int[:, ::1],
) -> cython.double:
    """Return the gain of a brick that may be any."""
    place: cython.int
    now: cython.int
    at: cython.int
    found: cython.double = LOWEST
    for place in range(player * HANDS, player * HANDS + HANDS):
        if sizes[place] < FULL:
            now = 0
            for at in range(sizes[place]):
                now += choose[hands[place, at], at + 1]
            found = max(found, cython.cast(cython.double, blind[sizes[place], now] - worth[sizes[place], now]))
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _play(
    bricks: cython.int[::1],
    above: cython.const[cython.int][:, ::1],
    knows: cython.uchar[:, ::1],
    hands: cython.int[:, ::1],
    sizes: cython.int[::1],
    player: cython.int,
    left: cython.int,
    worth: cython.float[:, ::1],
    blind: cython.float[:, ::1],
    choose: cython.int[:, ::1],
    denial: cython.double,
    gain: cython.double[::1],
) -> cython.void:
    """Take all bricks: each player takes what gains most for its hands, and denies the other a part of its gain."""
    space: cython.int
    best: cython.int
    place: cython.int
    value: cython.double
    most: cython.double
    unknown: cython.double
    while left > 0:
        most = LOWEST
        best = -1
        unknown = _blind_gain(hands, sizes, player, worth, blind, choose)
        for space in range(bricks.shape[0]):
            if not _is_open(bricks, above, space):
                continue
            if knows[player, space]:
                _best_hand(hands, sizes, player, bricks[space], worth, choose, gain)
                value = gain[0]
                if denial > 0 and _best_hand(hands, sizes, 1 - player, bricks[space], worth, choose, gain) >= 0:
                    value += denial * gain[0]
            else:
                value = unknown
            if value > most:
                most = value
                best = space
        place = _best_hand(hands, sizes, player, bricks[best], worth, choose, gain)
        if place < 0:
            break  # a made-up position: more bricks than the hands take
        _insert(hands, place, sizes[place], bricks[best])
        sizes[place] += 1
        bricks[best] = -1
        left -= 1
        player = 1 - player


@cython.cfunc
@cython.exceptval(check=False)
def _result(
    hands: cython.int[:, ::1],
    player: cython.int,
    priority: cython.int,
    strengths: cython.const[cython.int][::1],
    choose: cython.int[:, ::1],
) -> cython.int:
    """Return 2, 1 or 0 for each: the player wins, ties or loses the match, and each hand, as digits of base 3."""
    hand: cython.int
    at: cython.int
    mine: cython.int
    theirs: cython.int
    lead: cython.int = 0
    won: cython.int
    code: cython.int = 0
    for hand in range(HANDS):
        mine = 0
        theirs = 0
        for at in range(FULL):
            mine += choose[hands[player * HANDS + hand, at], at + 1]
            theirs += choose[hands[(1 - player) * HANDS + hand, at], at + 1]
        won = (strengths[mine] > strengths[theirs]) - (strengths[mine] < strengths[theirs])
        lead += won
        code = 3 * code + won + 1
    if lead == 0 and priority >= 0:
        lead = 1 if priority == player else -1
    return code + MATCH * (1 + (lead > 0) - (lead < 0))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.ulonglong) -> cython.ulonglong:
    """Return the next state of a generator (xorshift)."""
    state ^= (state << 13) & WORD
    state ^= state >> 7
    state ^= (state << 17) & WORD
    return state


def playouts(
    worlds: cython.const[cython.int][:, ::1],
    coming: cython.const[cython.int][:, ::1],
    moves: cython.const[cython.int][:, ::1],
    above: cython.const[cython.int][:, ::1],
    below: cython.const[cython.int][:, ::1],
    knows: cython.const[cython.uchar][:, ::1],
    hands: cython.const[cython.int][:, ::1],
    sizes: cython.const[cython.int][::1],
    player: cython.int,
    first: cython.int,
    priority: cython.int,
    worth: cython.float[:, ::1],
    blind: cython.float[:, ::1],
    choose: cython.int[:, ::1],
    strengths: cython.const[cython.int][::1],
    denial: cython.double,
    seeds: cython.const[cython.ulonglong][::1],
    out: cython.uchar[:, ::1],
    ends: cython.int[:, :, ::1],
) -> None:
    """Fill ``out[world, move]`` with how the match ends for the player to move: see `_result`.

    ``worlds[world, space]`` are bricks, -1 where none lies. A move is (space, hand): a brick taken for a hand, or with
    hand -1 for the one that gains most; (-1, hand) puts away the brick ``coming[world, 0]``. Where ``coming`` holds
    more, or the pyramid is not built, a move is a space for the first of them; the rest are placed at random, in
    turn, before the pyramid is taken down. ``ends[world]`` are the hands after the last move.
    """
    world: cython.Py_ssize_t
    move: cython.Py_ssize_t
    at: cython.int
    space: cython.int
    place: cython.int
    left: cython.int
    turn: cython.int
    free: cython.int
    picked: cython.int
    state: cython.ulonglong
    spaces: cython.int = worlds.shape[1]
    builds: cython.bint = coming.shape[1] > 0 and moves[0, 1] == -2
    bricks_: object = np.zeros(spaces, np.int32)
    bricks: cython.int[::1] = bricks_
    seen_: object = np.zeros((2, spaces), np.uint8)
    seen: cython.uchar[:, ::1] = seen_
    own_: object = np.zeros((6, FULL), np.int32)
    own: cython.int[:, ::1] = own_
    size_: object = np.zeros(6, np.int32)
    size: cython.int[::1] = size_
    gain_: object = np.zeros(1)
    gain: cython.double[::1] = gain_
    for world in range(worlds.shape[0]):
        for move in range(moves.shape[0]):
            left = 0
            for space in range(spaces):
                bricks[space] = worlds[world, space]
                left += bricks[space] >= 0
                seen[0, space] = knows[0, space]
                seen[1, space] = knows[1, space]
            for place in range(6):
                size[place] = sizes[place]
                for at in range(FULL):
                    own[place, at] = hands[place, at]
            turn = player
            space = moves[move, 0]
            if builds:
                state = seeds[world]
                for at in range(coming.shape[1]):
                    if at:
                        state = _random(state)
                        free = 0
                        for picked in range(spaces):
                            free += _can_build(bricks, below, picked)
                        free = cython.cast(cython.int, state % cython.cast(cython.ulonglong, free))
                        for picked in range(spaces):
                            if _can_build(bricks, below, picked):
                                if free == 0:
                                    space = picked
                                    break
                                free -= 1
                    bricks[space] = coming[world, at]
                    seen[turn, space] = 1
                    seen[1 - turn, space] = 0
                    turn = 1 - turn
                    left += 1
                turn = first
            else:
                place = moves[move, 1]
                at = bricks[space] if space >= 0 else coming[world, 0]
                if place < 0:
                    place = _best_hand(own, size, player, at, worth, choose, gain)
                else:
                    place += player * HANDS
                _insert(own, place, size[place], at)
                size[place] += 1
                if space >= 0:
                    bricks[space] = -1
                    left -= 1
                turn = 1 - player
            _play(bricks, above, seen, own, size, turn, left, worth, blind, choose, denial, gain)
            out[world, move] = _result(own, player, priority, strengths, choose)
        for place in range(6):
            for at in range(FULL):
                ends[world, place, at] = own[place, at]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _can_build(bricks: cython.int[::1], below: cython.const[cython.int][:, ::1], space: cython.int) -> cython.bint:
    """Return whether a brick may be placed here."""
    if bricks[space] >= 0:
        return False
    if below[space, 0] < 0:
        return True
    return bricks[below[space, 0]] >= 0 and bricks[below[space, 1]] >= 0
