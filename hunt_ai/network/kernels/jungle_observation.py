"""What a network sees of a position of Dou Shou Qi.

Layout, int64 words: where each part of the features begins, how long the thermometers are, ordinals of the cells.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest
from hunt_ai.games.kernels.jungle_bans import history, run_length
from hunt_ai.games.kernels.jungle_layout import (
    CELL_FIELD,
    CELLS,
    IDLE_FIELD,
    IDLE_SHIFT,
    NO_CELL,
    NO_PROGRESS_LIMIT,
    RECENT_FIELD,
    RECENT_LANE,
    RECENT_MOVES,
)  # fmt: skip
from hunt_ai.games.kernels.jungle_reach import (
    beast_at,
    jump_target,
    jumpers_of,
    side_to_move,
    sides,
    step_targets,
)  # fmt: skip
from hunt_ai.network.kernels.feature_writing import write_plane, write_thermometer

BEASTS, TAKEN, ENTERED, IDLE, RUN, SIDE_AT = range(6)
IDLE_MOST = 6
ORDINALS = 8
WORDS = ORDINALS + 64
BEAST_KINDS = 8
TIMES = 3  # entries of a cell that are told apart
RUN_STEPS = 8  # of the thermometer of a run's length
_RUN_FREE = 9  # moves of a run that are not told apart


@kernel
def taken_beasts(table, position, side):
    """Mask of the beasts of `side` that the other side could take, were it to move, bans not looked at."""
    own, _ = sides(position, side)
    mask = ZERO
    for d in range(4):
        mask |= step_targets(table, position, 1 - side, d)
    jumpers = jumpers_of(table, position, 1 - side)
    while jumpers:
        start = lowest(jumpers)
        for d in range(4):
            to = jump_target(table, position, 1 - side, start, d)
            if to != NO_CELL:
                mask |= bit(to)
        jumpers &= jumpers - ONE
    return mask & own


@kernel
def entered_cells(recent):
    """Masks of the cells that one beast entered at least once, twice and three times in the last seven moves."""
    once = twice = thrice = ZERO
    for i in range(RECENT_MOVES):
        lane = (recent >> (RECENT_LANE * np.uint64(i))) & RECENT_FIELD
        if lane & CELL_FIELD == NO_CELL:
            continue
        cell = bit(lane & CELL_FIELD)
        times = 0
        for j in range(RECENT_MOVES):
            times += np.int64((recent >> (RECENT_LANE * np.uint64(j))) & RECENT_FIELD == lane)
        once |= cell
        if times >= 2:
            twice |= cell
        if times >= 3:
            thrice |= cell
    return once, twice, thrice


@kernel
def observe(observer, rules, position, active):
    layout, table = observer.layout, rules.table
    count = np.int64(0)
    for side in range(2):
        own, _ = sides(position, side)
        at = layout[BEASTS] + side * BEAST_KINDS * CELLS
        while own:
            cell = lowest(own)
            beast = np.int64(beast_at(position, cell))
            active[count] = np.int32(at + beast * CELLS + layout[ORDINALS + np.int64(cell)])
            count += 1
            own &= own - ONE
        taken = taken_beasts(table, position, side)
        count = write_plane(layout, ORDINALS, taken, layout[TAKEN] + side * CELLS, active, count)
        recent, older = history(position, side)
        once, twice, thrice = entered_cells(recent)
        at = layout[ENTERED] + side * TIMES * CELLS
        count = write_plane(layout, ORDINALS, once, at, active, count)
        count = write_plane(layout, ORDINALS, twice, at + CELLS, active, count)
        count = write_plane(layout, ORDINALS, thrice, at + 2 * CELLS, active, count)
        run = max(run_length(recent, older) - _RUN_FREE, 0)
        count = write_thermometer(run, layout[RUN] + side * RUN_STEPS, RUN_STEPS, active, count)
    idle = np.int64((position[9] >> IDLE_SHIFT) & IDLE_FIELD)
    idle = idle * (layout[IDLE_MOST] + 1) // np.int64(table[NO_PROGRESS_LIMIT])
    count = write_thermometer(idle, layout[IDLE], layout[IDLE_MOST], active, count)
    return write_thermometer(side_to_move(rules, position), layout[SIDE_AT], 1, active, count)
