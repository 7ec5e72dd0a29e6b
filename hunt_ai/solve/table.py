"""Files of solved slices: one a slice and kind, with a header that says whose values they are.

    bytes 0 to 4095   a line of JSON, padded with spaces: format, version, game, rules hash, slice, size, checksum
    then              the values with the quarry to move, then those with the pack; by kind
    DISTANCES         [size] little-endian uint16 words each, see `kernels/values.py`
    RESULTS           [size / 4, rounded up] bytes each, see `kernels/results.py`

A file is written whole or not at all, so that a solving that was killed goes on with the first slice without one.
"""

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.locks import sole_writer
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex
from hunt_ai.solve.results import AnySlice, SliceResults, positions_of, results_length, slice_results
from hunt_ai.solve.retrograde import Report, SolvedSlice, solve_slice
from hunt_ai.solve.slices import Slice, flat_slices

VERSION = 1
HEADER_BYTES = 4096
Halves = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Kind:
    """What a file keeps of each position."""

    name: str
    format: str
    suffix: str
    dtype: type

    def length(self, size: int) -> int:
        """Array elements of so many positions with one side to move."""
        return size if self is DISTANCES else results_length(size)

    def file_bytes(self, size: int) -> int:
        """Bytes of the file of a slice of so many indices."""
        return HEADER_BYTES + 2 * self.length(size) * np.dtype(self.dtype).itemsize


DISTANCES = Kind("distances", "hunt_ai solved slice", ".slice", np.uint16)
RESULTS = Kind("results", "hunt_ai results of a slice", ".results", np.uint8)
KINDS = (DISTANCES, RESULTS)


@dataclass(frozen=True)
class SliceFile:
    """What the header of a file says; whether it is true is asked when the file is loaded."""

    path: Path
    kind: Kind
    game: str
    hash: str
    slice: Slice
    checksum: str


def slice_path(folder: Path, here: Slice, kind: Kind = DISTANCES) -> Path:
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
    return sorted((read_header(path) for path in paths), key=lambda file: (file.slice, KINDS.index(file.kind)))


def save_slice(folder: Path, table: AnySlice) -> Path:
    """Write the file of a slice; UserError where it cannot be written."""
    if sys.byteorder != "little":
        raise UserError("solved slices are written and read on little-endian machines only")
    kind, halves = _kind_and_halves(table)
    header = {
        "format": kind.format,
        "version": VERSION,
        "game": table.game.name,
        "hash": table.game.hash,
        "slice": asdict(table.slice),
        "size": positions_of(table),
        "checksum": _checksum(halves),
    }
    line = json.dumps(header, ensure_ascii=True).encode()
    if len(line) >= HEADER_BYTES:
        raise UserError(f"{table.game.name}: the game's name is too long for a table's header")
    path = slice_path(folder, table.slice, kind)
    with whole_file(path, "table") as part, part.open("wb") as file:
        file.write(line.ljust(HEADER_BYTES - 1) + b"\n")
        for half in halves:
            file.write(half.data)
    return path


def load_slice(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SolvedSlice:
    """Map a slice's file of distances into memory, its checksum compared if `check`.

    UserError where it is not there, is damaged, or holds another game, slice or version.
    """
    return SolvedSlice(game, here, *_map(folder, game, here, DISTANCES, check))


def load_results(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SliceResults:
    """The same for a file of results."""
    return SliceResults(game, here, *_map(folder, game, here, RESULTS, check))


def has_checksum(table: AnySlice, checksum: str) -> bool:
    """Whether the values of a slice are those that the checksum was made of."""
    return _checksum(_kind_and_halves(table)[1]) == checksum


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


@contextlib.contextmanager
def sole_solver(folder: Path) -> Iterator[None]:
    """Within the block no other process solves into `folder`, which is made; what killed ones left is removed."""
    failed = f"{folder}: the folder cannot be written to"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{failed} ({error.strerror or error})") from None
    with sole_writer(folder / "solving.lock", f"{folder}: another process is solving into this folder", failed):
        for kind in KINDS:
            for part in folder.glob(f"*{kind.suffix}.*.part"):
                part.unlink(missing_ok=True)
        yield


def read_header(path: Path) -> SliceFile:
    """What a file says it is; UserError where it is no solved slice, or of another version."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
    except OSError as error:
        raise UserError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    except (ValueError, RecursionError):
        raise UserError(f"{path}: this is no solved slice") from None
    kinds = [kind for kind in KINDS if isinstance(header, dict) and header.get("format") == kind.format]
    if not kinds:
        raise UserError(f"{path}: this is no solved slice")
    if header.get("version") != VERSION:
        raise UserError(
            f"{path}: its version is {header.get('version')!r}, and this program reads {VERSION}: solve it again"
        )
    try:
        here = header["slice"]
        found = Slice(int(here["on_board"]), int(here["in_hand"]), tuple(int(height) for height in here["heights"]))
    except (KeyError, TypeError, ValueError):
        raise UserError(f"{path}: its slice is {header.get('slice')!r}") from None
    texts = (str(header.get(key)) for key in ("game", "hash", "checksum"))
    game, rules_hash, checksum = texts
    return SliceFile(path, kinds[0], game, rules_hash, found, checksum)


def _kind_and_halves(table: AnySlice) -> tuple[Kind, Halves]:
    return (DISTANCES, table.words) if isinstance(table, SolvedSlice) else (RESULTS, table.results)


def _map(folder: Path, game: HuntGame, here: Slice, kind: Kind, check: bool) -> tuple[SliceIndex, Halves]:
    path = slice_path(folder, here, kind)
    header = read_header(path)
    for name, found, needed in (
        ("format", header.kind.format, kind.format),
        ("hash", header.hash, game.hash),
        ("slice", header.slice, here),
    ):
        if found != needed:
            raise UserError(f"{path}: its {name} is {found!r}, and {game.name} needs {needed!r}")
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    if path.stat().st_size != kind.file_bytes(size):
        raise UserError(f"{path}: the file is cut off or too long: {path.stat().st_size} bytes")
    # Copy-on-write: an array that cannot be written has another type and would compile every kernel again.
    shape = 2, kind.length(size)
    mapped = np.memmap(path, dtype=kind.dtype, mode="c", offset=HEADER_BYTES, shape=shape).view(np.ndarray)
    halves = mapped[0], mapped[1]
    if check and _checksum(halves) != header.checksum:
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its values")
    return index, halves


def _checksum(halves: Halves) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for half in halves:
        digest.update(half.data)
    return digest.hexdigest()
