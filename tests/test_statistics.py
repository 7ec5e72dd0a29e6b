"""Intervals, against published values and against the test that the Wilson interval inverts."""

import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hunt_ai.arena.statistics import wilson_interval
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
