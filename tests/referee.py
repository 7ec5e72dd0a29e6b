"""The games as the rules page gives them, and `referee(game, position)`. Imports the naive referees only."""

from __future__ import annotations

from itertools import product

from referee_base import Referee, words
from referee_hunt import HuntDefinition, HuntReferee, Neighbours
from referee_jungle import JungleReferee
from referee_jungle_rules import JungleDefinition

Line = tuple[str, str]


def column(point: str) -> int:
    return ord(point[0]) - ord("a")


def row(point: str) -> int:
    return int(point[1:])


def rectangle(corner: str, opposite: str) -> frozenset[str]:
    """The points of a rectangle of the grid, by two corners."""
    files, ranks = range(column(corner), column(opposite) + 1), range(row(corner), row(opposite) + 1)
    return frozenset(f"{chr(ord('a') + x)}{y}" for x, y in product(files, ranks))


def is_diagonal(line: Line) -> bool:
    return column(line[0]) != column(line[1]) and row(line[0]) != row(line[1])


def grid_lines(points: frozenset[str]) -> set[Line]:
    """Orthogonal lines between neighbours."""
    return {(a, b) for a, b in product(points, points) if abs(column(a) - column(b)) + abs(row(a) - row(b)) == 1}


def touching_corners(points: frozenset[str]) -> set[Line]:
    """Every pair of points that are diagonal neighbours on the grid, line or no line."""
    return {(a, b) for a, b in product(points, points) if abs(column(a) - column(b)) == 1 == abs(row(a) - row(b))}


def alquerque_lines(points: frozenset[str], origin: str) -> set[Line]:
    """Grid lines, and diagonals from the points whose file index + rank index is even, `origin` being (0,0)."""
    even = {point for point in points if (column(point) - column(origin) + row(point) - row(origin)) % 2 == 0}
    return grid_lines(points) | {(a, b) for a, b in touching_corners(points) if a in even}


def square_diagonals(points: frozenset[str]) -> set[Line]:
    """Both diagonals of each small square whose four corners are all points."""
    return {(a, b) for a, b in touching_corners(points) if f"{a[0]}{b[1:]}" in points and f"{b[0]}{a[1:]}" in points}


def listed_lines(text: str) -> set[Line]:
    pairs = [tuple(line.split("-")) for line in text.split()]
    return {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}


def straight_triples(lines: set[Line]) -> frozenset[tuple[str, str, str]]:
    """(from, over, to) where two drawn lines meet end to end without a bend."""
    return frozenset(
        (start, over, to)
        for (start, over), (middle, to) in product(lines, lines)
        if over == middle
        and column(over) - column(start) == column(to) - column(over)
        and row(over) - row(start) == row(to) - row(over)
    )


def hunt_game(points: frozenset[str], lines: set[Line], **rules: object) -> HuntDefinition:
    """A definition from the drawn lines; the pack may stand on every point unless `rules` say otherwise."""

    def neighbours(diagonal: bool) -> Neighbours:
        return {
            point: frozenset(b for a, b in lines if a == point and is_diagonal((a, b)) == diagonal) for point in points
        }

    rules = {"pack_region": points, **rules}
    return HuntDefinition(points, neighbours(False), neighbours(True), straight_triples(lines), **rules)


def dog_deer() -> HuntDefinition:
    grassland, cliff, mountain = rectangle("a3", "e7"), words("b8 c8 d8 c9"), words("b2 c2 d2 a1 c1 e1")
    cliff_lines = listed_lines("c7-b8 c7-c8 c7-d8 b8-c8 c8-d8 b8-c9 c8-c9 d8-c9")
    mountain_lines = listed_lines("c3-b2 c3-c2 c3-d2 b2-c2 c2-d2 b2-a1 c2-c1 d2-e1 a1-c1 c1-e1")
    return hunt_game(
        grassland | cliff | mountain,
        alquerque_lines(grassland, "a3") | cliff_lines | mountain_lines,
        quarry_side="deer",
        quarry_letter="D",
        start_rows="./.../..D../.ooo./.o.o./.ooo./..D../.../...",
        hand=16,
        capture_goal=8,
        pack_region=grassland,
        driven_out=cliff | mountain,
    )


def beat_the_wolf() -> HuntDefinition:
    cross = rectangle("c1", "e2") | rectangle("a3", "g5") | rectangle("c6", "e7")
    return hunt_game(
        cross,
        grid_lines(cross) | square_diagonals(cross),
        quarry_side="wolf",
        quarry_letter="W",
        start_rows=".../.../o.....o/o..W..o/ooooooo/ooo/ooo",
        capture_goal=12,
        pack_directions=words("up down left right"),
    )


def double_tiger() -> HuntDefinition:
    grid = rectangle("a1", "e5")
    return hunt_game(
        grid,
        alquerque_lines(grid, "a1"),
        quarry_side="tigers",
        quarry_letter="T",
        start_rows="...../.4.4./T...T/.4.4./.....",
        capture_goal=6,
        group_points=words("b2 d2 b4 d4"),
    )


def bagh_chal() -> HuntDefinition:
    grid = rectangle("a1", "e5")
    return hunt_game(
        grid,
        alquerque_lines(grid, "a1"),
        quarry_side="tigers",
        quarry_letter="T",
        pack_side="goats",
        pack_letter="G",
        start_rows="T...T/...../...../...../T...T",
        first="pack",
        hand=20,
        capture_goal=5,
    )


def fox_and_geese() -> HuntDefinition:
    cross = rectangle("c1", "e2") | rectangle("a3", "g5") | rectangle("c6", "e7")
    return hunt_game(
        cross,
        grid_lines(cross),
        quarry_side="fox",
        quarry_letter="F",
        pack_side="geese",
        pack_letter="G",
        start_rows=".../.../......./...F.../GGGGGGG/GGG/GGG",
        capture_goal=8,
        pack_directions=words("up left right"),
        pack_stuck="loses",
    )


HUNT_GAMES: dict[str, HuntDefinition] = {
    "dog-deer": dog_deer(),
    "beat-the-wolf": beat_the_wolf(),
    "double-tiger": double_tiger(),
    "bagh-chal": bagh_chal(),
    "fox-and-geese": fox_and_geese(),
}

JUNGLE_GAMES: dict[str, JungleDefinition] = {
    "jungle-arena": JungleDefinition(),
    "jungle-bighead": JungleDefinition(
        jumps={"L": words("rank file"), "T": words("rank")},
        own_rat_blocks=True,
        rat_blocks_whole_river=True,
        rat_takes_rat_across_bank=False,
        trapped_beast_may_capture=True,
        timeouts_lose=2,
    ),
}


def referee(game: str, position: str | None = None) -> Referee:
    """A naive game by name, from its start or from a position text."""
    if game in HUNT_GAMES:
        return HuntReferee(HUNT_GAMES[game], position)
    return JungleReferee(JUNGLE_GAMES[game], position)
