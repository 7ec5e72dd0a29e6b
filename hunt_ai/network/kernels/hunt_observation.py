"""What a network sees of a hunt game's position.

Layout, int64 words: where each part of the features begins, how long the thermometers are, ordinals of the points.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, lowest, rotate
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    CAPTURED_SHIFT,
    GROUP_POINT,
    HEIGHTS_SHIFT,
    IDLE_FIELD,
    IDLE_SHIFT,
    JUMPS_AT,
    JUMPS_END,
    LANES,
    NEIGHBOURS,
    NO_PROGRESS_LIMIT,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import hand, jump_targets, may_jump, pack_sources
from hunt_ai.network.kernels.feature_writing import write_plane, write_thermometer

POINTS, QUARRY, PACK, HEIGHTS, REACH, TAKEN, TARGETS, PAIRS, HAND, CAPTURED, IDLE, SIDE_AT = range(12)
GROUPS, HAND_MOST, CAPTURED_MOST, IDLE_MOST = 12, 13, 14, 15
ORDINALS = 16
WORDS = ORDINALS + 64
_WORD = np.uint64(64)
_THREE = np.uint64(3)


@kernel
def taken_dogs(table, quarry, pack):
    """Mask of the points whose dog the quarry could take, were it to move."""
    mask = ZERO
    if may_jump(table, quarry, pack):
        empty = ~(quarry | pack)
        for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
            mask |= rotate(jump_targets(table, at, quarry, pack, empty), _WORD - table[at + 1])
    return mask


@kernel
def pack_reach(table, pack, counters, empty):
    """Mask of the points that the pack could step to, were it to move and had none in hand."""
    sources = pack_sources(table, pack, counters, empty)
    mask = ZERO
    for block in range(np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            mask |= rotate(sources & table[block + LANES + lane], table[block + lane])
    return mask & empty


@kernel
def observe(observer, rules, position, active):
    layout, table = observer.layout, rules.table
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    points = layout[POINTS]
    count = write_plane(layout, ORDINALS, quarry, layout[QUARRY], active, 0)
    count = write_plane(layout, ORDINALS, pack, layout[PACK], active, count)
    if counters >> HEIGHTS_SHIFT:
        for group in range(layout[GROUPS]):
            height = np.int64((counters >> (HEIGHTS_SHIFT + np.uint64(2 * group))) & _THREE)
            ordinal = layout[ORDINALS + np.int64(table[GROUP_POINT + group])]
            for i in range(height):
                active[count] = np.int32(layout[HEIGHTS] + i * points + ordinal)
                count += 1
    reach = ZERO
    left = quarry
    while left:
        point = np.int64(lowest(left))
        reach |= table[NEIGHBOURS + point]
        count = write_plane(layout, ORDINALS, pack, layout[PAIRS] + layout[ORDINALS + point] * points, active, count)
        left &= left - ONE
    count = write_plane(layout, ORDINALS, reach & empty, layout[REACH], active, count)
    count = write_plane(layout, ORDINALS, taken_dogs(table, quarry, pack), layout[TAKEN], active, count)
    in_hand = np.int64(hand(counters))
    if in_hand == 0:
        count = write_plane(layout, ORDINALS, pack_reach(table, pack, counters, empty), layout[TARGETS], active, count)
    count = write_thermometer(in_hand, layout[HAND], layout[HAND_MOST], active, count)
    captured = np.int64((counters >> CAPTURED_SHIFT) & BYTE)
    count = write_thermometer(captured, layout[CAPTURED], layout[CAPTURED_MOST], active, count)
    idle = (
        np.int64((counters >> IDLE_SHIFT) & IDLE_FIELD) * (layout[IDLE_MOST] + 1) // np.int64(table[NO_PROGRESS_LIMIT])
    )
    count = write_thermometer(idle, layout[IDLE], layout[IDLE_MOST], active, count)
    return write_thermometer(np.int64(counters & SIDE), layout[SIDE_AT], 1, active, count)
