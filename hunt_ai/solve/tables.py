"""The solved flat slices of a hunt game together in memory, to ask for values."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.kernels import hunt_tables as at
from hunt_ai.solve.kernels.hunt_tables import HuntResults, HuntTables
from hunt_ai.solve.kernels.results import IN_A_BYTE
from hunt_ai.solve.results import AnySlice, SliceResults, slice_results
from hunt_ai.solve.retrograde import SolvedSlice
from hunt_ai.solve.slices import flat_slices
from hunt_ai.solve.table import RESULTS, load_results, load_slice, slice_path


def join_slices(slices: Iterable[SolvedSlice]) -> HuntTables:
    """Copy solved flat slices of one game into arrays for kernels."""
    found = list(slices)
    strides = [len(solved.words[0]) for solved in found]
    words = np.concatenate([np.zeros(0, np.uint16), *(half for solved in found for half in solved.words)])
    return HuntTables(*_join_numberings(found, strides), words)


def join_results(slices: Iterable[SliceResults]) -> HuntResults:
    """The same for results."""
    found = list(slices)
    strides = [IN_A_BYTE * len(table.results[0]) for table in found]
    results = np.concatenate([np.zeros(0, np.uint8), *(half for table in found for half in table.results)])
    return HuntResults(*_join_numberings(found, strides), results)


def _join_numberings(found: Sequence[AnySlice], strides: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
    """`numbers` and `masks` for slices whose values, by side to move, are that far apart."""
    header = np.zeros((at.SLOTS, at.SLOT), dtype=np.int64)
    numbers, masks = [header.reshape(-1)], [np.zeros(0, np.uint64)]
    numbers_at, masks_at, words_at = header.size, 0, 0
    for table, stride in zip(found, strides, strict=True):
        index = table.index
        header[table.slice.on_board] = (
            numbers_at, numbers_at + len(index.numbers), masks_at, masks_at + len(index.masks), words_at, stride,
        )  # fmt: skip
        numbers.append(index.numbers)
        masks.append(index.masks)
        numbers_at, masks_at = numbers_at + len(index.numbers), masks_at + len(index.masks)
        words_at += 2 * stride
    return np.concatenate(numbers), np.concatenate(masks)


def load_tables(folder: Path, game: HuntGame, check: bool = True) -> HuntTables:
    """The flat slices of `game` that lie in `folder`, in memory; UserError where there are none or one is damaged."""
    slices = [here for here in flat_slices(game) if slice_path(folder, here).exists()]
    if not slices:
        raise _none_solved(folder, game)
    return join_slices(load_slice(folder, game, here, check) for here in slices)


def load_result_tables(folder: Path, game: HuntGame, check: bool = True) -> HuntResults:
    """The same with results only, an eighth of the memory; from the files of distances where there are no others."""
    tables = []
    for here in flat_slices(game):
        if slice_path(folder, here, RESULTS).exists():
            tables.append(load_results(folder, game, here, check))
        elif slice_path(folder, here).exists():
            tables.append(slice_results(load_slice(folder, game, here, check)))
    if not tables:
        raise _none_solved(folder, game)
    return join_results(tables)


def _none_solved(folder: Path, game: HuntGame) -> UserError:
    return UserError(f"{folder}: no solved slice of {game.name}; {how_to_solve(folder, game)}")


def how_to_solve(folder: Path, game: HuntGame) -> str:
    """What to say where slices are missing: the command that makes them, as a shell reads it."""
    return f"`{shlex.join(['hunt-ai', 'solve', game.name, '--out', str(folder)])}` makes them"
