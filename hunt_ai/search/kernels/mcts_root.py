"""What is special at the root: Dirichlet noise, and the Gumbel search of Danihelka et al. 2022.

The latter considers the moves with the highest sum of Gumbel noise and log prior, halves their number in a fixed
schedule of visits, and improves the policy by completed values. Logarithms and exponentials are the platform's.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.random import next_random
from hunt_ai.search.kernels.mcts_tree import BASE, CONSIDERED, FRESH, NOISED, VISITS_BEFORE, proved_value

_S11 = np.uint64(11)
_UNIT = 2.0**-53
_LEAST_PRIOR = 1e-12
VISIT_OFFSET, VALUE_SCALE = 50.0, 1.0  # c_visit and c_scale of the paper


@kernel
def next_uniform(random):
    """(a number strictly between 0 and 1, next random state)."""
    random = next_random(random)
    return (np.float64(random >> _S11) + 0.5) * _UNIT, random


@kernel
def next_normal(random):
    """(a standard normal number, next random state), by Box and Muller 1958."""
    radius, random = next_uniform(random)
    angle, random = next_uniform(random)
    return np.sqrt(-2.0 * np.log(radius)) * np.cos(2.0 * np.pi * angle), random


@kernel
def next_gamma(shape, random):
    """(a gamma number of the given shape and scale 1, next random state), by Marsaglia and Tsang 2000."""
    boost = 1.0
    if shape < 1.0:
        uniform, random = next_uniform(random)
        boost = uniform ** (1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / np.sqrt(9.0 * d)
    while True:
        normal, random = next_normal(random)
        uniform, random = next_uniform(random)
        v = (1.0 + c * normal) ** 3
        if v > 0.0 and np.log(uniform) < 0.5 * normal * normal + d - d * v + d * np.log(v):
            return boost * d * v, random


@kernel
def mix_noise(tree, b, fraction, alpha):
    """priors of the root's children = (1 - fraction) * priors + fraction * Dirichlet(alpha), in place."""
    root = tree.heads[b, BASE]
    first, count = tree.children[root], tree.counts[root]
    noise = tree.gumbels[b]
    state = tree.random[b]
    total = 0.0
    for i in range(count):
        noise[i], state = next_gamma(alpha, state)
        total += noise[i]
    tree.random[b] = state
    if total > 0.0:
        for i in range(count):
            mixed = (1.0 - fraction) * tree.priors[first + i] + fraction * noise[i] / total
            tree.priors[first + i] = np.float32(mixed)


@kernel
def begin_at_root(tree, selection, b):
    """Begin a search at the expanded root of tree `b`: noise, or the Gumbel numbers of this search."""
    root = tree.heads[b, BASE]
    first, count = tree.children[root], tree.counts[root]
    tree.heads[b, FRESH] = 0
    tree.heads[b, CONSIDERED] = min(selection.considered, count)
    tree.heads[b, VISITS_BEFORE] = tree.visits[root]
    if selection.considered:
        state = tree.random[b]
        for i in range(count):
            uniform, state = next_uniform(state)
            gumbel = -np.log(-np.log(uniform)) * selection.gumbel_scale
            tree.gumbels[b, i] = gumbel + np.log(max(tree.priors[first + i], _LEAST_PRIOR))
            tree.before[b, i] = tree.visits[first + i]
        tree.random[b] = state
    elif selection.noise > 0.0 and not tree.heads[b, NOISED]:
        mix_noise(tree, b, selection.noise, selection.noise_alpha)
        tree.heads[b, NOISED] = 1


@kernel
def mixed_value(tree, root):
    """Value that stands in for unvisited children, for the root's mover (v_mix of the paper, appendix D)."""
    sign = 1.0 if tree.sides[root] == 0 else -1.0
    first = tree.children[root]
    visits, priors, weighted = 0, 0.0, 0.0
    for child in range(first, first + tree.counts[root]):
        if tree.visits[child] or tree.proofs[child]:
            prior = max(np.float64(tree.priors[child]), _LEAST_PRIOR)
            visits += tree.visits[child]
            priors += prior
            weighted += prior * child_value(tree, child)
    value = np.float64(tree.values[root])
    if visits:
        value = (value + visits * weighted / priors) / (1 + visits)
    return sign * value


@kernel
def child_value(tree, child):
    """Side 0's value of a visited or proved child."""
    if tree.proofs[child]:
        return proved_value(tree.proofs[child])
    return tree.totals[child] / tree.visits[child]


@kernel
def advantage(tree, root, child, unvisited):
    """VALUE_SCALE times a child's completed value, brought to 0 to 1, for the root's mover."""
    value = unvisited
    if tree.visits[child] or tree.proofs[child]:
        value = child_value(tree, child) if tree.sides[root] == 0 else -child_value(tree, child)
    return VALUE_SCALE * 0.5 * (value + 1.0)


@kernel
def busiest(tree, root):
    """The most visits of a child of `root`."""
    first = tree.children[root]
    most = np.int32(0)
    for child in range(first, first + tree.counts[root]):
        most = max(most, tree.visits[child])
    return most


@kernel
def gumbel_child(tree, selection, b):
    """The root's child to visit next.

    schedule[m, i]: with m moves considered, simulation i goes to a child with that many visits in this search; of those
    the one with the highest Gumbel number, log prior and transformed value.
    """
    root = tree.heads[b, BASE]
    first = tree.children[root]
    i = tree.visits[root] - tree.heads[b, VISITS_BEFORE]
    wanted = -1
    if i < selection.schedule.shape[1]:
        wanted = selection.schedule[tree.heads[b, CONSIDERED], i]
    unvisited = mixed_value(tree, root)
    scale = VISIT_OFFSET + busiest(tree, root)
    best, best_score, best_wanted = first, -np.inf, False
    for k in range(tree.counts[root]):
        child = first + k
        is_wanted = tree.visits[child] - tree.before[b, k] == wanted
        score = tree.gumbels[b, k] + scale * advantage(tree, root, child, unvisited)
        if (is_wanted and not best_wanted) or (is_wanted == best_wanted and score > best_score):
            best, best_score, best_wanted = child, score, is_wanted
    return np.int64(best)


@kernel
def gumbel_scores(tree, b, scores):
    """scores [count] float64: Gumbel number, log prior and transformed value of each child of the root of tree `b`."""
    root = tree.heads[b, BASE]
    unvisited = mixed_value(tree, root)
    scale = VISIT_OFFSET + busiest(tree, root)
    for k in range(tree.counts[root]):
        scores[k] = tree.gumbels[b, k] + scale * advantage(tree, root, tree.children[root] + k, unvisited)


@kernel
def improved_policy(tree, b, policy):
    """policy [count] float64: softmax of log priors and transformed completed values at the root of tree `b`."""
    root = tree.heads[b, BASE]
    count = tree.counts[root]
    unvisited = mixed_value(tree, root)
    scale = VISIT_OFFSET + busiest(tree, root)
    highest = -np.inf
    for k in range(count):
        child = tree.children[root] + k
        prior = max(np.float64(tree.priors[child]), _LEAST_PRIOR)
        policy[k] = np.log(prior) + scale * advantage(tree, root, child, unvisited)
        highest = max(highest, policy[k])
    total = 0.0
    for k in range(count):
        policy[k] = np.exp(policy[k] - highest)
        total += policy[k]
    for k in range(count):
        policy[k] /= total
