"""What solving a game's flat slices will take: memory, disk, and time from a small slice of it that is solved first."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from hunt_ai.core.errors import UserError
from hunt_ai.core.resources import Room, free_disk, free_memory
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.hunt_index import slice_size
from hunt_ai.solve.retrograde import SolvedSlice, solve_slice
from hunt_ai.solve.slices import Slice, flat_slices, slice_of
from hunt_ai.solve.start import slices_for_start
from hunt_ai.solve.table import DISTANCES, KINDS, RESULTS, read_slice_file, slice_path

SAMPLE_SIZE = 2_000_000  # indices of the largest slice that is solved to measure speed
RUNS, SAMPLE_SECONDS = 3, 3.0  # after so many seconds no other run begins
WORD_BYTES = 2


@dataclass(frozen=True)
class SlicePlan:
    """What one slice takes. `positions` are indices times the two sides to move; all sizes in bytes."""

    slice: Slice
    positions: int
    distances: int  # of the file
    results: int  # of the file of two-bit values
    memory: int  # while it is solved, with the slice before it
    done: bool  # its file is there


@dataclass(frozen=True)
class Sample:
    """A slice that was solved to measure speed, with so many threads, and the seconds that took."""

    slice: Slice
    positions: int
    threads: int
    seconds: float

    @property
    def positions_per_s(self) -> float:
        return self.positions / self.seconds


@dataclass(frozen=True)
class Plan:
    """What a run takes. `start`: whether the start's value is asked for, and `start_memory` what that takes."""

    game: HuntGame
    folder: Path
    slices: tuple[SlicePlan, ...]
    two_bit: bool
    start: bool
    start_memory: int
    free_memory: int | None
    free_disk: int | None

    @property
    def positions(self) -> int:
        """Those that are still to be solved."""
        return sum(one.positions for one in self.slices if not one.done)

    @property
    def memory(self) -> int:
        return max([self.start_memory, *(one.memory for one in self.slices if not one.done)])

    @property
    def disk(self) -> int:
        """Bytes still to be written."""
        return sum(
            (not one.done) * one.distances
            + (self.two_bit and not slice_path(self.folder, one.slice, RESULTS).exists()) * one.results
            for one in self.slices
        )

    @property
    def room(self) -> Room:
        return Room(self.memory, self.disk, self.folder, self.free_memory, self.free_disk)

    def check(self) -> None:
        """UserError where memory or disk are too small."""
        if lack := self.room.lack:
            raise UserError(f"{self.game.name}: {lack}; {self._advice()}")

    def _advice(self) -> str:
        without = replace(self, start=False, start_memory=0)
        if self.start_memory and not without.room.lack:
            return "the start's search takes less with --memory, and nothing with --no-start"
        for count in range(len(self.slices) - 1, 0, -1):
            if not replace(without, slices=self.slices[:count]).room.lack:
                return f"there is room for --slices {self.slices[count - 1].slice.on_board} with --no-start"
        return "there is no room for any slice"


def make_plan(
    game: HuntGame, folder: Path, dogs: Sequence[int] = (), two_bit: bool = False, memory_mb: int | None = None
) -> Plan:
    """The plan to solve the slices with so many `dogs` on the board, all for none, and those that they need.

    `memory_mb`: of each side's search for the start's value; None where that is not asked for. UserError where there
    is no such slice, and where the folder holds another game's.
    """
    flat = flat_slices(game)
    if not flat:
        raise UserError(f"{game.name}: dogs never only step: there is nothing to solve")
    there = {here.on_board for here in flat}
    for count in dogs:
        if count not in there:
            raise UserError(
                f"{game.name}: no slice has {count} dogs on the board; there are {min(there)} to {max(there)}"
            )
    last = max(dogs, default=max(there))
    slices, lower = [], 0
    for here in (here for here in flat if here.on_board <= last):
        size = slice_size(game, here)
        sizes = {kind: kind.file_bytes(size) for kind in KINDS}
        memory = 2 * WORD_BYTES * size + WORD_BYTES * lower
        done = _is_there(game, folder, here)
        slices.append(SlicePlan(here, 2 * size, sizes[DISTANCES], sizes[RESULTS], memory, done))
        lower = size
    start, start_memory = False, 0
    if memory_mb is not None:
        start = {one.slice for one in slices}.issuperset(slices_for_start(game))
        if start:
            phases = 0 if slice_of(game, game.start).is_flat else 2**20 * 2 * memory_mb
            start_memory = phases + sum(one.distances for one in slices)
    return Plan(game, folder, tuple(slices), two_bit, start, start_memory, free_memory(), free_disk(folder))


def measure_speed(game: HuntGame, threads: int = 1) -> Sample:
    """Solve a small slice of the game, with few dogs, in front of a smaller one, and take the time: the best of RUNS.

    The kernels are compiled before. The rate is that of the clock, for all threads together.
    """
    rules, here, lower = prepare_sample(game)
    best, spent = inf, 0.0
    for _ in range(RUNS):
        begun = time.perf_counter()
        solved = solve_slice(rules, here, lower, threads)
        seconds = time.perf_counter() - begun
        best, spent = min(best, seconds), spent + seconds
        if spent > SAMPLE_SECONDS:
            break
    return Sample(here, 2 * len(solved.words[0]), threads, best)


def prepare_sample(game: HuntGame) -> tuple[HuntGame, Slice, SolvedSlice | None]:
    """The game and slice of `sample_slice`, and what it needs; the kernels are compiled."""
    rules, here = sample_slice(game)
    if here.on_board == 1:
        solve_slice(rules, here, None)
        return rules, here, None
    return rules, here, solve_slice(rules, Slice(here.on_board - 1, 0, here.heights), None)


def sample_slice(game: HuntGame) -> tuple[HuntGame, Slice]:
    """A slice of at most SAMPLE_SIZE indices, and the game with so high a capture goal that it can be solved.

    A capture in the slice with one dog less ends that game.
    """
    heights = (0,) * len(game.settings.group_points)
    most = min(game.dogs, len(game.settings.pack_area))
    dogs = 1
    while dogs < most and slice_size(game, Slice(dogs + 1, 0, heights)) <= SAMPLE_SIZE:
        dogs += 1
    goal = game.dogs - dogs + (2 if dogs > 1 else 1)
    settings = game.settings.model_copy(update={"capture_goal": goal})
    return HuntGame(f"{game.name} with capture goal {goal}", settings), Slice(dogs, 0, heights)


def _is_there(game: HuntGame, folder: Path, here: Slice) -> bool:
    path = slice_path(folder, here)
    if not path.exists():
        return False
    header = read_slice_file(path)
    if header.hash != game.hash:
        raise UserError(
            f"{path}: it holds a slice of {header.game} by other rules than {game.name}'s; name another folder"
        )
    return True
