"""All solved flat slices of a hunt game in three flat arrays, for kernels that ask for values.

`numbers` begins with [65] records, by dogs on the board: where the slice's own numbers, masks and words begin and end;
a record of zeros for a slice that is not there. `words` holds those with the quarry to move, then those with the pack,
WORDS_SIZE apart; so does `results`, four to a byte, where only these are wanted.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import popcount
from hunt_ai.games.kernels.hunt_layout import BYTE, HAND_SHIFT, HEIGHTS_SHIFT, IDLE_FIELD, IDLE_SHIFT, SIDE
from hunt_ai.solve.kernels.hunt_index import SliceIndex, rank
from hunt_ai.solve.kernels.results import read_result

NUMBERS_AT, NUMBERS_END, MASKS_AT, MASKS_END, WORDS_AT, WORDS_SIZE, SLOT = range(7)
SLOTS = 65
IDLE_OFF = ~(IDLE_FIELD << IDLE_SHIFT)  # keeps of the counters all but the plies without progress
NOT_THERE = -1


class HuntTables(NamedTuple):
    """The values of a game's flat slices; made by `hunt_ai.solve.tables`."""

    numbers: np.ndarray  # [..] int64
    masks: np.ndarray  # [..] uint64
    words: np.ndarray  # [..] uint16


class HuntResults(NamedTuple):
    """The results of a game's flat slices, an eighth of the size; made by `hunt_ai.solve.tables`."""

    numbers: np.ndarray  # [..] int64
    masks: np.ndarray  # [..] uint64
    results: np.ndarray  # [..] uint8


@kernel
def is_flat(counters):
    """Whether no dog is in hand and none in a group."""
    return (counters >> HAND_SHIFT) & BYTE == 0 and counters >> HEIGHTS_SHIFT == 0


@inlined
def place_of(tables, position):
    """Place of an unfinished position's value; NOT_THERE where its slice is not there."""
    quarry, pack, counters = position
    if not is_flat(counters):
        return np.int64(NOT_THERE)
    numbers = tables.numbers
    slot = SLOT * np.int64(popcount(pack))
    size = numbers[slot + WORDS_SIZE]
    if size == 0:
        return np.int64(NOT_THERE)
    index = SliceIndex(
        numbers[numbers[slot + NUMBERS_AT] : numbers[slot + NUMBERS_END]],
        tables.masks[numbers[slot + MASKS_AT] : numbers[slot + MASKS_END]],
    )
    return numbers[slot + WORDS_AT] + size * np.int64(counters & SIDE) + rank(index, quarry, pack)


@kernel
def table_word(tables, position):
    """The word of an unfinished position, see `values.py`; NOT_THERE where its slice is not there."""
    at = place_of(tables, position)
    return at if at == NOT_THERE else np.int64(tables.words[at])


@kernel
def table_result(tables, position):
    """The result of an unfinished position by HuntResults, see `results.py`; NOT_THERE where its slice is not there."""
    at = place_of(tables, position)
    return at if at == NOT_THERE else read_result(tables.results, at)


@kernel
def row_result(tables, row):
    """The same for a row [3] uint64."""
    return table_result(tables, (row[0], row[1], row[2]))
