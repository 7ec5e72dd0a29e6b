"""What all files of solved values share: a header that says whose values they are, then the values.

    bytes 0 to 4095   a line of JSON, padded with spaces: format, version, game, rules hash, ..., size, checksum
    then              [2, size] little-endian uint16 words, by side to move

A file is written whole or not at all, so that a solving that was killed goes on with the first one that is not there.
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.games.ruleset import Ruleset

HEADER_BYTES = 4096

Words = tuple[np.ndarray, np.ndarray]  # [size] uint16 each, by side to move


@dataclass(frozen=True)
class TableKind:
    """A kind of file: what it holds, such as "solved slice", and the version of its format."""

    title: str
    version: int

    @property
    def format(self) -> str:
        return f"hunt_ai {self.title}"


def write_table(path: Path, kind: TableKind, game: Ruleset, about: dict[str, Any], words: Sequence[np.ndarray]) -> None:
    """Write a file of arrays of one length, whose header also says `about`; UserError where it cannot be written."""
    if sys.byteorder != "little":
        raise UserError(f"a {kind.title} is written and read on little-endian machines only")
    header = {
        "format": kind.format,
        "version": kind.version,
        "game": game.name,
        "hash": game.hash,
        **about,
        "size": len(words[0]),
        "checksum": checksum(words),
    }
    line = json.dumps(header, ensure_ascii=True).encode()
    if len(line) >= HEADER_BYTES:
        raise UserError(f"{game.name}: the game's name is too long for a table's header")
    with whole_file(path, "table") as part, part.open("wb") as file:
        file.write(line.ljust(HEADER_BYTES - 1) + b"\n")
        for half in words:
            file.write(half.data)


def read_header(path: Path, kind: TableKind) -> dict[str, Any]:
    """The header of a file; UserError where it is not there or of another kind or version."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
    except OSError as error:
        raise UserError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    except ValueError:
        raise UserError(f"{path}: this is no {kind.title}") from None
    if not isinstance(header, dict) or header.get("format") != kind.format:
        raise UserError(f"{path}: this is no {kind.title}")
    if header.get("version") != kind.version:
        raise UserError(
            f"{path}: its version is {header.get('version')!r}, and this program reads {kind.version}: solve it again"
        )
    return header


def check_header(path: Path, header: dict[str, Any], game: Ruleset, about: dict[str, Any]) -> None:
    """UserError where a header says another game or other than `about`."""
    expected = {"hash": game.hash, **json.loads(json.dumps(about))}
    for key, value in expected.items():
        if header.get(key) != value:
            raise UserError(f"{path}: its {key} is {header.get(key)!r}, and {game.name} needs {value!r}")


def map_words(
    path: Path, header: dict[str, Any], game: Ruleset, about: dict[str, Any], size: int, check: bool = True
) -> Words:
    """Map the values of a file into memory, its checksum compared if `check`.

    UserError where its header says another game, another size or other than `about`, or where it is damaged.
    """
    check_header(path, header, game, {**about, "size": size})
    if path.stat().st_size != HEADER_BYTES + 4 * size:
        raise UserError(f"{path}: the file is cut off or too long: {path.stat().st_size} bytes")
    # Copy-on-write: an array that cannot be written has another type and would compile every kernel again.
    mapped = np.memmap(path, dtype=np.uint16, mode="c", offset=HEADER_BYTES, shape=(2, size)).view(np.ndarray)
    words = mapped[0], mapped[1]
    if check and checksum(words) != header.get("checksum"):
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its values")
    return words


def checksum(words: Sequence[np.ndarray]) -> str:
    """32 hex digits that change with any byte of the arrays."""
    digest = hashlib.blake2b(digest_size=16)
    for half in words:
        digest.update(half.data)
    return digest.hexdigest()
