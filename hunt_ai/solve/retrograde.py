"""Solving the flat slices of a hunt game, those where dogs only step, by retrograde analysis.

Values are those of play without a no-progress limit, in which going on for ever is a draw. They are kept as two arrays
of uint16 words for each slice (see `kernels/values.py`), by index, with the quarry and with the pack to move: four
bytes an index.

Threads rather than processes share the work of a slice: its arrays are one memory, and kernels hold no lock.
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
    close,
    set_out,
    settle_before_pack,
    settle_before_quarry,
    settle_lost_packs,
)
from hunt_ai.solve.kernels.hunt_settling import Work
from hunt_ai.solve.kernels.values import DRAWN, MAX_DISTANCE
from hunt_ai.solve.slices import Slice, captured, flat_slices, slice_of
from hunt_ai.solve.threads import Team

BLOCK = 4096  # positions, or predecessors, of one call of a kernel: a few milliseconds
PART = 64 * BLOCK  # indices that a thread takes at once
FORWARD = 4  # lost packs are looked for among all open ones where the wins last settled are more than one in so many

Report = Callable[[int, int], None]  # (distance, values written so far)


@dataclass(frozen=True)
class Value:
    """The value of a position: the side that wins, None for a draw; and the plies to the end, None for a draw.

    The plies are also None where only results are known (`hunt_ai.solve.results`).
    """

    winner: int | None
    distance: int | None


@dataclass(frozen=True)
class SolvedSlice:
    """The values of one slice."""

    game: HuntGame
    slice: Slice
    index: SliceIndex
    words: tuple[np.ndarray, np.ndarray]  # [size] uint16 each, by side to move

    def value(self, row: Row) -> Value:
        """The value of a position of the slice; UserError for another."""
        if slice_of(self.game, row) != self.slice:
            raise UserError(f"{self.game.format_position(row)}: no position of {self.slice}")
        word = int(self.words[self.game.side_of(row)][rank(self.index, row[0], row[1])])
        return Value(None, None) if word == DRAWN else Value((word - 1) & 1, (word - 1) >> 1)


def solve_flat(game: HuntGame, threads: int = 1, report: Report | None = None) -> Iterator[SolvedSlice]:
    """The flat slices one after the other, from the fewest dogs on; this keeps only the last of them in memory."""
    lower = None
    for here in flat_slices(game):
        lower = solve_slice(game, here, lower, threads, report)
        yield lower


def solve_slice(
    game: HuntGame, here: Slice, lower: SolvedSlice | None, threads: int = 1, report: Report | None = None
) -> SolvedSlice:
    """The values of a flat slice. `lower` is the slice with one dog less; None where a capture ends the game.

    The number of threads changes nothing but the time. UserError where the slice is not flat, where `lower` is missing
    or another, or where a win is longer than a word can say.
    """
    _check_order(game, here, lower)
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    words = np.zeros(size, dtype=np.uint16), np.zeros(size, dtype=np.uint16)
    with _Workers(game, index, words, lower, threads) as workers:
        workers.go_over(set_out)
        distance = 0
        while (longest := workers.longest()) >= distance:
            if longest >= MAX_DISTANCE:
                raise UserError(f"{game.name}: {here}: a win of {longest} plies is longer than a table can keep")
            distance += 1
            _settle_distance(workers, distance)
            if report:
                report(distance, int(workers.writes().sum()))
        workers.go_over(close)
    return SolvedSlice(game, here, index, words)


def blocks(end: int, begin: int = 0) -> Iterator[tuple[int, int]]:
    """The indices from `begin` to `end`, a BLOCK at a time."""
    for first in range(begin, end, BLOCK):
        yield first, min(first + BLOCK, end)


class _Workers:
    """Threads that go over the indices of a slice together, each with counts of its own writes."""

    def __init__(
        self,
        game: HuntGame,
        index: SliceIndex,
        words: tuple[np.ndarray, np.ndarray],
        lower: SolvedSlice | None,
        threads: int,
    ) -> None:
        below = (lower.index, lower.words[1]) if lower else (index, np.zeros(0, dtype=np.uint16))
        self.size = len(words[0])
        self._team = Team(threads)
        shared = game.kernel_rules, index, words[0], words[1], below[0], below[1]
        automorphisms = int(index.numbers[at.AUTOMORPHISMS])
        self._works = [
            Work(*shared, np.zeros((2, 65536), dtype=np.int64), np.zeros(automorphisms, dtype=np.uint64))
            for _ in range(self._team.threads)
        ]

    def __enter__(self) -> "_Workers":
        return self

    def __exit__(self, *error: object) -> None:
        self._team.__exit__(*error)

    def writes(self) -> np.ndarray:
        """[2, 65536] int64, how often each word was written, by side to move."""
        total: np.ndarray = np.sum([work.writes for work in self._works], axis=0)
        return total

    def longest(self) -> int:
        """The greatest distance of any value written down; -1 for none."""
        words = np.flatnonzero(self.writes().any(axis=0))
        return (int(words[-1]) - 1) >> 1 if len(words) else -1

    def go_over(self, kernel: Any, *arguments: int) -> None:
        """Call `kernel(work, *arguments, begin, end)` for all indices."""

        def part(thread: int, begin: int, end: int) -> int:
            for first, last in blocks(end, begin):
                kernel(self._works[thread], *arguments, first, last)
            return 0

        self._team.share(self.size, PART, part)

    def sweep(self, kernel: Any, *arguments: int) -> None:
        """The same for a kernel that also takes a budget and answers how far it came."""

        def part(thread: int, begin: int, end: int) -> int:
            while begin < end:
                begin = kernel(self._works[thread], *arguments, begin, end, BLOCK)
            return 0

        self._team.share(self.size, PART, part)


def _settle_distance(workers: _Workers, distance: int) -> None:
    """Settle all positions of this distance; those of smaller ones are."""
    writes = workers.writes()
    open_packs = workers.size - int(writes[1].sum())
    for winner in (0, 1):
        word = 1 + 2 * (distance - 1) + winner
        if winner == 0 and writes[0, word] * FORWARD > open_packs:
            workers.go_over(settle_lost_packs, distance)
        elif writes[0, word]:
            workers.sweep(settle_before_quarry, winner, distance)
        if writes[1, word]:
            workers.sweep(settle_before_pack, winner, distance)


def _check_order(game: HuntGame, here: Slice, lower: SolvedSlice | None) -> None:
    if not here.is_flat or captured(game, here) < 0:
        raise UserError(f"{game.name}: {here} is no slice in which dogs only step")
    if captured(game, here) + 1 >= game.settings.capture_goal:
        if lower:
            raise UserError(f"{game.name}: {here}: a capture ends the game, no other slice is needed")
    elif not lower or lower.slice != Slice(here.on_board - 1, 0, here.heights) or lower.game.hash != game.hash:
        raise UserError(f"{game.name}: {here} needs the slice with one dog less")
