"""Trees of MCTS in Python: making them, setting roots, and reading what they found."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.search.result import Score

NODE_BYTES = 42
MOST_NODES = 2**31 - 1
NODES_A_SLICE = 500_000  # where a part of a tree is kept
MAX_CP = 2000  # of a value that is not proved


def make_tree(rules: Ruleset, games: int, nodes: int) -> Any:
    """`games` empty trees of `nodes` places each, of NODE_BYTES bytes; UserError for sizes that cannot be."""
    least = 2 * rules.max_moves + 1
    if games < 1 or nodes < least or games * nodes > MOST_NODES:
        raise UserError(f"nodes: {games} x {nodes} places; each tree needs {least}, all together at most {MOST_NODES}")
    try:
        tree = _allocate(rules, games, nodes)
    except MemoryError:
        megabytes = -(-games * nodes * NODE_BYTES // 2**20)
        raise UserError(f"table: {megabytes} MB of memory cannot be had") from None
    for b in range(games):
        tree.heads[b, :3] = b * nodes, b * nodes + 1, (b + 1) * nodes
        set_root(tree, b, rules.start)
    return tree


def _allocate(rules: Ruleset, games: int, nodes: int) -> Any:
    from hunt_ai.search.kernels.mcts_tree import HEAD_WORDS, MAX_PATH, REPEATS, Tree

    def array(*shape: int, dtype: type) -> np.ndarray:
        return np.zeros(shape, dtype=dtype)

    places = games * nodes
    tree = Tree(
        visits=array(places, dtype=np.int32),
        totals=array(places, dtype=np.float64),
        priors=array(places, dtype=np.float32),
        moves=array(places, dtype=np.int32),
        children=array(places, dtype=np.int32),
        counts=array(places, dtype=np.int16),
        distances=array(places, dtype=np.int16),
        proofs=array(places, dtype=np.uint8),
        sides=array(places, dtype=np.uint8),
        values=array(places, dtype=np.float32),
        proof_numbers=array(places, 2, dtype=np.int32),
        heads=array(games, HEAD_WORDS, dtype=np.int64),
        roots=array(games, rules.words, dtype=np.uint64),
        leaves=array(games, rules.words, dtype=np.uint64),
        paths=array(games, MAX_PATH, dtype=np.int32),
        keys=array(games, MAX_PATH, dtype=np.uint64),
        past=array(0, dtype=np.uint64),
        random=np.ones(games, dtype=np.uint64),
        gumbels=array(games, rules.max_moves, dtype=np.float64),
        before=array(games, rules.max_moves, dtype=np.int32),
        ahead=array(2, rules.max_moves, dtype=np.int32),
    )
    tree.heads[:, REPEATS] = rules.settings.repetition_draw
    return tree


def set_root(tree: Any, b: int, row: Row) -> None:
    """Empty tree `b` and make `row` [K] its root."""
    from hunt_ai.search.kernels.mcts_tree import plant

    plant(tree, np.array([b]), row[None])


def keep_child(rules: Ruleset, tree: Any, b: int, move: int) -> None:
    """Make the position after `move` the root of tree `b`, keeping what was found below it.

    Nothing is kept of a node that was proved without its children.
    """
    from hunt_ai.games.kernels.rows import row_play
    from hunt_ai.search.kernels.mcts_tree import BASE

    after = np.empty_like(tree.roots[b])
    row_play(rules.kernel_rules, tree.roots[b], move, after)
    at = children_of(tree, int(tree.heads[b, BASE]))
    found = np.flatnonzero(tree.moves[at] == move)
    node = at.start + int(found[0]) if len(found) else None
    if node is not None and tree.visits[node] and (tree.children[node] or not tree.proofs[node]):
        _keep_subtree(tree, b, node)
        tree.roots[b] = after
    else:
        set_root(tree, b, after)


def _keep_subtree(tree: Any, b: int, node: int) -> None:
    from hunt_ai.search.kernels.mcts_reuse import mark_kept, move_kept
    from hunt_ai.search.kernels.mcts_tree import BASE, FREE, NOISED

    base, free = int(tree.heads[b, BASE]), int(tree.heads[b, FREE])
    used = free - base
    places = np.full(used, -1, dtype=np.int32)
    places[node - base] = 0
    slices = [(start, min(start + NODES_A_SLICE, used)) for start in range(0, used, NODES_A_SLICE)]
    kept = 0
    for start, stop in slices:
        kept = int(mark_kept(tree, b, places, start, stop, kept))
    for start, stop in slices:
        move_kept(tree, b, places, start, stop)
    tree.heads[b, FREE] = base + kept
    tree.heads[b, NOISED] = 0


def begin_search(tree: Any, seeds: Sequence[int] | np.ndarray) -> None:
    """Begin a search on every tree with random numbers from a seed for each."""
    from hunt_ai.search.kernels.mcts_tree import begin_searches

    begin_searches(tree, np.array(seeds, dtype=np.uint64))


def children_of(tree: Any, node: int) -> slice:
    """The places of the children of `node`; empty where it is not expanded."""
    first = int(tree.children[node])
    return slice(first, first + int(tree.counts[node]) if first else first)


def child_values(tree: Any, node: int) -> np.ndarray:
    """[children] float64: values for the mover at `node`, exact where proved; an unvisited child counts as -1."""
    from hunt_ai.search.kernels.mcts_tree import DRAWN

    at = children_of(tree, node)
    visits, proofs = tree.visits[at], tree.proofs[at]
    values = tree.totals[at] / np.maximum(visits, 1)
    values = np.choose(np.minimum(proofs, DRAWN), [values, np.ones_like(values), -np.ones_like(values), 0 * values])
    if tree.sides[node]:
        values = -values
    return np.where((visits == 0) & (proofs == 0), -1.0, values) + 0.0


def best_child(tree: Any, node: int, scores: np.ndarray | None = None) -> int | None:
    """Place of the best child of `node`, None where none has been visited or proved.

    The nearest proved win; else, of the children that are not proved lost, the one with the highest `scores` [children]
    (by default visits, then value), unless it promises less than a proved draw; else the farthest loss.
    """
    from hunt_ai.search.kernels.mcts_tree import DRAWN

    at = children_of(tree, node)
    if at.start == at.stop:
        return None
    won = 1 + int(tree.sides[node])
    visits, proofs, distances = tree.visits[at], tree.proofs[at], tree.distances[at].astype(np.int64)
    values = child_values(tree, node)
    scores = visits + 0.25 * values if scores is None else scores
    if (proofs == won).any():
        best = int(np.where(proofs == won, distances, MOST_NODES).argmin())
    elif (proofs == 3 - won).all():
        best = int(distances.argmax())
    else:
        best = int(np.where(proofs == 3 - won, -np.inf, scores).argmax())
        if values[best] < 0 and (proofs == DRAWN).any():
            best = int(np.where(proofs == DRAWN, visits, -1).argmax())
    return at.start + best if visits[best] or proofs[best] else None


def visit_policy(tree: Any, node: int) -> np.ndarray:
    """[children] float64, sums to 1: visits, but none of a child proved lost while there is another.

    Where the node is proved, all of it is the best child's; before any visit it is the priors.
    """
    at = children_of(tree, node)
    lost = tree.proofs[at] == 2 - int(tree.sides[node])
    policy = tree.visits[at].astype(np.float64)
    if tree.proofs[node]:
        policy[:] = 0
        policy[(best_child(tree, node) or at.start) - at.start] = 1
    elif not lost.all():
        policy[lost] = 0
    if policy.sum() == 0:
        policy = tree.priors[at].astype(np.float64)
        policy[lost & ~lost.all()] = 0
        policy = policy if policy.sum() > 0 else np.ones_like(policy)
    shares: np.ndarray = policy / policy.sum()
    return shares


def tempered(policy: np.ndarray, temperature: float) -> np.ndarray:
    """[n] float64, sums to 1: a policy to the power of 1 / temperature, above 0."""
    shares = (policy / policy.max()) ** (1 / temperature)
    whole: np.ndarray = shares / shares.sum()
    return whole


def gumbel_results(tree: Any, b: int) -> tuple[np.ndarray, np.ndarray]:
    """(scores by which Gumbel search chooses; improved policy), [children] float64.

    The scores are -inf but for those of the most visited in this search among the children that are not proved lost.
    """
    from hunt_ai.search.kernels.mcts_root import gumbel_scores, improved_policy
    from hunt_ai.search.kernels.mcts_tree import BASE

    root = int(tree.heads[b, BASE])
    at = children_of(tree, root)
    scores, policy = np.empty(at.stop - at.start), np.empty(at.stop - at.start)
    gumbel_scores(tree, b, scores)
    improved_policy(tree, b, policy)
    new = tree.visits[at] - tree.before[b, : len(scores)]
    new[tree.proofs[at] == 2 - int(tree.sides[root])] = -1
    return np.where(new == new.max(), scores, -np.inf), policy


def node_score(tree: Any, node: int, value: float) -> Score:
    """The score at `node` for its mover: its proof, or its `value`."""
    proof = int(tree.proofs[node])
    if proof in (1, 2):
        return Score("win" if proof == 1 + int(tree.sides[node]) else "loss", int(tree.distances[node]))
    return Score("cp", value_cp(0.0 if proof else value))


def value_cp(value: float) -> int:
    """Hundredths for an expected result of -1 to 1, within +-MAX_CP."""
    edge = 1 - 1e-12
    value = min(max(value, -edge), edge)
    return round(min(max(400 * math.log10((1 + value) / (1 - value)), -MAX_CP), MAX_CP))
