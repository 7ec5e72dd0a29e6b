"""Solving the flat slices of a hunt game, those where dogs only step, by retrograde analysis.

Values are those of play without a no-progress limit, in which going on for ever is a draw. They are kept as two arrays
of uint16 words for each slice (see `kernels/values.py`), by index, with the quarry and with the pack to move.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex, rank
from hunt_ai.solve.kernels.hunt_retrograde import (
    Work,
    close,
    count_raw,
    set_out,
    settle_before_pack,
    settle_before_quarry,
    settle_lost_packs,
)
from hunt_ai.solve.kernels.values import DRAWN, MAX_DISTANCE
from hunt_ai.solve.slices import Slice, captured, flat_slices, slice_of

BLOCK = 4096  # positions, or predecessors, of one call of a kernel: a few milliseconds
FORWARD = 4  # lost positions are looked for among all open ones where those last settled are more than one in so many


@dataclass(frozen=True)
class Value:
    """The value of a position: the side that wins, None for a draw; and the plies to the end, None for a draw."""

    winner: int | None
    distance: int | None


@dataclass(frozen=True)
class SideCounts:
    """Positions of a slice with one side to move: won by the quarry, won by the pack, drawn.

    raw counts every position once, canonical one for all its images under the board's automorphisms; longest is the
    greatest distance of a won position, 0 where there is none.
    """

    raw: tuple[int, int, int]
    canonical: tuple[int, int, int]
    longest: int


@dataclass(frozen=True)
class SolvedSlice:
    """The values of one slice."""

    game: HuntGame
    slice: Slice
    index: SliceIndex
    words: tuple[np.ndarray, np.ndarray]  # [size] uint16 each, by side to move
    counts: np.ndarray  # [2, 65536] int64, canonical positions by side to move and word

    def value(self, row: Row) -> Value:
        """The value of a position of the slice; UserError for another."""
        if slice_of(self.game, row) != self.slice:
            raise UserError(f"{self.game.format_position(row)}: no position of {self.slice}")
        word = int(self.words[self.game.side_of(row)][rank(self.index, row[0], row[1])])
        return Value(None, None) if word == DRAWN else Value((word - 1) & 1, (word - 1) >> 1)

    def side_counts(self, side: int) -> SideCounts:
        """What comes of the positions with this side to move."""
        raw = np.zeros(3, dtype=np.int64)
        for begin, end in _blocks(len(self.words[side])):
            count_raw(self.index, self.words[side], raw, begin, end)
        counts = self.counts[side]
        canonical = int(counts[1::2].sum()), int(counts[2::2].sum()), int(counts[DRAWN])
        won = np.flatnonzero(counts[1:])
        first, second, drawn = (int(n) for n in raw)
        return SideCounts((first, second, drawn), canonical, int(won[-1]) >> 1 if len(won) else 0)


Report = Callable[[int, int], None]  # (distance, canonical positions settled so far)


def solve_slice(game: HuntGame, here: Slice, lower: SolvedSlice | None, report: Report | None = None) -> SolvedSlice:
    """The values of a flat slice. `lower` is the slice with one dog less; None where a capture ends the game.

    UserError where a slice is not flat, where `lower` is missing or another, or where a win is longer than can be kept.
    """
    _check_order(game, here, lower)
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    words = np.zeros(size, dtype=np.uint16), np.zeros(size, dtype=np.uint16)
    counts = np.zeros((2, 65536), dtype=np.int64)
    below = (lower.index, lower.words[1]) if lower else (index, np.zeros(0, dtype=np.uint16))
    work = Work(game.kernel_rules, index, words[0], words[1], below[0], below[1], counts)
    for begin, end in _blocks(size):
        set_out(work, begin, end)
    distance = 0
    while (longest := _longest(counts)) >= distance:
        if longest >= MAX_DISTANCE:
            raise UserError(f"{game.name}: {here}: a win of {longest} plies is longer than a table can keep")
        distance += 1
        _settle_distance(work, distance)
        if report:
            report(distance, int(counts[:, 1:].sum()))
    for begin, end in _blocks(size):
        close(words[1], begin, end)
    return SolvedSlice(game, here, index, words, counts)


def _settle_distance(work: Work, distance: int) -> None:
    """Settle all positions of this distance; those of smaller ones are."""
    size, counts = len(work.quarry_words), work.counts
    for winner in (0, 1):
        word = 1 + 2 * (distance - 1) + winner
        if winner == 0 and counts[0, word] * FORWARD > counts[1, DRAWN]:
            for begin, end in _blocks(size):
                settle_lost_packs(work, distance, begin, end)
        elif counts[0, word]:
            _sweep(settle_before_quarry, work, winner, distance)
        if counts[1, word]:
            _sweep(settle_before_pack, work, winner, distance)


def _sweep(settle_before: Any, work: Work, winner: int, distance: int) -> None:
    begin = 0
    while begin < len(work.quarry_words):
        begin = settle_before(work, winner, distance, begin, len(work.quarry_words), BLOCK)


def solve_flat(game: HuntGame, report: Report | None = None) -> Iterator[SolvedSlice]:
    """The flat slices one after the other, from the fewest dogs on; each keeps only the one before it in memory."""
    lower = None
    for here in flat_slices(game):
        lower = solve_slice(game, here, lower, report)
        yield lower


def _check_order(game: HuntGame, here: Slice, lower: SolvedSlice | None) -> None:
    if not here.is_flat or captured(game, here) < 0:
        raise UserError(f"{game.name}: {here} is no slice in which dogs only step")
    if captured(game, here) + 1 >= game.settings.capture_goal:
        if lower:
            raise UserError(f"{game.name}: {here}: a capture ends the game, no other slice is needed")
    elif not lower or lower.slice != Slice(here.on_board - 1, 0, here.heights) or lower.game.hash != game.hash:
        raise UserError(f"{game.name}: {here} needs the slice with one dog less")


def _blocks(size: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, size, BLOCK):
        yield begin, min(begin + BLOCK, size)


def _longest(counts: np.ndarray) -> int:
    """The greatest distance of any position written down; -1 for none."""
    return max((int(found[-1]) >> 1 for side in counts if len(found := np.flatnonzero(side[1:]))), default=-1)
