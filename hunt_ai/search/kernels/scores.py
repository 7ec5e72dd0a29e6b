"""Scores of alpha-beta, int64 within 16 bits, for the side to move: static ones, and proved results with distance."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel

WIN = np.int64(32000)  # a win in n plies is WIN - n, a loss in n plies n - WIN
PROVED = np.int64(31000)  # scores beyond this, on either side, are proved results
LIKELY = np.int64(30000)  # a win in n plies that history might spoil is LIKELY - n; such scores prove nothing
LEAST_LIKELY = np.int64(29000)
MAX_STATIC = np.int64(20000)  # static scores lie within
DRAW_SCORE = np.int64(0)


@kernel
def outcome_score(code, side, ply):
    """The score of a finished position with this outcome code for `side`, reached `ply` plies after the root."""
    winner = (code & np.int64(3)) - np.int64(1)
    if winner == np.int64(2):
        return DRAW_SCORE
    return WIN - ply if winner == side else ply - WIN


@kernel
def score_from(score, ply):
    """A score counted from a position `ply` plies below the root, counted from the root."""
    if score > LEAST_LIKELY:
        return score - ply
    if score < -LEAST_LIKELY:
        return score + ply
    return score


@kernel
def likely(score):
    """The proved `score` as one that proves nothing."""
    return score - (WIN - LIKELY) if score > 0 else score + (WIN - LIKELY)


@kernel
def distance(score):
    """Plies to the end of a proved score."""
    return WIN - abs(score)
