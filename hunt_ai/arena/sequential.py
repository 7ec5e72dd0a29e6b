"""Sequential tests of a mean score: play until the results decide between two hypotheses. Numbers only, no files.

One routine for all: game pairs have five scores, single games three. It is the generalised sequential probability ratio
test on a multinomial distribution: Wald's bounds (1945, Annals of Mathematical Statistics 16, 117-186) on the ratio of
the greatest likelihoods under the two hypotheses (X. Li, J. Liu, Z. Ying 2014, Sequential Analysis 33, 539-563; for
games M. Van den Bergh, The generalized sequential probability ratio test). Its error rates are alpha and beta
approximately, the closer the nearer the two means.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy.optimize import brentq
from scipy.special import expit, logit

from hunt_ai.core.errors import UserError

GAME_VALUES = (0.0, 0.5, 1.0)
PAIR_VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
ELO = math.log(10) / 400  # log odds of one Elo
EMPTY = 1e-3  # the count that stands for an empty cell: no score is impossible, so every mean can be reached


@dataclass(frozen=True)
class SequentialTest:
    """H0: the mean score is `mean0`; H1: it is `mean1`, which is greater.

    alpha: the rate of H1 where H0 is true; beta: the rate of H0 where H1 is true. UserError unless
    0 < mean0 < mean1 < 1 and alpha and beta are above 0, at most 0.5.
    """

    mean0: float
    mean1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.mean0 < self.mean1 < 1:
            raise UserError(f"mean scores {self.mean0} and {self.mean1}: the first must be less, both between 0 and 1")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate <= 0.5:
                raise UserError(f"{name}: {rate} is not above 0 and at most 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at or below which H0, and at or above which H1, is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, values: Sequence[float], counts: Sequence[int]) -> float:
        return log_likelihood_ratio(values, counts, self.mean0, self.mean1)

    def verdict(self, values: Sequence[float], counts: Sequence[int]) -> Literal["H0", "H1"] | None:
        """The hypothesis that the results so far accept; None: go on."""
        ratio = self.log_likelihood_ratio(values, counts)
        lower, upper = self.bounds
        if ratio <= lower:
            return "H0"
        return "H1" if ratio >= upper else None


def log_likelihood_ratio(values: Sequence[float], counts: Sequence[int], mean0: float, mean1: float) -> float:
    """Log of the greatest likelihood with mean score `mean1` over that with `mean0`; 0 without results.

    counts[i] results had the score values[i]; a count of 0 is taken for `EMPTY`. UserError for impossible counts and
    for means that are not strictly between the least and the greatest value.
    """
    if len(values) != len(counts) or len(set(values)) != len(values) or min(counts, default=-1) < 0:
        raise UserError(f"{list(counts)} are not numbers of results with the scores {list(values)}")
    for mean in (mean0, mean1):
        if not min(values) < mean < max(values):
            raise UserError(f"no results with the scores {list(values)} have the mean {mean}")
    if not any(counts):
        return 0.0
    weights = [count or EMPTY for count in counts]
    tilt0, tilt1 = (tilt(values, weights, mean) for mean in (mean0, mean1))
    return math.fsum(
        weight * (math.log1p(tilt0 * (value - mean0)) - math.log1p(tilt1 * (value - mean1)))
        for value, weight in zip(values, weights, strict=True)
    )


def tilt(values: Sequence[float], weights: Sequence[float], mean: float) -> float:
    """The t of the likeliest distribution with this mean: probabilities weights / total / (1 + t (values - mean)).

    The multiplier of the constraint: t solves sum weights (values - mean) / (1 + t (values - mean)) = 0, between the
    poles of the extreme values, where the sum falls from +infinity to -infinity. (Owen 1988, Biometrika 75, 237-249.)
    """
    above, below, total = max(values) - mean, mean - min(values), math.fsum(weights)

    def balance(t: float) -> float:
        return sum(
            weight * (value - mean) / (1 + t * (value - mean)) for value, weight in zip(values, weights, strict=True)
        )

    # No probability exceeds 1: 1 + t (value - mean) is at least the extreme value's share.
    top, bottom = (weights[values.index(end(values))] / total for end in (max, min))
    return float(brentq(balance, (top - 1) / above, (1 - bottom) / below, xtol=1e-14, rtol=1e-14))


def elo_to_score(elo: float) -> float:
    """The expected score of a player `elo` above its opponent: 1 / (1 + 10^(-elo / 400)); 0 and 1 for -inf and inf."""
    return float(expit(elo * ELO))


def score_to_elo(score: float) -> float:
    """The inverse of elo_to_score: -inf for 0, inf for 1, UserError outside."""
    if not 0 <= score <= 1:
        raise UserError(f"score: {score} is not within 0 and 1")
    return float(logit(score)) / ELO
