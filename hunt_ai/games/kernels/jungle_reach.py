"""Where beasts of Dou Shou Qi may step and jump, and whom they may take, the bans not looked at.

All beasts of a side step at once: a direction is a shift, and who may take whom compares the shifted bit planes with
the planes.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, bit, rotate
from hunt_ai.games.kernels.jungle_layout import (
    BANK,
    DENS,
    JUMP_BEASTS,
    JUMP_CELLS,
    NO_CELL,
    RATS_ACROSS,
    SIDE,
    STEPS,
    TRAPPED_TAKES,
    TRAPS,
    WATER,
)  # fmt: skip

_TWO = np.uint64(2)


@kernel
def side_to_move(rules, position):
    return np.int64(position[9] & SIDE)


# -- steps -------------------------------------------------------------------------------------------------------------


@kernel
def sides(position, side):
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
def step_targets(table, position, side, d):
    """Cells that beasts of `side` may step to in direction d, bans not looked at."""
    own, enemy = sides(position, side)
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
def jumpers_of(table, position, side):
    """Mask of the lions and tigers of `side` beside the water."""
    own, _ = sides(position, side)
    return own & table[BANK] & position[4] & (position[3] ^ position[2])


@kernel
def jump_target(table, position, side, start, d):
    """Landing cell of the jump in direction d of the lion or tiger on `start`, or NO_CELL; bans not looked at.

    Both ends are land and neither a den nor a trap, on this board.
    """
    at = np.int64(JUMP_CELLS) + 12 * np.int64(start) + 3 * d
    to = table[at]
    if to == NO_CELL:
        return NO_CELL
    own, enemy = sides(position, side)
    beast = beast_at(position, start)
    if own & bit(to) or not (table[JUMP_BEASTS + d] >> beast) & ONE:
        return NO_CELL
    rats = ~(position[2] | position[3] | position[4])
    if rats & (enemy & table[at + 1] | own & table[at + 2]):
        return NO_CELL
    if enemy & bit(to) and beast_at(position, to) > beast:
        return NO_CELL
    return to
