"""perft: the number of move sequences of a length, the standard check and benchmark of a rules engine."""

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Row, Ruleset

MAX_DEPTH = 100
SLICE = 200_000  # leaf counts: a few milliseconds


def perft(game: str | Ruleset, depth: int, position: str | None = None) -> int:
    """Number of legal move sequences of `depth` plies from `position` (default: the start).

    A finished game has no continuation: it counts as one leaf at depth 0 and none below. Raises InvalidGame,
    InvalidPosition, or UserError for a depth that is not a whole number from 0 to 100.
    """
    check_depth(depth)
    rules = game if isinstance(game, Ruleset) else load_game(game)
    if rules.settings.repetition_draw:
        return _count_played(Game(rules, position=position), int(depth))
    row = rules.start if position is None else rules.parse_position(position)
    return count_leaves(rules, row, int(depth))


def _count_played(game: Game, depth: int) -> int:
    """The leaves below a game whose rules look at its past, which the kernels do not know: played move by move."""
    if depth == 0:
        return 1
    total = 0
    for move in game.legal_moves():
        game.push(move)
        total += _count_played(game, depth - 1)
        game.pop()
    return total


def divide(game: str | Ruleset, depth: int, position: str | None = None) -> dict[str, int]:
    """`perft` of `depth` - 1 behind each legal move, by move text in ASCII order; `depth` at least 1."""
    if check_depth(depth) == 0:
        raise UserError("depth 0 has no moves to divide by")
    played = Game(game, position=position)
    looks_back = played.rules.settings.repetition_draw
    counts = {}
    for move in played.legal_moves():
        played.push(move)
        below = _count_played(played, depth - 1) if looks_back else count_leaves(played.rules, played.row, depth - 1)
        counts[move] = below
        played.pop()
    return counts


def check_depth(depth: int) -> int:
    """`depth` itself; UserError where it is none."""
    if isinstance(depth, bool) or not isinstance(depth, int | np.integer) or not 0 <= depth <= MAX_DEPTH:
        raise UserError(f"depth {depth!r} is not a whole number from 0 to {MAX_DEPTH}")
    return int(depth)


def count_leaves(rules: Ruleset, row: Row, depth: int) -> int:
    """The leaves below a position; interruptible, since kernels run in short slices."""
    from hunt_ai.games.kernels.perft import perft_slice
    from hunt_ai.games.kernels.rows import row_moves

    if depth == 0:
        return 1
    levels = max(depth - 1, 1)
    rows = np.zeros((levels, rules.words), dtype=np.uint64)
    moves = np.zeros((levels, rules.max_moves), dtype=np.int32)
    cursor, end = np.zeros(levels, dtype=np.int64), np.zeros(levels, dtype=np.int64)
    rows[0] = row
    count, outcome = row_moves(rules.kernel_rules, row, moves[0])
    if outcome or depth == 1:
        return 0 if outcome else int(count)
    end[0] = count
    total, level = 0, 0
    while level >= 0:
        check_interrupt()
        leaves, level = perft_slice(rules.kernel_rules, rows, moves, cursor, end, level, SLICE)
        total += int(leaves)
    return total
