"""The static evaluation as a verb, dispatched on the class of the evaluation record when a kernel is compiled.

An evaluation is a NamedTuple around a flat `int32` table of weights: `HuntEvaluation`, `JungleEvaluation`. Others wrap
one: `NoisyEvaluation`, and on a floor above one that also knows exact values. Before a kernel is compiled for such a
class, it is entered in FAMILIES, and where it knows values in KNOWING, with what has the two verbs for it.
"""

from typing import Any

import numpy as np
from numba.extending import overload

from hunt_ai.search.kernels import hunt_evaluation, jungle_evaluation

FAMILIES: dict[type, Any] = {
    hunt_evaluation.HuntEvaluation: hunt_evaluation,
    jungle_evaluation.JungleEvaluation: jungle_evaluation,
}
KNOWING: dict[type, Any] = {}
UNKNOWN = np.int64(-1)


def static_score(evaluation, rules, position):
    """Static score of an unfinished position for the side to move, int64 within +-MAX_STATIC; no search, no history.

    The unit is a hundredth: expected score 1 / (1 + 10^(-score / 400)).
    """
    return FAMILIES[type(evaluation)].static_score(evaluation, rules, position)


def known_word(evaluation, rules, position):
    """What the evaluation knows of a position for certain, int64: 0 a draw, else 1 + 2 * distance + winner; or UNKNOWN.

    It is the value of play without a limit of plies without progress and without draws by repetition; distance is the
    number of plies to the end. Positions that are over for another reason may be asked about too.
    """
    if type(evaluation) not in KNOWING:
        return UNKNOWN
    return KNOWING[type(evaluation)].known_word(evaluation, rules, position)


@overload(static_score)
def _static_score(evaluation, rules, position):
    family_static_score = FAMILIES[evaluation.instance_class].static_score
    return lambda evaluation, rules, position: family_static_score(evaluation, rules, position)


@overload(known_word)
def _known_word(evaluation, rules, position):
    if evaluation.instance_class not in KNOWING:
        return lambda evaluation, rules, position: UNKNOWN
    family_known_word = KNOWING[evaluation.instance_class].known_word
    return lambda evaluation, rules, position: family_known_word(evaluation, rules, position)
