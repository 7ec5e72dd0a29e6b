"""What searchers ask of hunt games beyond the rules: the hunt family's part of `search_verbs.py`."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.hunt import count_moves, write_jumps
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    CAPTURE_GOAL,
    CAPTURED_SHIFT,
    IDLE_FIELD,
    IDLE_SHIFT,
    NO_PROGRESS_LIMIT,
    SIDE,
)  # fmt: skip


@kernel
def capture_moves(rules, position, moves):
    table = rules.table
    quarry, pack, counters = position
    count = 0
    if not counters & SIDE:
        count = write_jumps(table, quarry, pack, ~(quarry | pack), moves, count)
    return count_moves(rules, position), np.int64(count)


@kernel
def plies_left(rules, position):
    return np.int64(rules.table[NO_PROGRESS_LIMIT]) - np.int64((position[2] >> IDLE_SHIFT) & IDLE_FIELD)


@kernel
def free_plies(rules, position):
    return plies_left(rules, position)


@kernel
def history_key(rules, position):
    return mix((position[2] >> IDLE_SHIFT) & IDLE_FIELD)


@kernel
def progress(rules, position):
    return np.float64((position[2] >> CAPTURED_SHIFT) & BYTE) / np.float64(rules.table[CAPTURE_GOAL])
