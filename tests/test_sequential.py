"""Sequential tests: against a slow twin of the likelihoods, published bounds, and simulated error rates."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize

from hunt_ai.arena.sequential import (
    GAME_VALUES,
    PAIR_VALUES,
    SequentialTest,
    elo_to_score,
    log_likelihood_ratio,
    score_to_elo,
)
from hunt_ai.core.errors import UserError


def greatest_log_likelihood(values: Sequence[float], counts: Sequence[int], mean: float) -> float:
    """By a general maximiser over the probabilities; empty cells count 0.001."""
    weights = np.array([count or 0.001 for count in counts])
    total = weights.sum()
    constraints = [
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(len(values))},
        {"type": "eq", "fun": lambda p: p @ values - mean, "jac": lambda p: np.array(values)},
    ]
    # The even mixture of the two extreme values has every mean; begin between it and the middle.
    high = (mean - values[0]) / (values[-1] - values[0])
    start = np.full(len(values), 0.05)
    start[0], start[-1] = start[0] + (1 - high), start[-1] + high
    start /= start.sum()
    found = minimize(
        lambda p: -(weights @ np.log(p)) / total,
        start,
        jac=lambda p: -weights / p / total,
        bounds=[(1e-9, 1)] * len(values),
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 1000},
    )
    assert found.success, found.message
    return -float(found.fun) * total


@pytest.mark.parametrize(
    ("values", "counts", "mean0", "mean1"),
    [
        (PAIR_VALUES, (10, 20, 60, 30, 12), 0.5, 0.51),
        (PAIR_VALUES, (10, 20, 60, 30, 12), 0.3, 0.8),
        (PAIR_VALUES, (1, 3, 9, 7, 2), 0.45, 0.55),
        (PAIR_VALUES, (3, 0, 11, 2, 5), 0.5, 0.6),
        (GAME_VALUES, (40, 12, 55), 0.45, 0.55),
        (GAME_VALUES, (2, 1, 30), 0.85, 0.95),
        ((0, 1), (7, 13), 0.4, 0.7),
    ],
)
def test_the_slow_twin_agrees(values: tuple[float, ...], counts: tuple[int, ...], mean0: float, mean1: float) -> None:
    wanted = greatest_log_likelihood(values, counts, mean1) - greatest_log_likelihood(values, counts, mean0)
    assert log_likelihood_ratio(values, counts, mean0, mean1) == pytest.approx(wanted, abs=2e-4)


def test_wins_and_losses_only_is_walds_binomial_test() -> None:
    wanted = 13 * math.log(0.7 / 0.4) + 7 * math.log(0.3 / 0.6)
    assert log_likelihood_ratio((0, 1), (7, 13), 0.4, 0.7) == pytest.approx(wanted, abs=1e-12)


counts_of_pairs = st.lists(st.integers(0, 10**7), min_size=5, max_size=5)
means = st.tuples(st.floats(0.02, 0.98), st.floats(0.02, 0.98))


@given(counts_of_pairs, means)
def test_swapping_players_or_hypotheses_turns_the_sign(counts: list[int], both: tuple[float, float]) -> None:
    ratio = log_likelihood_ratio(PAIR_VALUES, counts, *both)
    close = pytest.approx(-ratio, rel=1e-6, abs=1e-6 * (1 + sum(counts) / 1e6))
    assert log_likelihood_ratio(PAIR_VALUES, counts, both[1], both[0]) == close
    mirrored = log_likelihood_ratio(PAIR_VALUES, counts[::-1], 1 - both[1], 1 - both[0])
    assert mirrored == close


@given(counts_of_pairs, st.floats(0.02, 0.98))
def test_the_mean_of_the_results_is_the_likeliest(counts: list[int], mean: float) -> None:
    weights = np.array([count or 1e-3 for count in counts])
    seen = float(weights @ PAIR_VALUES / weights.sum())
    if any(counts) and 0.001 < seen < 0.999:
        assert log_likelihood_ratio(PAIR_VALUES, counts, mean, seen) >= -1e-6 * (1 + sum(counts) / 1e6)


@pytest.mark.parametrize("n", [1, 3, 30, 10**4, 10**9])
@pytest.mark.parametrize("place", range(5))
def test_all_pairs_alike(n: int, place: int) -> None:
    counts = [0] * 5
    counts[place] = n
    ratio = log_likelihood_ratio(PAIR_VALUES, counts, 0.4, 0.7)
    assert math.isfinite(ratio)
    assert (ratio > 0) == (PAIR_VALUES[place] > 0.55)


def test_nothing_yet() -> None:
    assert log_likelihood_ratio(PAIR_VALUES, [0] * 5, 0.5, 0.6) == 0
    assert SequentialTest(0.5, 0.6).verdict(PAIR_VALUES, [0] * 5) is None


def test_bounds_and_verdicts() -> None:
    test = SequentialTest(0.5, 0.55)
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert SequentialTest(0.5, 0.55, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.2925, 4.4998), abs=1e-4)
    assert test.verdict(GAME_VALUES, (100, 100, 100)) is None
    assert test.verdict(GAME_VALUES, (300, 300, 300)) == "H0"
    assert test.verdict(GAME_VALUES, (300, 300, 450)) == "H1"
    assert test.log_likelihood_ratio(GAME_VALUES, (5, 6, 7)) == log_likelihood_ratio(GAME_VALUES, (5, 6, 7), 0.5, 0.55)


def tilted(base: Sequence[float], values: Sequence[float], mean: float) -> np.ndarray:
    """A distribution like `base` with this mean."""

    def chances(t: float) -> np.ndarray:
        weights = np.array(base) * np.exp(t * np.array(values))
        return weights / weights.sum()

    return chances(brentq(lambda t: chances(t) @ values - mean, -30, 30))


@pytest.mark.parametrize(
    ("values", "base", "mean0", "mean1"),
    [
        (PAIR_VALUES, (0.1, 0.2, 0.4, 0.2, 0.1), 0.5, 0.62),
        (GAME_VALUES, (0.4, 0.2, 0.4), 0.4, 0.6),
        (GAME_VALUES, (0.3, 0.1, 0.6), 0.7, 0.87),
    ],
    ids=["pairs", "games", "uneven games"],
)
def test_error_rates_and_lengths(values: Sequence[float], base: Sequence[float], mean0: float, mean1: float) -> None:
    random, repetitions, longest = np.random.default_rng(17), 200, 2000
    test = SequentialTest(mean0, mean1)
    lower, upper = test.bounds
    for mean, wrong in ((mean0, "H1"), (mean1, "H0")):
        chances = tilted(base, values, mean)
        verdicts, lengths = [], []
        for _ in range(repetitions):
            counts = [0] * len(values)
            for cell in random.choice(len(values), longest, p=chances).tolist():
                counts[cell] += 1
                if verdict := test.verdict(values, counts):
                    break
            verdicts.append(verdict)
            lengths.append(sum(counts))
        assert None not in verdicts
        assert verdicts.count(wrong) / repetitions <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repetitions)
        # Wald's expected length: the mean ratio at the end over the mean ratio of one result.
        end = 0.95 * (upper if wrong == "H0" else lower) + 0.05 * (lower if wrong == "H0" else upper)
        many = [round(1e6 * chance) for chance in chances]
        wanted = end / (log_likelihood_ratio(values, many, mean0, mean1) / 1e6)
        assert 0.8 < np.mean(lengths) / wanted < 1.4


def test_elo_and_score() -> None:
    assert elo_to_score(0) == 0.5
    assert elo_to_score(400) == pytest.approx(10 / 11)
    assert elo_to_score(-math.inf) == 0
    assert elo_to_score(math.inf) == elo_to_score(1e9) == 1
    assert score_to_elo(0) == -math.inf
    assert score_to_elo(1) == math.inf
    assert score_to_elo(0.75) == pytest.approx(190.85, abs=0.01)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert score_to_elo(elo_to_score(elo)) == pytest.approx(elo, abs=1e-4)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_impossible_score(score: float) -> None:
    with pytest.raises(UserError, match="score"):
        score_to_elo(score)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((0.5, 0.5), "mean"),
        ((0.6, 0.5), "mean"),
        ((0, 0.5), "mean"),
        ((0.5, 1), "mean"),
        ((0.5, math.nan), "mean"),
        ((0.4, 0.5, 0), "alpha: 0"),
        ((0.4, 0.5, 0.51), "alpha: 0.51"),
        ((0.4, 0.5, 0.05, -1), "beta: -1"),
        ((0.4, 0.5, 0.05, math.nan), "beta: nan"),
    ],
)
def test_bad_parameters(parameters: tuple[float, ...], message: str) -> None:
    with pytest.raises(UserError, match=message):
        SequentialTest(*parameters)


@pytest.mark.parametrize(
    ("values", "counts"), [(GAME_VALUES, (1, 2)), (GAME_VALUES, (1, -1, 2)), ((), ()), ((0, 0, 1), (1, 1, 1))]
)
def test_impossible_counts(values: tuple[float, ...], counts: tuple[int, ...]) -> None:
    with pytest.raises(UserError, match="not numbers of results"):
        log_likelihood_ratio(values, counts, 0.5, 0.6)


def test_means_that_no_results_have() -> None:
    with pytest.raises(UserError, match=r"have the mean 0\.8"):
        log_likelihood_ratio((0.25, 0.75), (1, 1), 0.5, 0.8)
