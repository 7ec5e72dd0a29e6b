"""The order in which moves are tried: the table's, captures, killers, then by history (Schaeffer 1983)."""

import numpy as np

from hunt_ai.core.kernel_cache import inlined
from hunt_ai.games.kernels.verbs import is_capture, move_to_action
from hunt_ai.search.kernels.alphabeta_frame import COUNT, KILLER_1, KILLER_2, NEXT

HISTORY_MOST = np.int64(1 << 14)
_BEST = np.int64(7 << 20)
_CAPTURE = np.int64(6 << 20)
_KILLER_1, _KILLER_2 = np.int64(5 << 20), np.int64(4 << 20)
_QUIET = np.int64(2 << 20)
_ORDER_SHIFT, _ACTION_SHIFT = np.int64(40), np.int64(24)
_MOVE_FIELD, _ACTION_FIELD = np.int64((1 << 24) - 1), np.int64(0xFFFF)


@inlined
def listed_move(listed):
    return np.int32(listed & _MOVE_FIELD)


@inlined
def listed_action(listed):
    return (listed >> _ACTION_SHIFT) & _ACTION_FIELD


@inlined
def listed_quiet(listed):
    """Whether the move is neither the table's nor a capture."""
    return listed >> _ORDER_SHIFT < _CAPTURE - HISTORY_MOST


@inlined
def listed_hopeful(listed):
    """Whether the quiet move has not failed more than it refuted."""
    return listed >> _ORDER_SHIFT >= _QUIET


@inlined
def keep_chosen(memory, count):
    """Leave of the `count` moves in the buffer those that are to be tried at the root; their number."""
    if len(memory.chosen) == 0:
        return count
    kept = 0
    for i in range(count):
        for j in range(len(memory.chosen)):
            if memory.buffer[i] == memory.chosen[j]:
                memory.buffer[kept] = memory.buffer[i]
                kept += 1
                break
    return kept


@inlined
def list_moves(rules, memory, position, ply, side, count, best_action):
    """Fill the move list of `ply` from the `count` moves in the buffer, in no order yet."""
    frame, listed, history = memory.frames[ply], memory.moves[ply], memory.history
    base = side * (len(history) // 2)
    for i in range(count):
        move = memory.buffer[i]
        action = move_to_action(rules, position, move)
        if action == best_action:
            order = _BEST
        else:
            order = np.int64(history[base + action])
            if is_capture(rules, position, move):
                order += _CAPTURE
            elif action == frame[KILLER_1]:
                order = _KILLER_1
            elif action == frame[KILLER_2]:
                order = _KILLER_2
            else:
                order += _QUIET
        listed[i] = order << _ORDER_SHIFT | action << _ACTION_SHIFT | np.int64(move)
    frame[NEXT] = 0
    frame[COUNT] = count


@inlined
def pick_move(memory, ply):
    """Bring the best of the moves not tried yet to the front of them; it."""
    frame, listed = memory.frames[ply], memory.moves[ply]
    first = frame[NEXT]
    place = first
    for i in range(first + 1, frame[COUNT]):
        if listed[i] > listed[place]:
            place = i
    best = listed[place]
    listed[place] = listed[first]
    listed[first] = best
    frame[NEXT] = first + 1
    return best


@inlined
def _nudge(history, at, bonus):
    history[at] += bonus - np.int64(history[at]) * abs(bonus) // HISTORY_MOST


@inlined
def reward(rules, memory, position, ply, side, depth):
    """The move tried last refuted the position: remember it where it is quiet, and that those before it did not."""
    frame, listed, history = memory.frames[ply], memory.moves[ply], memory.history
    last = frame[NEXT] - 1
    if is_capture(rules, position, listed_move(listed[last])):
        return
    action = listed_action(listed[last])
    if frame[KILLER_1] != action:
        frame[KILLER_2] = frame[KILLER_1]
        frame[KILLER_1] = action
    base = side * (len(history) // 2)
    bonus = min(depth * depth, np.int64(400)) * np.int64(4)
    _nudge(history, base + action, bonus)
    for i in range(last):
        if listed_quiet(listed[i]):
            _nudge(history, base + listed_action(listed[i]), -bonus)
