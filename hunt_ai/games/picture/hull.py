"""The outline of a region: the convex hull of discs around its places."""

import math
from collections.abc import Iterable

CORNERS = 24  # of the polygon that stands for a disc


def disc_hull(centres: Iterable[tuple[float, float]], radius: float) -> tuple[tuple[float, float], ...]:
    """The convex hull of discs of `radius` around `centres` (Andrew's monotone chain, 1979)."""
    turn = [(math.cos(2 * math.pi * k / CORNERS), math.sin(2 * math.pi * k / CORNERS)) for k in range(CORNERS)]
    points = sorted({(round(x + radius * c, 2), round(y + radius * s, 2)) for x, y in centres for c, s in turn})
    hull: list[tuple[float, float]] = []
    for way in (points, points[::-1]):
        chain: list[tuple[float, float]] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        hull += chain[:-1]
    return tuple(hull)


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
