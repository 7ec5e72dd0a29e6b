"""Seeded choice in whole numbers: exact values, shares, and what is never drawn."""

import math
from collections import Counter

import numpy as np
import pytest

from hunt_ai.core.kernels.random import mix
from hunt_ai.players.sampling import GAMMA, LARGEST, MASK, STEPS, WEIGHTS, sample, sampling_weights


def test_numbers_of_splitmix64() -> None:
    """Those of its authors' program for seed 1234567."""
    assert [int(mix(np.uint64(1234567 + place * GAMMA & MASK))) for place in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    # Of two weights, the upper half of the number chooses: the top bit, where they are equal.
    assert [sample([1, 1], 1234567, place) for place in range(5)] == [0, 0, 1, 0, 1]


def test_weights_by_hand() -> None:
    e = math.e
    assert sampling_weights([0.5, 0.5 / (e * 1.001), 0.0], 1) == [LARGEST, WEIGHTS[STEPS], 0]
    assert sampling_weights([0.5, 0.5 / (e * 1.001)], 2) == [LARGEST, WEIGHTS[STEPS // 2]]
    assert sampling_weights([0.5, 0.5 / (e * 1.001)], 0.5) == [LARGEST, WEIGHTS[2 * STEPS]]
    assert sampling_weights([3, 12, 4, 2], 1e9, 0.25) == [LARGEST, LARGEST, LARGEST, 0]
    assert sampling_weights([1e-30, 1.0], 1) == [0, LARGEST]
    assert sampling_weights([7], 0.001) == [LARGEST]


def test_the_table() -> None:
    assert WEIGHTS[0] == LARGEST == 1 << 24
    assert sorted(WEIGHTS, reverse=True) == [*WEIGHTS]
    assert WEIGHTS[-1] == 0 < WEIGHTS[-20]
    assert 255 * LARGEST < 1 << 32


def test_moves_are_drawn_by_weight() -> None:
    weights = [0, 3, 0, 1, 4, 0]
    counts = Counter(sample(weights, seed, ply) for seed in range(400) for ply in range(20))
    assert {*counts} == {1, 3, 4}
    for index, weight in enumerate(weights):
        assert counts[index] / 8000 == pytest.approx(weight / 8, abs=0.02)
    assert sample([0, 1], 5, 5) == 1
    with pytest.raises(ValueError, match="no weight"):
        sample([0, 0], 1, 1)
