"""What comes of the positions of a solved slice: counts by result, and the longest win."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.solve.kernels.hunt_counts import count_values
from hunt_ai.solve.kernels.values import DRAWN
from hunt_ai.solve.retrograde import SolvedSlice, blocks


@dataclass(frozen=True)
class SideCounts:
    """Positions of a slice with one side to move: won by the quarry, won by the pack, drawn.

    raw counts every position once, canonical one for all its images under the board's automorphisms; longest is the
    greatest distance of a won position, 0 where there is none.
    """

    raw: tuple[int, int, int]
    canonical: tuple[int, int, int]
    longest: int


def side_counts(solved: SolvedSlice, side: int) -> SideCounts:
    """The counts of the positions with this side to move."""
    words = solved.words[side]
    raw, canonical = np.zeros(3, dtype=np.int64), np.zeros(65536, dtype=np.int64)
    for begin, end in blocks(len(words)):
        count_values(solved.index, words, raw, canonical, begin, end)
    won = np.flatnonzero(canonical[1:])
    by_result = int(canonical[1::2].sum()), int(canonical[2::2].sum()), int(canonical[DRAWN])
    first, second, drawn = (int(n) for n in raw)
    return SideCounts((first, second, drawn), by_result, int(won[-1]) >> 1 if len(won) else 0)
