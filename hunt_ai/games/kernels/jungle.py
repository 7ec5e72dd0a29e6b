"""The rules of Dou Shou Qi as kernels over a flat table; the layout is in `jungle_layout.py`.

These are the jungle family's implementations of the verbs in `verbs.py`, whose contracts stand there. All beasts of a
side step at once: a direction is a shift, and who may take whom compares the shifted bit planes with the planes.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, nth_bit, popcount, rotate
from hunt_ai.core.kernels.random import below
from hunt_ai.games.kernels.jungle_layout import (
    ACTION_MOVES_AT,
    ACTION_OF,
    ALL_BANNED_LIFTS,
    BAN_CELLS,
    BAN_LANES,
    BAN_LAST_AGE,
    BAN_REPEATS,
    BAN_RUN,
    BANK,
    CELL_FIELD,
    CHASE_LIFTS,
    DENS,
    FLAG_DEN,
    FLAG_IMMOBILISED,
    FLAG_NO_BEASTS,
    FLAG_NO_PROGRESS,
    IDLE_FIELD,
    IDLE_ONE,
    IDLE_SHIFT,
    JUDGEMENT,
    JUMP_BEASTS,
    JUMP_CELLS,
    NO_CELL,
    NO_PROGRESS_LIMIT,
    OLDER_LANE,
    OLDER_MASK,
    RATS_ACROSS,
    RECENT_FIELD,
    RECENT_LANE,
    RECENT_MASK,
    RECENT_MOVES,
    RECENT_OLDEST,
    RECENT_ONES,
    SIDE,
    STEPS,
    TO_SHIFT,
    TRAPPED_TAKES,
    TRAPS,
    WATER,
    ZOBRIST,
    ZOBRIST_SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.outcomes import DEN, DRAW, IMMOBILISED, NO_BEASTS, NO_PROGRESS, ONGOING, outcome_code

_S4, _S15, _WORD = np.uint64(4), np.uint64(15), np.uint64(64)
_TWO = np.uint64(2)
_TIGER, _LION = np.uint64(5), np.uint64(6)
_ALL = np.int64(1 << 30)
_LOW_BITS = RECENT_ONES * np.uint64(255)  # all but the top bit of each lane


class JungleRules(NamedTuple):
    """The rules of one jungle rule set, for kernels."""

    table: np.ndarray  # [words] uint64, writable (read-only arrays have another type and compile everything again)


_outcome_code = kernel(outcome_code)


@kernel
def decode(rules, row):
    return row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9]


@kernel
def encode(rules, position, row):
    for i in range(10):
        row[i] = position[i]


@kernel
def side_to_move(rules, position):
    return np.int64(position[9] & SIDE)


# -- steps -------------------------------------------------------------------------------------------------------------


@kernel
def _sides(position, side):
    """(mask of the beasts of `side`, mask of the other side's)."""
    if side == 0:
        return position[0], position[1]
    return position[1], position[0]


@kernel
def beast_at(position, cell):
    """Number of the beast on an occupied `cell`, uint64."""
    return (
        (position[2] >> cell) & ONE
        | ((position[3] >> cell) & ONE) << ONE
        | ((position[4] >> cell) & ONE) << _TWO
    )  # fmt: skip


@kernel
def _step_targets(table, position, side, d):
    """Cells that beasts of `side` may step to in direction d, bans not looked at."""
    own, enemy = _sides(position, side)
    shift = table[STEPS + 2 * d]
    movers = own & table[STEPS + 2 * d + 1]
    plane_0, plane_1, plane_2 = position[2], position[3], position[4]
    moved_0, moved_1, moved_2 = (
        rotate(movers & plane_0, shift),
        rotate(movers & plane_1, shift),
        rotate(movers & plane_2, shift),
    )
    rat = ~(moved_0 | moved_1 | moved_2)
    water = table[WATER]
    targets = rotate(movers, shift) & ~(own | table[DENS + side]) & (~water | rat)
    captures = targets & enemy
    if captures:
        enemy_rat = ~(plane_0 | plane_1 | plane_2)
        from_water = rotate(movers & water, shift)
        allowed = ~(from_water ^ water)
        if table[RATS_ACROSS]:
            allowed |= rat & enemy_rat
        if not table[TRAPPED_TAKES]:
            allowed &= ~rotate(movers & table[TRAPS + 1 - side], shift)
        stronger_2, equal_2 = moved_2 & ~plane_2, ~(moved_2 ^ plane_2)
        stronger_1, equal_1 = moved_1 & ~plane_1, ~(moved_1 ^ plane_1)
        not_weaker = stronger_2 | equal_2 & (stronger_1 | equal_1 & (moved_0 | ~plane_0))
        elephant = moved_0 & moved_1 & moved_2
        enemy_elephant = plane_0 & plane_1 & plane_2
        takes = table[TRAPS + side] | (rat & enemy_elephant) | (not_weaker & ~(elephant & enemy_rat))
        targets = (targets & ~enemy) | (captures & allowed & takes)
    return targets


# -- river jumps -------------------------------------------------------------------------------------------------------


@kernel
def _jumpers(table, position, side):
    """Mask of the lions and tigers of `side` beside the water."""
    own, _ = _sides(position, side)
    return own & table[BANK] & position[4] & (position[3] ^ position[2])


@kernel
def _jump_target(table, position, side, start, d):
    """Landing cell of the jump in direction d of the lion or tiger on `start`, or NO_CELL; bans not looked at.

    Both ends are land and neither a den nor a trap, on this board.
    """
    at = np.int64(JUMP_CELLS) + 12 * np.int64(start) + 3 * d
    to = table[at]
    if to == NO_CELL:
        return NO_CELL
    own, enemy = _sides(position, side)
    beast = beast_at(position, start)
    if own & bit(to) or not (table[JUMP_BEASTS + d] >> beast) & ONE:
        return NO_CELL
    rats = ~(position[2] | position[3] | position[4])
    if rats & (enemy & table[at + 1] | own & table[at + 2]):
        return NO_CELL
    if enemy & bit(to) and beast_at(position, to) > beast:
        return NO_CELL
    return to


# -- bans --------------------------------------------------------------------------------------------------------------


@kernel
def _history(position, side):
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
    recent, older = _history(position, side)
    for age in range(1, np.int64(table[BAN_LAST_AGE]) + 1):
        lane = (recent >> (RECENT_LANE * np.uint64(age))) & RECENT_FIELD
        if lane & CELL_FIELD != NO_CELL and _times_entered(table, recent, lane) >= table[BAN_REPEATS]:
            return True
    return _run_cells(table, recent, older) != ZERO


@kernel
def chased(rules, position, side, cell):
    """Whether the other side could take the beast of `side` on `cell` now, bans not looked at."""
    table = rules.table
    foe = 1 - side
    for d in range(4):
        if (_step_targets(table, position, foe, d) >> cell) & ONE:
            return True
    jumpers = _jumpers(table, position, foe)
    while jumpers:
        start = lowest(jumpers)
        for d in range(4):
            if _jump_target(table, position, foe, start, d) == cell:
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
    recent, _ = _history(position, side)
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
    recent, older = _history(position, side_to_move(rules, position))
    cells = _run_cells(table, recent, older)
    if cells & (table[TRAPS] | table[TRAPS + 1]) or popcount(cells) > table[BAN_CELLS]:
        return ZERO
    return cells if (recent >> OLDER_LANE) & np.uint64(7) == beast_at(position, start) else ZERO


@kernel
def _ban_masks(rules, position):
    """What the bans forbid: targets of steps up, down, right and left, then cells for the lion and for the tiger."""
    table = rules.table
    side = side_to_move(rules, position)
    up = down = right = left = lion = tiger = ZERO
    if _ban_possible(table, position, side):
        own, _ = _sides(position, side)
        while own:
            start = lowest(own)
            here = own & (~own + ONE)
            cells = banned_by_repeats(rules, position, start) | banned_by_run(rules, position, start)
            up |= rotate(here & table[STEPS + 1], table[STEPS]) & cells
            down |= rotate(here & table[STEPS + 3], table[STEPS + 2]) & cells
            right |= rotate(here & table[STEPS + 5], table[STEPS + 4]) & cells
            left |= rotate(here & table[STEPS + 7], table[STEPS + 6]) & cells
            beast = beast_at(position, start)
            if beast == _LION:
                lion = cells
            elif beast == _TIGER:
                tiger = cells
            own ^= here
    return up, down, right, left, lion, tiger


# -- moves -------------------------------------------------------------------------------------------------------------


@kernel
def _allowed_steps(rules, position, bans):
    """Targets of legal steps up, down, right and left."""
    table = rules.table
    side = side_to_move(rules, position)
    return (
        _step_targets(table, position, side, 0) & ~bans[0],
        _step_targets(table, position, side, 1) & ~bans[1],
        _step_targets(table, position, side, 2) & ~bans[2],
        _step_targets(table, position, side, 3) & ~bans[3],
    )


@kernel
def _jumps(rules, position, bans, n):
    """(number of legal jumps up to n, the n-th of them (from 0) as a move or -1 where there are no more than n)."""
    table = rules.table
    side = side_to_move(rules, position)
    jumpers = _jumpers(table, position, side)
    count = 0
    while jumpers:
        start = lowest(jumpers)
        banned = bans[4] if beast_at(position, start) == _LION else bans[5]
        for d in range(4):
            to = _jump_target(table, position, side, start, d)
            if to != NO_CELL and not (banned >> to) & ONE:
                if count == n:
                    return count, np.int32(start | (to << TO_SHIFT))
                count += 1
        jumpers &= jumpers - ONE
    return count, np.int32(-1)


@kernel
def _survey(rules, position):
    """(number of legal moves, targets of the legal steps, the bans in force)."""
    bans = _ban_masks(rules, position)
    while True:
        steps = _allowed_steps(rules, position, bans)
        count = np.int64(popcount(steps[0]) + popcount(steps[1]) + popcount(steps[2]) + popcount(steps[3]))
        count += _jumps(rules, position, bans, _ALL)[0]
        banned = bans[0] | bans[1] | bans[2] | bans[3] | bans[4] | bans[5]
        if count or not banned or not rules.table[ALL_BANNED_LIFTS]:
            return count, steps, bans
        bans = (ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel
def count_moves(rules, position):
    return _survey(rules, position)[0]


@kernel
def legal_moves(rules, position, moves):
    table = rules.table
    total, steps, bans = _survey(rules, position)
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
        moves[count + n] = _jumps(rules, position, bans, n)[1]
    return total


@kernel
def _nth(rules, position, steps, bans, k):
    for d in range(4):
        here = np.int64(popcount(steps[d]))
        if k < here:
            to = nth_bit(steps[d], k)
            return np.int32(((to + _WORD - rules.table[STEPS + 2 * d]) & CELL_FIELD) | (to << TO_SHIFT))
        k -= here
    return _jumps(rules, position, bans, k)[1]


@kernel
def nth_move(rules, position, k):
    _, steps, bans = _survey(rules, position)
    return _nth(rules, position, steps, bans, k)


@kernel
def random_move(rules, position, word):
    count, steps, bans = _survey(rules, position)
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
        return _outcome_code(np.int64(0) if red & table[DENS + 1] else np.int64(1), DEN)
    if flag == np.uint64(FLAG_NO_BEASTS):
        return _outcome_code(np.int64(0) if red else np.int64(1), NO_BEASTS)
    if flag == np.uint64(FLAG_IMMOBILISED):
        return _outcome_code(np.int64(1) - side_to_move(rules, position), IMMOBILISED)
    return _outcome_code(DRAW, NO_PROGRESS)


# -- Zobrist keys ------------------------------------------------------------------------------------------------------


@kernel
def _beast_key(table, side, beast, cell):
    return table[np.int64(ZOBRIST) + 512 * side + 64 * np.int64(beast) + np.int64(cell)]


@kernel
def key(rules, position):
    table = rules.table
    result = table[ZOBRIST_SIDE] if position[9] & SIDE else ZERO
    for side in range(2):
        left = _sides(position, side)[0]
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
