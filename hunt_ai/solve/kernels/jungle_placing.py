"""The positions of a jungle ending by their indices, and the moves in them, the bans not looked at.

The layout is in `jungle_index_layout.py`. `cells` is [4] int64, the cell of each slot's beast; `moves` is int32, from |
to << 6, with room for all that a side may have.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest
from hunt_ai.games.kernels.jungle_layout import CELL_FIELD, NO_CELL, STEPS, TO_SHIFT
from hunt_ai.games.kernels.jungle_reach import jump_target, jumpers_of, step_targets
from hunt_ai.solve.kernels.jungle_index_layout import (
    BEAST_OF,
    BEASTS,
    CELL_WORDS,
    CELLS_AT,
    MIRRORED_AT,
    PLACES_AT,
    REDS,
    WEIGHTS,
)  # fmt: skip

_WORD = np.uint64(64)
_TWO = np.uint64(2)


@inlined
def place(numbers, i, cells):
    """Write into `cells`, in place, where the beasts stand at index `i`; False where two would stand on one cell."""
    taken = ZERO
    for slot in range(numbers[BEASTS]):
        weight = numbers[WEIGHTS + slot]
        number = i // weight
        i -= number * weight
        cell = numbers[CELLS_AT + CELL_WORDS * slot + number]
        cells[slot] = cell
        here = bit(np.uint64(cell))
        if taken & here:
            return False
        taken |= here
    return True


@inlined
def slot_on(numbers, cells, cell):
    """The slot of the beast on an occupied cell."""
    slot = 0
    while cells[slot] != cell:
        slot += 1
    return slot


@inlined
def position_of(numbers, cells, side):
    """The position with these cells and this side to move; its history is left empty, for nothing here reads it."""
    red, blue, plane_0, plane_1, plane_2 = ZERO, ZERO, ZERO, ZERO, ZERO
    for slot in range(numbers[BEASTS]):
        cell, beast = np.uint64(cells[slot]), np.uint64(numbers[BEAST_OF + slot])
        if slot < numbers[REDS]:
            red |= bit(cell)
        else:
            blue |= bit(cell)
        plane_0 |= (beast & ONE) << cell
        plane_1 |= ((beast >> ONE) & ONE) << cell
        plane_2 |= (beast >> _TWO) << cell
    return red, blue, plane_0, plane_1, plane_2, ZERO, ZERO, ZERO, ZERO, np.uint64(side)


@kernel
def moves_but_for_bans(table, position, side, moves):
    """Write the moves of `side` into `moves`, in place; their number."""
    count = 0
    for d in range(4):
        targets = step_targets(table, position, side, d)
        back = _WORD - table[STEPS + 2 * d]
        while targets:
            to = lowest(targets)
            moves[count] = np.int32(((to + back) & CELL_FIELD) | (to << TO_SHIFT))
            count += 1
            targets &= targets - ONE
    jumpers = jumpers_of(table, position, side)
    while jumpers:
        start = lowest(jumpers)
        for d in range(4):
            to = jump_target(table, position, side, start, d)
            if to != NO_CELL:
                moves[count] = np.int32(start | (to << TO_SHIFT))
                count += 1
        jumpers &= jumpers - ONE
    return count


@kernel
def index_of(numbers, cells):
    """The index of a position."""
    i = np.int64(0)
    for slot in range(numbers[BEASTS]):
        i += numbers[PLACES_AT + CELL_WORDS * slot + cells[slot]]
    return i


@kernel
def mirrored_index(numbers, cells):
    """The index of its left-right mirror image."""
    i = np.int64(0)
    for slot in range(numbers[BEASTS]):
        i += numbers[MIRRORED_AT + CELL_WORDS * slot + cells[slot]]
    return i
