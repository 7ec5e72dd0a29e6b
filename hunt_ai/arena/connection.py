"""Which players games connect: what ratings can be told from results, and what they leave to the prior."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components


def connected_groups(edges: NDArray[np.int_], nodes: int) -> list[list[int]]:
    """The nodes that edges [E, 2] connect, in groups, each in order, the group with the lowest node first."""
    graph = csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(nodes, nodes))
    count, labels = connected_components(graph, directed=False)
    groups = [np.flatnonzero(labels == label).tolist() for label in range(count)]
    return sorted(groups)


def describe_gaps(
    names: Sequence[str], pairings: NDArray[np.int_], groups: Sequence[Sequence[int]], anchor: int
) -> tuple[str, ...]:
    """What the results don't determine, a sentence each.

    A game determines the sum of r[a, 0] + A and -r[b, 1]: games determine differences within each connected group of
    nodes (player, side). The two sides of a player are comparable with another's if they lie in the same two groups.
    """

    def listed(players: Sequence[int]) -> str:
        return ", ".join(names[player] for player in players)

    warnings = []
    if len(groups) > 1:
        warnings.append(
            f"No games connect these groups of players: {'; '.join(map(listed, groups))}. Ratings compare players of "
            "one group; between groups they rest on the prior."
        )
    node_group = np.zeros(2 * len(names), dtype=np.int_)
    for number, nodes in enumerate(connected_groups(2 * pairings + (0, 1), 2 * len(names))):
        node_group[nodes] = number
    sides = np.sort(node_group.reshape(-1, 2), axis=1)  # [N, 2]
    for group in groups:
        if np.ptp(sides[group]) == 0:
            continue
        reference = anchor if anchor in group else group[0]
        adrift = [player for player in group if (sides[player] != sides[reference]).any()]
        start = f"Games do not connect the two sides of {listed(group)}: the strengths per side and the side advantage"
        if adrift:
            warnings.append(
                f"{start} rest on the prior, and so do the overall ratings of {listed(adrift)} beside "
                f"{names[reference]}. Games with the sides swapped are missing."
            )
        else:
            warnings.append(
                f"{start} rest on the prior; the overall ratings do not. Games of one of them against itself would "
                "connect them."
            )
    return tuple(warnings)
