"""The tree of MCTS: preallocated arrays, and what is done at one node.

A node is a place in the arrays. The children of a node stand together, in the order of `legal_moves`. Every value is
side 0's, so nothing is negated on the way up, whoever is to move. A proof is 0 for none, else the low bits of an
outcome code: 1 and 2 for a win of side 0 and 1, 3 for a draw; its distance is the number of plies within which the
winner wins.

Each node has one path from the root, so where the rules count repetitions, its past is known: the game's positions
before the root, of which the tree keeps the keys, and those of the path. Proofs mind them.

Totals are sums of values rounded to 2^-16: exact in float64, whatever the order.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ONE
from hunt_ai.core.kernels.random import mix
from hunt_ai.games.kernels.verbs import count_moves, judge, key, legal_moves, play, side_to_move

# Words of a head: the root's place, the next free place, the end of the places; simulations of this search, positions
# evaluated, longest path; length of the pending path; whether this search has still to begin at the root, whether noise
# is in its priors; actions that Gumbel search considers (0: none), the root's visits when this search began; how often
# a position must have stood to be drawn (0: never).
BASE, FREE, END, SIMULATIONS, EVALUATED, DEEPEST, DEPTH, FRESH, NOISED, CONSIDERED, VISITS_BEFORE, REPEATS = range(12)
HEAD_WORDS = 12
MAX_PATH = 512  # nodes of a path; no node beyond is expanded
MAX_VISITS = 2**31 - 2
DRAWN = 3
NOT_LOOKED = -1  # distance of an expanded node whose children have not been judged yet
IMPOSSIBLE = np.int32(1 << 30)  # a proof number, as are all sums above it
_GRAIN = 65536.0


class Tree(NamedTuple):
    """B trees, each with its own N places; S = B * N."""

    visits: np.ndarray  # [S] int32
    totals: np.ndarray  # [S] float64, sum of the values of its visits
    priors: np.ndarray  # [S] float32
    moves: np.ndarray  # [S] int32, the move that leads to it
    children: np.ndarray  # [S] int32, its first child; 0 for none yet
    counts: np.ndarray  # [S] int16, how many children
    distances: np.ndarray  # [S] int16
    proofs: np.ndarray  # [S] uint8
    sides: np.ndarray  # [S] uint8, side to move, from its first visit
    values: np.ndarray  # [S] float32, value of its first visit
    proof_numbers: np.ndarray  # [S, 2] int32, of a win of side 0 and of side 1; see `count_proofs`
    heads: np.ndarray  # [B, HEAD_WORDS] int64
    roots: np.ndarray  # [B, K] uint64, position of the root
    leaves: np.ndarray  # [B, K] uint64, position of the leaf last reached
    paths: np.ndarray  # [B, MAX_PATH] int32, nodes from the root to that leaf
    keys: np.ndarray  # [B, MAX_PATH] uint64, keys of their positions, where repetitions are counted
    past: np.ndarray  # [P] uint64, keys of the positions before the root, where repetitions are counted
    random: np.ndarray  # [B] uint64, state of the generator
    gumbels: np.ndarray  # [B, max_moves] float64, by root child: Gumbel noise + log prior
    before: np.ndarray  # [B, max_moves] int32, visits of the root's children before this search
    ahead: np.ndarray  # [2, max_moves] int32, scratch of `mcts_probe`


class Selection(NamedTuple):
    """How children are chosen; `hunt_ai.search.mcts_settings` says more."""

    exploration: float
    urgency: float
    solver: bool
    proving: int  # 0: never
    probe: int
    noise: float
    noise_alpha: float
    considered: int
    gumbel_scale: float
    schedule: np.ndarray  # [considered + 1, simulations] int32, see `mcts_root.gumbel_child`


@kernel
def rounded(value):
    """`value` within -1 to 1, to the nearest 2^-16."""
    return np.floor(min(max(value, -1.0), 1.0) * _GRAIN + 0.5) / _GRAIN


@kernel
def proved_value(proof):
    """Side 0's value of a proof other than 0."""
    if proof == 1:
        return 1.0
    return -1.0 if proof == 2 else 0.0


@kernel
def select_child(tree, selection, node, proving):
    """The child of an expanded, unproved node with the highest PUCT score, the first among equals.

    Score: mean + exploration * prior * sqrt(visits of the parent) / (1 + visits) (Silver et al. 2018, with the parent's
    own first visit among its visits). With the solver, children proved lost for the mover are passed over. With
    `proving`, only the children with the mover's least proof number are looked at.
    """
    sign = 1.0 if tree.sides[node] == 0 else -1.0
    lost = 2 - tree.sides[node] if selection.solver else 4
    first = tree.children[node]
    visits = np.float64(tree.visits[node])
    scale = selection.exploration * np.sqrt(visits)
    unvisited = sign * tree.totals[node] / visits - selection.urgency
    side = tree.sides[node]
    best, best_score, least = first, -np.inf, np.int32(IMPOSSIBLE)
    for child in range(first, first + tree.counts[node]):
        proof = tree.proofs[child]
        if proof == lost:
            continue
        if proving:
            number = tree.proof_numbers[child, side]
            if proof or number > least:
                continue
            if number < least:
                best_score, least = -np.inf, number
        count = tree.visits[child]
        mean = unvisited
        if proof:
            mean = sign * proved_value(proof)
        elif count:
            mean = sign * tree.totals[child] / count
        score = mean + scale * tree.priors[child] / (1 + count)
        if score > best_score:
            best, best_score = child, score
    return np.int64(best)


@kernel
def plant(tree, chosen, rows):
    """Empty the trees `chosen` [n] int64 and make rows [n, K] their roots."""
    for k in range(len(chosen)):
        b = chosen[k]
        base = tree.heads[b, BASE]
        tree.heads[b, FREE] = base + 1
        tree.heads[b, NOISED] = 0
        tree.visits[base] = 0
        tree.totals[base] = 0
        tree.children[base] = 0
        tree.counts[base] = 0
        tree.distances[base] = 0
        tree.proofs[base] = 0
        tree.values[base] = 0
        for word in range(tree.roots.shape[1]):
            tree.roots[b, word] = rows[k, word]
            tree.leaves[b, word] = rows[k, word]


@kernel
def begin_searches(tree, seeds):
    """Begin a search on every tree with random numbers from seeds [B] uint64."""
    for b in range(len(seeds)):
        tree.heads[b, SIMULATIONS] = 0
        tree.heads[b, EVALUATED] = 0
        tree.heads[b, DEEPEST] = 0
        tree.heads[b, CONSIDERED] = 0
        tree.heads[b, FRESH] = 1
        tree.random[b] = max(mix(seeds[b]), ONE)


@kernel
def has_room(tree, b):
    """Whether another node of tree `b` can be expanded."""
    return tree.heads[b, FREE] + tree.gumbels.shape[1] <= tree.heads[b, END]


@kernel
def add_children(rules, tree, b, node, position):
    """Make the children of `node`, whose priors are still to be filled in; (first, count). There must be room."""
    first = tree.heads[b, FREE]
    count = legal_moves(rules, position, tree.moves[first:])
    tree.heads[b, FREE] = first + count
    tree.children[node] = first
    tree.counts[node] = count
    tree.distances[node] = NOT_LOOKED
    tree.visits[first : first + count] = 0
    tree.totals[first : first + count] = 0
    tree.children[first : first + count] = 0
    tree.proofs[first : first + count] = 0
    return first, count


@kernel
def judge_after(rules, tree, b, depth, after, count):
    """Outcome code of `after`, with `count` legal moves, which follows the node at `depth` of the path; or DRAWN."""
    code = judge(rules, after, count)
    if code or tree.heads[b, REPEATS] == 0:
        return code
    now, left = key(rules, after), tree.heads[b, REPEATS] - 1
    for i in range(len(tree.past)):
        left -= tree.past[i] == now
    for i in range(depth + 1):
        left -= tree.keys[b, i] == now
    return np.int64(DRAWN) if left <= 0 else code


@kernel
def judge_children(rules, tree, b, depth, position, proving):
    """Note which children of the path's node at `depth` end the game, and with `proving` the others' proof numbers.

    A node without children needs one move proved for a win of its mover, and all of them for a win of the other side.
    """
    node = tree.paths[b, depth]
    first = tree.children[node]
    tree.distances[node] = 0
    for child in range(first, first + tree.counts[node]):
        after = play(rules, position, tree.moves[child])
        count = count_moves(rules, after)
        code = judge_after(rules, tree, b, depth, after, count)
        if code:
            tree.proofs[child] = code & 3
            tree.distances[child] = 0
        elif proving:
            mover = side_to_move(rules, after)
            tree.proof_numbers[child, mover] = 1
            tree.proof_numbers[child, 1 - mover] = count


@kernel
def normalise(priors, first, count):
    """Divide priors[first : first + count] by their sum, in place; all alike where it is not above 0."""
    total = 0.0
    for i in range(first, first + count):
        total += priors[i]
    for i in range(first, first + count):
        priors[i] = np.float32(priors[i] / total) if total > 0.0 else np.float32(1.0 / count)


@kernel
def first_visit(rules, tree, node, position, code):
    """Note the side to move and, by the outcome `code`, the proof of a node."""
    tree.sides[node] = side_to_move(rules, position)
    if code:
        tree.proofs[node] = code & 3
        tree.distances[node] = 0


@kernel
def count_proofs(tree, node):
    """Set the proof numbers of an expanded, unproved node whose children have been judged (Allis et al. 1994).

    The proof number of a side's win is the least number of leaves that would have to be proved for it: of the side's
    own moves one is enough, of the other side's all are needed. A draw stands in the way of both wins.
    """
    side = tree.sides[node]
    first = tree.children[node]
    least, total = IMPOSSIBLE, np.int64(0)
    for child in range(first, first + tree.counts[node]):
        if tree.proofs[child] == 0:
            least = min(least, tree.proof_numbers[child, side])
            total += tree.proof_numbers[child, 1 - side]
        elif tree.proofs[child] == DRAWN:
            total = np.int64(IMPOSSIBLE)
    tree.proof_numbers[node, side] = least
    tree.proof_numbers[node, 1 - side] = min(total, np.int64(IMPOSSIBLE))


@kernel
def back_up(tree, selection, b, depth, value):
    """One more visit with side 0's `value` for each node of the path down to `depth`; their proof numbers."""
    path = tree.paths[b]
    for d in range(depth + 1):
        node = path[d]
        tree.visits[node] += 1
        tree.totals[node] += value
    if selection.proving:
        for d in range(depth, -1, -1):
            node = path[d]
            if tree.children[node] and not tree.proofs[node] and tree.distances[node] != NOT_LOOKED:
                count_proofs(tree, node)
    tree.heads[b, SIMULATIONS] += 1
    tree.heads[b, DEEPEST] = max(tree.heads[b, DEEPEST], depth)


@kernel
def prove(tree, node):
    """Whether the children of `node` prove it; then its proof and distance are set (Winands et al. 2008).

    A won child proves a win, the nearest one its distance; when all are proved, a draw or the farthest loss is left.
    """
    won = 1 + tree.sides[node]
    first = tree.children[node]
    nearest, farthest = 32767, 0
    all_proved, drawn = True, False
    for child in range(first, first + tree.counts[node]):
        proof = tree.proofs[child]
        if proof == won:
            nearest = min(nearest, tree.distances[child])
        elif proof == 0:
            all_proved = False
        elif proof == DRAWN:
            drawn = True
        else:
            farthest = max(farthest, tree.distances[child])
    if nearest < 32767:
        tree.proofs[node] = won
        tree.distances[node] = 1 + nearest
        return True
    if not all_proved:
        return False
    tree.proofs[node] = DRAWN if drawn else 3 - won
    tree.distances[node] = 0 if drawn else 1 + farthest
    return True


@kernel
def prove_path(tree, b, depth):
    """Carry the proof of the node at `depth` of the path as far up as it goes."""
    path = tree.paths[b]
    depth -= 1
    while depth >= 0 and prove(tree, path[depth]):
        depth -= 1
