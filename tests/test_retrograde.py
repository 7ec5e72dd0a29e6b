"""Retrograde analysis against sweeps in plain Python, position by position, and against the referee by samples."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from naive_values import naive_values, positions_of
from test_solve_index import images

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.retrograde import solve_flat, solve_slice
from hunt_ai.solve.slices import Slice

FILES = Path(__file__).parent / "games"
LITTLE = str(FILES / "little-tiger.toml")
FLAT = "group_points=[],"
GAMES = [
    LITTLE,
    LITTLE + "{start='o.o/oTo/oTo',capture_goal=3}",
    LITTLE + "{start='o.o/.T./o.o',capture_goal=2}",
    LITTLE + "{start='o.o/.T./o.o',capture_goal=4,pack_stuck='lose'}",
    LITTLE + "{start='ooo/.TT/ooT',capture_goal=2,pack_stuck='lose',pack.directions=['up','left','up-left']}",
    LITTLE + "{start='ooo/.TT/ooo',capture_goal=2,pack.directions=['up']}",
    LITTLE + "{start='ooo/.TT/o..',capture_goal=3,quarry.directions=['up','left','right','down-right']}",
    LITTLE + "{start='ooo/TTT/oTo',capture_goal=2}",
    LITTLE + "{start='oo./.T./.oT',capture_goal=2,regions.top=['a3','b3','c3','b2'],driven_out_of='top'}",
    LITTLE + "{start='oo./.T./.oT',regions.top=['a3','b3','b2'],driven_out_of='top',pack_region='low',"
    "group_points=[],regions.low=['a1','b1','c1','a2','b2','c2','a3','b3'],"
    "judgement=['driven-out','immobilised','captures','no-progress'],no_progress_limit=1}",
    LITTLE + "{start='oo./.T./.oT',capture_goal=3,regions.top=['a3','c3','b2'],driven_out_of='top',pack_stuck='lose',"
    "pack.directions=['up','down'],judgement=['immobilised','captures','driven-out','no-progress']}",
    str(FILES / "crooked.toml"),
    str(FILES / "crooked.toml") + "{pack_stuck='pass',capture_goal=3}",
    "beat-the-wolf{start='.../.../.....oo/...W.../......./.../...',capture_goal=2}",
    "fox-and-geese{start='.../.../.....GG/...F.../......./.../...',capture_goal=1}",
    "dog-deer{hand=0,capture_goal=2,start='./.../..D../...../...../.oo../...../.../...'}",
    str(FILES / "long-road.toml")
    + "{hand=0,capture_goal=1,start='...../...../...../...o./...../.F.../...../...../...../...../.....'}",
]


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_small_games(name: str) -> None:
    game = load_game(name)
    expected = naive_values(game)
    seen = Counter()
    for solved in solve_flat(game):
        raw: tuple[Counter, Counter] = (Counter(), Counter())
        canonical: tuple[Counter, Counter] = (Counter(), Counter())
        longest = [0, 0]
        for row in positions_of(game, solved.slice):
            side = game.side_of(row)
            value, twin = solved.value(row), expected[row.tobytes()]
            assert (value.winner, value.distance) == (twin or (None, None)), game.format_position(row)
            result = 2 if twin is None else twin[0]
            raw[side][result] += 1
            orbit = images(game, solved.slice, int(row[0]), int(row[1]))
            canonical[side][result] += (int(row[0]), int(row[1])) == min(orbit)
            longest[side] = max(longest[side], twin[1] if twin else 0)
            seen[result] += 1
        for side in (0, 1):
            counts = solved.side_counts(side)
            assert counts.raw == tuple(raw[side][result] for result in range(3))
            assert counts.canonical == tuple(canonical[side][result] for result in range(3))
            assert counts.longest == longest[side]
    assert sum(seen.values()) > 100
