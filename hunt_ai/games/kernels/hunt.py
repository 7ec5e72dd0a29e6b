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
    GROUP_POINT,
    GROUPS_STUCK_FREE,
    HAND_ONE,
    HAND_SHIFT,
    HEIGHT_SHIFT,
    HEIGHTS_EVEN,
    HEIGHTS_SHIFT,
    HOME_MASK,
    IDLE_FIELD,
    IDLE_ONE,
    IDLE_SHIFT,
    JUDGEMENT,
    JUMP,
    JUMPED,
    JUMPS_AT,
    JUMPS_END,
    KIND_SHIFT,
    LANES,
    NEIGHBOURS,
    NO_HEIGHT,
    NO_MOVE,
    NO_PROGRESS_LIMIT,
    OVER_SHIFT,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    PACK_STUCK_LOSES,
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
from hunt_ai.games.kernels.outcomes import CAPTURES, DRAW, DRIVEN_OUT, IMMOBILISED, NO_PROGRESS, ONGOING, outcome_code

_S4, _S15 = np.uint64(4), np.uint64(15)
_WORD = np.uint64(64)
_IDLE_CLEAR = ~(IDLE_FIELD << IDLE_SHIFT)


class HuntRules(NamedTuple):
    """The rules of one hunt game, for kernels."""

    table: np.ndarray  # [words] uint64, writable (read-only arrays have another type and compile everything again)


_outcome_code = kernel(outcome_code)


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
def _count_steps(table, at, end, sources, empty):
    """Number of steps of `sources` along the directions listed from `at` to `end`."""
    total = ZERO
    for block in range(at, end, 2 * LANES):
        for lane in range(LANES):
            total += popcount(rotate(sources & table[block + LANES + lane], table[block + lane]) & empty)
    return total


@kernel
def _jump_targets(table, at, quarry, pack, empty):
    """Mask of landing points of jumps in the jump direction listed at `at`."""
    over = rotate(quarry & table[at + 2], table[at]) & pack
    return rotate(over, table[at + 1]) & empty


@kernel
def _may_jump(table, quarry, pack):
    """Whether a quarry piece has a dog beside it on some line of three points: cheap, and false more often than not."""
    beside = ZERO
    while quarry:
        beside |= table[JUMPED + np.int64(lowest(quarry))]
        quarry &= quarry - ONE
    return beside & pack != ZERO


@kernel
def _count_quarry(table, quarry, pack, empty):
    """Number of steps and jumps of the quarry."""
    total = ZERO
    left = quarry
    beside = ZERO
    while left:
        point = np.int64(lowest(left))
        total += popcount(table[NEIGHBOURS + point] & empty)
        beside |= table[JUMPED + point]
        left &= left - ONE
    if beside & pack:
        for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
            total += popcount(_jump_targets(table, at, quarry, pack, empty))
    return total


@kernel
def _group_mask(table, counters):
    """Mask of the points that hold two dogs or more."""
    heights = counters >> HEIGHTS_SHIFT
    raised = (heights | (heights >> ONE)) & HEIGHTS_EVEN
    mask = ZERO
    while raised:
        mask |= bit(table[np.int64(GROUP_POINT) + np.int64(lowest(raised) >> ONE)])
        raised &= raised - ONE
    return mask


@kernel
def _pack_sources(table, pack, counters, empty):
    """Mask of the dogs that may step: while a group exists only groups, unless the rules free singles of stuck ones."""
    if counters >> HEIGHTS_SHIFT == ZERO:
        return pack
    groups = _group_mask(table, counters)
    if table[GROUPS_STUCK_FREE]:
        if _count_steps(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), groups, empty) == ZERO:
            return pack
    return groups


@kernel
def _hand(counters):
    return (counters >> HAND_SHIFT) & BYTE


@kernel
def _may_pass(table, counters):
    """Whether a pack without a move passes, rather than has none: by the rule for stuck groups, or for a stuck pack."""
    groups_stuck = counters >> HEIGHTS_SHIFT != ZERO and not table[GROUPS_STUCK_FREE] and not _hand(counters)
    return groups_stuck or not table[PACK_STUCK_LOSES]


@kernel
def count_moves(rules, position):
    table = rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    if not counters & SIDE:
        return np.int64(_count_quarry(table, quarry, pack, empty))
    if _hand(counters):
        total = popcount(table[PLACEMENT_MASK] & empty)
    else:
        sources = _pack_sources(table, pack, counters, empty)
        total = _count_steps(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), sources, empty)
    if total == ZERO and _may_pass(table, counters):
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
def _jump_move(table, at, to):
    """The move along the jump direction listed at `at` that lands on `to`."""
    over = (to + _WORD - table[at + 1]) & POINT_FIELD
    start = (over + _WORD - table[at]) & POINT_FIELD
    return np.int32(start | (to << TO_SHIFT) | (over << OVER_SHIFT) | (JUMP << KIND_SHIFT))


@kernel
def legal_moves(rules, position, moves):
    table = rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    if not counters & SIDE:
        end = np.int64(table[QUARRY_STEPS_END])
        count = _write_steps(table, np.int64(table[QUARRY_STEPS_AT]), end, quarry, empty, moves, 0)
        if _may_jump(table, quarry, pack):
            for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
                targets = _jump_targets(table, at, quarry, pack, empty)
                while targets:
                    moves[count] = _jump_move(table, at, lowest(targets))
                    count += 1
                    targets &= targets - ONE
        return count
    count = 0
    if _hand(counters):
        targets = table[PLACEMENT_MASK] & empty
        while targets:
            moves[count] = np.int32((lowest(targets) << TO_SHIFT) | (PLACEMENT << KIND_SHIFT))
            count += 1
            targets &= targets - ONE
    else:
        sources = _pack_sources(table, pack, counters, empty)
        end = np.int64(table[PACK_STEPS_END])
        count = _write_steps(table, np.int64(table[PACK_STEPS_AT]), end, sources, empty, moves, count)
    if count == 0 and _may_pass(table, counters):
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
            targets = _jump_targets(table, at, quarry, pack, empty)
            here = np.int64(popcount(targets))
            if k < here:
                return _jump_move(table, at, nth_bit(targets, k))
            k -= here
        return np.int32(PASS_MOVE)
    if _hand(counters):
        targets = table[PLACEMENT_MASK] & empty
        if targets:
            return np.int32((nth_bit(targets, k) << TO_SHIFT) | (PLACEMENT << KIND_SHIFT))
        return np.int32(PASS_MOVE)
    sources = _pack_sources(table, pack, counters, empty)
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
        return _outcome_code(np.int64(0), CAPTURES)
    if flag == np.uint64(FLAG_DRIVEN_OUT):
        return _outcome_code(np.int64(1), DRIVEN_OUT)
    if flag == np.uint64(FLAG_IMMOBILISED):
        return _outcome_code(np.int64(1) - side_to_move(rules, position), IMMOBILISED)
    return _outcome_code(DRAW, NO_PROGRESS)


# -- Zobrist keys ------------------------------------------------------------------------------------------------------


@kernel
def _height_key(table, counters, i):
    height = (counters >> (HEIGHTS_SHIFT + np.uint64(2 * i))) & np.uint64(3)
    return table[np.int64(ZOBRIST_HEIGHT) + 4 * i + np.int64(height)]


@kernel
def key(rules, position):
    table = rules.table
    quarry, pack, counters = position
    result = table[np.int64(ZOBRIST_HAND) + np.int64(_hand(counters))]
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
    before_hand, after_hand = _hand(position[2]), _hand(after[2])
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
