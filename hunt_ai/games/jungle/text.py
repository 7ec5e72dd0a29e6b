"""Position texts of Dou Shou Qi: `ROWS SIDE IDLE`, upper case red, lower case blue. They carry no move history."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.games.jungle.board import BEASTS, BITS, CELLS, DENS, RAT, ROWS, WATER
from hunt_ai.games.kernels.jungle_layout import IDLE_FIELD, IDLE_SHIFT, OLDER_MASK, POSITION_WORDS, RECENT_MASK
from hunt_ai.games.position_text import read_count, read_rows, read_side, split_fields, write_rows
from hunt_ai.games.ruleset import InvalidPosition, Row

FIELDS = ("ROWS", "SIDE", "IDLE")
SIDE_LETTERS = ("r", "b")
SIDES = ("red", "blue")


@dataclass(frozen=True)
class JunglePosition:
    """A position without its history: (side, beast number) by cell, the side to move, plies without a capture."""

    beasts: dict[str, tuple[int, int]]
    side: int
    idle: int


def read_beasts(rows: str) -> dict[str, tuple[int, int]]:
    """(side, beast) by cell from the rows of a text, each where it may stand."""
    beasts: dict[str, tuple[int, int]] = {}
    for cell, letter in read_rows(rows, ROWS).items():
        if letter == ".":
            continue
        number = BEASTS.find(letter.upper()) if letter.isascii() else -1
        if number < 0:
            known = " ".join(reversed(BEASTS))
            raise InvalidPosition(
                f"position: unknown character {letter!r} on {cell}; known are . {known} and lower case"
            )
        side = 0 if letter.isupper() else 1
        if (side, number) in beasts.values():
            raise InvalidPosition(f"position: the beast {letter!r} stands twice, the second time on {cell}")
        if cell in WATER and number != RAT:
            raise InvalidPosition(f"position: {letter!r} on {cell}, in water that only rats enter")
        if cell == DENS[side]:
            raise InvalidPosition(f"position: {letter!r} on {cell}, its own den")
        beasts[cell] = side, number
    if not beasts:
        raise InvalidPosition("position: there are no beasts at all")
    if DENS[0] in beasts and DENS[1] in beasts:
        raise InvalidPosition("position: both dens are entered")
    return beasts


def read_position(text: str, no_progress_limit: int) -> JunglePosition:
    """The position `text` says; InvalidPosition."""
    rows, side, idle = split_fields(text, FIELDS)
    beasts = read_beasts(rows)
    return JunglePosition(beasts, read_side(side, SIDE_LETTERS), read_count("IDLE", idle, no_progress_limit))


def write_position(position: JunglePosition) -> str:
    """The text that `read_position` reads."""
    placed = {
        cell: BEASTS[beast] if side == 0 else BEASTS[beast].lower() for cell, (side, beast) in position.beasts.items()
    }
    return f"{write_rows(placed, ROWS)} {SIDE_LETTERS[position.side]} {position.idle}"


def pack_row(position: JunglePosition) -> Row:
    """The words of a position with empty history; see `kernels/jungle_layout.py`."""
    words = [0] * POSITION_WORDS
    for cell, (side, beast) in position.beasts.items():
        words[side] |= 1 << BITS[cell]
        for plane in range(3):
            words[2 + plane] |= (beast >> plane & 1) << BITS[cell]
    words[5] = words[7] = int(RECENT_MASK)
    words[6] = words[8] = int(OLDER_MASK)
    words[9] = position.side | position.idle << int(IDLE_SHIFT)
    return np.array(words, dtype=np.uint64)


def unpack_row(row: Row) -> JunglePosition:
    """The inverse of `pack_row`, history dropped."""
    words = [int(word) for word in row]
    beasts = {}
    for cell in CELLS:
        bit = BITS[cell]
        if (words[0] | words[1]) >> bit & 1:
            beasts[cell] = words[1] >> bit & 1, sum((words[2 + plane] >> bit & 1) << plane for plane in range(3))
    return JunglePosition(beasts, words[9] & 1, words[9] >> int(IDLE_SHIFT) & int(IDLE_FIELD))
