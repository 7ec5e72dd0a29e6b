"""Solving an ending of Dou Shou Qi by retrograde analysis.

Values are those of play **without the bans**, which depend on history, and **without the no-progress limit**: going on
for ever is a draw. They are kept as two arrays of uint16 words for each ending (see `kernels/values.py`), by index,
with red and with blue to move: four bytes an index.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.jungle.board import BITS, CELLS
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.jungle.text import JunglePosition, pack_row, unpack_row
from hunt_ai.games.kernels.outcomes import WINNER_BITS
from hunt_ai.games.kernels.rows import row_moves
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.jungle_endings import Ending, ending_of
from hunt_ai.solve.jungle_index import build_numbers, lower_endings, lower_words
from hunt_ai.solve.kernels import jungle_index_layout as at
from hunt_ai.solve.kernels.jungle_placing import index_of
from hunt_ai.solve.kernels.jungle_retrograde import (
    JungleWork,
    close,
    count_values,
    set_out,
    settle_before,
)
from hunt_ai.solve.kernels.values import DRAWN, MAX_DISTANCE
from hunt_ai.solve.retrograde import Value, blocks
from hunt_ai.solve.statistics import SideCounts
from hunt_ai.solve.table_file import Halves

BLOCK = 4096  # positions, or predecessors, of one call of a kernel: a few milliseconds

EndingReport = Callable[[Ending, int, int], None]  # (the ending in hand, distance, values written so far)


@dataclass(frozen=True)
class SolvedEnding:
    """The values of a standard ending; `value` also tells those of the ending with the colours changed."""

    game: JungleGame
    ending: Ending
    numbers: np.ndarray  # [NUMBERS] int64, see `kernels/jungle_index_layout.py`
    words: Halves

    def value(self, row: Row) -> Value:
        """The value of a position with the beasts of the ending, its history and its plies without a capture ignored.

        UserError where it has other beasts.
        """
        position = replace(unpack_row(row), idle=0)
        code = _outcome_code(self.game, position)
        ending = ending_of(position)
        if ending.standard != self.ending:
            raise UserError(f"{self.game.format_position(row)}: no position of the ending {self.ending}")
        if code:
            return Value((code & int(WINNER_BITS)) - 1, 0)
        swapped = ending != self.ending
        standard = _swap(position) if swapped else position
        word = int(self.words[standard.side][index_of(self.numbers, self._cells(standard))])
        return Value(None, None) if word == DRAWN else Value((word - 1) & 1 ^ swapped, (word - 1) >> 1)

    def counts(self, side: int) -> SideCounts:
        """Counts with this side to move: won by red, won by blue, drawn; canonical ones up to left-right mirroring."""
        words = self.words[side]
        raw, canonical = np.zeros(65536, dtype=np.int64), np.zeros(65536, dtype=np.int64)
        cells = np.zeros(at.MOST_BEASTS, dtype=np.int64)
        for begin, end in blocks(len(words)):
            count_values(self.numbers, words, cells, raw, canonical, begin, end)
        won = np.flatnonzero(raw[1:])
        counts = _by_result(raw), _by_result(canonical)
        if not len(won):
            return SideCounts(*counts, 0, None, None)
        longest = int(won[-1]) >> 1
        found = int(np.flatnonzero((words - np.uint16(1)) >> 1 == longest)[0])  # neither 0 nor IMPOSSIBLE is
        example = self.game.format_position(self.row(found, side))
        return SideCounts(*counts, longest, example, (int(words[found]) - 1) & 1)

    def row(self, index: int, side: int) -> Row:
        """The position of an index that stands for one."""
        beasts = {}
        for slot, owned in enumerate(self.ending.beasts):
            number, index = divmod(index, int(self.numbers[at.WEIGHTS + slot]))
            beasts[CELLS[int(self.numbers[at.CELLS_AT + at.CELL_WORDS * slot + number])]] = owned
        return pack_row(JunglePosition(beasts, side, 0))

    def _cells(self, position: JunglePosition) -> np.ndarray:
        cells = np.zeros(at.MOST_BEASTS, dtype=np.int64)
        for cell, owned in position.beasts.items():
            cells[self.ending.beasts.index(owned)] = BITS[cell]
        return cells


def solve_one(
    game: JungleGame, ending: Ending, lower: Mapping[Ending, SolvedEnding], report: EndingReport | None = None
) -> SolvedEnding:
    """The values of a standard ending; `lower` has the standard endings that its captures lead to, and maybe others.

    UserError where one is missing or of another game, or where a win is longer than a word can say.
    """
    if ending != ending.standard:
        raise UserError(f"{ending} is kept as {ending.standard}, with the colours changed")
    for other in lower_endings(ending):
        if other not in lower or lower[other].game.hash != game.hash:
            raise UserError(f"{game.name}: the ending {ending} needs {other}")
    numbers = build_numbers(ending)
    words = np.zeros((2, ending.size), dtype=np.uint16)
    work = JungleWork(
        game.kernel_rules,
        numbers,
        words,
        lower_words(ending, {other: lower[other].words for other in lower_endings(ending)}),
        np.zeros((2, 65536), dtype=np.int64),
        np.zeros(at.MOST_BEASTS, dtype=np.int64),
        np.zeros((2, game.max_moves), dtype=np.int32),
    )
    for begin, end in blocks(ending.size):
        set_out(work, begin, end)
    distance = 0
    while (longest := _longest(work)) >= distance:
        if longest >= MAX_DISTANCE:
            raise UserError(f"{game.name}: {ending}: a win of {longest} plies is longer than a table can keep")
        distance += 1
        _settle_distance(work, distance)
        if report:
            report(ending, distance, int(work.writes.sum()))
    for begin, end in blocks(ending.size):
        close(work, begin, end)
    return SolvedEnding(game, ending, numbers, (words[0], words[1]))


def _settle_distance(work: JungleWork, distance: int) -> None:
    """Settle all positions of this distance; those of smaller ones are."""
    size = work.words.shape[1]
    for side in (0, 1):
        for winner in (0, 1):
            begin = 0 if work.writes[side, 1 + 2 * (distance - 1) + winner] else size
            while begin < size:
                begin = settle_before(work, side, winner, distance, begin, size, BLOCK)


def _longest(work: JungleWork) -> int:
    """The greatest distance of any value written down; -1 for none."""
    words = np.flatnonzero(work.writes.any(axis=0))
    return (int(words[-1]) - 1) >> 1 if len(words) else -1


def _outcome_code(game: JungleGame, position: JunglePosition) -> int:
    moves = np.empty(game.max_moves, dtype=np.int32)
    return int(row_moves(game.kernel_rules, pack_row(position), moves)[1])


def _swap(position: JunglePosition) -> JunglePosition:
    """The position after a half-turn of the board, the colours changed."""
    beasts = {CELLS[len(CELLS) - 1 - BITS[cell]]: (1 - side, beast) for cell, (side, beast) in position.beasts.items()}
    return JunglePosition(beasts, 1 - position.side, position.idle)


def _by_result(counts: np.ndarray) -> tuple[int, int, int]:
    return int(counts[1::2].sum()), int(counts[2::2].sum()), int(counts[DRAWN])
