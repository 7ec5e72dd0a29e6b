"""Values of all positions of a small hunt game, by plain sweeps over a dictionary: the twin of retrograde analysis."""

import itertools

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.solve.slices import Slice, captured, slice_row

IDLE = np.uint64(0xFFFF << 17)


def positions_of(game: HuntGame, here: Slice):
    """Every row of a flat slice, both sides to move."""
    for quarry in itertools.combinations(game.bits.values(), game.quarry_count):
        free = [game.bits[point] for point in game.settings.pack_area if game.bits[point] not in quarry]
        for dogs in itertools.combinations(sorted(free), here.on_board):
            for side in (0, 1):
                yield slice_row(game, here, sum(1 << bit for bit in quarry), sum(1 << bit for bit in dogs), side)


def successors(game: HuntGame, row):
    """(winner or None while the game goes on, the rows after each move) with no ply counted as idle."""
    moves = np.empty(game.max_moves, dtype=np.int32)
    count, code = row_moves(game.kernel_rules, row, moves)
    if code:
        return (code & 3) - 1, []
    rows = []
    for move in moves[:count]:
        after = np.empty_like(row)
        row_play(game.kernel_rules, row, move, after)
        after[2] &= ~IDLE
        rows.append(after)
    return None, rows


def naive_values(game: HuntGame) -> dict[bytes, tuple[int, int] | None]:
    """(winner, plies to the end), or None for a draw, of every position without hand and groups, by the row's bytes."""
    heights = (0,) * len(game.settings.group_points)
    most = min(game.dogs, len(game.settings.pack_area))
    slices = [Slice(dogs, 0, heights) for dogs in range(game.dogs - game.settings.capture_goal, most + 1)]
    assert captured(game, slices[0]) == game.settings.capture_goal
    values: dict[bytes, tuple[int, int] | None] = {}
    after: dict[bytes, list[bytes]] = {}
    for row in (row for here in slices for row in positions_of(game, here)):
        winner, rows = successors(game, row)
        values[row.tobytes()] = None if winner is None else (winner, 0)
        if winner is None:
            after[row.tobytes()] = [other.tobytes() for other in rows]
    settle(values, after)
    return values


def settle(values: dict[bytes, tuple[int, int] | None], after: dict[bytes, list[bytes]]) -> None:
    """Give every position in `after`, rows by row, the value that follows; `values` has those of finished games."""
    for distance in itertools.count(1):
        settled = {}
        for row, rows in after.items():
            mover = row[16] & 1  # the lowest byte of the third word
            found = [values[other] for other in rows]
            if any(value and value[0] == mover for value in found):
                settled[row] = (mover, distance)
            elif all(value and value[0] != mover for value in found):
                settled[row] = (1 - mover, distance)
        if not settled:
            return
        values.update(settled)
        for row in settled:
            del after[row]
