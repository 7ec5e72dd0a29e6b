"""How rates are measured for `hunt-ai bench`."""

import time
from collections.abc import Callable

from hunt_ai.core.interrupts import check_interrupt

RUNS = 3


def best_rate(work: Callable[[], float], seconds: float = 0.0) -> float:
    """Units of work a second of processor time: the best of RUNS runs after one.

    The runs share `seconds`; each does `work` at least once. `work` answers how many units it did.
    """
    work()
    best = 0.0
    for _ in range(RUNS):
        done, start = 0.0, time.process_time()
        while (spent := time.process_time() - start) < seconds / RUNS or not done:
            done += work()
            check_interrupt()
        best = max(best, done / spent)
    return best
