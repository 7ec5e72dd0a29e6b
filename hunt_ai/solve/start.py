"""The value of a position before dogs only step, with the moves that keep it and a line of best play."""

from dataclasses import dataclass

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.phases import LONGEST, PhaseSearch, Report
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import slice_of


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


def solve_position(search: PhaseSearch, row: Row, report: Report | None = None) -> Solution:
    """The value of an unfinished position, exactly, with the plies that it takes; UserError as `PhaseSearch`."""
    game = search.game
    value = search.value(row, report)
    best = [move for move, _ in _keeping(search, row, value)]
    texts = tuple(game.move_text(row, move) for move in best)
    return Solution(game.format_position(row), value, texts, tuple(_line(search, row, value)))


def successors(game: HuntGame, row: Row) -> list[tuple[int, Row]]:
    """(move, position after it) for each legal move, none where the game is over."""
    moves = np.empty(game.max_moves, dtype=np.int32)
    count, code = row_moves(game.kernel_rules, row, moves)
    result = []
    for move in moves[:count].tolist() if not code else []:
        after = np.empty_like(row)
        row_play(game.kernel_rules, row, move, after)
        result.append((move, after))
    return result


def _keeping(search: PhaseSearch, row: Row, value: Value) -> list[tuple[int, Row]]:
    """The moves that keep a value, with the positions after them."""
    return [(move, after) for move, after in successors(search.game, row) if _keeps(search, row, value, after)]


def _keeps(search: PhaseSearch, row: Row, value: Value, after: Row) -> bool:
    mover = search.game.side_of(row)
    if value.winner is None or value.distance is None:
        return search.wins_within(after, 1 - mover) > LONGEST
    if value.winner == mover:
        return search.wins_within(after, mover, value.distance - 1) <= value.distance - 1
    return search.wins_within(after, value.winner, value.distance - 2) > value.distance - 2


def _line(search: PhaseSearch, row: Row, value: Value) -> list[str]:
    game = search.game
    line: list[str] = []
    while not (value.winner is None and slice_of(game, row).is_flat):
        found = next(((m, after) for m, after in successors(game, row) if _keeps(search, row, value, after)), None)
        if not found:
            break
        line.append(game.move_text(row, found[0]))
        row = found[1]
        if value.distance is not None:
            value = Value(value.winner, value.distance - 1)
    return line
