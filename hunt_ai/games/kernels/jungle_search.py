"""What searchers ask of Dou Shou Qi beyond the rules: the jungle family's part of `search_verbs.py`."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, lowest
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.jungle import jumps, survey
from hunt_ai.games.kernels.jungle_bans import moves_without_ban
from hunt_ai.games.kernels.jungle_layout import (
    CELL_FIELD,
    IDLE_FIELD,
    IDLE_SHIFT,
    NO_PROGRESS_LIMIT,
    STEPS,
    TO_SHIFT,
)  # fmt: skip
from hunt_ai.games.kernels.jungle_reach import side_to_move, sides

_WORD = np.uint64(64)


@kernel
def capture_moves(rules, position, moves):
    table = rules.table
    total, steps, bans = survey(rules, position)
    _, enemy = sides(position, side_to_move(rules, position))
    count = 0
    number = total
    for d in range(4):
        targets = steps[d]
        back = _WORD - table[STEPS + 2 * d]
        while targets:
            number -= 1
            to = lowest(targets)
            if (enemy >> to) & ONE:
                moves[count] = np.int32(((to + back) & CELL_FIELD) | (to << TO_SHIFT))
                count += 1
            targets &= targets - ONE
    for n in range(number):
        move = jumps(rules, position, bans, n)[1]
        if (enemy >> (np.uint64(move) >> TO_SHIFT)) & ONE:
            moves[count] = move
            count += 1
    return total, np.int64(count)


@kernel
def plies_left(rules, position):
    return np.int64(rules.table[NO_PROGRESS_LIMIT]) - np.int64((position[9] >> IDLE_SHIFT) & IDLE_FIELD)


@kernel
def free_plies(rules, position):
    side = side_to_move(rules, position)
    own = np.int64(2) * moves_without_ban(rules.table, position, side)
    other = np.int64(2) * moves_without_ban(rules.table, position, 1 - side) + np.int64(1)
    return min(plies_left(rules, position), own, other)


@kernel
def history_key(rules, position):
    word = mix(position[5] ^ mix(position[6] ^ mix(position[7] ^ mix(position[8]))))
    return mix(word ^ ((position[9] >> IDLE_SHIFT) & IDLE_FIELD))


@kernel
def progress(rules, position):
    return 0.0
