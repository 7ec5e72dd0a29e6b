"""Automorphisms of coloured relational structures: the symmetries that a game's rules cannot tell from none."""

from collections.abc import Hashable, Iterable, Sequence

MOST = 1000


def automorphisms(
    colours: Sequence[Hashable], pairs: Sequence[Iterable[tuple[int, int]]], triples: Iterable[tuple[int, int, int]]
) -> list[tuple[int, ...]]:
    """All permutations of the points 0 .. n - 1 that keep colours, every relation of pairs, and the triples.

    Found by backtracking over colours refined by neighbourhoods (as in McKay 1981, without the group theory: boards are
    small). The identity comes first. A structure with more than MOST automorphisms, which no playable board has, gets
    the identity alone.
    """
    pair_sets = [frozenset(relation) for relation in pairs]
    triple_set = frozenset(triples)
    refined = _refine(colours, pair_sets, triple_set)
    n = len(colours)
    linked: list[set[int]] = [set() for _ in range(n)]
    for relation in pair_sets:
        for a, b in relation:
            linked[a].add(b)
            linked[b].add(a)
    order = _connected_order(refined, linked)
    found: list[tuple[int, ...]] = []
    image: dict[int, int] = {}

    def fits(point: int, candidate: int) -> bool:
        for relation in pair_sets:
            for other, other_image in image.items():
                if ((point, other) in relation) != ((candidate, other_image) in relation):
                    return False
                if ((other, point) in relation) != ((other_image, candidate) in relation):
                    return False
        return True

    def extend(depth: int) -> None:
        if len(found) > MOST:
            return
        if depth == n:
            mapping = tuple(image[point] for point in range(n))
            if {(mapping[a], mapping[b], mapping[c]) for a, b, c in triple_set} == triple_set:
                found.append(mapping)
            return
        point = order[depth]
        used = set(image.values())
        for candidate in range(n):
            if candidate not in used and refined[candidate] == refined[point] and fits(point, candidate):
                image[point] = candidate
                extend(depth + 1)
                del image[point]

    extend(0)
    identity = tuple(range(n))
    if len(found) > MOST:
        return [identity]
    return sorted(found, key=lambda mapping: (mapping != identity, mapping))


def _refine(
    colours: Sequence[Hashable], pairs: Sequence[frozenset[tuple[int, int]]], triples: frozenset[tuple[int, int, int]]
) -> list[int]:
    """Colours split by the colours around each point until nothing splits any more."""
    current = _number(colours)
    while True:
        around: list[list[Hashable]] = [[] for _ in current]
        for number, relation in enumerate(pairs):
            for a, b in relation:
                around[a].append((number, 0, current[b]))
                around[b].append((number, 1, current[a]))
        for a, b, c in triples:
            around[a].append((-1, 0, current[b], current[c]))
            around[b].append((-1, 1, current[a], current[c]))
            around[c].append((-1, 2, current[a], current[b]))
        split = _number([(colour, tuple(sorted(near))) for colour, near in zip(current, around, strict=True)])  # type: ignore[type-var]
        if len(set(split)) == len(set(current)):
            return split
        current = split


def _number(values: Sequence[Hashable]) -> list[int]:
    numbers = {value: number for number, value in enumerate(sorted(set(values), key=repr))}
    return [numbers[value] for value in values]


def _connected_order(colours: Sequence[int], linked: Sequence[set[int]]) -> list[int]:
    """The points, each after a neighbour where it has one: rare colours first, so that wrong starts die early."""
    left = set(range(len(colours)))
    order: list[int] = []
    while left:
        frontier = {point for point in left if linked[point] & set(order)} or left
        point = min(frontier, key=lambda p: (-len(linked[p] & set(order)), list(colours).count(colours[p]), p))
        order.append(point)
        left.remove(point)
    return order
