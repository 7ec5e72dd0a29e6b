"""The transposition table: a flat uint64 array of pairs (key, entry), four pairs to a bucket of one cache line.

Entry, from its lowest bit: action + 1 (16 bits, 0 for none) | score + 32768 (16) | depth (8) | bound (2) | age (6).
Scores in the table count their distance from the entry's own position. Three kinds, see `scores.py`: static and likely
scores hold for the depth searched; proved ones for any depth, where history cannot matter within their distance. A
proved upper bound that is a win, or lower bound that is a loss, says that no quicker one exists.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.search.kernels.scores import PROVED

UPPER, LOWER, EXACT = (np.int64(n) for n in (1, 2, 3))
NO_ACTION = np.int64(-1)
BUCKET_WORDS = 8
AGES = 64
_SCORE_SHIFT, _DEPTH_SHIFT, _BOUND_SHIFT, _AGE_SHIFT = (np.int64(n) for n in (16, 32, 40, 42))
_SIXTEEN = np.int64(0xFFFF)
_BYTE = np.int64(0xFF)
_HALF = np.int64(32768)
_AGE_FIELD = np.int64(AGES - 1)
_SHALLOWER = np.int64(4)  # plies by which a result of the same search may be shallower and still replace an entry


@kernel
def entry_action(entry):
    return (entry & _SIXTEEN) - np.int64(1)


@kernel
def entry_score(entry):
    return ((entry >> _SCORE_SHIFT) & _SIXTEEN) - _HALF


@kernel
def entry_depth(entry):
    return (entry >> _DEPTH_SHIFT) & _BYTE


@kernel
def entry_bound(entry):
    return (entry >> _BOUND_SHIFT) & np.int64(3)


@kernel
def is_result(score, bound):
    """Whether a bound proves a win or a loss."""
    return (score > PROVED and bound & LOWER != 0) or (score < -PROVED and bound & UPPER != 0)


@kernel
def _bucket(table, key):
    return np.int64(key & np.uint64(len(table) // BUCKET_WORDS - 1)) * np.int64(BUCKET_WORDS)


@kernel
def probe(table, key):
    """The entry of `key`, int64; 0 where there is none."""
    at = _bucket(table, key)
    for slot in range(at, at + BUCKET_WORDS, 2):
        if table[slot] == key:
            return np.int64(table[slot + 1])
    return np.int64(0)


@kernel
def store(table, key, action, score, depth, bound, age):
    """Keep a result in place of the same position's, else of the oldest and shallowest of its bucket.

    The same position's proof of a win or loss gives way only to another; without an `action` the known one is kept.
    """
    at = _bucket(table, key)
    place, least = at, np.int64(1 << 30)
    for slot in range(at, at + BUCKET_WORDS, 2):
        old = np.int64(table[slot + 1])
        if table[slot] == key and old != 0:
            fresh = old >> _AGE_SHIFT == age
            proof = is_result(entry_score(old), entry_bound(old))
            if not is_result(score, bound) and (
                proof or (fresh and bound != EXACT and depth + _SHALLOWER < entry_depth(old))
            ):
                return
            if action == NO_ACTION:
                action = entry_action(old)
            place = slot
            break
        worth = np.int64(-1)
        if old:
            worth = entry_depth(old) - _SHALLOWER * ((age - (old >> _AGE_SHIFT)) & _AGE_FIELD) + np.int64(4 * AGES)
        if worth < least:
            place, least = slot, worth
    table[place] = key
    table[place + 1] = np.uint64(
        (action + np.int64(1))
        | (score + _HALF) << _SCORE_SHIFT
        | min(max(depth, np.int64(0)), _BYTE) << _DEPTH_SHIFT
        | bound << _BOUND_SHIFT
        | age << _AGE_SHIFT
    )
