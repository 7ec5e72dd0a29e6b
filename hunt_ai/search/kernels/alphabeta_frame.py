"""Where everything stands in the memory of an alpha-beta search; all of it lives in arrays, so that slices can resume.

P is MAX_PLY + 2 levels of the stack, K the words of a position, G the images of a key (see `position_keys.py`), A the
actions.
"""

from typing import NamedTuple

import numpy as np

MAX_PLY = 252


class Memory(NamedTuple):
    """All that a search works on, changed in place."""

    rows: np.ndarray  # [P, K] uint64 position at each ply
    frames: np.ndarray  # [P, FRAME_WORDS] int64
    keys: np.ndarray  # [P, G + 1] uint64 key of each image, then the key that the table is asked with
    moves: np.ndarray  # [P, M] int64 moves still to be tried: order << 40 | action << 24 | move
    buffer: np.ndarray  # [M] int32 for move generation
    lines: np.ndarray  # [P, P] int32 principal variation from each ply on
    history: np.ndarray  # [2 * A] int32 how often the side's action refuted a position, within +-HISTORY_MOST
    table: np.ndarray  # [words] uint64, see `transposition.py`
    images: np.ndarray  # [G, words] uint64 tables of the rules, the Zobrist words of each moved by an automorphism
    image_actions: np.ndarray  # [2 * G, A] int32 images of actions, then their inverses
    chosen: np.ndarray  # [.] int32 the only moves to be tried at the root; none: all
    past: np.ndarray  # [.] uint64 keys of the positions before the root, where repetitions are counted
    state: np.ndarray  # [STATE_WORDS] int64


# A frame. BEST is the best score so far.
(
    ALPHA, FIRST_ALPHA, BETA, DEPTH, BEST, BEST_ACTION, NEXT, COUNT, SIDE, MOVE, ACTION, STAGE, REDUCED, FULL, KEYED,
    IMAGE, LINE, KILLER_1, KILLER_2, EXTENSION,
) = range(20)  # fmt: skip
FRAME_WORDS = 24

# How the child that is being searched was entered.
WHOLE, SCOUT, REDUCED_SCOUT = (np.int64(n) for n in range(3))

PLY, ENTERING, VALUE, NODES, PROVING, AGE, REACH, EXTEND_UNTIL, REPETITIONS, REDUCTIONS, QUIESCENCE = range(11)
STATE_WORDS = 16
