"""Principal-variation search (Marsland 1986) on an explicit stack, in slices that resume from `Memory`.

Scores belong to the side to move; see `scores.py`. What is proved: a lower bound above PROVED and an upper bound below
-PROVED. These come only from finished games, from proofs in the table and known values that hold under the true
history, and from maxima over all legal moves. Whatever is guessed (static scores, pruned moves, likely results) lies
between, so a guess among the moves of a position leaves it unproved; reduced searches may miss proofs and never make
one.

Distances are exact in searches with state[PROVING]: the window is a null window beyond PROVED, every move is searched
until the game ends or the distance of the window is used up, and bounds that are no results ("no quicker win") are
facts too.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.games.kernels.search_verbs import capture_moves, plies_left
from hunt_ai.games.kernels.verbs import count_moves, decode, encode, judge, legal_moves, play, side_to_move
from hunt_ai.search.kernels.alphabeta_frame import (
    ACTION,
    ALPHA,
    BEST,
    BEST_ACTION,
    BETA,
    COUNT,
    DEPTH,
    ENTERING,
    EXTEND_UNTIL,
    EXTENSION,
    FIRST_ALPHA,
    FULL,
    KEYED,
    LINE,
    MAX_PLY,
    MOVE,
    NEXT,
    NODES,
    PLY,
    PROVING,
    QUIESCENCE,
    REDUCED,
    REDUCED_SCOUT,
    REDUCTIONS,
    REPETITIONS,
    SCOUT,
    SIDE,
    STAGE,
    VALUE,
    WHOLE,
)  # fmt: skip
from hunt_ai.search.kernels.evaluation import static_score
from hunt_ai.search.kernels.known_values import known_score
from hunt_ai.search.kernels.ordering import (
    keep_chosen,
    list_moves,
    listed_action,
    listed_hopeful,
    listed_move,
    listed_quiet,
    pick_move,
    reward,
)  # fmt: skip
from hunt_ai.search.kernels.position_keys import keep, look_up, set_key
from hunt_ai.search.kernels.scores import DRAW_SCORE, PROVED, WIN, outcome_score
from hunt_ai.search.kernels.transposition import EXACT, LOWER, NO_ACTION, UPPER

LOWEST = np.int64(-32767)  # below every score
_ONE = np.int64(1)
_LOGARITHMS = (
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294, 300, 304, 309, 314,
    318, 322, 326, 330, 333, 337, 340, 343,
)  # fmt: skip
_LAST = np.int64(31)
_NODE, _TABLE, _OPEN = (np.int64(n) for n in range(3))  # how `_enter` ended: settled as a node or by the table, or open


@inlined
def _drawn_by_repetition(memory, ply):
    """Whether the position at `ply` stood so often on the way here as the rules allow."""
    times, now = memory.state[REPETITIONS] - _ONE, memory.keys[ply, 0]
    for i in range(len(memory.past)):
        times -= memory.past[i] == now
    for i in range(ply):
        times -= memory.keys[i, 0] == now
    return times <= 0


@inlined
def _open_captures(rules, evaluation, memory, position, ply, side, captures):
    """Start quiescence search: the static score stands, captures may better it. (whether that is all, the score)."""
    frame = memory.frames[ply]
    score = static_score(evaluation, rules, position)
    if captures == 0 or score >= frame[BETA] or not memory.state[QUIESCENCE]:
        return _NODE, score
    frame[BEST] = score
    frame[ALPHA] = max(frame[ALPHA], score)
    list_moves(rules, memory, position, ply, side, captures, NO_ACTION)
    return _OPEN, score


@inlined
def _enter(rules, evaluation, memory, position, ply):
    """Begin the search of `position` at `ply`: settle it at once or list its moves. (how, score if settled)."""
    frame, state = memory.frames[ply], memory.state
    alpha, beta, depth = frame[ALPHA], frame[BETA], frame[DEPTH]
    side = side_to_move(rules, position)
    frame[FIRST_ALPHA] = alpha
    frame[SIDE] = side
    frame[BEST] = LOWEST
    frame[BEST_ACTION] = NO_ACTION
    frame[LINE] = 0
    frame[KEYED] = 0
    frame[EXTENSION] = 0
    proving = state[PROVING]
    left = plies_left(rules, position)
    full = depth > 0 or proving != 0
    action = NO_ACTION
    if ply > 0 and WIN - ply <= alpha:
        return _TABLE, WIN - ply  # nobody wins before now
    if full or state[REPETITIONS]:
        set_key(rules, memory, position, ply, left)
        if state[REPETITIONS] and ply > 0 and _drawn_by_repetition(memory, ply):
            if not judge(rules, position, count_moves(rules, position)):
                return _NODE, DRAW_SCORE
    if ply > 0 and left > 0:
        settled, score = known_score(evaluation, rules, position, ply, state[REPETITIONS] != 0, full)
        if settled:
            return _NODE, score
    if full and left > 0:
        settled, score, action = look_up(rules, memory, position, ply, left, alpha, beta, depth)
        if settled:
            return _TABLE, score
    captures = np.int64(0)
    if full:
        count = legal_moves(rules, position, memory.buffer)
    else:
        count, captures = capture_moves(rules, position, memory.buffer)
    code = judge(rules, position, count)
    if code:
        return _NODE, outcome_score(code, side, np.int64(ply))
    if ply > 0:
        if WIN - ply - _ONE <= alpha:
            return _NODE, WIN - ply - _ONE
        if ply + _ONE - WIN >= beta:
            return _NODE, ply + _ONE - WIN  # nobody has lost before the next ply
    if ply >= MAX_PLY:
        return _NODE, static_score(evaluation, rules, position)
    if count == 1 and ply < state[EXTEND_UNTIL]:
        if not full:
            full = True
            frame[KEYED] = 0
            legal_moves(rules, position, memory.buffer)
        frame[DEPTH] = max(depth, np.int64(0)) + _ONE
        frame[EXTENSION] = _ONE
    frame[FULL] = full
    if not full:
        return _open_captures(rules, evaluation, memory, position, ply, side, captures)
    if ply == 0:
        count = keep_chosen(memory, count)
    list_moves(rules, memory, position, ply, side, count, action)
    return _OPEN, np.int64(0)


@inlined
def _reduction(frame, listed, state):
    """Plies by which a move late in the order is searched less deep (late-move reductions).

    About ln depth * ln n / 2, a ply less in open windows and where the move's history is not bad. No reductions where
    the window lies beyond PROVED: distances there are to be exact.
    """
    depth, number = frame[DEPTH], frame[NEXT]
    if depth < 3 or number < 4 or state[PROVING] or not state[REDUCTIONS] or not listed_quiet(listed):
        return np.int64(0)
    if frame[ALPHA] >= PROVED or frame[BETA] <= -PROVED:
        return np.int64(0)
    product = np.int64(_LOGARITHMS[min(depth, _LAST)]) * np.int64(_LOGARITHMS[min(number, _LAST)])
    reduction = (np.int64(8000) + product) // np.int64(20000)
    if frame[BETA] - frame[ALPHA] > 1:
        reduction -= _ONE
    if listed_hopeful(listed):
        reduction -= _ONE
    return max(np.int64(0), min(reduction, depth - _ONE))


@inlined
def _start_child(rules, memory, position, ply):
    """Choose the next move of `ply` and set up the ply below it; the position there."""
    frame, child = memory.frames[ply], memory.frames[ply + 1]
    listed = pick_move(memory, ply)
    frame[MOVE] = listed_move(listed)
    frame[ACTION] = listed_action(listed)
    frame[REDUCED] = 0
    if frame[NEXT] == 1 or not frame[FULL]:
        frame[STAGE] = WHOLE
    else:
        frame[REDUCED] = _reduction(frame, listed, memory.state)
        frame[STAGE] = REDUCED_SCOUT if frame[REDUCED] else SCOUT
    after = play(rules, position, np.int32(frame[MOVE]))
    encode(rules, after, memory.rows[ply + 1])
    _set_window(frame, child, side_to_move(rules, after))
    return after


@inlined
def _set_window(frame, child, child_side):
    alpha, beta = frame[ALPHA], frame[BETA]
    if frame[STAGE] != WHOLE:
        beta = alpha + _ONE
    child[DEPTH] = frame[DEPTH] - _ONE - frame[REDUCED]
    if child_side == frame[SIDE]:
        child[ALPHA], child[BETA] = alpha, beta
    else:
        child[ALPHA], child[BETA] = -beta, -alpha


@inlined
def _accept(memory, ply, value):
    """Take the score that the ply below came to; whether it is to be searched again, with its new window set."""
    frame, child = memory.frames[ply], memory.frames[ply + 1]
    if child[SIDE] != frame[SIDE]:
        value = -value
    alpha, beta = frame[ALPHA], frame[BETA]
    if value > alpha:
        again = frame[STAGE] == REDUCED_SCOUT or (frame[STAGE] == SCOUT and value < beta)
        if again:
            frame[STAGE] = SCOUT if frame[STAGE] == REDUCED_SCOUT else WHOLE
            frame[REDUCED] = 0
            _set_window(frame, child, child[SIDE])
            return True
    if value > frame[BEST]:
        frame[BEST] = value
        if value > alpha:
            frame[BEST_ACTION] = frame[ACTION]
            frame[ALPHA] = value
            if ply == 0 or beta - frame[FIRST_ALPHA] > 1:
                lines, length = memory.lines, child[LINE]
                lines[ply, ply] = np.int32(frame[MOVE])
                for i in range(ply + 1, ply + 1 + length):
                    lines[ply, i] = lines[ply + 1, i]
                frame[LINE] = length + 1
    return False


@inlined
def _finish(rules, memory, position, ply):
    """The score of a position all of whose moves that matter are searched."""
    frame = memory.frames[ply]
    best, alpha, beta = frame[BEST], frame[FIRST_ALPHA], frame[BETA]
    if not frame[FULL]:
        return best
    if memory.state[PROVING]:
        if alpha >= PROVED and best <= alpha:
            best = alpha
        if beta <= -PROVED and best >= beta:
            best = beta
    bound = EXACT
    if best <= alpha:
        bound = UPPER
    elif best >= beta:
        bound = LOWER
        reward(rules, memory, position, ply, frame[SIDE], min(frame[DEPTH], np.int64(20)))
    keep(rules, memory, position, ply, best, bound, frame[BEST_ACTION])
    return best


@kernel
def search_slice(rules, evaluation, memory, budget):
    """Go on with the search that stands in `memory` until `budget` more nodes are counted or it is done.

    Done is state[PLY] below 0; the root's score is then state[VALUE], its line lines[0], frames[0, LINE] moves long.
    """
    frames, state = memory.frames, memory.state
    ply, entering, value = state[PLY], state[ENTERING] != 0, state[VALUE]
    position = decode(rules, memory.rows[max(ply, 0)])
    while ply >= 0 and budget > 0:
        frame = frames[ply]
        if entering:
            how, value = _enter(rules, evaluation, memory, position, ply)
            if how != _TABLE:
                budget -= 1
                state[NODES] += 1
            if how != _OPEN:
                entering = False
                ply -= 1
                continue
        else:
            position = decode(rules, memory.rows[ply])
            if _accept(memory, ply, value):
                position = decode(rules, memory.rows[ply + 1])
                ply += 1
                entering = True
                continue
        if frame[ALPHA] >= frame[BETA] or frame[NEXT] == frame[COUNT]:
            value = _finish(rules, memory, position, ply)
            entering = False
            ply -= 1
        else:
            position = _start_child(rules, memory, position, ply)
            ply += 1
            entering = True
    state[PLY], state[ENTERING], state[VALUE] = ply, entering, value


@kernel
def static_score_of(rules, evaluation, row):
    """The static score of an unfinished `row` [K]."""
    return static_score(evaluation, rules, decode(rules, row))
