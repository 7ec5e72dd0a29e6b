"""Files of solved slices: one a slice, with a header that says whose values they are.

    bytes 0 to 4095   a line of JSON, padded with spaces: format, version, game, rules hash, slice, size, checksum
    then              [2, size] little-endian uint16 words, by side to move

A file is written whole or not at all, so that a solving that was killed goes on with the first slice without one.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.retrograde import Report, SolvedSlice, solve_slice
from hunt_ai.solve.slices import Slice, flat_slices

FORMAT, VERSION = "hunt_ai solved slice", 1
HEADER_BYTES = 4096


def slice_path(folder: Path, here: Slice) -> Path:
    """The file of a slice: `11-0-0000.slice` for 11 dogs on the board, none in hand and no groups on four points."""
    return folder / f"{here.on_board}-{here.in_hand}-{''.join(map(str, here.heights))}.slice"


def save_slice(folder: Path, solved: SolvedSlice) -> Path:
    """Write the file of a slice; UserError where it cannot be written."""
    if sys.byteorder != "little":
        raise UserError("solved slices are written and read on little-endian machines only")
    header = {
        "format": FORMAT,
        "version": VERSION,
        "game": solved.game.name,
        "hash": solved.game.hash,
        "slice": asdict(solved.slice),
        "size": len(solved.words[0]),
        "checksum": _checksum(solved.words),
    }
    line = json.dumps(header, ensure_ascii=True).encode()
    if len(line) >= HEADER_BYTES:
        raise UserError(f"{solved.game.name}: the game's name is too long for a table's header")
    path = slice_path(folder, solved.slice)
    with whole_file(path, "table") as part, part.open("wb") as file:
        file.write(line.ljust(HEADER_BYTES - 1) + b"\n")
        for words in solved.words:
            file.write(words.data)
    return path


def load_slice(folder: Path, game: HuntGame, here: Slice, check: bool = True) -> SolvedSlice:
    """Map a slice's file into memory, its checksum compared if `check`.

    UserError where it is not there, is damaged, or holds another game, slice or version.
    """
    path = slice_path(folder, here)
    header = _read_header(path)
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    expected = {"hash": game.hash, "slice": json.loads(json.dumps(asdict(here))), "size": size}
    for key, value in expected.items():
        if header.get(key) != value:
            raise UserError(f"{path}: its {key} is {header.get(key)!r}, and {game.name} needs {value!r}")
    if path.stat().st_size != HEADER_BYTES + 4 * size:
        raise UserError(f"{path}: the file is cut off or too long: {path.stat().st_size} bytes")
    # Copy-on-write: an array that cannot be written has another type and would compile every kernel again.
    mapped = np.memmap(path, dtype=np.uint16, mode="c", offset=HEADER_BYTES, shape=(2, size)).view(np.ndarray)
    words = mapped[0], mapped[1]
    if check and _checksum(words) != header.get("checksum"):
        raise UserError(f"{path}: the file is damaged: its checksum is not that of its values")
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


def game_of(folder: Path) -> str:
    """The name of the game whose slices a folder holds, as they were solved for; UserError where it holds none."""
    names = {str(_read_header(path).get("game")) for path in sorted(folder.glob("*.slice"))}
    if len(names) != 1:
        what = f"slices of {len(names)} games, {', '.join(sorted(names))}" if names else "no solved slice"
        raise UserError(f"{folder}: the folder holds {what}")
    return names.pop()


def _checksum(words: tuple[np.ndarray, np.ndarray]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for half in words:
        digest.update(half.data)
    return digest.hexdigest()


def _read_header(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
    except OSError as error:
        raise UserError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    except ValueError:
        raise UserError(f"{path}: this is no solved slice") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise UserError(f"{path}: this is no solved slice")
    if header.get("version") != VERSION:
        raise UserError(
            f"{path}: its version is {header.get('version')!r}, and this program reads {VERSION}: solve it again"
        )
    return header
