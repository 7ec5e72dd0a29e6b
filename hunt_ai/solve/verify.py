"""Checking solved slices by the rules: each value must follow from those of the positions after its moves.

Where that holds for every position of all slices, distances are proved right: by induction on the distance for wins,
and a drawn position's mover can stay among drawn ones. Results without distances could be wrong in agreement with one
another; where the distances lie beside them, they are compared with these instead.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.kernels.hunt_index import unrank
from hunt_ai.solve.kernels.hunt_stored import words_at, words_by_moves
from hunt_ai.solve.kernels.values import DRAWN
from hunt_ai.solve.oracle import solved_game
from hunt_ai.solve.results import AnySlice, positions_of, stored
from hunt_ai.solve.retrograde import BLOCK, SolvedSlice
from hunt_ai.solve.slices import Slice, captured, flat_slices, slice_row
from hunt_ai.solve.table import DISTANCES, SliceFile, has_checksum, list_slices, load_results, load_slice, slice_path

MOST_DIFFERENCES = 20  # shown of each file


@dataclass(frozen=True)
class Difference:
    """A position whose stored value is not what it must be; values as texts."""

    position: str
    stored: str
    expected: str

    def __str__(self) -> str:
        return f"{self.position}: {self.stored}, and it must be {self.expected}"


@dataclass(frozen=True)
class Checked:
    """What came of checking a file. `differences` are the first of `different`.

    checksum: whether that is right; None: it was not looked at, which comes last.
    """

    file: Path
    positions: int
    different: int
    differences: tuple[Difference, ...]
    checksum: bool | None

    @property
    def right(self) -> bool:
        """Whether all was checked, and is right."""
        return bool(self.checksum) and not self.different


def folder_game(files: Iterable[SliceFile], text: str | None = None) -> HuntGame:
    """The game whose slices these are, by their headers or by `text`; UserError where they are another's."""
    first = next(iter(files))
    try:
        game = load_game(text or first.game)
    except UserError as error:
        if text:
            raise
        raise UserError(f"{first.path}: its game is not found ({error}); say which it is with --game") from None
    hunt = solved_game(game)
    for file in files:
        if file.hash != game.hash:
            raise UserError(
                f"{file.path}: it was solved by other rules than those of {game.name} "
                f"(hash {file.hash}, and that game's is {game.hash})" + ("" if text else "; say which with --game")
            )
        if file.path != slice_path(file.path.parent, file.slice, file.kind):
            raise UserError(f"{file.path}: its name is not that of the slice it holds")
        if file.slice not in flat_slices(hunt):
            raise UserError(f"{file.path}: {game.name} has no such slice")
    return hunt


def load_file(game: HuntGame, file: SliceFile, check: bool = False) -> AnySlice:
    """The slice of a file, its checksum compared if `check`."""
    load = load_slice if file.kind is DISTANCES else load_results
    return load(file.path.parent, game, file.slice, check)


def sample_size(game: HuntGame, file: SliceFile, sample: int | None) -> int:
    """How many positions are checked of a file: all of them where `sample` is None."""
    size = 2 * positions_of(load_file(game, file))
    return size if sample is None else min(2 * sample, size)


def verify_file(
    game: HuntGame, file: SliceFile, sample: int | None, seed: int = 0, threads: int = 1
) -> Iterator[Checked]:
    """Check a file: each value, or `sample` random ones with either side to move, and its checksum.

    What is known so far comes after each part of it; the last says all. UserError where the slice with one dog less, to
    which captures lead, is not there.
    """
    table = load_file(game, file)
    expect = _expectation(game, file, table)
    positions = different = 0
    differences: list[Difference] = []
    for side in range(2):
        rng = np.random.default_rng([seed, side, file.slice.on_board])
        parts = _parts(positions_of(table), sample, rng)
        for count, wrong in _differing(table, expect, side, parts, threads):
            positions += count
            different += len(wrong)
            room = MOST_DIFFERENCES - len(differences)
            differences += [_difference(table, side, *one) for one in wrong[:room]]
            yield Checked(file.path, positions, different, tuple(differences), None)
    yield Checked(file.path, positions, different, tuple(differences), has_checksum(table, file.checksum))


def _expectation(game: HuntGame, file: SliceFile, table: AnySlice) -> Callable[[int, np.ndarray, np.ndarray], None]:
    """What writes the words that must be at indices with a side to move: expect(side, indices, words)."""
    beside = slice_path(file.path.parent, file.slice)
    if file.kind is not DISTANCES and beside.exists():
        distances = stored(load_slice(file.path.parent, game, file.slice, check=False))
        return lambda side, indices, words: words_at(distances, side, indices, words)
    here, lower = stored(table), stored(_lower(game, file) or table)
    scratch = threading.local()

    def expect(side: int, indices: np.ndarray, words: np.ndarray) -> None:
        if not hasattr(scratch, "moves"):
            scratch.moves = np.empty(game.max_moves, dtype=np.int32)
        words_by_moves(game.kernel_rules, here, lower, side, indices, scratch.moves, words)

    return expect


def _lower(game: HuntGame, file: SliceFile) -> AnySlice | None:
    """The slice that captures lead to; None where they end the game."""
    here, folder = file.slice, file.path.parent
    if not here.is_flat:
        raise UserError(f"{file.path}: {here} is no slice in which dogs only step")
    if captured(game, here) + 1 >= game.settings.capture_goal:
        return None
    lower = Slice(here.on_board - 1, 0, here.heights)
    if file.kind is not DISTANCES and not slice_path(folder, lower).exists():
        return load_results(folder, game, lower, check=False)
    return load_slice(folder, game, lower, check=False)


def _parts(size: int, sample: int | None, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Indices [BLOCK or less] to check: all, or random ones in order."""
    if sample is None or sample >= size:
        for begin in range(0, size, BLOCK):
            yield np.arange(begin, min(begin + BLOCK, size))
    else:
        chosen = np.sort(rng.integers(0, size, sample))
        yield from (chosen[begin : begin + BLOCK] for begin in range(0, sample, BLOCK))


def _differing(
    table: AnySlice,
    expect: Callable[[int, np.ndarray, np.ndarray], None],
    side: int,
    parts: Iterable[np.ndarray],
    threads: int,
) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """(positions, those that differ as (index, stored word, expected word)) of each part."""
    here, exact = stored(table), isinstance(table, SolvedSlice)

    def check(indices: np.ndarray) -> tuple[int, list[tuple[int, int, int]]]:
        found, expected = np.empty((2, len(indices)), dtype=np.int64)
        words_at(here, side, indices, found)
        expect(side, indices, expected)
        unequal = found != expected if exact else _results(found) != _results(expected)
        places = np.flatnonzero(unequal)
        return len(indices), [(int(indices[i]), int(found[i]), int(expected[i])) for i in places]

    yield from _mapped(check, parts, threads)


def _results(words: np.ndarray) -> np.ndarray:
    return np.where(words == DRAWN, 0, 1 + (words - 1 & 1))


def _mapped(work: Callable[[np.ndarray], Any], parts: Iterable[np.ndarray], threads: int) -> Iterator[Any]:
    """The results of `work` on each part in order, a few parts ahead; closing it ends the threads."""
    if threads < 2:
        yield from map(work, parts)
        return
    following = iter(parts)
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(work, part) for _, part in zip(range(4 * threads), following, strict=False)]
        while waiting:
            result = waiting.pop(0).result()
            waiting += [pool.submit(work, part) for _, part in zip(range(1), following, strict=False)]
            yield result


def _difference(table: AnySlice, side: int, place: int, found: int, expected: int) -> Difference:
    quarry, pack = unrank(table.index, place)
    position = table.game.format_position(slice_row(table.game, table.slice, int(quarry), int(pack), side))
    exact = isinstance(table, SolvedSlice)
    return Difference(position, *(_value_text(table.game, word, exact) for word in (found, expected)))


def _value_text(game: HuntGame, word: int, exact: bool) -> str:
    if word == DRAWN:
        return "drawn"
    return f"won by {game.sides[(word - 1) & 1]}" + (f" in {(word - 1) >> 1} plies" if exact else "")


def verifiable(folder: Path, text: str | None = None) -> tuple[HuntGame, list[SliceFile]]:
    """The game and the files of a folder."""
    files = list_slices(folder)
    return folder_game(files, text), files
