"""Solved slices that keep who wins and not in how many plies: two bits a position, an eighth of the distances' size."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex, rank
from hunt_ai.solve.kernels.hunt_stored import StoredSlice
from hunt_ai.solve.kernels.results import IN_A_BYTE, pack_results
from hunt_ai.solve.retrograde import SolvedSlice, Value, blocks
from hunt_ai.solve.slices import Slice, slice_of

_NO_WORDS, _NO_RESULTS = np.zeros(0, dtype=np.uint16), np.zeros(0, dtype=np.uint8)


@dataclass(frozen=True)
class SliceResults:
    """The results of one slice."""

    game: HuntGame
    slice: Slice
    index: SliceIndex
    results: tuple[np.ndarray, np.ndarray]  # [size / 4, rounded up] uint8 each, by side to move

    def value(self, row: Row) -> Value:
        """The value of a position of the slice, its distance None; UserError for another."""
        if slice_of(self.game, row) != self.slice:
            raise UserError(f"{self.game.format_position(row)}: no position of {self.slice}")
        place = int(rank(self.index, row[0], row[1]))
        result = int(self.results[self.game.side_of(row)][place // IN_A_BYTE]) >> 2 * (place % IN_A_BYTE) & 3
        return Value(result - 1 if result else None, None)


AnySlice = SolvedSlice | SliceResults


def slice_results(solved: SolvedSlice) -> SliceResults:
    """The results of a solved slice."""
    halves = tuple(np.zeros(results_length(len(words)), dtype=np.uint8) for words in solved.words)
    for words, results in zip(solved.words, halves, strict=True):
        for begin, end in blocks(len(words)):
            pack_results(words, results, begin, end)
    return SliceResults(solved.game, solved.slice, solved.index, (halves[0], halves[1]))


def results_length(size: int) -> int:
    """Bytes of the results of so many positions."""
    return -(-size // IN_A_BYTE)


def positions_of(table: AnySlice) -> int:
    """Number of indices of a slice for each side to move."""
    return int(table.index.numbers[at.SIZE])


def stored(table: AnySlice) -> StoredSlice:
    """What kernels take."""
    if isinstance(table, SolvedSlice):
        return StoredSlice(table.index, *table.words, _NO_RESULTS, _NO_RESULTS)
    return StoredSlice(table.index, _NO_WORDS, _NO_WORDS, *table.results)
