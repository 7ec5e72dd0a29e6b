"""The solved flat slices of a hunt game together in memory, to ask for values."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.kernels import hunt_tables as at
from hunt_ai.solve.kernels.hunt_tables import HuntTables
from hunt_ai.solve.retrograde import SolvedSlice
from hunt_ai.solve.slices import flat_slices
from hunt_ai.solve.table import load_slice, slice_path


def join_slices(slices: Iterable[SolvedSlice]) -> HuntTables:
    """Copy solved flat slices of one game into arrays for kernels."""
    found = list(slices)
    header = np.zeros((at.SLOTS, at.SLOT), dtype=np.int64)
    words = np.empty(sum(2 * len(solved.words[0]) for solved in found), dtype=np.uint16)
    numbers, masks = [header.reshape(-1)], []
    numbers_at, masks_at, words_at = header.size, 0, 0
    for solved in found:
        index, size = solved.index, len(solved.words[0])
        header[solved.slice.on_board] = (
            numbers_at, numbers_at + len(index.numbers), masks_at, masks_at + len(index.masks), words_at, size,
        )  # fmt: skip
        for side in range(2):
            words[words_at + side * size : words_at + (side + 1) * size] = solved.words[side]
        numbers.append(index.numbers)
        masks.append(index.masks)
        numbers_at, masks_at = numbers_at + len(index.numbers), masks_at + len(index.masks)
        words_at += 2 * size
    return HuntTables(np.concatenate(numbers), np.concatenate([*masks, np.zeros(0, np.uint64)]), words)


def load_tables(folder: Path, game: HuntGame, check: bool = True) -> HuntTables:
    """The flat slices of `game` that lie in `folder`, in memory; UserError where there are none or one is damaged."""
    slices = [here for here in flat_slices(game) if slice_path(folder, here).exists()]
    if not slices:
        raise UserError(
            f"{folder}: no solved slice of {game.name}; `hunt-ai solve {game.name} --out {folder}` makes them"
        )
    return join_slices(load_slice(folder, game, here, check) for here in slices)
