"""Keys of the positions on the stack, and what the transposition table knows of them under the true history.

Where the root is symmetric, `memory.images` holds one table of the rules for each of its symmetries: the key that the
table is asked with is the least of the keys of a position's images, and actions are kept as those of that image.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.search_verbs import free_plies, history_key, with_table
from hunt_ai.games.kernels.verbs import decode, key, next_key
from hunt_ai.search.kernels.alphabeta_frame import (
    AGE,
    DEPTH,
    EXTENSION,
    IMAGE,
    KEYED,
    MOVE,
    PROVING,
    REACH,
    REPETITIONS,
)
from hunt_ai.search.kernels.scores import LEAST_LIKELY, PROVED, distance, likely, score_from
from hunt_ai.search.kernels.transposition import (
    LOWER,
    NO_ACTION,
    UPPER,
    entry_action,
    entry_bound,
    entry_depth,
    entry_score,
    is_result,
    probe,
    store,
)  # fmt: skip

_IDLE_MARK = np.uint64(0x5A17)


@inlined
def set_key(rules, memory, position, ply, left):
    """Work out the keys of `ply` from those of the ply before; `left` plies without progress are left.

    Where the draw by that limit is within reach of this search, positions with other counters have other keys.
    """
    images, keys = memory.images, memory.keys
    if ply == 0:
        keys[0, 0] = key(rules, position)
        for g in range(1, len(images)):
            keys[0, g] = key(with_table(rules, images[g]), position)
    else:
        before, move = decode(rules, memory.rows[ply - 1]), np.int32(memory.frames[ply - 1, MOVE])
        keys[ply, 0] = next_key(rules, before, keys[ply - 1, 0], move)
        for g in range(1, len(images)):
            keys[ply, g] = next_key(with_table(rules, images[g]), before, keys[ply - 1, g], move)
    least = 0
    for g in range(1, len(images)):
        if keys[ply, g] < keys[ply, least]:
            least = g
    asked = keys[ply, least]
    if left + ply <= memory.state[REACH]:
        asked ^= mix(np.uint64(left) ^ _IDLE_MARK)
    keys[ply, len(images)] = asked
    memory.frames[ply, IMAGE] = least
    memory.frames[ply, KEYED] = 1


@inlined
def _key_with_history(rules, memory, position, ply):
    image = np.uint64(memory.frames[ply, IMAGE])
    return memory.keys[ply, len(memory.images)] ^ mix(history_key(rules, position) + image)


@inlined
def _decides(score, bound, alpha, beta):
    return (bound & LOWER != 0 and score >= beta) or (bound & UPPER != 0 and score <= alpha)


@inlined
def look_up(rules, memory, position, ply, left, alpha, beta, depth):
    """What the table says: (whether that settles the position for this window, its score, action to try first or -1).

    Proofs settle where history cannot matter within their distance or is the same; other scores settle no question of
    proof and no principal variation.
    """
    entry = probe(memory.table, memory.keys[ply, len(memory.images)])
    action, score, bound = NO_ACTION, np.int64(0), np.int64(0)
    proving = memory.state[PROVING]
    if entry:
        action = entry_action(entry)
        if action >= 0:
            action = np.int64(memory.image_actions[len(memory.images) + memory.frames[ply, IMAGE], action])
        score, bound = entry_score(entry), entry_bound(entry)
    elif not proving:
        return False, score, action
    if ply == 0:
        return False, score, action
    if abs(score) > PROVED and distance(score) < left and distance(score) < free_plies(rules, position):
        score = score_from(score, ply)
        return _decides(score, bound, alpha, beta), score, action
    if proving:
        ask = free_plies(rules, position) <= distance(alpha) - ply
    else:
        ask = abs(score) > LEAST_LIKELY
    if ask and not memory.state[REPETITIONS]:
        proof = probe(memory.table, _key_with_history(rules, memory, position, ply))
        if proof:
            proof_score = score_from(entry_score(proof), ply)
            if _decides(proof_score, entry_bound(proof), alpha, beta):
                return True, proof_score, action
    if beta - alpha > 1 or alpha >= PROVED or beta <= -PROVED or entry_depth(entry) < depth:
        return False, score, action
    if abs(score) > PROVED:
        if not is_result(score, bound):
            return False, score, action
        score = likely(score)
    score = score_from(score, ply)
    return _decides(score, bound, alpha, beta), score, action


@inlined
def keep(rules, memory, position, ply, score, bound, action):
    """Enter the result of a finished search of `position` into the table; the score counts from the root."""
    frame, state = memory.frames[ply], memory.state
    if not frame[KEYED]:
        return
    if action >= 0:
        action = np.int64(memory.image_actions[frame[IMAGE], action])
    asked, age, depth = memory.keys[ply, len(memory.images)], state[AGE], frame[DEPTH] - frame[EXTENSION]
    score = score_from(score, -ply)
    if abs(score) <= PROVED:
        store(memory.table, asked, action, score, depth, bound, age)
        return
    result = is_result(score, bound)
    if not result and not state[PROVING]:
        return  # "no quicker win" was searched only so deep
    if result:
        bound = LOWER if score > 0 else UPPER
    if not state[REPETITIONS]:
        if distance(score) < free_plies(rules, position):
            store(memory.table, asked, action, score, depth, bound, age)
            return
        store(memory.table, _key_with_history(rules, memory, position, ply), action, score, depth, bound, age)
    if result:
        depth = np.int64(0) if state[PROVING] else depth
        store(memory.table, asked, action, likely(score), depth, bound, age)


@kernel
def known_action(rules, memory, row):
    """The action that the table would try first in the position of `row` [K]; -1 where it knows none."""
    position = decode(rules, row)
    least, image = key(rules, position), 0
    for g in range(1, len(memory.images)):
        other = key(with_table(rules, memory.images[g]), position)
        if other < least:
            least, image = other, g
    action = entry_action(probe(memory.table, least))
    if action >= 0:
        action = np.int64(memory.image_actions[len(memory.images) + image, action])
    return action
