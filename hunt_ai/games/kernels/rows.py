"""The verbs for Python callers: positions as rows, numbers in and out, nothing about tuples or numba types to know."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.jungle_bans import banned_by_repeats, banned_by_run
from hunt_ai.games.kernels.search_verbs import progress
from hunt_ai.games.kernels.verbs import (
    action_to_move,
    count_moves,
    decode,
    encode,
    judge,
    key,
    legal_moves,
    move_to_action,
    pass_turn,
    play,
)  # fmt: skip


@kernel
def row_moves(rules, row, moves):
    """Write the legal moves of `row` [K] into `moves` [max_moves] int32; (their number, outcome code)."""
    position = decode(rules, row)
    count = legal_moves(rules, position, moves)
    return count, judge(rules, position, count)


@kernel
def row_play(rules, row, move, after):
    """Write the position after the legal `move` into `after` [K]."""
    encode(rules, play(rules, decode(rules, row), move), after)


@kernel
def play_rows(rules, rows, moves, codes):
    """Play the legal moves [B] int32 in rows [B, K], in place; codes [B] int64: outcome codes of what follows."""
    for b in range(len(rows)):
        after = play(rules, decode(rules, rows[b]), moves[b])
        codes[b] = judge(rules, after, count_moves(rules, after))
        encode(rules, after, rows[b])


@kernel
def row_pass(rules, row, after):
    """Write the position after a turn lost by time into `after` [K]."""
    encode(rules, pass_turn(rules, decode(rules, row)), after)


@kernel
def row_key(rules, row):
    """Zobrist key of `row` [K], uint64."""
    return key(rules, decode(rules, row))


@kernel
def row_actions(rules, row, moves, actions):
    """actions [n] int64: the actions of `moves` [n] int32."""
    position = decode(rules, row)
    for i in range(len(moves)):
        actions[i] = move_to_action(rules, position, moves[i])


@kernel
def row_action_move(rules, row, action):
    """The move `action` stands for with this side to move, legal or not; -1 where it can never be one."""
    return action_to_move(rules, decode(rules, row), action)


@kernel
def jungle_bans(rules, row, start):
    """Masks of the cells that the mover's beast on cell `start` may not enter: for repeats, and for a long run."""
    position = decode(rules, row)
    cell = np.uint64(start)
    return banned_by_repeats(rules, position, cell), banned_by_run(rules, position, cell)


@kernel
def progress_rows(rules, rows, found):
    """found [B] float32: the progress of side 0 in rows [B, K], see `search_verbs`."""
    for b in range(len(rows)):
        found[b] = progress(rules, decode(rules, rows[b]))
