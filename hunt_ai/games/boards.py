"""Boards of hunt games: named points in the plane, the lines drawn between them, and named regions.

deer-35 (dog-deer): the alquerque grid a3-e7 between a diamond above and a triangle below, joined at the gates c7 and c3

        9         c9
        8      b8 c8 d8            cliff
        7   a7 b7 c7 d7 e7
        ..        ..               grassland
        3   a3 b3 c3 d3 e3
        2      b2 c2 d2            mountain
        1   a1    c1    e1
"""

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

POINT_NAME = re.compile(r"[a-z][1-9][0-9]?")
MAX_POINTS = 64
DIRECTIONS = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")
ORTHOGONAL = DIRECTIONS[:4]


@dataclass(frozen=True)
class Board:
    """Points with their coordinates (x to the right, y up, one step = 1), lines between them, and regions.

    The order of `places` is the order of the points everywhere: by rank from below, then by file.
    """

    places: Mapping[str, tuple[float, float]]
    lines: frozenset[tuple[str, str]]  # both directions of every line
    regions: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @functools.cached_property
    def points(self) -> tuple[str, ...]:
        return tuple(self.places)

    @functools.cached_property
    def bits(self) -> dict[str, int]:
        """Bit number of each point: row * width + column where such a grid fits into 64 bits, else the point's order.

        On a grid a direction is one shift for all points, which is what makes the kernels fast.
        """
        grid = {point: grid_place(point) for point in self.points}
        left = min(column for column, _ in grid.values())
        bottom = min(row for _, row in grid.values())
        width = max(column for column, _ in grid.values()) - left + 1
        height = max(row for _, row in grid.values()) - bottom + 1
        if width * height > MAX_POINTS:
            return {point: number for number, point in enumerate(self.points)}
        return {point: (row - bottom) * width + column - left for point, (column, row) in grid.items()}

    @functools.cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        return {a: tuple(b for b in self.points if (a, b) in self.lines) for a in self.points}

    @functools.cached_property
    def jumps(self) -> tuple[tuple[str, str, str], ...]:
        """All (from, over, to): three points on one straight line, both segments drawn."""
        return tuple(
            (start, over, to)
            for over in self.points
            for start, to in itertools.permutations(self.neighbours[over], 2)
            if self._straight(start, over, to)
        )

    @functools.cached_property
    def ranks(self) -> tuple[tuple[str, ...], ...]:
        """The points of each rank from the top down, left to right: the rows of a position text."""
        rows: dict[int, list[str]] = {}
        for point in self.points:
            rows.setdefault(grid_place(point)[1], []).append(point)
        return tuple(tuple(sorted(rows[rank], key=grid_place)) for rank in sorted(rows, reverse=True))

    def direction(self, start: str, to: str) -> str:
        """The name in DIRECTIONS of the way from `start` to `to`."""
        dx, dy = self._vector(start, to)
        words = [("up", "down")[dy < 0]] * (abs(dy) > 1e-6) + [("right", "left")[dx < 0]] * (abs(dx) > 1e-6)
        return "-".join(words)

    def _vector(self, start: str, to: str) -> tuple[float, float]:
        (x0, y0), (x1, y1) = self.places[start], self.places[to]
        return x1 - x0, y1 - y0

    def _straight(self, start: str, over: str, to: str) -> bool:
        (ax, ay), (bx, by) = self._vector(start, over), self._vector(over, to)
        return abs(ax * by - ay * bx) < 1e-6 and ax * bx + ay * by > 0


def grid_place(point: str) -> tuple[int, int]:
    """(column from a = 0, rank from 1) of a point's name."""
    return ord(point[0]) - ord("a"), int(point[1:])


def make_board(
    places: Mapping[str, tuple[float, float]] | Iterable[str],
    lines: Iterable[tuple[str, str]],
    regions: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """A board from points (coordinates default to those in their names), lines in either direction, and regions."""
    if not isinstance(places, Mapping):
        places = {point: (float(column), float(rank)) for point in places for column, rank in [grid_place(point)]}
    ordered = sorted(places, key=lambda point: grid_place(point)[::-1])
    both_ways = {pair for a, b in lines for pair in ((a, b), (b, a))}
    return Board(
        {point: places[point] for point in ordered},
        frozenset(both_ways),
        {name: frozenset(points) for name, points in (regions or {}).items()},
    )


def _rectangle(files: str, ranks: range) -> list[str]:
    return [f"{file}{rank}" for rank in ranks for file in files]


def _grid_lines(points: Iterable[str], diagonals: str) -> list[tuple[str, str]]:
    """Lines between neighbours; diagonals "none", "all" (both in every small square) or "alquerque" (those of points
    whose column + rank is even, a1 counting as (0, 0))."""
    by_place = {grid_place(point): point for point in points}
    lines = []
    for (column, rank), point in by_place.items():
        for step in ((1, 0), (0, 1)):
            other = by_place.get((column + step[0], rank + step[1]))
            if other:
                lines.append((point, other))
        right, above = by_place.get((column + 1, rank)), by_place.get((column, rank + 1))
        across = by_place.get((column + 1, rank + 1))
        if diagonals == "none" or not (right and above and across):
            continue
        even = (column + rank - 1) % 2 == 0
        if diagonals == "all" or even:
            lines.append((point, across))
        if diagonals == "all" or not even:
            lines.append((right, above))
    return lines


def _path(text: str) -> list[tuple[str, str]]:
    points = text.split("-")
    return list(itertools.pairwise(points))


def _deer_35() -> Board:
    grassland = _rectangle("abcde", range(3, 8))
    cliff, mountain = ["b8", "c8", "d8", "c9"], ["b2", "c2", "d2", "a1", "c1", "e1"]
    lines = _grid_lines(grassland, "alquerque")
    for path in ("c7-b8-c9-d8-c7", "c7-c8-c9", "b8-c8-d8", "c3-b2-a1-c1-e1-d2-c3", "c3-c2-c1", "b2-c2-d2"):
        lines += _path(path)
    return make_board(
        [*grassland, *cliff, *mountain], lines, {"grassland": grassland, "cliff": cliff, "mountain": mountain}
    )


def _cross_33(diagonals: str) -> Board:
    points = _rectangle("cde", range(1, 8)) + _rectangle("abfg", range(3, 6))
    return make_board(points, _grid_lines(points, diagonals))


def _alquerque_5x5() -> Board:
    points = _rectangle("abcde", range(1, 6))
    return make_board(points, _grid_lines(points, "alquerque"))


_NAMED: dict[str, Callable[[], Board]] = {
    "alquerque-5x5": _alquerque_5x5,
    "cross-33": functools.partial(_cross_33, "none"),
    "cross-33-alquerque": functools.partial(_cross_33, "alquerque"),
    "cross-33-diagonals": functools.partial(_cross_33, "all"),
    "deer-35": _deer_35,
}
NAMED_BOARDS = tuple(_NAMED)


@functools.cache
def named_board(name: str) -> Board:
    """One of NAMED_BOARDS; KeyError for another name."""
    return _NAMED[name]()
