"""A dense network's forward pass and what searchers ask of it. The reference: every row's sums have one fixed order.

Arithmetic is of +, -, *, / and comparisons alone, which IEEE 754 fixes, so that results are the same on every machine
and in every batch. Features are 0 or 1, so the first layer is a sum of rows of its matrix; in the others, units that
are 0 cost nothing.

Importing this enters `NetworkEvaluator` among the evaluators of MCTS.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE
from hunt_ai.games.kernels.search_verbs import progress
from hunt_ai.games.kernels.verbs import decode, legal_moves, move_to_action, side_to_move
from hunt_ai.network.kernels.network_layout import LEAST_POWER, RESULTS
from hunt_ai.network.kernels.observation import Observer, observe
from hunt_ai.search.kernels import evaluators

_LOG2_E = 1.4426950408889634
_LN_2 = 0.6931471805599453


class NetworkEvaluator(NamedTuple):
    """A network as an evaluator of MCTS: values and priors. For one thread at a time, for its scratch arrays."""

    observer: Observer
    embedding: np.ndarray  # [F * widths[0]] float32
    embedding_bias: np.ndarray  # [widths[0]] float32
    layers: np.ndarray  # [2, D] float32, by side to move: each layer's matrix [units before, units] and bias
    widths: np.ndarray  # [layers] int64
    active: np.ndarray  # [most] int32, scratch
    rows: np.ndarray  # [greatest width] int32, scratch
    hidden: np.ndarray  # [sum of widths] float32, scratch
    logits: np.ndarray  # [RESULTS + A] float32, scratch
    actions: np.ndarray  # [max_moves] int64, scratch
    halves: np.ndarray  # [LEAST_POWER + 1] float64, 2^-k
    draws: float  # what a draw would be worth to side 0 with its whole goal captured


@kernel
def exponential(x, halves):
    """e^x for x from 0 down, float64, to about 1e-13; 0 where it is below 2^-60, and where x is no number."""
    power = 0.5 - x * _LOG2_E
    if not power < LEAST_POWER + 1.0:
        return 0.0
    k = np.int64(np.floor(power))
    r = x + k * _LN_2  # |r| below 0.35
    total = 1.0
    for i in range(12, 0, -1):
        total = 1.0 + total * r / i
    return total * halves[k]


@kernel
def add_rows(out, matrix, width, rows, count):
    """out[:width] += the sum of `count` rows of a flat matrix of that width."""
    i = 0
    while i + 4 <= count:  # four at once: `out` is read and written a quarter as often
        first, second = np.int64(rows[i]) * width, np.int64(rows[i + 1]) * width
        third, fourth = np.int64(rows[i + 2]) * width, np.int64(rows[i + 3]) * width
        a, b = matrix[first : first + width], matrix[second : second + width]
        c, d = matrix[third : third + width], matrix[fourth : fourth + width]
        for j in range(width):
            out[j] = (((out[j] + a[j]) + b[j]) + c[j]) + d[j]
        i += 4
    while i < count:
        first = np.int64(rows[i]) * width
        a = matrix[first : first + width]
        for j in range(width):
            out[j] += a[j]
        i += 1


@kernel
def add_scaled_rows(out, matrix, stride, start, width, units, rows):
    """out[:width] += units @ matrix[:, start : start + width], of a flat matrix of width `stride`.

    Units that are 0 are passed over. rows [units] int32 is scratch.
    """
    count = 0
    for i in range(len(units)):
        rows[count] = np.int32(i)
        count += np.int64(units[i] > np.float32(0))
    i = 0
    while i + 4 <= count:
        e, f, g, h = units[rows[i]], units[rows[i + 1]], units[rows[i + 2]], units[rows[i + 3]]
        first, second = np.int64(rows[i]) * stride + start, np.int64(rows[i + 1]) * stride + start
        third, fourth = np.int64(rows[i + 2]) * stride + start, np.int64(rows[i + 3]) * stride + start
        a, b = matrix[first : first + width], matrix[second : second + width]
        c, d = matrix[third : third + width], matrix[fourth : fourth + width]
        for j in range(width):
            out[j] = (((out[j] + e * a[j]) + f * b[j]) + g * c[j]) + h * d[j]
        i += 4
    while i < count:
        e = units[rows[i]]
        first = np.int64(rows[i]) * stride + start
        a = matrix[first : first + width]
        for j in range(width):
            out[j] += e * a[j]
        i += 1


@inlined
def rectify(units):
    """Negative units become 0."""
    for j in range(len(units)):
        units[j] = max(units[j], np.float32(0))


@kernel
def hidden_layers(network, rules, position, side):
    """Fill network.hidden; (where the last layer's units begin there, where the heads begin in the side's layers)."""
    count = observe(network.observer, rules, position, network.active)
    width = network.widths[0]
    units = network.hidden[:width]
    for j in range(width):
        units[j] = network.embedding_bias[j]
    add_rows(units, network.embedding, width, network.active, count)
    rectify(units)
    layers = network.layers[side]
    before, at = 0, 0
    for layer in range(1, len(network.widths)):
        following = network.widths[layer]
        out = network.hidden[before + width : before + width + following]
        bias = at + width * following
        for j in range(following):
            out[j] = layers[bias + j]
        add_scaled_rows(out, layers[at:bias], following, 0, following, units, network.rows)
        rectify(out)
        before, at = before + width, bias + following
        units, width = out, following
    return before, at


@kernel
def heads(network, side, before, at, start, stop):
    """Fill network.logits[start:stop] from the last hidden layer."""
    layers, outputs = network.layers[side], len(network.logits)
    units = network.hidden[before : before + network.widths[-1]]
    part = network.logits[start:stop]
    bias = at + len(units) * outputs
    for j in range(stop - start):
        part[j] = layers[bias + start + j]
    add_scaled_rows(part, layers[at:bias], outputs, start, stop - start, units, network.rows)


@kernel
def value_of_logits(network, rules, position, side):
    """Value for the side to move, -1 to 1, float32, of the first RESULTS logits: chance of a win less that of a loss.

    To it comes the chance of a draw times what one is worth here: `draws` times the progress of side 0, as the score
    does to Go programs (Wu 2019, static score utility), so that moves differ where nearly all lines end in draws.
    0 where the logits are no numbers, as the weights of moves are then: a network whose sums overflow knows nothing.
    """
    logits, halves = network.logits, network.halves
    highest = max(logits[0], logits[1], logits[2])
    first = exponential(np.float64(logits[0]) - highest, halves)
    drawn = exponential(np.float64(logits[1]) - highest, halves)
    second = exponential(np.float64(logits[2]) - highest, halves)
    total = first + drawn + second
    first += drawn * network.draws * progress(rules, position)
    value = np.float32((first - second) / total if total > 0.0 else 0.0)
    return value if side == 0 else -value


@kernel
def weights_of_logits(network, rules, position, moves, at, count, weights):
    """weights[at : at + count] = softmax of the logits of the moves' actions."""
    logits, actions = network.logits, network.actions
    highest = np.float32(-np.inf)
    for i in range(count):
        actions[i] = RESULTS + move_to_action(rules, position, moves[at + i])
        highest = max(highest, logits[actions[i]])
    total = np.float32(0)
    for i in range(count):
        weights[at + i] = np.float32(exponential(np.float64(logits[actions[i]]) - highest, network.halves))
        total += weights[at + i]
    if total > np.float32(0):
        for i in range(at, at + count):
            weights[i] /= total


@kernel
def evaluate(evaluator, rules, position, random):
    side = side_to_move(rules, position)
    before, at = hidden_layers(evaluator, rules, position, side)
    heads(evaluator, side, before, at, 0, RESULTS)
    return np.float64(value_of_logits(evaluator, rules, position, side)), random


@kernel
def weigh_moves(evaluator, rules, position, moves, at, count, weights):
    side = side_to_move(rules, position)
    before, heads_at = hidden_layers(evaluator, rules, position, side)
    heads(evaluator, side, before, heads_at, RESULTS, len(evaluator.logits))
    weights_of_logits(evaluator, rules, position, moves, at, count, weights)


@kernel
def evaluate_and_weigh(evaluator, rules, position, random, moves, at, count, weights):
    side = side_to_move(rules, position)
    before, heads_at = hidden_layers(evaluator, rules, position, side)
    heads(evaluator, side, before, heads_at, 0, len(evaluator.logits))
    weights_of_logits(evaluator, rules, position, moves, at, count, weights)
    return np.float64(value_of_logits(evaluator, rules, position, side)), random


@kernel
def evaluate_rows(network, rules, rows, moves, weights, priors, values):
    """Rows [B, K] of unfinished positions: priors [B, A] and values [B], float32.

    moves [max_moves] int32 and weights [max_moves] float32 are scratch.
    """
    for b in range(len(rows)):
        position = decode(rules, rows[b])
        count = legal_moves(rules, position, moves)
        value, _ = evaluate_and_weigh(network, rules, position, ONE, moves, 0, count, weights)
        values[b] = value
        priors[b] = np.float32(0)
        for i in range(count):
            priors[b, network.actions[i] - RESULTS] = weights[i]


class _Verbs:
    """What the registry asks of it."""

    evaluate = staticmethod(evaluate)
    weigh_moves = staticmethod(weigh_moves)
    evaluate_and_weigh = staticmethod(evaluate_and_weigh)


evaluators.OTHERS[NetworkEvaluator] = _Verbs
