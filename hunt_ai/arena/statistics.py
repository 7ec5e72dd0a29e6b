"""Statistics of results."""

import math
from statistics import NormalDist

from hunt_ai.core.errors import UserError


def wilson_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
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
