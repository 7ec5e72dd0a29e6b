"""Verbs of the search floor that no Python caller needs but the tests."""

from numba import njit

from hunt_ai.games.kernels.verbs import decode
from hunt_ai.search.kernels.evaluation import static_score


@njit
def static_score_of(evaluation, rules, row):
    return static_score(evaluation, rules, decode(rules, row))
