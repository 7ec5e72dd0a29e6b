"""What searches in lock step came to, for many trees at once: the same as `mcts_tree.best_child` and its like say."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import decode, move_to_action
from hunt_ai.search.kernels.mcts_root import child_value, gumbel_scores, improved_policy
from hunt_ai.search.kernels.mcts_tree import BASE, DRAWN


@kernel
def value_for_mover(tree, node, child):
    """Value of a child for the mover at `node`, exact where it is proved; -1 where nothing is known."""
    if not tree.visits[child] and not tree.proofs[child]:
        return -1.0
    value = child_value(tree, child)
    return value if tree.sides[node] == 0 else -value


@kernel
def best_child(tree, node, scores):
    """Place of the best child of an expanded node by `scores` [children] float64; `mcts_tree.best_child` says which.

    Where that is none, the one with the highest prior of those that are not proved lost.
    """
    first, count = tree.children[node], tree.counts[node]
    won, lost = 1 + tree.sides[node], 2 - tree.sides[node]
    nearest = farthest = drawn = best = -1
    for i in range(count):
        child = first + i
        proof = tree.proofs[child]
        if proof == won and (nearest < 0 or tree.distances[child] < tree.distances[first + nearest]):
            nearest = i
        if proof == lost and (farthest < 0 or tree.distances[child] > tree.distances[first + farthest]):
            farthest = i
        if proof == DRAWN and (drawn < 0 or tree.visits[child] > tree.visits[first + drawn]):
            drawn = i
        if proof != lost and (best < 0 or scores[i] > scores[best]):
            best = i
    if nearest >= 0:
        best = nearest
    elif best < 0:
        best = farthest
    elif drawn >= 0 and value_for_mover(tree, node, first + best) < 0:
        best = drawn
    if tree.visits[first + best] or tree.proofs[first + best]:
        return first + best
    best = -1
    for i in range(count):
        if tree.proofs[first + i] != lost and (best < 0 or tree.priors[first + i] > tree.priors[first + best]):
            best = i
    return first + best


@kernel
def value_of_root(tree, root, best):
    """Value for the mover: that of its best child, or where nothing is known of that one, the mean of the root."""
    if tree.visits[best] or tree.proofs[best]:
        return value_for_mover(tree, root, best)
    value = tree.totals[root] / tree.visits[root]
    return value if tree.sides[root] == 0 else -value


@kernel
def score_root(tree, selection, b, root, scores):
    """scores [children] float64 by which the root's best child is chosen."""
    first, count = tree.children[root], tree.counts[root]
    if selection.considered and not tree.proofs[root]:
        gumbel_scores(tree, b, scores)
        lost = 2 - tree.sides[root]
        most = -1
        for i in range(count):
            if tree.proofs[first + i] != lost:
                most = max(most, tree.visits[first + i] - tree.before[b, i])
        for i in range(count):
            if tree.visits[first + i] - tree.before[b, i] < most:
                scores[i] = -np.inf
    else:
        for i in range(count):
            scores[i] = tree.visits[first + i] + 0.25 * value_for_mover(tree, root, first + i)


@kernel
def root_policy(tree, selection, b, root, best, policy):
    """policy [children] float64, sums to 1: Gumbel search's improved one, or that of `mcts_tree.visit_policy`."""
    first, count = tree.children[root], tree.counts[root]
    if tree.proofs[root]:
        for i in range(count):
            policy[i] = 1.0 if first + i == best else 0.0
        return
    if selection.considered:
        improved_policy(tree, b, policy)
        return
    lost, all_lost = 2 - tree.sides[root], True
    for i in range(count):
        all_lost = all_lost and tree.proofs[first + i] == lost
    total = 0.0
    for i in range(count):
        counts = all_lost or tree.proofs[first + i] != lost
        policy[i] = np.float64(tree.visits[first + i]) if counts else 0.0
        total += policy[i]
    if total == 0.0:
        for i in range(count):
            counts = all_lost or tree.proofs[first + i] != lost
            policy[i] = np.float64(tree.priors[first + i]) if counts else 0.0
            total += policy[i]
    for i in range(count):
        policy[i] = policy[i] / total if total > 0.0 else 1.0 / count


@kernel
def decide(rules, selection, tree, chosen, scores, policy, moves, policies, values):
    """Of the trees `chosen` [n] int64: best moves [n] int32, root policies [n, A], values for the mover [n], float32.

    scores, policy: [max_moves] float64, scratch.
    """
    for k in range(len(chosen)):
        b = chosen[k]
        root = tree.heads[b, BASE]
        position = decode(rules, tree.roots[b])
        score_root(tree, selection, b, root, scores)
        best = best_child(tree, root, scores)
        root_policy(tree, selection, b, root, best, policy)
        first = tree.children[root]
        policies[k] = np.float32(0)
        for i in range(tree.counts[root]):
            policies[k, move_to_action(rules, position, tree.moves[first + i])] = np.float32(policy[i])
        moves[k] = tree.moves[best]
        values[k] = np.float32(value_of_root(tree, root, best))
