"""Static evaluation of Dou Shou Qi."""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import popcount
from hunt_ai.games.kernels.jungle_layout import SIDE


class JungleEvaluation(NamedTuple):
    """Weights of one jungle rule set."""

    weights: np.ndarray  # [W] int32, writable


@kernel
def static_score(evaluation, rules, position):
    weight = np.int64(evaluation.weights[0])
    score = weight * (np.int64(popcount(position[0])) - np.int64(popcount(position[1])))
    return score if not position[9] & SIDE else -score
