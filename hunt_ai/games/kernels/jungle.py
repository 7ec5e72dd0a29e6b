"""The rules of Dou Shou Qi as kernels over a flat table; the layout is in `jungle_layout.py`.

These are the jungle family's implementations of the verbs in `verbs.py`, whose contracts stand there.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, nth_bit, popcount
from hunt_ai.core.kernels.random import below
from hunt_ai.games.kernels.jungle_bans import ban_masks
from hunt_ai.games.kernels.jungle_layout import (
    ACTION_MOVES_AT,
    ACTION_OF,
    ALL_BANNED_LIFTS,
    CELL_FIELD,
    DENS,
    FLAG_DEN,
    FLAG_IMMOBILISED,
    FLAG_NO_BEASTS,
    FLAG_NO_PROGRESS,
    IDLE_FIELD,
    IDLE_ONE,
    IDLE_SHIFT,
    JUDGEMENT,
    LION,
    NO_CELL,
    NO_PROGRESS_LIMIT,
    OLDER_LANE,
    OLDER_MASK,
    RECENT_LANE,
    RECENT_MASK,
    RECENT_OLDEST,
    SIDE,
    STEPS,
    TO_SHIFT,
    ZOBRIST,
    ZOBRIST_SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.jungle_reach import beast_at, jump_target, jumpers_of, side_to_move, sides, step_targets
from hunt_ai.games.kernels.outcomes import DEN, DRAW, IMMOBILISED, NO_BEASTS, NO_PROGRESS, ONGOING, outcome_code

_S4, _S15 = np.uint64(4), np.uint64(15)
_WORD = np.uint64(64)
_TWO = np.uint64(2)
_ALL = np.int64(1 << 30)


class JungleRules(NamedTuple):
    """The rules of one jungle rule set, for kernels."""

    table: np.ndarray  # [words] uint64, writable (read-only arrays have another type and compile everything again)


@kernel
def decode(rules, row):
    return row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]


@kernel
def encode(rules, position, row):
    for i in range(10):
        row[i] = position[i]


# -- moves -------------------------------------------------------------------------------------------------------------


@kernel
def _allowed_steps(rules, position, bans):
    """Targets of legal steps up, down, right and left."""
    table = rules.table
    side = side_to_move(rules, position)
    return (
        step_targets(table, position, side, 0) & ~bans[0],
        step_targets(table, position, side, 1) & ~bans[1],
        step_targets(table, position, side, 2) & ~bans[2],
        step_targets(table, position, side, 3) & ~bans[3],
    )


@kernel
def jumps(rules, position, bans, n):
    """(number of legal jumps up to n, the n-th of them (from 0) as a move or -1 where there are no more than n)."""
    table = rules.table
    side = side_to_move(rules, position)
    jumpers = jumpers_of(table, position, side)
    count = 0
    while jumpers:
        start = lowest(jumpers)
        banned = bans[4] if beast_at(position, start) == LION else bans[5]
        for d in range(4):
            to = jump_target(table, position, side, start, d)
            if to != NO_CELL and not (banned >> to) & ONE:
                if count == n:
                    return count, np.int32(start | (to << TO_SHIFT))
                count += 1
        jumpers &= jumpers - ONE
    return count, np.int32(-1)


@kernel
def survey(rules, position):
    """(number of legal moves, targets of the legal steps, the bans in force)."""
    bans = ban_masks(rules, position)
    while True:
        steps = _allowed_steps(rules, position, bans)
        count = np.int64(popcount(steps[0]) + popcount(steps[1]) + popcount(steps[2]) + popcount(steps[3]))
        count += jumps(rules, position, bans, _ALL)[0]
        banned = bans[0] | bans[1] | bans[2] | bans[3] | bans[4] | bans[5]
        if count or not banned or not rules.table[ALL_BANNED_LIFTS]:
            return count, steps, bans
        bans = (ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel
def count_moves(rules, position):
    return survey(rules, position)[0]


@kernel
def legal_moves(rules, position, moves):
    table = rules.table
    total, steps, bans = survey(rules, position)
    count = 0
    for d in range(4):
        targets = steps[d]
        back = _WORD - table[STEPS + 2 * d]
        while targets:
            to = lowest(targets)
            moves[count] = np.int32(((to + back) & CELL_FIELD) | (to << TO_SHIFT))
            count += 1
            targets &= targets - ONE
    for n in range(total - count):
        moves[count + n] = jumps(rules, position, bans, n)[1]
    return total


@kernel
def _nth(rules, position, steps, bans, k):
    for d in range(4):
        here = np.int64(popcount(steps[d]))
        if k < here:
            to = nth_bit(steps[d], k)
            return np.int32(((to + _WORD - rules.table[STEPS + 2 * d]) & CELL_FIELD) | (to << TO_SHIFT))
        k -= here
    return jumps(rules, position, bans, k)[1]


@kernel
def nth_move(rules, position, k):
    _, steps, bans = survey(rules, position)
    return _nth(rules, position, steps, bans, k)


@kernel
def random_move(rules, position, word):
    count, steps, bans = survey(rules, position)
    if count == 0:
        return count, np.int32(-1)
    return count, _nth(rules, position, steps, bans, np.int64(below(word, np.uint64(count))))


# -- play --------------------------------------------------------------------------------------------------------------


@kernel
def _remembered(recent, older, beast, to):
    """The history words of a side after `beast` entered `to`."""
    leaving = recent >> RECENT_OLDEST
    cell = leaving & CELL_FIELD if leaving >> OLDER_LANE == beast else NO_CELL
    lane = (beast << OLDER_LANE) | to
    return ((recent << RECENT_LANE) | lane) & RECENT_MASK, ((older << OLDER_LANE) | cell) & OLDER_MASK


@kernel
def play(rules, position, move):
    red, blue, plane_0, plane_1, plane_2, red_recent, red_older, blue_recent, blue_older, counters = position
    move = np.uint64(move)
    start = move & CELL_FIELD
    to = move >> TO_SHIFT
    beast = beast_at(position, start)
    there = bit(to)
    both = bit(start) | there
    captured = (red | blue) & there
    plane_0 = (plane_0 & ~both) | ((beast & ONE) << to)
    plane_1 = (plane_1 & ~both) | (((beast >> ONE) & ONE) << to)
    plane_2 = (plane_2 & ~both) | ((beast >> _TWO) << to)
    if counters & SIDE:
        blue ^= both
        red &= ~there
        blue_recent, blue_older = _remembered(blue_recent, blue_older, beast, to)
    else:
        red ^= both
        blue &= ~there
        red_recent, red_older = _remembered(red_recent, red_older, beast, to)
    counters ^= SIDE
    counters = counters & SIDE if captured else counters + IDLE_ONE
    return red, blue, plane_0, plane_1, plane_2, red_recent, red_older, blue_recent, blue_older, counters


@kernel
def pass_turn(rules, position):
    red, blue, plane_0, plane_1, plane_2, red_recent, red_older, blue_recent, blue_older, counters = position
    counters = (counters ^ SIDE) + IDLE_ONE
    return red, blue, plane_0, plane_1, plane_2, red_recent, red_older, blue_recent, blue_older, counters


@kernel
def is_capture(rules, position, move):
    return ((position[0] | position[1]) >> (np.uint64(move) >> TO_SHIFT)) & ONE != ZERO


# -- judgement ---------------------------------------------------------------------------------------------------------


@kernel
def judge(rules, position, count):
    table = rules.table
    red, blue = position[0], position[1]
    flags = ZERO
    if red & table[DENS + 1] or blue & table[DENS]:
        flags |= ONE << np.uint64(FLAG_DEN)
    if red == ZERO or blue == ZERO:
        flags |= ONE << np.uint64(FLAG_NO_BEASTS)
    if count == 0:
        flags |= ONE << np.uint64(FLAG_IMMOBILISED)
    if (position[9] >> IDLE_SHIFT) & IDLE_FIELD >= table[NO_PROGRESS_LIMIT]:
        flags |= ONE << np.uint64(FLAG_NO_PROGRESS)
    if flags == ZERO:
        return ONGOING
    order = table[JUDGEMENT]
    while not (flags >> (order & _S15)) & ONE:
        order >>= _S4
    flag = order & _S15
    if flag == np.uint64(FLAG_DEN):
        return outcome_code(np.int64(0) if red & table[DENS + 1] else np.int64(1), DEN)
    if flag == np.uint64(FLAG_NO_BEASTS):
        return outcome_code(np.int64(0) if red else np.int64(1), NO_BEASTS)
    if flag == np.uint64(FLAG_IMMOBILISED):
        return outcome_code(np.int64(1) - side_to_move(rules, position), IMMOBILISED)
    return outcome_code(DRAW, NO_PROGRESS)


# -- Zobrist keys ------------------------------------------------------------------------------------------------------


@kernel
def _beast_key(table, side, beast, cell):
    return table[np.int64(ZOBRIST) + 512 * side + 64 * np.int64(beast) + np.int64(cell)]


@kernel
def key(rules, position):
    table = rules.table
    result = table[ZOBRIST_SIDE] if position[9] & SIDE else ZERO
    for side in range(2):
        left = sides(position, side)[0]
        while left:
            cell = lowest(left)
            result ^= _beast_key(table, side, beast_at(position, cell), cell)
            left &= left - ONE
    return result


@kernel
def next_key(rules, position, old_key, move):
    table = rules.table
    side = side_to_move(rules, position)
    move_word = np.uint64(move)
    start = move_word & CELL_FIELD
    to = move_word >> TO_SHIFT
    beast = beast_at(position, start)
    result = old_key ^ table[ZOBRIST_SIDE] ^ _beast_key(table, side, beast, start) ^ _beast_key(table, side, beast, to)
    if is_capture(rules, position, move):
        result ^= _beast_key(table, 1 - side, beast_at(position, to), to)
    return result


# -- actions -----------------------------------------------------------------------------------------------------------


@kernel
def move_to_action(rules, position, move):
    word = np.uint64(move)
    return np.int64(rules.table[np.int64(ACTION_OF) + np.int64(((word & CELL_FIELD) << TO_SHIFT) | (word >> TO_SHIFT))])


@kernel
def action_to_move(rules, position, action):
    return np.int32(rules.table[np.int64(rules.table[ACTION_MOVES_AT]) + action])
