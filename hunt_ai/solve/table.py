"""Files of solved slices, one a slice; what stands in them is said in `table_file.py`."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.retrograde import Report, SolvedSlice, solve_slice
from hunt_ai.solve.slices import Slice, flat_slices
from hunt_ai.solve.table_file import TableKind, map_words, read_header, write_table

KIND = TableKind("solved slice", 1)


def slice_path(folder: Path, here: Slice) -> Path:
    """The file of a slice: `11-0-0000.slice` for 11 dogs on the board, none in hand and no groups on four points."""
    return folder / f"{here.on_board}-{here.in_hand}-{''.join(map(str, here.heights))}.slice"


def save_slice(folder: Path, solved: SolvedSlice) -> Path:
    """Write the file of a slice; UserError where it cannot be written."""
    path = slice_path(folder, solved.slice)
    write_table(path, KIND, solved.game, {"slice": asdict(solved.slice)}, solved.words)
    return path


def load_slice(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SolvedSlice:
    """Map a slice's file into memory, its checksum compared if `check`.

    UserError where it is not there, is damaged, or holds another game, slice or version.
    """
    path = slice_path(folder, here)
    header = read_header(path, KIND)
    index = build_index(game, here)
    words = map_words(path, header, game, {"slice": asdict(here)}, int(index.numbers[at.SIZE]), check)
    return SolvedSlice(game, here, index, words)


def solve_into(folder: Path, game: HuntGame, threads: int = 1, report: Report | None = None) -> Iterator[SolvedSlice]:
    """The flat slices in order, each solved and saved, or loaded where its file is there already."""
    lower = None
    for here in flat_slices(game):
        if slice_path(folder, here).exists():
            lower = load_slice(folder, game, here)
        else:
            lower = solve_slice(game, here, lower, threads, report)
            save_slice(folder, lower)
        yield lower
