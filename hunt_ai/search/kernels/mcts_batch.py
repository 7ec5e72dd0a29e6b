"""MCTS on many trees in lock step: select leaves, have them evaluated elsewhere, back the evaluations up."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import decode, encode, legal_moves, move_to_action
from hunt_ai.search.kernels.evaluators import evaluate, evaluate_and_weigh, weigh_moves
from hunt_ai.search.kernels.mcts import goes_by_proofs, meet, walk
from hunt_ai.search.kernels.mcts_root import begin_at_root
from hunt_ai.search.kernels.mcts_tree import (
    BASE,
    DEPTH,
    FRESH,
    MAX_VISITS,
    SIMULATIONS,
    add_children,
    back_up,
    has_room,
    normalise,
    proved_value,
    rounded,
)  # fmt: skip

UNASKED = 64  # simulations that need no evaluation, of one tree in one call


@kernel
def is_searched(selection, tree, b, simulations):
    """Whether tree `b` has simulations left to run."""
    root = tree.heads[b, BASE]
    return tree.heads[b, SIMULATIONS] < simulations and not tree.proofs[root] and tree.visits[root] < MAX_VISITS


@kernel
def select_leaf(rules, selection, tree, b, simulations):
    """Simulate on tree `b` until a leaf needs evaluation, written to tree.leaves[b]: whether one does."""
    path = tree.paths[b]
    root = tree.heads[b, BASE]
    path[0] = root
    start = decode(rules, tree.roots[b])
    if tree.heads[b, FRESH] and tree.children[root]:
        begin_at_root(tree, selection, b)
    for _ in range(UNASKED):
        if not is_searched(selection, tree, b, simulations):
            return False
        depth, position = walk(rules, selection, tree, b, 0, start, goes_by_proofs(selection, tree, b))
        node = path[depth]
        if not tree.visits[node] and not tree.proofs[node]:
            meet(rules, selection, tree, b, depth, position)
        if tree.proofs[node]:
            back_up(tree, selection, b, depth, proved_value(tree.proofs[node]))
            continue
        encode(rules, position, tree.leaves[b])
        tree.heads[b, DEPTH] = depth
        return True
    return False


@kernel
def select_leaves(rules, selection, tree, simulations, needed, start, stop):
    """Select in trees `start` to `stop`; how many of them have simulations left.

    simulations: [B] int64, how many each tree shall have run in this search; needed: [B] bool, changed in place, which
    trees have a leaf in tree.leaves to be evaluated.
    """
    left = 0
    for b in range(start, stop):
        needed[b] = select_leaf(rules, selection, tree, b, simulations[b])
        if needed[b] or is_searched(selection, tree, b, simulations[b]):
            left += 1
    return left


@kernel
def may_expand(tree, b, node, depth):
    """Whether the leaf `node` at `depth` can be given children."""
    return not tree.children[node] and depth < tree.paths.shape[1] - 1 and has_room(tree, b)


@kernel
def take_value(tree, selection, b, node, depth, value):
    """Back up the value of the leaf `node` at `depth` for its side to move."""
    value = rounded(value if tree.sides[node] == 0 else -value)
    if tree.visits[node] == 0:
        tree.values[node] = value
    back_up(tree, selection, b, depth, value)


@kernel
def back_up_leaves(rules, selection, tree, needed, priors, values):
    """Expand the leaves that were needed and back their values up.

    priors: [B, A] float32 over actions, of which the legal ones are scaled to sum to 1; values: [B] float32, for the
    side to move.
    """
    for b in range(len(needed)):
        if not needed[b]:
            continue
        depth = tree.heads[b, DEPTH]
        node = np.int64(tree.paths[b, depth])
        position = decode(rules, tree.leaves[b])
        if may_expand(tree, b, node, depth):
            first, count = add_children(rules, tree, b, node, position)
            for child in range(first, first + count):
                prior = priors[b, move_to_action(rules, position, tree.moves[child])]
                tree.priors[child] = prior if prior > 0 else np.float32(0)
            normalise(tree.priors, first, count)
        take_value(tree, selection, b, node, depth, np.float64(values[b]))


@kernel
def search_trees(rules, evaluator, selection, tree, simulations, most):
    """Search with a kernel evaluator, one tree after the other, in at most so many steps, of one evaluation or none.

    (steps, evaluations): fewer steps than `most` where no tree has simulations left. simulations: [B] int64, as in
    `select_leaves`. A tree comes to the same as by `select_leaves` and `back_up_leaves`.
    """
    steps = evaluations = 0
    for b in range(len(simulations)):
        while is_searched(selection, tree, b, simulations[b]):
            if steps == most:
                return steps, evaluations
            steps += 1
            if not select_leaf(rules, selection, tree, b, simulations[b]):
                continue
            evaluations += 1
            depth = tree.heads[b, DEPTH]
            node = np.int64(tree.paths[b, depth])
            position = decode(rules, tree.leaves[b])
            if may_expand(tree, b, node, depth):
                first, count = add_children(rules, tree, b, node, position)
                value, state = evaluate_and_weigh(
                    evaluator, rules, position, tree.random[b], tree.moves, first, count, tree.priors
                )
                normalise(tree.priors, first, count)
            else:
                value, state = evaluate(evaluator, rules, position, tree.random[b])
            tree.random[b] = state
            take_value(tree, selection, b, node, depth, value)
        if tree.heads[b, FRESH] and tree.children[tree.heads[b, BASE]]:
            begin_at_root(tree, selection, b)
    return steps, evaluations


@kernel
def evaluate_rows(rules, evaluator, rows, moves, weights, random, priors, values):
    """A kernel evaluator on rows [B, K] of unfinished positions: priors [B, A], not scaled, and values [B], float32.

    moves [max_moves] int32 and weights [max_moves] float32 are scratch; the next random state is returned.
    """
    for b in range(len(rows)):
        position = decode(rules, rows[b])
        count = legal_moves(rules, position, moves)
        value, random = evaluate(evaluator, rules, position, random)
        values[b] = rounded(value)
        weigh_moves(evaluator, rules, position, moves, 0, count, weights)
        priors[b] = 0
        for i in range(count):
            priors[b, move_to_action(rules, position, moves[i])] = weights[i]
    return random


@kernel
def mark_legal(rules, rows, moves, legal):
    """legal [B, A] bool, True where the action is legal in rows [B, K]; moves [max_moves] int32 is scratch."""
    for b in range(len(rows)):
        position = decode(rules, rows[b])
        legal[b] = False
        for i in range(legal_moves(rules, position, moves)):
            legal[b, move_to_action(rules, position, moves[i])] = True
