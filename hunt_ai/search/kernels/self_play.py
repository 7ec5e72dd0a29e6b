"""Whole games between two static evaluations, each move by a search of fixed depth: what tuning learns from.

Memory of a search: rows [P, K] uint64, moves [P, max_moves] int32 and frames [P, FRAME_WORDS] int64 by ply below the
root, P at least depth + MORE_PLIES + 1. `random` is the generator's state, [1] uint64, changed in place.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import below, next_random
from hunt_ai.games.kernels.verbs import decode, encode, is_capture, judge, legal_moves, play, side_to_move
from hunt_ai.search.kernels.evaluation import static_score
from hunt_ai.search.kernels.scores import WIN, outcome_score

COUNT, NEXT, ALPHA, BETA, BEST, SIDE, FRAME_WORDS = range(7)
MORE_PLIES = 6  # of captures behind the depth
SKIPPED, QUIET, NOISY = range(3)  # kinds of a game's positions; noisy: the move captures


@kernel
def static_scores(rules, evaluation, rows, scores):
    """scores [N] int64: the static scores of `rows` [N, K], written in place."""
    for i in range(len(rows)):
        scores[i] = static_score(evaluation, rules, decode(rules, rows[i]))


@kernel
def _captures_first(rules, position, moves, count):
    """Put the captures in front; their number."""
    captures = 0
    for i in range(count):
        move = moves[i]
        if is_capture(rules, position, move):
            moves[i] = moves[captures]
            moves[captures] = move
            captures += 1
    return captures


@kernel
def _shuffle(moves, count, random):
    for i in range(count - 1, 0, -1):
        random[0] = next_random(random[0])
        j = np.int64(below(random[0], np.uint64(i + 1)))
        move = moves[i]
        moves[i] = moves[j]
        moves[j] = move


@kernel
def _enter(rules, evaluation, memory, ply, depth, random):
    """Set up the frame of `ply`, whose row and window are there; (whether its value is known already, the value)."""
    rows, moves, frames = memory
    frame = frames[ply]
    position = decode(rules, rows[ply])
    count = legal_moves(rules, position, moves[ply])
    side = side_to_move(rules, position)
    frame[SIDE], frame[NEXT], frame[BEST] = side, 0, -WIN
    code = judge(rules, position, count)
    if code:
        return True, outcome_score(code, side, ply)
    if ply == 0:
        _shuffle(moves[0], count, random)
    captures = _captures_first(rules, position, moves[ply], count)
    if ply >= depth:
        count = captures
        frame[BEST] = static_score(evaluation, rules, position)
        frame[ALPHA] = max(frame[ALPHA], frame[BEST])
        if count == 0 or frame[BEST] >= frame[BETA] or ply == depth + MORE_PLIES:
            return True, frame[BEST]
    frame[COUNT] = count
    return False, np.int64(0)


@kernel
def fixed_search(rules, evaluation, memory, depth, random):
    """(best move, score) of the unfinished position memory.rows[0], by alpha-beta to `depth` and captures behind it.

    Moves of equal score are chosen among at random.
    """
    rows, moves, frames = memory
    frames[0, ALPHA], frames[0, BETA] = -WIN, WIN
    best_move = np.int32(-1)
    ply = 0
    known, value = _enter(rules, evaluation, memory, 0, depth, random)
    while True:
        if known:
            if ply == 0:
                return best_move, value
            ply -= 1
            frame = frames[ply]
            if frames[ply + 1, SIDE] != frame[SIDE]:
                value = -value
            if value > frame[BEST]:
                frame[BEST] = value
                if ply == 0:
                    best_move = moves[0, frame[NEXT] - 1]
            frame[ALPHA] = max(frame[ALPHA], frame[BEST])
        frame = frames[ply]
        if frame[NEXT] == frame[COUNT] or frame[ALPHA] >= frame[BETA]:
            known, value = True, frame[BEST]
            continue
        position = decode(rules, rows[ply])
        child = play(rules, position, moves[ply, frame[NEXT]])
        frame[NEXT] += 1
        encode(rules, child, rows[ply + 1])
        if side_to_move(rules, child) == frame[SIDE]:
            frames[ply + 1, ALPHA], frames[ply + 1, BETA] = frame[ALPHA], frame[BETA]
        else:
            frames[ply + 1, ALPHA], frames[ply + 1, BETA] = -frame[BETA], -frame[ALPHA]
        ply += 1
        known, value = _enter(rules, evaluation, memory, ply, depth, random)


@kernel
def play_game(rules, evaluations, memory, depths, opening, strays, game, kinds, random):
    """Play a game from game[0]: `opening` random plies, then searched ones, of which `strays` in 256 are random.

    evaluations, depths, strays: of side 0 and of side 1. game [M, K] uint64 and kinds [M] int64: its positions, written
    in place. The kind of a position is SKIPPED where the move is random or wins at once. Returns (plies, outcome
    code, 0 where the game was not over after M - 1 plies).
    """
    rows, moves, _ = memory
    for ply in range(len(game)):
        position = decode(rules, game[ply])
        side = side_to_move(rules, position)
        count = legal_moves(rules, position, moves[0])
        code = judge(rules, position, count)
        kinds[ply] = SKIPPED
        if code or ply == len(game) - 1:
            return ply, code
        random[0] = next_random(random[0])
        if ply < opening or below(random[0], np.uint64(256)) < np.uint64(strays[side]):
            random[0] = next_random(random[0])
            move = moves[0, np.int64(below(random[0], np.uint64(count)))]
        else:
            encode(rules, position, rows[0])
            if side == 0:
                move, score = fixed_search(rules, evaluations[0], memory, depths[0], random)
            else:
                move, score = fixed_search(rules, evaluations[1], memory, depths[1], random)
            if abs(score) < WIN - 1:
                kinds[ply] = NOISY if is_capture(rules, position, move) else QUIET
        encode(rules, play(rules, position, move), game[ply + 1])
    return len(game) - 1, np.int64(0)
