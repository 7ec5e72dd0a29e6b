"""Statistics of results."""

import math
from collections.abc import Sequence
from statistics import NormalDist

from hunt_ai.core.errors import UserError

RESAMPLES = 9999  # of a bootstrap


def wilson_interval(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Score interval of a proportion (Wilson 1927): (low, high) within 0 and 1; UserError for impossible counts."""
    if trials < 1 or not 0 <= successes <= trials:
        raise UserError(f"{successes} successes in {trials} trials have no interval")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def bootstrap_interval(pair_scores: Sequence[float], confidence: float = 0.95, seed: int = 0) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean score of independent game pairs: (low, high) within 0 and 1.

    The pairs are resampled whole, since the two games of one depend on each other (Efron and Tibshirani 1993, chapter
    13); the seed decides the resamples. Too narrow below about 20 pairs.

    Where all n pairs have one score c, resamples do not differ. Then at most the share u, Wilson's upper bound for none
    in n, of all pairs scores otherwise, and these may score anything: c - u c to c + u (1 - c). At 0 and 1 that is the
    Wilson interval of the pairs. UserError without pairs and for scores outside 0 to 1.
    """
    import numpy as np

    scores = np.asarray(pair_scores, dtype=np.float64)
    if not len(scores) or not ((scores >= 0) & (scores <= 1)).all():
        raise UserError("an interval of the mean score needs game pairs, each with a score within 0 and 1")
    n = len(scores)
    values, counts = np.unique(scores, return_counts=True)
    if len(values) == 1:
        score, otherwise = float(values[0]), wilson_interval(0, n, confidence)[1]
        return score * (1 - otherwise), score + otherwise * (1 - score)
    random = np.random.default_rng(seed)
    # A resample is the number of pairs with each value, [RESAMPLES, values] in all: batches of a million numbers.
    batch = max(1, 1_000_000 // len(values))
    means = [
        random.multinomial(n, counts / n, size=min(batch, RESAMPLES - done)) @ values / n
        for done in range(0, RESAMPLES, batch)
    ]
    low, high = np.quantile(np.concatenate(means), [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)
