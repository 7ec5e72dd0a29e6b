"""Counting the leaves of the game tree, in slices that resume from explicit state."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import count_moves, decode, encode, judge, legal_moves, play


@kernel
def _expand(rules, position, level, rows, moves, cursor, end):
    """Make `position` the node at `level`, all its moves still to be tried."""
    encode(rules, position, rows[level])
    count = legal_moves(rules, position, moves[level])
    cursor[level] = 0
    end[level] = 0 if judge(rules, position, count) else count


@kernel
def perft_slice(rules, rows, moves, cursor, end, level, budget):
    """Walk on until `budget` leaf counts were taken or the tree is done.

    rows: [D - 1, K] uint64, moves: [D - 1, max_moves] int32, cursor and end: [D - 1] int64, all changed in place, for a
    tree of depth D, at least 2; level 0 is the root, its moves already listed. Returns (leaves counted in this slice,
    level to resume at; below 0 when done).
    """
    leaves = np.int64(0)
    last = len(end) - 1
    while level >= 0 and budget > 0:
        if cursor[level] == end[level]:
            level -= 1
            continue
        position = decode(rules, rows[level])
        if level == last:
            start = cursor[level]
            stop = min(end[level], start + budget)
            for i in range(start, stop):
                child = play(rules, position, moves[level, i])
                count = count_moves(rules, child)
                if not judge(rules, child, count):
                    leaves += count
            budget -= stop - start
            cursor[level] = stop
        else:
            move = moves[level, cursor[level]]
            cursor[level] += 1
            level += 1
            _expand(rules, play(rules, position, move), level, rows, moves, cursor, end)
    return leaves, level
