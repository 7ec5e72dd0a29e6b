"""Which pieces of a hunt game may move, and where to, as masks: the set-wise work behind the verbs of `hunt.py`."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, popcount, rotate
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    GROUP_POINT,
    GROUPS_STUCK_FREE,
    HAND_SHIFT,
    HEIGHTS_EVEN,
    HEIGHTS_SHIFT,
    JUMPED,
    JUMPS_AT,
    JUMPS_END,
    LANES,
    NEIGHBOURS,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    PACK_STUCK_LOSES,
)  # fmt: skip


@kernel
def hand(counters):
    return (counters >> HAND_SHIFT) & BYTE


@kernel
def count_steps(table, at, end, sources, empty):
    """Number of steps of `sources` along the directions listed from `at` to `end`."""
    total = ZERO
    for block in range(at, end, 2 * LANES):
        for lane in range(LANES):
            total += popcount(rotate(sources & table[block + LANES + lane], table[block + lane]) & empty)
    return total


@kernel
def jump_targets(table, at, quarry, pack, empty):
    """Mask of landing points of jumps in the jump direction listed at `at`."""
    over = rotate(quarry & table[at + 2], table[at]) & pack
    return rotate(over, table[at + 1]) & empty


@kernel
def may_jump(table, quarry, pack):
    """Whether a quarry piece has a dog beside it on some line of three points: cheap, and false more often than not."""
    beside = ZERO
    while quarry:
        beside |= table[JUMPED + np.int64(lowest(quarry))]
        quarry &= quarry - ONE
    return beside & pack != ZERO


@kernel
def count_quarry(table, quarry, pack, empty):
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
            total += popcount(jump_targets(table, at, quarry, pack, empty))
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
def pack_sources(table, pack, counters, empty):
    """Mask of the dogs that may step: while a group exists only groups, unless the rules free singles of stuck ones."""
    if counters >> HEIGHTS_SHIFT == ZERO:
        return pack
    groups = _group_mask(table, counters)
    if table[GROUPS_STUCK_FREE]:
        if count_steps(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), groups, empty) == ZERO:
            return pack
    return groups


@kernel
def may_pass(table, counters):
    """Whether a pack without a move passes, rather than has none: by the rule for stuck groups, or for a stuck pack."""
    groups_stuck = counters >> HEIGHTS_SHIFT != ZERO and not table[GROUPS_STUCK_FREE] and not hand(counters)
    return groups_stuck or not table[PACK_STUCK_LOSES]
