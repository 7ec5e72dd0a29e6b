"""Position texts of hunt games: `ROWS SIDE HAND CAPTURED IDLE`."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.games.hunt.spec import MAX_GROUP, HuntSettings
from hunt_ai.games.kernels.hunt_layout import (
    BYTE,
    CAPTURED_SHIFT,
    HAND_SHIFT,
    HEIGHTS_SHIFT,
    IDLE_FIELD,
    IDLE_SHIFT,
    SIDE,
)  # fmt: skip
from hunt_ai.games.position_text import read_count, read_rows, read_side, split_fields, write_rows
from hunt_ai.games.ruleset import InvalidPosition, Row

FIELDS = ("ROWS", "SIDE", "HAND", "CAPTURED", "IDLE")
SIDE_LETTERS = ("q", "p")


@dataclass(frozen=True)
class HuntPosition:
    """A position in plain words: dogs by point with their number, quarry points, and the counters."""

    quarry: frozenset[str]
    pack: dict[str, int]
    side: int
    hand: int
    captured: int
    idle: int


def read_pieces(settings: HuntSettings, rows: str) -> tuple[frozenset[str], dict[str, int]]:
    """(quarry points, dogs on each of their points) from the rows of a text, each where it may stand."""
    placed = read_rows(rows, settings.layout.ranks)
    quarry_letter, pack_letter = settings.quarry.letter, settings.pack.letter
    known = {".": 0, quarry_letter: 0, pack_letter: 1}
    if settings.group_points:
        known |= {str(height): height for height in range(2, MAX_GROUP + 1)}
    quarry, pack = set(), {}
    for point, character in placed.items():
        if character not in known:
            raise InvalidPosition(f"position: unknown character {character!r} on {point}; known are {' '.join(known)}")
        if character == quarry_letter:
            quarry.add(point)
        elif known[character]:
            if point not in settings.pack_area:
                raise InvalidPosition(f"position: {character!r} on {point}, where {settings.pack.name} may not stand")
            if known[character] > 1 and point not in settings.group_points:
                raise InvalidPosition(f"position: a group on {point}, which is no group's point")
            pack[point] = known[character]
    return frozenset(quarry), pack


def read_position(settings: HuntSettings, text: str, quarry_count: int, dogs: int) -> HuntPosition:
    """The position `text` says, in a game of so many quarry pieces and dogs; InvalidPosition."""
    rows, side_text, hand_text, captured_text, idle_text = split_fields(text, FIELDS)
    quarry, pack = read_pieces(settings, rows)
    if len(quarry) != quarry_count:
        raise InvalidPosition(
            f"position: {len(quarry)} of {settings.quarry.letter!r} where the game has {quarry_count}"
        )
    side = read_side(side_text, SIDE_LETTERS)
    hand = read_count("HAND", hand_text, settings.hand)
    captured = read_count("CAPTURED", captured_text, 255)
    if captured > settings.capture_goal:
        raise InvalidPosition(f"position: CAPTURED {captured} is past the capture goal of {settings.capture_goal}")
    idle = read_count("IDLE", idle_text, settings.no_progress_limit)
    on_board = sum(pack.values())
    if on_board + hand + captured != dogs:
        raise InvalidPosition(
            f"position: {on_board} on the board + {hand} in hand + {captured} taken are {on_board + hand + captured} "
            f"{settings.pack.name} where the game has {dogs}"
        )
    return HuntPosition(quarry, pack, side, hand, captured, idle)


def write_position(settings: HuntSettings, position: HuntPosition) -> str:
    """The text that `read_position` reads."""
    placed = dict.fromkeys(position.quarry, settings.quarry.letter)
    placed |= {p: settings.pack.letter if n == 1 else str(n) for p, n in position.pack.items()}
    rows = write_rows(placed, settings.layout.ranks)
    return f"{rows} {SIDE_LETTERS[position.side]} {position.hand} {position.captured} {position.idle}"


def pack_row(settings: HuntSettings, position: HuntPosition) -> Row:
    """The words of a position; see `kernels/hunt_layout.py`."""
    bits = settings.layout.bits
    counters = position.side | position.hand << int(HAND_SHIFT) | position.captured << int(CAPTURED_SHIFT)
    counters |= position.idle << int(IDLE_SHIFT)
    for number, point in enumerate(settings.group_points):
        counters |= max(position.pack.get(point, 0) - 1, 0) << int(HEIGHTS_SHIFT) + 2 * number
    quarry = sum(1 << bits[point] for point in position.quarry)
    pack = sum(1 << bits[point] for point in position.pack)
    return np.array([quarry, pack, counters], dtype=np.uint64)


def unpack_row(settings: HuntSettings, row: Row) -> HuntPosition:
    """The inverse of `pack_row`."""
    quarry, pack, counters = (int(word) for word in row)
    bits = settings.layout.bits
    dogs = {point: 1 for point, bit in bits.items() if pack >> bit & 1}
    for number, point in enumerate(settings.group_points):
        if point in dogs:
            dogs[point] += counters >> int(HEIGHTS_SHIFT) + 2 * number & 3
    return HuntPosition(
        frozenset(point for point, bit in bits.items() if quarry >> bit & 1),
        dogs,
        counters & int(SIDE),
        counters >> int(HAND_SHIFT) & int(BYTE),
        counters >> int(CAPTURED_SHIFT) & int(BYTE),
        counters >> int(IDLE_SHIFT) & int(IDLE_FIELD),
    )
