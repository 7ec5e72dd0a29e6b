"""One-bit questions about a slice: whether single positions are members. The whole is said in `hunt_one_slice.py`."""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined
from hunt_ai.core.kernels.bit_maps import has_bit
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, rotate
from hunt_ai.games.kernels.hunt import HuntRules, count_moves, judge
from hunt_ai.games.kernels.hunt_layout import (
    HOME_MASK,
    JUMPS_AT,
    JUMPS_END,
    LANES,
    NEIGHBOURS,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    PACK_STUCK_LOSES,
    POINT_FIELD,
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import jump_targets, may_jump
from hunt_ai.games.kernels.outcomes import ONGOING, WINNER_BITS
from hunt_ai.solve.kernels.hunt_index import (
    SliceIndex,
    colex_rank,
    placement_number,
    rank_at,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    COUNTERS,
)  # fmt: skip

_WORD = np.uint64(64)
JUMP_REACHES, JUMP_ESCAPES, JUMP_IS_UNUSED = range(3)  # a position with a jump is a target; no member; is like others
NO_STEP = -1


class Quest(NamedTuple):
    """What the kernels work on; maps are [words] uint64, by index, in pairs: quarry to move, pack to move."""

    rules: HuntRules
    numbering: SliceIndex
    asker: int  # the side that wants into the set
    jumps: int  # JUMP_...
    quarry_members: np.ndarray
    pack_members: np.ndarray
    quarry_last: np.ndarray
    pack_last: np.ndarray
    quarry_next: np.ndarray
    pack_next: np.ndarray


@inlined
def has_jump(table, quarry, pack):
    """Whether the quarry can take a dog."""
    if may_jump(table, quarry, pack):
        empty = ~(quarry | pack)
        for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
            if jump_targets(table, at, quarry, pack, empty):
                return True
    return False


@inlined
def is_driven_out(table, quarry):
    """Whether the game is over for where the quarry stands."""
    return table[HOME_MASK] != ZERO and quarry & table[HOME_MASK] == ZERO


@inlined
def asker_has_won(quest, quarry, pack, side):
    """Whether the game is over, and the asker has won it."""
    position = (quarry, pack, quest.numbering.masks[COUNTERS] | np.uint64(side))
    code = judge(quest.rules, position, count_moves(quest.rules, position))
    return code != ONGOING and (code & WINNER_BITS) - 1 == quest.asker


@inlined
def quarry_is_target(quest, quarry, pack):
    """Whether a position with the quarry to move is a member whatever else is."""
    table = quest.rules.table
    if is_driven_out(table, quarry):
        return asker_has_won(quest, quarry, pack, 0)
    near = ZERO
    left = quarry
    while left:
        near |= table[NEIGHBOURS + np.int64(lowest(left))]
        left &= left - ONE
    if near & ~(quarry | pack):  # it can step, so that the game goes on
        return quest.jumps == JUMP_REACHES and has_jump(table, quarry, pack)
    if has_jump(table, quarry, pack):
        return quest.jumps != JUMP_ESCAPES
    return asker_has_won(quest, quarry, pack, 0)


@inlined
def pack_step_to(quest, offset, points_at, quarry, pack, dogs, wanted):
    """1 where a step of the pack leads to a position whose bit among members is `wanted`, else 0, or NO_STEP.

    The quarry stands as stored; `dogs` is the pack as a set among the free points.
    """
    table, index = quest.rules.table, quest.numbering
    empty = ~(quarry | pack)
    found = NO_STEP
    for block in range(np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            targets = rotate(pack & table[block + LANES + lane], shift) & empty
            while targets:
                to = lowest(targets)
                targets &= targets - ONE
                start = (to + _WORD - shift) & POINT_FIELD
                after = dogs ^ index.masks[points_at + np.int64(to)] ^ index.masks[points_at + np.int64(start)]
                if has_bit(quest.quarry_members, offset + colex_rank(index, after)) == wanted:
                    return 1
                found = 0
    return found


@inlined
def quarry_step_to(quest, quarry, pack, wanted):
    """The same for a step of the quarry, wherever it stands."""
    table, index = quest.rules.table, quest.numbering
    empty = ~(quarry | pack)
    found = NO_STEP
    for block in range(np.int64(table[QUARRY_STEPS_AT]), np.int64(table[QUARRY_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            targets = rotate(quarry & table[block + LANES + lane], shift) & empty
            while targets:
                to = lowest(targets)
                targets &= targets - ONE
                after = quarry ^ bit(to) ^ bit((to + _WORD - shift) & POINT_FIELD)
                if has_bit(quest.pack_members, rank_at(index, placement_number(index, after), pack)) == wanted:
                    return 1
                found = 0
    return found


@inlined
def pack_belongs(quest, i, offset, points_at, quarry, pack, dogs):
    """Whether a position with the pack to move, stored at `i` and not over, is a member for what its moves lead to."""
    found = pack_step_to(quest, offset, points_at, quarry, pack, dogs, np.uint64(quest.asker))
    if found == NO_STEP:  # it passes, or has lost and is a target if anything
        return not quest.rules.table[PACK_STUCK_LOSES] and has_bit(quest.quarry_members, i) == ONE
    return found == quest.asker


@inlined
def quarry_belongs(quest, quarry, pack):
    """The same with the quarry to move. One without a step is a target if anything."""
    if quest.jumps == JUMP_ESCAPES and has_jump(quest.rules.table, quarry, pack):
        return False
    found = quarry_step_to(quest, quarry, pack, np.uint64(1 - quest.asker))
    return found == 1 - quest.asker
