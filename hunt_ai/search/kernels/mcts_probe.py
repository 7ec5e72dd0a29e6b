"""A look one or two plies ahead of a leaf, after the MCTS-minimax hybrids of Baier and Winands 2015.

Where it finds a result it is a proof; where it finds none, nothing is known. Only the rules are asked, so proofs hold
under the true history; but where the rules count repetitions, only the look one ply ahead: a move out of a loss in two
may be a draw.
"""

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import count_moves, judge, legal_moves, play, side_to_move


@kernel
def wins_at_once(rules, position, moves):
    """Whether the side to move has a move that wins the game; moves [max_moves] int32 is scratch."""
    won = 1 + side_to_move(rules, position)
    for i in range(legal_moves(rules, position, moves)):
        after = play(rules, position, moves[i])
        if judge(rules, after, count_moves(rules, after)) & 3 == won:
            return True
    return False


@kernel
def loses_in_two(rules, position, moves, replies):
    """Whether each move loses the game or lets the other side win at once; `moves` and `replies` are scratch."""
    side = side_to_move(rules, position)
    for i in range(legal_moves(rules, position, moves)):
        after = play(rules, position, moves[i])
        code = judge(rules, after, count_moves(rules, after))
        if code:
            if code & 3 != 2 - side:
                return False
        elif side_to_move(rules, after) == side or not wins_at_once(rules, after, replies):
            return False
    return True


@kernel
def probe(rules, tree, node, position, plies):
    """Whether a win in one ply or, with `plies` of 2, a loss in two is seen; then it is the proof of `node`."""
    side = tree.sides[node]
    if wins_at_once(rules, position, tree.ahead[0]):
        tree.proofs[node] = 1 + side
        tree.distances[node] = 1
    elif plies > 1 and loses_in_two(rules, position, tree.ahead[0], tree.ahead[1]):
        tree.proofs[node] = 2 - side
        tree.distances[node] = 2
    return tree.proofs[node] != 0
