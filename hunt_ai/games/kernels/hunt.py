"""The rules of every hunt game as kernels over its flat table; the layout is in `hunt_layout.py`.

These are the hunt family's implementations of the verbs in `verbs.py`, whose contracts stand there.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, nth_bit, popcount, rotate
from hunt_ai.core.kernels.random import below
from hunt_ai.games.kernels.hunt_layout import (
    ACTION_MOVES_AT,
    ACTION_OF,
    ACTIONS,
    BYTE,
    CAPTURE_GOAL,
    CAPTURE_RESETS,
    CAPTURED_ONE,
    CAPTURED_SHIFT,
    FLAG_CAPTURES,
    FLAG_DRIVEN_OUT,
    FLAG_IMMOBILISED,
    FLAG_NO_PROGRESS,
    HAND_ONE,
    HEIGHT_SHIFT,
    HEIGHTS_SHIFT,
    HOME_MASK,
    IDLE_FIELD,
    IDLE_ONE,
    IDLE_SHIFT,
    JUDGEMENT,
    JUMP,
    JUMPS_AT,
    JUMPS_END,
    KIND_SHIFT,
    LANES,
    NO_HEIGHT,
    NO_MOVE,
    NO_PROGRESS_LIMIT,
    OVER_SHIFT,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    PASS,
    PASS_ACTION,
    PASS_MOVE,
    PLACEMENT,
    PLACEMENT_MASK,
    PLACEMENT_RESETS,
    POINT_FIELD,
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
    SIDE,
    STEP,
    TO_SHIFT,
    UNGROUP_RESETS,
    ZOBRIST_HAND,
    ZOBRIST_HEIGHT,
    ZOBRIST_PACK,
    ZOBRIST_QUARRY,
    ZOBRIST_SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import (
    count_quarry,
    count_steps,
    hand,
    jump_targets,
    may_jump,
    may_pass,
    pack_sources,
)  # fmt: skip
from hunt_ai.games.kernels.outcomes import CAPTURES, DRAW, DRIVEN_OUT, IMMOBILISED, NO_PROGRESS, ONGOING, outcome_code

_S4, _S15 = np.uint64(4), np.uint64(15)
_WORD = np.uint64(64)


class HuntRules(NamedTuple):
    """The rules of one hunt game, for kernels."""

    table: np.ndarray  # [words] uint64, writable (read-only arrays have another type and compile everything again)


@kernel
def decode(rules, row):
    return row[0], row[1], row[2]


@kernel
def encode(rules, position, row):
    row[0], row[1], row[2] = position


@kernel
def side_to_move(rules, position):
    return np.int64(position[2] & SIDE)


# -- moves: masks of targets, one direction at a time ------------------------------------------------------------------


@kernel
def count_moves(rules, position):
    table = rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    if not counters & SIDE:
        return np.int64(count_quarry(table, quarry, pack, empty))
    if hand(counters):
        total = popcount(table[PLACEMENT_MASK] & empty)
    else:
        sources = pack_sources(table, pack, counters, empty)
        total = count_steps(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), sources, empty)
    if total == ZERO and may_pass(table, counters):
        total = ONE
    return np.int64(total)


@kernel
def _write_steps(table, at, end, sources, empty, moves, count):
    for block in range(at, end, 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            targets = rotate(sources & table[block + LANES + lane], shift) & empty
            while targets:
                to = lowest(targets)
                moves[count] = np.int32(((to + _WORD - shift) & POINT_FIELD) | (to << TO_SHIFT))
                count += 1
                targets &= targets - ONE
    return count


@kernel
def jump_move(table, at, to):
    """The move along the jump direction listed at `at` that lands on `to`."""
    over = (to + _WORD - table[at + 1]) & POINT_FIELD
    start = (over + _WORD - table[at]) & POINT_FIELD
    return np.int32(start | (to << TO_SHIFT) | (over << OVER_SHIFT) | (JUMP << KIND_SHIFT))


@kernel
def write_jumps(table, quarry, pack, empty, moves, count):
    """Write the quarry's jumps into `moves` from `count` on, in place; the new count."""
    if may_jump(table, quarry, pack):
        for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
            targets = jump_targets(table, at, quarry, pack, empty)
            while targets:
                moves[count] = jump_move(table, at, lowest(targets))
                count += 1
                targets &= targets - ONE
    return count


@kernel
def legal_moves(rules, position, moves):
    table = rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    if not counters & SIDE:
        end = np.int64(table[QUARRY_STEPS_END])
        count = _write_steps(table, np.int64(table[QUARRY_STEPS_AT]), end, quarry, empty, moves, 0)
        return write_jumps(table, quarry, pack, empty, moves, count)
    count = 0
    if hand(counters):
        targets = table[PLACEMENT_MASK] & empty
        while targets:
            moves[count] = np.int32((lowest(targets) << TO_SHIFT) | (PLACEMENT << KIND_SHIFT))
            count += 1
            targets &= targets - ONE
    else:
        sources = pack_sources(table, pack, counters, empty)
        end = np.int64(table[PACK_STEPS_END])
        count = _write_steps(table, np.int64(table[PACK_STEPS_AT]), end, sources, empty, moves, count)
    if count == 0 and may_pass(table, counters):
        moves[0] = np.int32(PASS_MOVE)
        count = 1
    return count


@kernel
def _nth_step(table, at, end, sources, empty, k):
    """The k-th step in the order of `legal_moves`, or -1 - (k less the steps passed over) where there are fewer."""
    for block in range(at, end, 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            targets = rotate(sources & table[block + LANES + lane], shift) & empty
            here = np.int64(popcount(targets))
            if k < here:
                to = nth_bit(targets, k)
                return np.int64(((to + _WORD - shift) & POINT_FIELD) | (to << TO_SHIFT))
            k -= here
    return -1 - k


@kernel
def nth_move(rules, position, k):
    table = rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    if not counters & SIDE:
        move = _nth_step(table, np.int64(table[QUARRY_STEPS_AT]), np.int64(table[QUARRY_STEPS_END]), quarry, empty, k)
        if move >= 0:
            return np.int32(move)
        k = -1 - move
        for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
            targets = jump_targets(table, at, quarry, pack, empty)
            here = np.int64(popcount(targets))
            if k < here:
                return jump_move(table, at, nth_bit(targets, k))
            k -= here
        return np.int32(PASS_MOVE)
    if hand(counters):
        targets = table[PLACEMENT_MASK] & empty
        if targets:
            return np.int32((nth_bit(targets, k) << TO_SHIFT) | (PLACEMENT << KIND_SHIFT))
        return np.int32(PASS_MOVE)
    sources = pack_sources(table, pack, counters, empty)
    move = _nth_step(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), sources, empty, k)
    return np.int32(move) if move >= 0 else np.int32(PASS_MOVE)


@kernel
def random_move(rules, position, word):
    count = count_moves(rules, position)
    if count == 0:
        return count, np.int32(-1)
    return count, nth_move(rules, position, np.int64(below(word, np.uint64(count))))


# -- play --------------------------------------------------------------------------------------------------------------


@kernel
def play(rules, position, move):
    table = rules.table
    quarry, pack, counters = position
    move = np.uint64(move)
    kind = move >> KIND_SHIFT
    to = (move >> TO_SHIFT) & POINT_FIELD
    start = move & POINT_FIELD
    counters = (counters ^ SIDE) + IDLE_ONE
    if not position[2] & SIDE:
        quarry ^= bit(start) | bit(to)
        if kind == JUMP:
            over = (move >> OVER_SHIFT) & POINT_FIELD
            shift = table[np.int64(HEIGHT_SHIFT) + np.int64(over)]
            if shift != NO_HEIGHT and (counters >> shift) & np.uint64(3):
                counters -= ONE << shift
            else:
                pack ^= bit(over)
            counters = (counters + CAPTURED_ONE) & ~table[CAPTURE_RESETS]
        return quarry, pack, counters
    if kind == STEP:
        pack |= bit(to)
        if counters >> HEIGHTS_SHIFT:
            shift = table[np.int64(HEIGHT_SHIFT) + np.int64(start)]
            if shift != NO_HEIGHT and (counters >> shift) & np.uint64(3):
                counters = (counters - (ONE << shift)) & ~table[UNGROUP_RESETS]
                return quarry, pack, counters
        pack ^= bit(start)
    elif kind == PLACEMENT:
        pack |= bit(to)
        counters = (counters - HAND_ONE) & ~table[PLACEMENT_RESETS]
    return quarry, pack, counters


@kernel
def pass_turn(rules, position):
    quarry, pack, counters = position
    return quarry, pack, (counters ^ SIDE) + IDLE_ONE


@kernel
def is_capture(rules, position, move):
    return np.uint64(move) >> KIND_SHIFT == JUMP


# -- judgement ---------------------------------------------------------------------------------------------------------


@kernel
def judge(rules, position, count):
    table = rules.table
    quarry, _, counters = position
    flags = ZERO
    if (counters >> CAPTURED_SHIFT) & BYTE >= table[CAPTURE_GOAL]:
        flags |= ONE << np.uint64(FLAG_CAPTURES)
    if table[HOME_MASK] and not quarry & table[HOME_MASK]:
        flags |= ONE << np.uint64(FLAG_DRIVEN_OUT)
    if count == 0:
        flags |= ONE << np.uint64(FLAG_IMMOBILISED)
    if (counters >> IDLE_SHIFT) & IDLE_FIELD >= table[NO_PROGRESS_LIMIT]:
        flags |= ONE << np.uint64(FLAG_NO_PROGRESS)
    if flags == ZERO:
        return ONGOING
    order = table[JUDGEMENT]
    while not (flags >> (order & _S15)) & ONE:
        order >>= _S4
    flag = order & _S15
    if flag == np.uint64(FLAG_CAPTURES):
        return outcome_code(np.int64(0), CAPTURES)
    if flag == np.uint64(FLAG_DRIVEN_OUT):
        return outcome_code(np.int64(1), DRIVEN_OUT)
    if flag == np.uint64(FLAG_IMMOBILISED):
        return outcome_code(np.int64(1) - side_to_move(rules, position), IMMOBILISED)
    return outcome_code(DRAW, NO_PROGRESS)


# -- Zobrist keys ------------------------------------------------------------------------------------------------------


@kernel
def _height_key(table, counters, i):
    height = (counters >> (HEIGHTS_SHIFT + np.uint64(2 * i))) & np.uint64(3)
    return table[np.int64(ZOBRIST_HEIGHT) + 4 * i + np.int64(height)]


@kernel
def key(rules, position):
    table = rules.table
    quarry, pack, counters = position
    result = table[np.int64(ZOBRIST_HAND) + np.int64(hand(counters))]
    if counters & SIDE:
        result ^= table[ZOBRIST_SIDE]
    while quarry:
        result ^= table[np.int64(ZOBRIST_QUARRY) + np.int64(lowest(quarry))]
        quarry &= quarry - ONE
    while pack:
        result ^= table[np.int64(ZOBRIST_PACK) + np.int64(lowest(pack))]
        pack &= pack - ONE
    if counters >> HEIGHTS_SHIFT:
        for i in range(14):
            result ^= _height_key(table, counters, i)
    return result


@kernel
def next_key(rules, position, old_key, move):
    table = rules.table
    after = play(rules, position, move)
    result = old_key ^ table[ZOBRIST_SIDE]
    changed = position[0] ^ after[0]
    while changed:
        result ^= table[np.int64(ZOBRIST_QUARRY) + np.int64(lowest(changed))]
        changed &= changed - ONE
    changed = position[1] ^ after[1]
    while changed:
        result ^= table[np.int64(ZOBRIST_PACK) + np.int64(lowest(changed))]
        changed &= changed - ONE
    before_hand, after_hand = hand(position[2]), hand(after[2])
    if before_hand != after_hand:
        result ^= table[np.int64(ZOBRIST_HAND) + np.int64(before_hand)]
        result ^= table[np.int64(ZOBRIST_HAND) + np.int64(after_hand)]
    heights = (position[2] ^ after[2]) >> HEIGHTS_SHIFT
    if heights:
        i = np.int64(lowest(heights) >> ONE)
        result ^= _height_key(table, position[2], i) ^ _height_key(table, after[2], i)
    return result


# -- actions -----------------------------------------------------------------------------------------------------------


@kernel
def move_to_action(rules, position, move):
    table = rules.table
    move = np.uint64(move)
    kind = move >> KIND_SHIFT
    if kind == PASS:
        return np.int64(table[PASS_ACTION])
    to = (move >> TO_SHIFT) & POINT_FIELD
    start = to if kind == PLACEMENT else move & POINT_FIELD
    return np.int64(table[np.int64(ACTION_OF) + np.int64((start << TO_SHIFT) | to)])


@kernel
def action_to_move(rules, position, action):
    table = rules.table
    at = np.int64(table[ACTION_MOVES_AT]) + side_to_move(rules, position) * np.int64(table[ACTIONS])
    move = table[at + action]
    return np.int32(-1) if move == NO_MOVE else np.int32(move)
