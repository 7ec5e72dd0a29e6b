"""A static evaluation that errs: each position's score is off by its own seeded amount, the same whenever it is met."""

from typing import Any, NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.verbs import key
from hunt_ai.search.kernels import evaluation as evaluations
from hunt_ai.search.kernels.evaluation import static_score as other_static_score
from hunt_ai.search.kernels.scores import MAX_STATIC

_S32, _S48, _LOW = np.uint64(32), np.uint64(48), np.uint64(0xFFFF)
_S16 = np.int64(16)


class NoisyEvaluation(NamedTuple):
    """seed: uint64. most: int64, hundredths; errors are triangular, from -most to most."""

    evaluation: Any
    seed: np.uint64
    most: np.int64


@kernel
def static_score(evaluation, rules, position):
    word = mix(key(rules, position) ^ evaluation.seed)
    error = np.int64(word >> _S48) - np.int64((word >> _S32) & _LOW)  # triangular, within 2**16
    score = other_static_score(evaluation.evaluation, rules, position) + ((error * evaluation.most) >> _S16)
    return min(max(score, -MAX_STATIC), MAX_STATIC)


class _Verbs:
    """What the registry asks of it."""

    static_score = staticmethod(static_score)


evaluations.FAMILIES[NoisyEvaluation] = _Verbs
