"""Files of the maps of a one-bit question, so that a killed run goes on: one a slice and question.

They are files as `table_file.py` has them, whose header says what is asked and how far it is, with uint64 words of the
maps that have any bit, and of the halves where the question is timed.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.solve.table_file import HEADER_BYTES, TableKind, check_header, checksum, read_header, write_table

KIND = TableKind("set of a one-bit question", 1, "bits", "", np.uint64, 64)  # its suffix is the question
WORDS_OF_HALVES = 8  # to a word of a map: a byte to a bit
_STATE = ("rounds", "found", "total", "plies")
_HALVES = 4  # where they come in a file, after the maps


@dataclass(frozen=True)
class Stored:
    """How far the work on a question is. Lists are by side to move."""

    rounds: int
    found: list[int]  # members new in the last round
    total: list[int]  # all members
    plies: dict[str, int | None]  # for positions asked about ("side index"), the round they were found in
    maps: list[np.ndarray | None]  # [words] uint64: members, and those new in the last round; None for no bits
    halves: np.ndarray | None = None  # [WORDS_OF_HALVES * words] uint64


def maps_path(folder: Path, about: dict[str, Any]) -> Path:
    """The file of a question: `17-0-.win` for 17 dogs on the board and none in hand."""
    here = about["slice"]
    return folder / f"{here['on_board']}-{here['in_hand']}-{''.join(map(str, here['heights']))}.{about['question']}"


def save_maps(folder: Path, game: Ruleset, about: dict[str, Any], size: int, stored: Stored) -> Path:
    """Write the file of a question; UserError where it cannot be written."""
    path = maps_path(folder, about)
    maps = {place: bits for place, bits in enumerate([*stored.maps, stored.halves]) if bits is not None}
    state = {name: getattr(stored, name) for name in _STATE} | {"maps": list(maps)}
    write_table(path, KIND, game, {**about, **state, "state": _digest(state)}, size, list(maps.values()))
    return path


def load_maps(folder: Path, game: Ruleset, about: dict[str, Any], size: int) -> Stored | None:
    """What a question's file holds; None where there is none. UserError where it is damaged or of another question."""
    path = maps_path(folder, about)
    if not path.exists():
        return None
    _, header = read_header(path, KIND)
    check_header(path, header, game, about, size)
    state = {name: header.get(name) for name in (*_STATE, "maps")}
    if header.get("state") != _digest(state):
        raise UserError(f"{path}: the file is damaged: its header is not as it was written")
    words = KIND.length(size)
    maps: list[np.ndarray | None] = [None] * (_HALVES + 1)
    lengths = [words] * _HALVES + [words * WORDS_OF_HALVES]
    try:
        with path.open("rb") as file:
            file.seek(HEADER_BYTES)
            for place in header["maps"]:
                maps[place] = np.fromfile(file, dtype=np.uint64, count=lengths[place])
    except OSError as error:
        raise UserError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    kept = [bits for bits in maps if bits is not None]
    if checksum(kept) != header.get("checksum"):  # the header, whose lengths these are, was not changed
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its maps")
    return Stored(**{name: header[name] for name in _STATE}, maps=maps[:_HALVES], halves=maps[_HALVES])


def _digest(state: dict[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(state, sort_keys=True).encode(), digest_size=16).hexdigest()
