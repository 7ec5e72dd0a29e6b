"""Static evaluation of hunt games."""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import popcount
from hunt_ai.games.kernels.hunt_layout import BYTE, CAPTURED_SHIFT, SIDE
from hunt_ai.games.kernels.hunt_reach import count_quarry


class HuntEvaluation(NamedTuple):
    """Weights of one hunt game."""

    weights: np.ndarray  # [W] int32, writable


@kernel
def static_score(evaluation, rules, position):
    quarry, pack, counters = position
    captured = np.int64((counters >> CAPTURED_SHIFT) & BYTE)
    moves = np.int64(count_quarry(rules.table, quarry, pack, ~(quarry | pack)))
    score = np.int64(evaluation.weights[0]) * captured + np.int64(evaluation.weights[1]) * moves
    score -= np.int64(evaluation.weights[2]) * np.int64(popcount(pack))
    return score if not counters & SIDE else -score
