"""Static evaluation of hunt games: a sum of integer weights times features, from the quarry's point of view.

While dogs are in hand or in groups, the score goes from opening weights to main weights in proportion. The table of
weights, int32, holds a set of SET_WORDS for each stage of that: those with the quarry to move, then those with the pack
to move, the main set of each first. With n stages between, the weights of stage k are (n - k) * main + k * opening, so
their sums are n times too large. What each weight is for, and which key of a weights file it is, stands in
`search/hunt_parameters.py`.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, lowest, popcount, rotate
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    CAPTURE_GOAL,
    CAPTURED_SHIFT,
    HEIGHTS_EVEN,
    HEIGHTS_SHIFT,
    HOME_MASK,
    JUMPS_AT,
    JUMPS_END,
    LANES,
    NEIGHBOURS,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
    SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import count_steps, hand
from hunt_ai.search.kernels.scores import MAX_STATIC

MOST_EXITS, REACH_BUCKETS, REACH_STEPS, MOST_REMAINING = 8, 16, 5, 64
REMAINING = 0  # [65] by the number of dogs still to be taken
QUARRY_POINTS, PACK_POINTS = 65, 129  # [64] by point
EXITS = 193  # [9] of each quarry piece, by its steps
REACH = 202  # [16] by bucket of the empty points that the quarry can step to in REACH_STEPS
TRAPPED, JUMPS, ANY_JUMP, SOON, FAR, BESIDE, PACK_STEPS, OUTSIDE, IN_HAND, GROUPED = range(218, 228)
BY_PACK_POINT = 228  # whether any of PACK_POINTS counts
SET_WORDS = 229

_WORD = np.uint64(64)


class HuntEvaluation(NamedTuple):
    """Weights of one hunt game."""

    weights: np.ndarray  # [2 * (stages + 1) * SET_WORDS] int32, writable
    stages: np.int64  # dogs in hand and above the first of their group at the start


@kernel
def _spread(table, edge, empty):
    """Mask of the empty points that the quarry can step to in up to REACH_STEPS steps, the pack standing still.

    edge: those one step away.
    """
    at, end = np.int64(table[QUARRY_STEPS_AT]), np.int64(table[QUARRY_STEPS_END])
    reached = edge
    for _ in range(REACH_STEPS - 1):
        grown = ZERO
        for block in range(at, end, 2 * LANES):
            for lane in range(LANES):
                grown |= rotate(edge & table[block + LANES + lane], table[block + lane])
        edge = grown & empty & ~reached
        if not edge:
            break
        reached |= edge
    return reached


@kernel
def _reach_bucket(points):
    """0 to 7 by ones, then by fours, int64."""
    n = np.int64(points)
    return n if n < 8 else min(6 + n // 4, REACH_BUCKETS - 1)


@kernel
def _danger(table, quarry, pack, empty, stepped, reached):
    """(jumps now, mask of the quarry that has one, dogs that could be jumped after one step, and others after more)."""
    jumps = jumpers = soon = far = ZERO
    for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
        first, mask = table[at], table[at + 2]
        bare = rotate(empty, _WORD - table[at + 1]) & pack
        now = rotate(quarry & mask, first) & bare
        jumps += popcount(now)
        jumpers |= rotate(now, _WORD - first)
        soon |= rotate(stepped & mask, first) & bare
        far |= rotate(reached & mask, first) & bare
    return jumps, jumpers, soon, far & ~soon


@kernel
def _points_score(weights, at, mask):
    """The sum of the weights, listed from `at` by point, of the points of `mask`."""
    score = np.int64(0)
    while mask:
        score += np.int64(weights[at + np.int64(lowest(mask))])
        mask &= mask - ONE
    return score


@kernel
def _exits_score(table, weights, at, quarry, empty):
    """The sum of the weights, listed from `at` by number of steps, of the quarry's pieces."""
    score = np.int64(0)
    while quarry:
        exits = np.int64(popcount(table[NEIGHBOURS + np.int64(lowest(quarry))] & empty))
        score += np.int64(weights[at + min(exits, MOST_EXITS)])
        quarry &= quarry - ONE
    return score


@kernel
def _around(table, quarry, empty):
    """(mask of the points that steps of the quarry lead to, taken or not; mask of the pieces without a step)."""
    near = stuck = ZERO
    while quarry:
        here = quarry & (~quarry + ONE)
        neighbours = table[NEIGHBOURS + np.int64(lowest(quarry))]
        if not neighbours & empty:
            stuck |= here
        near |= neighbours
        quarry ^= here
    return near, stuck


@kernel
def _set_score(table, weights, at, position, empty, remaining, reached, stuck, beside, danger, counts):
    """The score by the set of weights that begins at `at`; `danger` as from `_danger`, the dogs counted."""
    quarry, pack, _ = position
    jumps, soon, far = danger
    steps, outside, in_hand, grouped = counts
    score = np.int64(weights[at + REMAINING + remaining])
    score += _points_score(weights, at + QUARRY_POINTS, quarry)
    if weights[at + BY_PACK_POINT]:
        score += _points_score(weights, at + PACK_POINTS, pack)
    score += _exits_score(table, weights, at + EXITS, quarry, empty)
    score += np.int64(weights[at + REACH + _reach_bucket(reached)])
    score += np.int64(weights[at + TRAPPED]) * stuck
    if jumps:
        score += np.int64(weights[at + JUMPS]) * jumps + np.int64(weights[at + ANY_JUMP])
    score += np.int64(weights[at + SOON]) * soon + np.int64(weights[at + FAR]) * far
    score += np.int64(weights[at + BESIDE]) * beside + np.int64(weights[at + PACK_STEPS]) * steps
    score += np.int64(weights[at + OUTSIDE]) * outside
    return score + np.int64(weights[at + IN_HAND]) * in_hand + np.int64(weights[at + GROUPED]) * grouped


@kernel
def _grouped(counters):
    """Number of dogs above the first of their group, int64."""
    heights = counters >> HEIGHTS_SHIFT
    return np.int64(popcount(heights & HEIGHTS_EVEN)) + 2 * np.int64(popcount(heights & ~HEIGHTS_EVEN))


@kernel
def static_score(evaluation, rules, position):
    table, weights = rules.table, evaluation.weights
    quarry, pack, counters = position
    empty = ~(quarry | pack)
    near, stuck = _around(table, quarry, empty)
    spread = _spread(table, near & empty, empty)
    jumps, jumpers, soon, far = _danger(table, quarry, pack, empty, near & empty, spread)
    steps = count_steps(table, np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), pack, empty)
    remaining = max(np.int64(table[CAPTURE_GOAL]) - np.int64((counters >> CAPTURED_SHIFT) & BYTE), 0)
    outside = np.int64(popcount(quarry & ~table[HOME_MASK])) if table[HOME_MASK] else np.int64(0)
    in_hand, grouped = np.int64(hand(counters)), _grouped(counters)
    reached, trapped, beside = (
        np.int64(popcount(spread)),
        np.int64(popcount(stuck & ~jumpers)),
        np.int64(popcount(near & pack)),
    )
    danger = np.int64(jumps), np.int64(popcount(soon)), np.int64(popcount(far))
    counts = np.int64(steps), outside, in_hand, grouped
    stages = np.int64(evaluation.stages)
    stage = min(in_hand + grouped, stages)
    at = (np.int64(counters & SIDE) * (stages + 1) + stage) * SET_WORDS
    score = _set_score(table, weights, at, position, empty, remaining, reached, trapped, beside, danger, counts)
    if stages:
        score //= stages
    score = max(min(score, MAX_STATIC), -MAX_STATIC)
    return -score if counters & SIDE else score
