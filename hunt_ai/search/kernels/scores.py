"""Scores of alpha-beta, int64 within 16 bits, for the side to move: static ones, and proved results with distance."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel

WIN = np.int64(32000)  # a win in n plies is WIN - n, a loss in n plies n - WIN
PROVED = np.int64(31000)  # scores beyond this, on either side, are proved results
MAX_STATIC = np.int64(20000)  # static scores lie within
DRAW_SCORE = np.int64(0)


@kernel
def outcome_score(code, side, ply):
    """The score of a finished position with this outcome code for `side`, reached `ply` plies after the root."""
    winner = (code & np.int64(3)) - np.int64(1)
    if winner == np.int64(2):
        return DRAW_SCORE
    return WIN - ply if winner == side else ply - WIN
