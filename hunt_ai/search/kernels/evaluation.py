"""The static evaluation as a verb, dispatched on the class of the evaluation record when a kernel is compiled.

An evaluation is a NamedTuple around a flat `int32` table of weights: `HuntEvaluation`, `JungleEvaluation`.
"""

from numba.extending import overload

from hunt_ai.search.kernels import hunt_evaluation, jungle_evaluation

FAMILIES = {
    hunt_evaluation.HuntEvaluation: hunt_evaluation,
    jungle_evaluation.JungleEvaluation: jungle_evaluation,
}


def static_score(evaluation, rules, position):
    """Static score of an unfinished position for the side to move, int64 within +-MAX_STATIC; no search, no history.

    The unit is a hundredth: expected score 1 / (1 + 10^(-score / 400)).
    """
    return FAMILIES[type(evaluation)].static_score(evaluation, rules, position)


@overload(static_score)
def _static_score(evaluation, rules, position):
    family_static_score = FAMILIES[evaluation.instance_class].static_score
    return lambda evaluation, rules, position: family_static_score(evaluation, rules, position)
