"""Intervals, against published values, the test that the Wilson interval inverts, and SciPy's bootstrap."""

import math
import subprocess
import sys
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from hunt_ai.arena.statistics import bootstrap_interval, wilson_interval
from hunt_ai.core.errors import UserError


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3."""
    assert wilson_interval(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_none_and_all() -> None:
    assert wilson_interval(0, 10) == (0.0, pytest.approx(0.2775, abs=5e-5))
    assert wilson_interval(10, 10) == (pytest.approx(0.7225, abs=5e-5), 1.0)
    assert wilson_interval(0, 1)[0] == 0.0
    assert wilson_interval(1, 1)[1] == 1.0


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (1, 0), (-1, 5), (6, 5), (0, -1)])
def test_impossible_counts(successes: int, trials: int) -> None:
    with pytest.raises(UserError, match=f"{successes} successes in {trials} trials"):
        wilson_interval(successes, trials)


@given(st.data(), st.integers(1, 10**6), st.floats(0.5, 0.999))
def test_the_ends_are_where_the_score_test_turns(data: st.DataObject, trials: int, confidence: float) -> None:
    successes = data.draw(st.integers(0, trials))
    share, (low, high) = successes / trials, wilson_interval(successes, trials, confidence)
    assert 0.0 <= low <= share <= high <= 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    for end, certain in ((low, 0.0), (high, 1.0)):
        if end != certain:
            assert abs(share - end) == pytest.approx(z * math.sqrt(end * (1 - end) / trials), rel=1e-6, abs=1e-9)
    mirrored = wilson_interval(trials - successes, trials, confidence)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_more_games_and_less_confidence_are_narrower() -> None:
    def width(interval: tuple[float, float]) -> float:
        return interval[1] - interval[0]

    assert width(wilson_interval(50, 100)) > width(wilson_interval(500, 1000))
    assert width(wilson_interval(50, 100)) > width(wilson_interval(50, 100, confidence=0.8))


PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(("pairs", "confidence"), [(25, 0.95), (200, 0.95), (200, 0.8)])
def test_the_bootstrap_is_that_of_scipy(pairs: int, confidence: float) -> None:
    scores = np.random.default_rng(4).choice(PAIR_SCORES, pairs, p=(0.1, 0.1, 0.3, 0.3, 0.2))
    twin = bootstrap((scores,), np.mean, method="percentile", confidence_level=confidence, rng=9, batch=1000)
    wanted = twin.confidence_interval
    assert bootstrap_interval(scores.tolist(), confidence) == pytest.approx((wanted.low, wanted.high), abs=0.5 / pairs)


def test_the_bootstrap_repeats_with_its_seed() -> None:
    scores = np.random.default_rng(4).choice(PAIR_SCORES, 500).tolist()
    assert bootstrap_interval(scores) == bootstrap_interval(scores) == bootstrap_interval(sorted(scores))
    assert bootstrap_interval(scores, seed=1) == pytest.approx(bootstrap_interval(scores), abs=0.005)


def test_the_bootstrap_covers_the_mean_at_its_rate() -> None:
    random, chances = np.random.default_rng(6), (0.05, 0.1, 0.3, 0.25, 0.3)
    truth = float(np.dot(PAIR_SCORES, chances))
    intervals = [bootstrap_interval(random.choice(PAIR_SCORES, 60, p=chances).tolist()) for _ in range(200)]
    covered = sum(low <= truth <= high for low, high in intervals)
    assert 0.9 <= covered / 200 <= 0.99


def test_many_pairs_and_many_values() -> None:
    scores = np.random.default_rng(4).random(10_000)
    low, high = bootstrap_interval(scores[:300].tolist())
    assert low < scores[:300].mean() < high
    low, high = bootstrap_interval(np.round(4 * scores) / 4)
    assert high - low == pytest.approx(2 * 1.96 * np.std(np.round(4 * scores) / 4) / 100, rel=0.05)


@pytest.mark.parametrize("n", [1, 7, 400])
def test_the_bootstrap_of_equal_scores(n: int) -> None:
    assert bootstrap_interval([1] * n) == pytest.approx(wilson_interval(n, n))
    assert bootstrap_interval([0] * n) == pytest.approx(wilson_interval(0, n))
    low, high = bootstrap_interval([0.5] * n)
    other = wilson_interval(0, n)[1]
    assert (low, high) == pytest.approx((0.5 - other / 2, 0.5 + other / 2))


@pytest.mark.parametrize("scores", [[], [0.5, 1.5], [-0.25], [math.nan]])
def test_the_bootstrap_of_impossible_scores(scores: list[float]) -> None:
    with pytest.raises(UserError, match="game pairs"):
        bootstrap_interval(scores)


def test_statistics_loads_nothing_heavy() -> None:
    code = "import sys, hunt_ai.arena.statistics; assert not {'numpy', 'scipy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
