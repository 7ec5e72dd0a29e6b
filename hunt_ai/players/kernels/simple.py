"""Choosing a move without search. `random` is the generator's state, [1] uint64, changed in place."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import below, next_random
from hunt_ai.games.kernels.outcomes import WINNER_BITS
from hunt_ai.games.kernels.verbs import count_moves, decode, is_capture, judge, legal_moves, play, side_to_move

WINS, CAPTURES_SAFELY, SAFE, CAPTURES_LOSING, LOSES = range(5)  # grades of a move, best first


@kernel
def choose_random(moves, random):
    """One of `moves` [n] int32, n at least 1."""
    random[0] = next_random(random[0])
    return moves[np.int64(below(random[0], np.uint64(len(moves))))]


@kernel
def _won_by(rules, position, side):
    """Whether the game is over in `position` and `side` has won it."""
    code = judge(rules, position, count_moves(rules, position))
    return code != 0 and (code & WINNER_BITS) - 1 == side


@kernel
def grade(rules, position, move, replies):
    """How good `move` looks one ply ahead; `replies` [max_moves] int32 is scratch."""
    side = side_to_move(rules, position)
    child = play(rules, position, move)
    if _won_by(rules, child, side):
        return WINS
    captures = is_capture(rules, position, move)
    lost = _won_by(rules, child, 1 - side)
    if not lost and judge(rules, child, count_moves(rules, child)) == 0 and side_to_move(rules, child) != side:
        for i in range(legal_moves(rules, child, replies)):
            if _won_by(rules, play(rules, child, replies[i]), 1 - side):
                lost = True
                break
    if lost:
        return CAPTURES_LOSING if captures else LOSES
    return CAPTURES_SAFELY if captures else SAFE


@kernel
def choose_greedy(rules, row, moves, replies, random):
    """One of the best graded of the legal `moves` [n] int32 of `row` [K]."""
    position = decode(rules, row)
    best = LOSES + 1
    chosen = moves[0]
    equals = np.uint64(0)
    for i in range(len(moves)):
        this = grade(rules, position, moves[i], replies)
        if this < best:
            best, equals = this, np.uint64(0)
        if this == best:
            equals += np.uint64(1)
            random[0] = next_random(random[0])
            if below(random[0], equals) == np.uint64(0):  # each of the equals stays with the same probability
                chosen = moves[i]
    return chosen
