"""How games end, as numbers: the code of an outcome is 0 while the game goes on, else `termination << 2 | winner + 1`.

The winner is side 0, side 1, or 2 for a draw.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel

TERMINATIONS = (
    "captures", "immobilised", "driven-out", "den", "no-beasts", "no-progress", "timeout", "resignation", "agreement",
    "repetition", "truncated",
)  # fmt: skip
CAPTURES, IMMOBILISED, DRIVEN_OUT, DEN, NO_BEASTS, NO_PROGRESS = (np.int64(n) for n in range(6))
ONGOING = np.int64(0)
DRAW = np.int64(2)
WINNER_BITS = np.int64(3)
TERMINATION_SHIFT = np.int64(2)


@kernel
def outcome_code(winner, termination):
    """The code of an outcome, int64."""
    return (termination << TERMINATION_SHIFT) | (winner + np.int64(1))
