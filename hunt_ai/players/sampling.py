"""Seeded choice among moves by their shares, in whole numbers, so that any program chooses the same."""

import math
from collections.abc import Sequence

import numpy as np

from hunt_ai.core.kernels.random import mix

STEPS = 16  # to a factor e between shares
LARGEST = 1 << 24
WEIGHTS = tuple(math.floor(LARGEST * math.exp(-step / STEPS) + 0.5) for step in range(math.ceil(STEPS * 18.1)))
GAMMA, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1  # of splitmix64, whose number at place `ply` is drawn


def sampling_weights(shares: Sequence[float], temperature: float, least: float = 0.0) -> list[int]:
    """Weights of moves with these shares (of a policy, or visits) to the power of 1 / temperature, above 0.

    The best has LARGEST, and each step of a factor e^(1 / STEPS) below it the next of WEIGHTS, 0 beyond them. Those
    below `least` of the best's share have 0 too: a bound on how weak a move may be, as in strength-adjusted MCTS (Wu et
    al. 2019).
    """
    best = max(shares)
    weights = []
    for share in shares:
        step = STEPS * math.log(best / share) / temperature if share > 0 and share >= least * best else math.inf
        weights.append(WEIGHTS[math.floor(step)] if step < len(WEIGHTS) else 0)
    return weights


def sample(weights: Sequence[int], seed: int, ply: int) -> int:
    """The index that a seed, 0 to 2**64 - 1, draws by weight at a ply of the game; the weights' sum is below 2**32."""
    left = (int(mix(np.uint64((seed + ply * GAMMA) & MASK))) >> 32) * sum(weights) >> 32
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("there is no weight above 0")
