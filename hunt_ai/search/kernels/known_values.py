"""What exact values, see `evaluation.known_word`, prove under the true history: in alpha-beta and in MCTS.

A draw stays one: the limit of plies without progress and repetitions only make more draws. A win is proved where it
comes before the limit can and repetitions do not count; its distance is then exact.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.games.kernels.search_verbs import free_plies
from hunt_ai.games.kernels.verbs import play, side_to_move
from hunt_ai.search.kernels.evaluation import UNKNOWN, known_word
from hunt_ai.search.kernels.mcts_tree import DRAWN, REPEATS
from hunt_ai.search.kernels.scores import DRAW_SCORE, LIKELY, PROVED, WIN

_ONE = np.int64(1)
_FARTHEST = np.int64(500)  # plies that a likely score tells apart
_MOST = np.int64(30_000)  # plies, as a tree keeps them


@inlined
def known_score(evaluation, rules, position, ply, repeats, full):
    """(whether what is known settles the position at `ply`, the score for the side to move).

    repeats: whether repetitions count. A win that might come too late settles only the end of a line (not `full`), as a
    likely one; before that, search goes on.
    """
    word = known_word(evaluation, rules, position)
    if word == UNKNOWN:
        return False, DRAW_SCORE
    if word == 0:
        return True, DRAW_SCORE
    plies, winner = (word - _ONE) >> _ONE, (word - _ONE) & _ONE
    score = WIN - ply - plies
    if repeats or score <= PROVED or plies >= free_plies(rules, position):
        if full:
            return False, DRAW_SCORE
        score = LIKELY - ply - min(plies, _FARTHEST)
    return True, score if winner == side_to_move(rules, position) else -score


@kernel
def prove_children(evaluation, rules, tree, b, first, count, position):
    """Enter what is known of the children `first` to `first` + `count` of the node at `position` as their proofs."""
    for child in range(first, first + count):
        after = play(rules, position, tree.moves[child])
        word = known_word(evaluation, rules, after)
        if word == 0:
            tree.proofs[child] = DRAWN
            tree.distances[child] = 0
        elif word > 0 and tree.heads[b, REPEATS] == 0:
            plies = (word - _ONE) >> _ONE
            if plies < min(free_plies(rules, after), _MOST):
                tree.proofs[child] = _ONE + ((word - _ONE) & _ONE)
                tree.distances[child] = plies
