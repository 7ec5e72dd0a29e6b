"""The value of a game's start position, with the moves that keep it and a line of best play."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.rows import row_play
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.oracle import Oracle
from hunt_ai.solve.phases import Report
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import Slice, flat_slices, slice_of


@dataclass(frozen=True)
class Solution:
    """What is known of a solved position.

    best: texts of the moves that keep the value, of a win also its length, of a loss its greatest length.
    line: best play to the end, of a draw to the first flat position; each time the first of the best moves.
    """

    position: str
    value: Value
    best: tuple[str, ...]
    line: tuple[str, ...]


def slices_for_start(game: HuntGame) -> list[Slice]:
    """The flat slices that the value of the start is made of."""
    here = slice_of(game, game.start)
    return [flat for flat in flat_slices(game) if not here.is_flat or flat.on_board <= here.on_board]


def solve_start(game: HuntGame, folder: Path, memory_mb: int, report: Report | None = None) -> Solution:
    """What is known of the start; `slices_for_start` must be in the folder.

    A search over the phases before the dogs only step takes `memory_mb` MiB for each side.
    """
    return solve_position(Oracle(folder, game, memory_mb), game.start, report)


def solve_position(oracle: Oracle, row: Row, report: Report | None = None) -> Solution:
    """What is known of an unfinished position; UserError as `Oracle`."""
    game = oracle.game
    text, value = game.format_position(row), oracle.value(row, report)
    best: tuple[str, ...] | None = None
    line: list[str] = []
    while (legal := oracle.legal(row)) and not (value.winner is None and slice_of(game, row).is_flat and best):
        moves = oracle.keeping(row, legal)[1]
        best = best or tuple(game.move_text(row, move) for move in moves)
        line.append(game.move_text(row, moves[0]))
        after = np.empty_like(row)
        row_play(game.kernel_rules, row, moves[0], after)
        row = after
    return Solution(text, value, best or (), tuple(line))
