"""What comes of the positions of a solved slice: counts by result, and the longest win."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.solve.kernels.hunt_counts import count_values
from hunt_ai.solve.kernels.hunt_index import unrank
from hunt_ai.solve.kernels.values import DRAWN
from hunt_ai.solve.results import AnySlice, positions_of, stored
from hunt_ai.solve.retrograde import PART, SolvedSlice, blocks
from hunt_ai.solve.slices import slice_row


@dataclass(frozen=True)
class SideCounts:
    """Positions of a slice with one side to move: won by the quarry, won by the pack, drawn.

    raw counts every position once, canonical one for all its images under the board's automorphisms. longest is the
    greatest distance of a won position, 0 where there is none, and `example`, won by `winner`, the text of the first
    that is won so late. All three are None where the table has no distances, and the latter two where nobody wins.
    """

    raw: tuple[int, int, int]
    canonical: tuple[int, int, int]
    longest: int | None
    example: str | None
    winner: int | None


def side_counts(table: AnySlice, side: int) -> SideCounts:
    """The counts of the positions with this side to move."""
    values = stored(table)
    raw, canonical = np.zeros(3, dtype=np.int64), np.zeros(65536, dtype=np.int64)
    for begin, end in blocks(positions_of(table)):
        count_values(values, side, raw, canonical, begin, end)
    by_result = int(canonical[1::2].sum()), int(canonical[2::2].sum()), int(canonical[DRAWN])
    first, second, drawn = (int(n) for n in raw)
    counts = (first, second, drawn), by_result
    if not isinstance(table, SolvedSlice):
        return SideCounts(*counts, None, None, None)
    won = np.flatnonzero(canonical[1:])
    if not len(won):
        return SideCounts(*counts, 0, None, None)
    longest = int(won[-1]) >> 1
    words = [word for word in (1 + 2 * longest, 2 + 2 * longest) if canonical[word]]
    place, word = min((_first_place(table.words[side], word), word) for word in words)
    quarry, pack = unrank(table.index, place)
    example = table.game.format_position(slice_row(table.game, table.slice, int(quarry), int(pack), side))
    return SideCounts(*counts, longest, example, (word - 1) & 1)


def _first_place(words: np.ndarray, word: int) -> int:
    for begin in range(0, len(words), PART):
        found = np.flatnonzero(words[begin : begin + PART] == word)
        if len(found):
            return begin + int(found[0])
    raise AssertionError(f"no position has the word {word}")
