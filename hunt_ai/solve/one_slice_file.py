"""Files of the maps of a one-bit question, so that a killed run goes on: one a slice and question.

    bytes 0 to 4095   a line of JSON, padded with spaces: format, version, what is asked, how far it is, checksum
    then              [words] little-endian uint64 for each map that has any bit

A file is written whole or not at all.
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file

FORMAT, VERSION = "hunt_ai one-bit question", 1
HEADER_BYTES = 4096


@dataclass(frozen=True)
class Stored:
    """How far the work on a question is. Lists are by side to move."""

    rounds: int
    found: list[int]  # members new in the last round
    total: list[int]  # all members
    plies: dict[str, int | None]  # for positions asked about ("side index"), the round they were found in
    maps: list[np.ndarray | None]  # [words] uint64: members, and those new in the last round; None for no bits


def maps_path(folder: Path, key: dict[str, Any]) -> Path:
    """The file of a question: `17-0-.win` for 17 dogs on the board and none in hand."""
    here = key["slice"]
    return folder / f"{here['on_board']}-{here['in_hand']}-{''.join(map(str, here['heights']))}.{key['question']}"


def save_maps(folder: Path, key: dict[str, Any], stored: Stored) -> Path:
    """Write the file of a question; UserError where it cannot be written."""
    if sys.byteorder != "little":
        raise UserError("maps of questions are written and read on little-endian machines only")
    state = {name: value for name, value in vars(stored).items() if name != "maps"}
    kept = [place for place, bits in enumerate(stored.maps) if bits is not None]
    header = {"format": FORMAT, "version": VERSION, **key, **state, "maps": kept, "checksum": _checksum(stored.maps)}
    line = json.dumps(header, ensure_ascii=True).encode()
    if len(line) >= HEADER_BYTES:
        raise UserError(f"{key['game']}: too much to say for the header of a file of maps")
    path = maps_path(folder, key)
    with whole_file(path, "file of maps") as part, part.open("wb") as file:
        file.write(line.ljust(HEADER_BYTES - 1) + b"\n")
        for place in kept:
            file.write(np.ascontiguousarray(stored.maps[place]).data)
    return path


def load_maps(folder: Path, key: dict[str, Any]) -> Stored | None:
    """What a question's file holds; None where there is none. UserError where it is damaged or answers another."""
    path = maps_path(folder, key)
    if not path.exists():
        return None
    words = -(-key["size"] // 64)
    try:
        with path.open("rb") as file:
            header = _read_header(path, file.read(HEADER_BYTES), key)
            maps: list[np.ndarray | None] = [None] * 4
            for place in header["maps"]:
                maps[place] = np.fromfile(file, dtype=np.uint64, count=words)
    except OSError as error:
        raise UserError(f"{path}: the maps cannot be read ({error.strerror or error})") from None
    if any(bits is not None and len(bits) != words for bits in maps) or _checksum(maps) != header["checksum"]:
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its maps")
    return Stored(header["rounds"], header["found"], header["total"], header["plies"], maps)


def _read_header(path: Path, line: bytes, key: dict[str, Any]) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise UserError(f"{path}: this is no file of a question's maps")
    if header.get("version") != VERSION:
        raise UserError(
            f"{path}: its version is {header.get('version')!r}, and this program reads {VERSION}: ask again"
        )
    for name, value in json.loads(json.dumps(key)).items():
        if name != "game" and header.get(name) != value:
            raise UserError(f"{path}: its {name} is {header.get(name)!r}, and {key['game']} needs {value!r}")
    return header


def _checksum(maps: list[np.ndarray | None]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for bits in maps:
        digest.update(b"" if bits is None else bits.data)
    return digest.hexdigest()
