"""Kernel evaluators of MCTS: records dispatched, like rules, on their class when a kernel is compiled.

The verbs: `evaluate`, the value of an unfinished position for its side to move; `weigh_moves`, its priors before they
are normalised; `evaluate_and_weigh`, both at once; `enter_known`, the proofs of a node's children where the evaluation
knows exact values. Arithmetic is of +, -, *, / and square roots alone, which IEEE 754 fixes: the same everywhere. A
floor above may add an evaluator: before a kernel is compiled for its class, it enters the class in OTHERS, with what
has the first three verbs for it.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import next_random
from hunt_ai.games.kernels.outcomes import DRAW, ONGOING, WINNER_BITS
from hunt_ai.games.kernels.verbs import judge, play, random_move, side_to_move
from hunt_ai.search.kernels.evaluation import KNOWING, static_score
from hunt_ai.search.kernels.known_values import prove_children

# 10^(-2^k / 400), k = 0 to 11
_POWERS = (
    0.99426007395295666, 0.98855309465693884, 0.97723722095581068, 0.95499258602143595, 0.91201083935590974,
    0.83176377110267101, 0.69183097091893649, 0.47863009232263834, 0.22908676527677730, 0.052480746024977260,
    0.0027542287033381665, 7.5857757502918376e-06,
)  # fmt: skip
OTHERS: dict[type, Any] = {}
_LEAST = np.int64(4000)  # 10^-10 stands for all smaller powers


class UniformEvaluator(NamedTuple):
    """Value 0, all moves alike."""

    nothing: int = 0


class RolloutEvaluator(NamedTuple):
    """The mean of `rollouts` games of uniform random moves; those not over after `plies` end with the static score."""

    evaluation: Any  # HuntEvaluation, JungleEvaluation
    rollouts: int = 1
    plies: int = 1 << 40
    spread: int = 0  # of the priors, as in StaticEvaluator


class StaticEvaluator(NamedTuple):
    """The static score; a move's prior falls to a tenth with each `spread` by which the position after it is worse.

    spread: hundredths; 0 makes all moves alike.
    """

    evaluation: Any  # HuntEvaluation, JungleEvaluation
    spread: int = 0


@kernel
def power_of_ten(hundredths):
    """10^(-hundredths / 400), float64, for int64 from 0."""
    hundredths = min(hundredths, _LEAST)
    result = 1.0
    k = 0
    while hundredths:
        if hundredths & 1:
            result *= _POWERS[k]
        hundredths >>= 1
        k += 1
    return result


@kernel
def score_value(score):
    """Expected result, -1 to 1, of a static score: 2 / (1 + 10^(-score / 400)) - 1."""
    power = power_of_ten(abs(score))
    value = (1.0 - power) / (1.0 + power)
    return value if score >= 0 else -value


@kernel
def weigh_alike(at, count, weights):
    """weights[at : at + count] = 1, in place."""
    for i in range(at, at + count):
        weights[i] = np.float32(1)


@kernel
def weigh_statically(evaluation, rules, position, spread, moves, at, count, weights):
    """Weights by the static scores of the positions after the moves, in place; `spread` above 0."""
    side = side_to_move(rules, position)
    best = np.int64(-(1 << 40))
    for i in range(at, at + count):
        best = max(best, _score_after(evaluation, rules, position, side, moves[i]))
    for i in range(at, at + count):
        worse = best - _score_after(evaluation, rules, position, side, moves[i])
        weights[i] = np.float32(power_of_ten(worse * np.int64(400) // spread))


@kernel
def _score_after(evaluation, rules, position, side, move):
    """Static score after `move`, for `side`, who made it."""
    after = play(rules, position, move)
    score = static_score(evaluation, rules, after)
    return score if side_to_move(rules, after) == side else -score


@kernel
def rollout(evaluation, rules, position, plies, random):
    """(value of one random game for side 0, next random state)."""
    while True:
        random = next_random(random)
        count, move = random_move(rules, position, random)
        code = judge(rules, position, count)
        if code != ONGOING:
            winner = (code & WINNER_BITS) - 1
            if winner == DRAW:
                return 0.0, random
            return (1.0 if winner == 0 else -1.0), random
        if plies == 0:
            value = score_value(static_score(evaluation, rules, position))
            return (value if side_to_move(rules, position) == 0 else -value), random
        plies -= 1
        position = play(rules, position, move)


@kernel
def mean_rollout(evaluator, rules, position, random):
    """(mean value of the evaluator's rollouts for the side to move, next random state)."""
    total = 0.0
    for _ in range(evaluator.rollouts):
        value, random = rollout(evaluator.evaluation, rules, position, evaluator.plies, random)
        total += value
    total /= evaluator.rollouts
    return (total if side_to_move(rules, position) == 0 else -total), random


def evaluate(evaluator, rules, position, random):
    """(value of an unfinished `position` for the side to move, float64 in -1 to 1; next random state, uint64)."""
    if isinstance(evaluator, UniformEvaluator):
        return 0.0, random
    if isinstance(evaluator, StaticEvaluator):
        return score_value(static_score(evaluator.evaluation, rules, position)), random
    if type(evaluator) in OTHERS:
        return OTHERS[type(evaluator)].evaluate(evaluator, rules, position, random)
    return mean_rollout(evaluator, rules, position, random)


def weigh_moves(evaluator, rules, position, moves, at, count, weights):
    """Write into weights[at : at + count] float32 what the legal moves, moves[at : at + count], are worth, from 0."""
    if type(evaluator) in OTHERS:
        OTHERS[type(evaluator)].weigh_moves(evaluator, rules, position, moves, at, count, weights)
    elif isinstance(evaluator, UniformEvaluator) or evaluator.spread == 0:
        weigh_alike(at, count, weights)
    else:
        weigh_statically(evaluator.evaluation, rules, position, evaluator.spread, moves, at, count, weights)


def evaluate_and_weigh(evaluator, rules, position, random, moves, at, count, weights):
    """What `evaluate` returns, and what `weigh_moves` writes."""
    if type(evaluator) in OTHERS:
        return OTHERS[type(evaluator)].evaluate_and_weigh(evaluator, rules, position, random, moves, at, count, weights)
    weigh_moves(evaluator, rules, position, moves, at, count, weights)
    return evaluate(evaluator, rules, position, random)


def enter_known(evaluator, rules, tree, b, first, count, position):
    """Note what is known for certain of the children `first` to `first` + `count` of the node at `position`."""
    if type(getattr(evaluator, "evaluation", None)) in KNOWING:
        prove_children(evaluator.evaluation, rules, tree, b, first, count, position)


@overload(evaluate)
def _evaluate(evaluator, rules, position, random):
    if evaluator.instance_class is UniformEvaluator:
        return lambda evaluator, rules, position, random: (0.0, random)
    if evaluator.instance_class is StaticEvaluator:
        return lambda evaluator, rules, position, random: (
            score_value(static_score(evaluator.evaluation, rules, position)),
            random,
        )
    if evaluator.instance_class in OTHERS:
        other_evaluate = OTHERS[evaluator.instance_class].evaluate
        return lambda evaluator, rules, position, random: other_evaluate(evaluator, rules, position, random)
    return lambda evaluator, rules, position, random: mean_rollout(evaluator, rules, position, random)


@overload(enter_known)
def _enter_known(evaluator, rules, tree, b, first, count, position):
    fields = dict(zip(evaluator.fields, evaluator.types, strict=True))
    if "evaluation" not in fields or fields["evaluation"].instance_class not in KNOWING:
        return lambda evaluator, rules, tree, b, first, count, position: None
    return lambda evaluator, rules, tree, b, first, count, position: prove_children(
        evaluator.evaluation, rules, tree, b, first, count, position
    )


@overload(weigh_moves)
def _weigh_moves(evaluator, rules, position, moves, at, count, weights):
    if evaluator.instance_class is UniformEvaluator:
        return lambda evaluator, rules, position, moves, at, count, weights: weigh_alike(at, count, weights)
    if evaluator.instance_class in OTHERS:
        other_weigh = OTHERS[evaluator.instance_class].weigh_moves
        return lambda evaluator, rules, position, moves, at, count, weights: other_weigh(
            evaluator, rules, position, moves, at, count, weights
        )

    def weigh(evaluator, rules, position, moves, at, count, weights):
        if evaluator.spread == 0:
            weigh_alike(at, count, weights)
        else:
            weigh_statically(evaluator.evaluation, rules, position, evaluator.spread, moves, at, count, weights)

    return weigh


@overload(evaluate_and_weigh)
def _evaluate_and_weigh(evaluator, rules, position, random, moves, at, count, weights):
    if evaluator.instance_class in OTHERS:
        both = OTHERS[evaluator.instance_class].evaluate_and_weigh
        return lambda evaluator, rules, position, random, moves, at, count, weights: both(
            evaluator, rules, position, random, moves, at, count, weights
        )

    def one_by_one(evaluator, rules, position, random, moves, at, count, weights):
        weigh_moves(evaluator, rules, position, moves, at, count, weights)
        return evaluate(evaluator, rules, position, random)

    return one_by_one
