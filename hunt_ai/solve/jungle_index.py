"""Building the numbering of an ending's positions; the layout is in `kernels/jungle_index_layout.py`."""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from hunt_ai.games.jungle.board import BITS, CELLS, FILES
from hunt_ai.solve.jungle_endings import Ending, cells_of
from hunt_ai.solve.kernels import jungle_index_layout as at


def lower_endings(ending: Ending) -> list[Ending]:
    """The standard endings that captures lead to from a standard one, each once, in the order of their words."""
    lower = (ending.without(*beast) for beast in ending.beasts)
    return list(dict.fromkeys(other.standard for other in lower if other))


def lower_words(ending: Ending, words: Mapping[Ending, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """[..] uint16, the words that captures lead to, as `LOWER_STARTS` tells where: by ending, and the same again with
    the winners changed for where the colours are."""
    parts = [half for other in lower_endings(ending) for half in words[other]]
    return np.concatenate([*parts, *map(_other_winner, parts), np.zeros(0, dtype=np.uint16)])


def build_numbers(ending: Ending) -> np.ndarray:
    """[NUMBERS] int64, the numbering of a standard ending."""
    numbers = np.zeros(at.NUMBERS, dtype=np.int64)
    beasts = ending.beasts
    numbers[at.BEASTS], numbers[at.REDS], numbers[at.SIZE] = len(beasts), len(ending.red), ending.size
    for slot, (_, beast) in enumerate(beasts):
        cells = cells_of(beast)
        numbers[at.BEAST_OF + slot], numbers[at.WEIGHTS + slot] = beast, _weights(ending)[slot]
        for number, cell in enumerate(cells):
            numbers[_row(at.CELLS_AT, slot) + number] = BITS[cell]
        _fill_places(numbers, _row(at.PLACES_AT, slot), cells, _weights(ending)[slot])
        _fill_places(numbers, _row(at.MIRRORED_AT, slot), [_mirrored(cell) for cell in cells], _weights(ending)[slot])
    _fill_lower(numbers, ending)
    return numbers


def _row(start: int, slot: int) -> int:
    return start + at.CELL_WORDS * slot


def _weights(ending: Ending) -> list[int]:
    sizes = [len(cells_of(beast)) for _, beast in ending.beasts]
    return list(itertools.accumulate(reversed(sizes[1:]), int.__mul__, initial=1))[::-1]


def _fill_places(numbers: np.ndarray, row: int, cells: Sequence[str], weight: int) -> None:
    for number, cell in enumerate(cells):
        numbers[row + BITS[cell]] = weight * number


def _mirrored(cell: str) -> str:
    return FILES[len(FILES) - 1 - FILES.index(cell[0])] + cell[1:]


def _turned(cell: str) -> str:
    """The cell that a half-turn of the board brings there."""
    return CELLS[len(CELLS) - 1 - BITS[cell]]


def _fill_lower(numbers: np.ndarray, ending: Ending) -> None:
    starts: dict[Ending, int] = {}
    total = 0
    for other in lower_endings(ending):
        starts[other] = total
        total += 2 * other.size
    for taken, (side, beast) in enumerate(ending.beasts):
        left = ending.without(side, beast)
        if not left:
            continue
        standard = left.standard
        swapped = left != standard
        for to_move in (0, 1):
            start = starts[standard] + (to_move ^ swapped) * standard.size + swapped * total
            numbers[at.LOWER_STARTS + 2 * taken + to_move] = start
        for slot, (owner, other_beast) in enumerate(ending.beasts):
            if slot != taken:
                there = standard.beasts.index((owner ^ swapped, other_beast))
                cells = [_turned(cell) if swapped else cell for cell in cells_of(other_beast)]
                row = at.LOWER_PLACES + at.CELL_WORDS * (at.MOST_BEASTS * taken + slot)
                _fill_places(numbers, row, cells, _weights(standard)[there])


def _other_winner(words: np.ndarray) -> np.ndarray:
    """The words with the winner changed: 1 + 2 d + w becomes 1 + 2 d + 1 - w."""
    return np.where(words == 0, words, ((words - 1) ^ 1) + 1).astype(np.uint16)
