"""The bans of Dou Shou Qi on going to and fro for ever, read off the history that a position carries."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, popcount, rotate
from hunt_ai.games.kernels.jungle_layout import (
    BAN_CELLS,
    BAN_LANES,
    BAN_LAST_AGE,
    BAN_REPEATS,
    BAN_RUN,
    CELL_FIELD,
    CHASE_LIFTS,
    LION,
    NO_CELL,
    OLDER_LANE,
    RECENT_FIELD,
    RECENT_LANE,
    RECENT_MOVES,
    RECENT_ONES,
    STEPS,
    TIGER,
    TRAPS,
)  # fmt: skip
from hunt_ai.games.kernels.jungle_reach import beast_at, jump_target, jumpers_of, side_to_move, sides, step_targets

_LOW_BITS = RECENT_ONES * np.uint64(255)  # all but the top bit of each lane


@kernel
def history(position, side):
    """(the last seven moves of `side`, the ten before)."""
    if side == 0:
        return position[5], position[6]
    return position[7], position[8]


@kernel
def _times_entered(table, recent, lane):
    """How many of the last moves in the ban's window are `lane` (beast << 6 | cell)."""
    differs = recent ^ (lane * RECENT_ONES)
    differs = ((differs & _LOW_BITS) + _LOW_BITS) | differs
    return popcount(~differs & table[BAN_LANES])


@kernel
def _run_cells(table, recent, older):
    """Mask of the cells entered in the last BAN_RUN moves if one beast made them all, else 0."""
    run = np.int64(table[BAN_RUN])
    beast = (recent >> OLDER_LANE) & np.uint64(7)
    cells = ZERO
    for i in range(min(run, RECENT_MOVES)):
        lane = (recent >> (RECENT_LANE * np.uint64(i))) & RECENT_FIELD
        cell = lane & CELL_FIELD
        if lane >> OLDER_LANE != beast or cell == NO_CELL:
            return ZERO
        cells |= bit(cell)
    for i in range(run - RECENT_MOVES):
        cell = (older >> (OLDER_LANE * np.uint64(i))) & CELL_FIELD
        if cell == NO_CELL:
            return ZERO
        cells |= bit(cell)
    return cells


@kernel
def _ban_possible(table, position, side):
    """False where no move of `side` can be banned: cheap, and nearly always the answer.

    A beast enters a cell again only after entering another, so of enough entries of one cell within the window the
    newest is among the ages 1 to BAN_LAST_AGE.
    """
    recent, older = history(position, side)
    for age in range(1, np.int64(table[BAN_LAST_AGE]) + 1):
        lane = (recent >> (RECENT_LANE * np.uint64(age))) & RECENT_FIELD
        if lane & CELL_FIELD != NO_CELL and _times_entered(table, recent, lane) >= table[BAN_REPEATS]:
            return True
    return _run_cells(table, recent, older) != ZERO


@kernel
def run_length(recent, older):
    """How many of the last moves, 0 to 17, were made by the beast that moved last."""
    beast = (recent >> OLDER_LANE) & np.uint64(7)
    for i in range(RECENT_MOVES):
        lane = (recent >> (RECENT_LANE * np.uint64(i))) & RECENT_FIELD
        if lane >> OLDER_LANE != beast or lane & CELL_FIELD == NO_CELL:
            return np.int64(i)
    for i in range(10):
        if (older >> (OLDER_LANE * np.uint64(i))) & CELL_FIELD == NO_CELL:
            return np.int64(RECENT_MOVES + i)
    return np.int64(RECENT_MOVES + 10)


@kernel
def moves_without_ban(table, position, side):
    """How many next moves of `side` no ban can be in force at, whatever is played: a lower bound, int64.

    To enter a cell so many times more takes at least twice as many moves, for the beast has to leave in between, and
    leave before it is barred.
    """
    recent, older = history(position, side)
    free = np.int64(1000)
    repeats = np.int64(table[BAN_REPEATS])
    if repeats:
        most = np.int64(0)
        for age in range(RECENT_MOVES):
            lane = (recent >> (RECENT_LANE * np.uint64(age))) & RECENT_FIELD
            if lane & CELL_FIELD != NO_CELL:
                most = max(most, np.int64(_times_entered(table, recent, lane)))
        free = np.int64(2) * max(np.int64(0), repeats - most)
    run = np.int64(table[BAN_RUN])
    if run:
        free = min(free, max(np.int64(0), run - run_length(recent, older)))
    return free


@kernel
def chased(rules, position, side, cell):
    """Whether the other side could take the beast of `side` on `cell` now, bans not looked at."""
    table = rules.table
    foe = 1 - side
    for d in range(4):
        if (step_targets(table, position, foe, d) >> cell) & ONE:
            return True
    jumpers = jumpers_of(table, position, foe)
    while jumpers:
        start = lowest(jumpers)
        for d in range(4):
            if jump_target(table, position, foe, start, d) == cell:
                return True
        jumpers &= jumpers - ONE
    return False


@kernel
def _entered_trap(table, recent, beast):
    """Whether `beast` entered a trap, of either side, within the window of the ban on repeats."""
    traps = table[TRAPS] | table[TRAPS + 1]
    for i in range(RECENT_MOVES):
        lane = (recent >> (RECENT_LANE * np.uint64(i))) & RECENT_FIELD
        inside = (table[BAN_LANES] >> (RECENT_LANE * np.uint64(i))) & RECENT_FIELD
        if inside and lane >> OLDER_LANE == beast and (traps >> (lane & CELL_FIELD)) & ONE:
            return True
    return False


@kernel
def banned_by_repeats(rules, position, start):
    """Mask of the cells that the beast of the side to move on `start` may not enter, having entered them too often."""
    table = rules.table
    side = side_to_move(rules, position)
    recent, _ = history(position, side)
    beast = beast_at(position, start)
    cells = ZERO
    for age in range(1, np.int64(table[BAN_LAST_AGE]) + 1):
        lane = (recent >> (RECENT_LANE * np.uint64(age))) & RECENT_FIELD
        cell = lane & CELL_FIELD
        if (
            lane >> OLDER_LANE == beast
            and cell != NO_CELL
            and _times_entered(table, recent, lane) >= table[BAN_REPEATS]
        ):
            cells |= bit(cell)
    if cells and (_entered_trap(table, recent, beast) or (table[CHASE_LIFTS] and chased(rules, position, side, start))):
        return ZERO
    return cells


@kernel
def banned_by_run(rules, position, start):
    """Mask of the cells that the beast of the side to move on `start` may not enter after a long run of its moves."""
    table = rules.table
    recent, older = history(position, side_to_move(rules, position))
    cells = _run_cells(table, recent, older)
    if cells & (table[TRAPS] | table[TRAPS + 1]) or popcount(cells) > table[BAN_CELLS]:
        return ZERO
    return cells if (recent >> OLDER_LANE) & np.uint64(7) == beast_at(position, start) else ZERO


@kernel
def ban_masks(rules, position):
    """What the bans forbid: targets of steps up, down, right and left, then cells for the lion and for the tiger."""
    table = rules.table
    side = side_to_move(rules, position)
    up = down = right = left = lion = tiger = ZERO
    if _ban_possible(table, position, side):
        own, _ = sides(position, side)
        while own:
            start = lowest(own)
            here = own & (~own + ONE)
            cells = banned_by_repeats(rules, position, start) | banned_by_run(rules, position, start)
            up |= rotate(here & table[STEPS + 1], table[STEPS]) & cells
            down |= rotate(here & table[STEPS + 3], table[STEPS + 2]) & cells
            right |= rotate(here & table[STEPS + 5], table[STEPS + 4]) & cells
            left |= rotate(here & table[STEPS + 7], table[STEPS + 6]) & cells
            beast = beast_at(position, start)
            if beast == LION:
                lion = cells
            elif beast == TIGER:
                tiger = cells
            own ^= here
    return up, down, right, left, lion, tiger
