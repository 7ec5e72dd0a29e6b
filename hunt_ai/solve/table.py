"""Files of solved slices, one a slice and kind; what stands in them is said in `table_file.py`.

DISTANCES holds uint16 words, see `kernels/values.py`; RESULTS four positions to a byte, see `kernels/results.py`.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex
from hunt_ai.solve.kernels.results import IN_A_BYTE
from hunt_ai.solve.results import AnySlice, SliceResults, positions_of, slice_results
from hunt_ai.solve.retrograde import Report, SolvedSlice, solve_slice
from hunt_ai.solve.slices import Slice, flat_slices
from hunt_ai.solve.table_file import Halves, TableKind, checksum, map_table, read_header, write_table

DISTANCES = TableKind("solved slice", 1, "distances", ".slice")
RESULTS = TableKind("results of a slice", 1, "results", ".results", np.uint8, IN_A_BYTE)
KINDS = (DISTANCES, RESULTS)


@dataclass(frozen=True)
class SliceFile:
    """What the header of a file says; whether it is true is asked when the file is loaded."""

    path: Path
    kind: TableKind
    game: str
    hash: str
    slice: Slice
    checksum: str


def slice_path(folder: Path, here: Slice, kind: TableKind = DISTANCES) -> Path:
    """The file of a slice: `11-0-0000.slice` for 11 dogs on the board, none in hand and no groups on four points."""
    return folder / f"{here.on_board}-{here.in_hand}-{''.join(map(str, here.heights))}{kind.suffix}"


def list_slices(folder: Path) -> list[SliceFile]:
    """The files of solved slices in a folder, by slice; UserError where there are none or one cannot be read."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix in (kind.suffix for kind in KINDS)]
    except OSError as error:
        raise UserError(f"{folder}: the folder cannot be read ({error.strerror or error})") from None
    if not paths:
        raise UserError(f"{folder}: there are no solved slices")
    return sorted((read_slice_file(path) for path in paths), key=lambda file: (file.slice, KINDS.index(file.kind)))


def read_slice_file(path: Path) -> SliceFile:
    """What a file says it is; UserError where it is no solved slice, or of another version."""
    kind, header = read_header(path, *KINDS)
    try:
        here = header["slice"]
        found = Slice(int(here["on_board"]), int(here["in_hand"]), tuple(int(height) for height in here["heights"]))
        if not 0 <= found.on_board <= 64 or found.in_hand or any(found.heights):
            raise ValueError
    except (KeyError, TypeError, ValueError, OverflowError):
        raise UserError(f"{path}: its header names no slice in which dogs only step") from None
    game, rules_hash, digest = (str(header.get(key)) for key in ("game", "hash", "checksum"))
    return SliceFile(path, kind, game, rules_hash, found, digest)


def save_slice(folder: Path, table: AnySlice) -> Path:
    """Write the file of a slice; UserError where it cannot be written."""
    kind, halves = _kind_and_halves(table)
    path = slice_path(folder, table.slice, kind)
    write_table(path, kind, table.game, {"slice": asdict(table.slice)}, positions_of(table), halves)
    return path


def load_slice(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SolvedSlice:
    """Map a slice's file of distances into memory, its checksum compared if `check`.

    UserError where it is not there, is damaged, or holds another game, slice or version.
    """
    return SolvedSlice(game, here, *_map(folder, game, here, DISTANCES, check))


def load_results(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SliceResults:
    """The same for a file of results."""
    return SliceResults(game, here, *_map(folder, game, here, RESULTS, check))


def has_checksum(table: AnySlice, expected: str) -> bool:
    """Whether the values of a slice are those that the checksum was made of."""
    return checksum(_kind_and_halves(table)[1]) == expected


def solve_into(
    folder: Path,
    game: HuntGame,
    threads: int = 1,
    report: Report | None = None,
    last: Slice | None = None,
    two_bit: bool = False,
) -> Iterator[SolvedSlice]:
    """The flat slices in order up to `last`, each solved and saved, or loaded where its file is there already.

    With `two_bit` its results are saved as well. Run it within `sole_solver`.
    """
    lower = None
    for here in flat_slices(game):
        if not slice_path(folder, here).exists():
            save_slice(folder, solve_slice(game, here, lower, threads, report))
            lower = load_slice(folder, game, here, check=False)  # its memory is the system's again
        else:
            lower = load_slice(folder, game, here)
        if two_bit and not slice_path(folder, here, RESULTS).exists():
            save_slice(folder, slice_results(lower))
        yield lower
        if here == last:
            break


def _kind_and_halves(table: AnySlice) -> tuple[TableKind, Halves]:
    return (DISTANCES, table.words) if isinstance(table, SolvedSlice) else (RESULTS, table.results)


def _map(folder: Path, game: HuntGame, here: Slice, kind: TableKind, check: bool) -> tuple[SliceIndex, Halves]:
    path = slice_path(folder, here, kind)
    read_header(path, kind)  # first: an index takes a while to build
    index = build_index(game, here)
    return index, map_table(path, kind, game, {"slice": asdict(here)}, int(index.numbers[at.SIZE]), check)


def game_of(folder: Path) -> str:
    """The name of the game whose slices a folder holds, as they were solved for; UserError where it holds none."""
    names = sorted({file.game for file in list_slices(folder) if file.kind is DISTANCES})
    if len(names) != 1:
        what = f"slices of {len(names)} games, {', '.join(names)}" if names else "no solved slice"
        raise UserError(f"{folder}: the folder holds {what}")
    return names[0]
