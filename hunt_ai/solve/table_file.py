"""What all files of solved values share: a header that says whose values they are, then the values.

    bytes 0 to 4095   a line of JSON, padded with spaces: format, version, game, rules hash, ..., size, checksum
    then              the values of each side to move, [TableKind.length(size)] little-endian numbers

A file is written whole or not at all, so that a solving that was killed goes on with the first one that is not there.
"""

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.locks import sole_writer
from hunt_ai.games.ruleset import Ruleset

HEADER_BYTES = 4096

Halves = tuple[np.ndarray, np.ndarray]  # the values by side to move


@dataclass(frozen=True)
class TableKind:
    """A kind of file: what it holds, such as "solved slice", and how.

    version: of its format. name: of its values, for reports. in_one: positions to a number of the array.
    """

    title: str
    version: int
    name: str
    suffix: str
    dtype: type = np.uint16
    in_one: int = 1

    @property
    def format(self) -> str:
        return f"hunt_ai {self.title}"

    def length(self, size: int) -> int:
        """Array elements of so many positions with one side to move."""
        return -(-size // self.in_one)

    def file_bytes(self, size: int) -> int:
        """Bytes of the file of so many positions of each side to move."""
        return HEADER_BYTES + 2 * self.length(size) * np.dtype(self.dtype).itemsize


def write_table(
    path: Path, kind: TableKind, game: Ruleset, about: dict[str, Any], size: int, halves: Sequence[np.ndarray]
) -> None:
    """Write a file of these arrays whose header also says `about`; UserError where it cannot be written."""
    if sys.byteorder != "little":
        raise UserError(f"a {kind.title} is written and read on little-endian machines only")
    header = {
        "format": kind.format,
        "version": kind.version,
        "game": game.name,
        "hash": game.hash,
        **about,
        "size": size,
        "checksum": checksum(halves),
    }
    line = json.dumps(header, ensure_ascii=True).encode()
    if len(line) >= HEADER_BYTES:
        raise UserError(f"{game.name}: the game's name is too long for a table's header")
    with whole_file(path, "table") as part, part.open("wb") as file:
        file.write(line.ljust(HEADER_BYTES - 1) + b"\n")
        for half in halves:
            file.write(half.data)


def read_header(path: Path, *kinds: TableKind) -> tuple[TableKind, dict[str, Any]]:
    """Which of the kinds a file is, and its header; UserError where it is none of them or of another version."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
    except OSError as error:
        raise UserError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    except (ValueError, RecursionError):
        raise UserError(f"{path}: this is no {kinds[0].title}") from None
    kind = next((kind for kind in kinds if isinstance(header, dict) and header.get("format") == kind.format), None)
    if kind is None:
        raise UserError(f"{path}: this is no {kinds[0].title}")
    if header.get("version") != kind.version:
        raise UserError(
            f"{path}: its version is {header.get('version')!r}, and this program reads {kind.version}: solve it again"
        )
    return kind, header


def check_header(path: Path, header: dict[str, Any], game: Ruleset, about: dict[str, Any], size: int) -> None:
    """UserError where a header says another game or size or other than `about`."""
    expected = {"hash": game.hash, **json.loads(json.dumps(about)), "size": size}
    for key, value in expected.items():
        if header.get(key) != value:
            raise UserError(f"{path}: its {key} is {header.get(key)!r}, and {game.name} needs {value!r}")


def map_table(
    path: Path, kind: TableKind, game: Ruleset, about: dict[str, Any], size: int, check: bool = True
) -> Halves:
    """Map the values of a file into memory, its checksum compared if `check`.

    UserError where its header says another kind, game or size or other than `about`, or where it is damaged.
    """
    _, header = read_header(path, kind)
    check_header(path, header, game, about, size)
    if path.stat().st_size != kind.file_bytes(size):
        raise UserError(f"{path}: the file is cut off or too long: {path.stat().st_size} bytes")
    # Copy-on-write: an array that cannot be written has another type and would compile every kernel again.
    shape = 2, kind.length(size)
    mapped = np.memmap(path, dtype=kind.dtype, mode="c", offset=HEADER_BYTES, shape=shape).view(np.ndarray)
    halves = mapped[0], mapped[1]
    if check and checksum(halves) != header.get("checksum"):
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its values")
    return halves


@contextlib.contextmanager
def sole_solver(folder: Path, *kinds: TableKind) -> Iterator[None]:
    """Within the block no other process solves into `folder`, which is made; what killed ones left is removed."""
    failed = f"{folder}: the folder cannot be written to"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{failed} ({error.strerror or error})") from None
    with sole_writer(folder / "solving.lock", f"{folder}: another process is solving into this folder", failed):
        for kind in kinds:
            for part in folder.glob(f"*{kind.suffix}.*.part"):
                part.unlink(missing_ok=True)
        yield


def checksum(halves: Sequence[np.ndarray]) -> str:
    """32 hex digits that change with any value."""
    digest = hashlib.blake2b(digest_size=16)
    for half in halves:
        digest.update(half.data)
    return digest.hexdigest()
