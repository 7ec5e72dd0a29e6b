"""Keeping the part of a tree below a move that was played, in slices.

Children stand behind their parents, so one pass in rising order sees every node before its children, and nodes only
move down. `places` [N] int32 is -1 for a node that goes, else its new place, counted from the tree's base.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.search.kernels.mcts_tree import BASE


@kernel
def mark_kept(tree, b, places, start, stop, kept):
    """Number the nodes at offsets `start` to `stop` that are kept; the count so far.

    places: changed in place; at first 0 for the new root and -1 elsewhere; children of a kept node become 0.
    """
    base = tree.heads[b, BASE]
    for offset in range(start, stop):
        if places[offset] < 0:
            continue
        places[offset] = kept
        kept += 1
        first = tree.children[base + offset]
        if first:
            for child in range(first, first + tree.counts[base + offset]):
                places[child - base] = 0
    return kept


@kernel
def move_kept(tree, b, places, start, stop):
    """Move the kept nodes at offsets `start` to `stop` to their new places."""
    base = tree.heads[b, BASE]
    for offset in range(start, stop):
        if places[offset] < 0:
            continue
        old, new = base + offset, base + places[offset]
        tree.visits[new] = tree.visits[old]
        tree.totals[new] = tree.totals[old]
        tree.priors[new] = tree.priors[old]
        tree.moves[new] = tree.moves[old]
        tree.counts[new] = tree.counts[old]
        tree.distances[new] = tree.distances[old]
        tree.proofs[new] = tree.proofs[old]
        tree.sides[new] = tree.sides[old]
        tree.values[new] = tree.values[old]
        tree.proof_numbers[new, 0] = tree.proof_numbers[old, 0]
        tree.proof_numbers[new, 1] = tree.proof_numbers[old, 1]
        first = tree.children[old]
        tree.children[new] = base + places[first - base] if first else np.int32(0)
