"""MCTS on one tree with a kernel evaluator, in slices that resume from the tree itself."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.games.kernels.verbs import count_moves, decode, judge, key, play
from hunt_ai.search.kernels.evaluators import enter_known, evaluate, weigh_moves
from hunt_ai.search.kernels.mcts_probe import probe
from hunt_ai.search.kernels.mcts_root import begin_at_root, gumbel_child
from hunt_ai.search.kernels.mcts_tree import (
    BASE,
    CONSIDERED,
    EVALUATED,
    FRESH,
    MAX_VISITS,
    NOT_LOOKED,
    REPEATS,
    add_children,
    back_up,
    first_visit,
    has_room,
    judge_after,
    judge_children,
    normalise,
    prove,
    prove_path,
    proved_value,
    rounded,
    select_child,
)  # fmt: skip


@kernel
def goes_by_proofs(selection, tree, b):
    """Whether the next simulation of tree `b` goes down by proof numbers; none does in a full tree."""
    if not selection.proving or tree.heads[b, CONSIDERED] or not has_room(tree, b):
        return False
    return tree.visits[tree.heads[b, BASE]] % selection.proving == 0


@kernel
def walk(rules, selection, tree, b, depth, position, proving):
    """Go down from the node at `depth` of the path while nodes are expanded and not proved; (depth, position) there.

    With the solver, the first time that it passes a node it looks which of the children are over, which may prove it.
    `proving`: by proof numbers, PUCT among equals.
    """
    path = tree.paths[b]
    node = path[depth]
    repeats = tree.heads[b, REPEATS]
    if repeats:
        tree.keys[b, depth] = key(rules, position)
    while tree.children[node] and not tree.proofs[node] and depth < len(path) - 1:
        if selection.solver and tree.distances[node] == NOT_LOOKED:
            judge_children(rules, tree, b, depth, position, selection.proving)
            if prove(tree, node):
                prove_path(tree, b, depth)
                break
        if depth == 0 and tree.heads[b, CONSIDERED]:
            node = gumbel_child(tree, selection, b)
        else:
            node = select_child(tree, selection, node, proving)
        position = play(rules, position, tree.moves[node])
        depth += 1
        path[depth] = node
        if repeats:
            tree.keys[b, depth] = key(rules, position)
    return depth, position


@kernel
def expand(rules, evaluator, selection, tree, b, node, position):
    """Make the children of `node`, their priors and, with the solver, the proofs that the evaluator knows."""
    first, count = add_children(rules, tree, b, node, position)
    weigh_moves(evaluator, rules, position, tree.moves, first, count, tree.priors)
    normalise(tree.priors, first, count)
    if selection.solver:
        enter_known(evaluator, rules, tree, b, first, count, position)


@kernel
def meet(rules, selection, tree, b, depth, position):
    """The first visit of the node at `depth` of the path: note what is known of it before it is evaluated."""
    node = tree.paths[b, depth]
    code = np.int64(0)
    if depth == 0:
        code = judge(rules, position, count_moves(rules, position))
    elif not selection.solver:  # else its parent has judged it
        code = judge_after(rules, tree, b, depth - 1, position, count_moves(rules, position))
    first_visit(rules, tree, node, position, code)
    tree.heads[b, EVALUATED] += 1
    plies = min(selection.probe, 1) if tree.heads[b, REPEATS] else selection.probe  # it knows no past
    if depth > 0 and plies and probe(rules, tree, node, position, plies):
        prove_path(tree, b, depth)
    if tree.proofs[node]:
        tree.values[node] = proved_value(tree.proofs[node])


@kernel
def evaluate_leaf(rules, evaluator, tree, b, node, position):
    """Side 0's value of an unproved node."""
    value, state = evaluate(evaluator, rules, position, tree.random[b])
    tree.random[b] = state
    value = rounded(value if tree.sides[node] == 0 else -value)
    if tree.visits[node] == 0:
        tree.values[node] = value
    return value


@kernel
def simulate(rules, evaluator, selection, tree, simulations):
    """Run so many simulations on tree 0, fewer where its root is proved before; the number run.

    A node is evaluated at its first visit and expanded at its second, room permitting; the root by the end of the call.
    """
    b = 0
    path = tree.paths[b]
    root = tree.heads[b, BASE]
    start = decode(rules, tree.roots[b])
    done = 0
    path[0] = root
    while not tree.proofs[root] and tree.visits[root] < MAX_VISITS:
        if done >= simulations and (tree.children[root] or not tree.visits[root]):
            break
        depth, position, proving = 0, start, goes_by_proofs(selection, tree, b)
        while True:
            if tree.heads[b, FRESH] and tree.children[root]:
                begin_at_root(tree, selection, b)
                if done >= simulations:
                    return done
            depth, position = walk(rules, selection, tree, b, depth, position, proving)
            node = path[depth]
            if tree.proofs[node] or not tree.visits[node] or tree.children[node]:
                break
            if depth == len(path) - 1 or not has_room(tree, b):
                break
            expand(rules, evaluator, selection, tree, b, node, position)
        if not tree.visits[node] and not tree.proofs[node]:
            meet(rules, selection, tree, b, depth, position)
        if tree.proofs[node]:
            value = proved_value(tree.proofs[node])
        else:
            value = evaluate_leaf(rules, evaluator, tree, b, node, position)
        back_up(tree, selection, b, depth, value)
        done += 1
    return done
