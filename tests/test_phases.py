"""Values in the phases before dogs only step, against sweeps over every position that can come up."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from naive_values import IDLE, successors

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.kernels import hunt_phases as at
from hunt_ai.solve.phases import LONGEST, PhaseSearch
from hunt_ai.solve.retrograde import solve_flat
from hunt_ai.solve.slices import slice_of
from hunt_ai.solve.start import solve_start
from hunt_ai.solve.table import save_slice
from hunt_ai.solve.tables import join_slices

LITTLE = str(Path(__file__).parent / "games" / "little-tiger.toml")
GAMES = [
    LITTLE,
    LITTLE + "{start='2.2/.T./2.2'}",
    LITTLE + "{start='T.3/.../3.T',capture_goal=3}",
    LITTLE + "{start='ToT/.../2.2',capture_goal=1}",
    LITTLE + "{start='.T./ooo/o3o',group_points=['b1'],capture_goal=2}",
    LITTLE + "{start='oTo/oTo/o2o',group_points=['b1'],capture_goal=2}",
    LITTLE + "{start='.T./.oo/o3o',group_points=['b1'],capture_goal=3,groups_stuck='free'}",
    LITTLE + "{start='T../.../..T',hand=4,group_points=[]}",
    LITTLE + "{start='oTo/.../.T.',hand=3,group_points=[],capture_goal=3}",
    LITTLE + "{start='.../.T./...',hand=5,group_points=[],capture_goal=1}",
    LITTLE + "{start='T.2/.../2.T',hand=2,capture_goal=3}",
    LITTLE + "{start='.../.T./..T',hand=3,group_points=[],regions.top=['a3','b3','b2'],driven_out_of='top',"
    "pack_region='low',regions.low=['a1','b1','c1','a2','b2','c2','a3','b3'],capture_goal=2}",
]


def everything_after(game: HuntGame, row: Row) -> tuple[dict[bytes, tuple[int, int] | None], bool]:
    """(winner, plies) or None of each position that play from `row` can reach; whether a turn passes in any phase."""
    first = row.copy()
    values: dict[bytes, tuple[int, int] | None] = {}
    after: dict[bytes, list[bytes]] = {}
    todo, passes = [first], False
    while todo:
        here = todo.pop()
        if here.tobytes() in values:
            continue
        winner, rows = successors(game, here)
        values[here.tobytes()] = None if winner is None else (winner, 0)
        if winner is None:
            after[here.tobytes()] = [other.tobytes() for other in rows]
            todo += rows
            passed = len(rows) == 1 and (rows[0][:2] == here[:2]).all()
            passes = passes or (passed and not slice_of(game, here).is_flat)
    for distance in itertools.count(1):
        settled = {}
        for row_bytes, rows in after.items():
            mover = row_bytes[16] & 1
            found = [values[other] for other in rows]
            if any(value and value[0] == mover for value in found):
                settled[row_bytes] = (mover, distance)
            elif all(value and value[0] != mover for value in found):
                settled[row_bytes] = (1 - mover, distance)
        if not settled:
            return values, passes
        values.update(settled)
        for row_bytes in settled:
            del after[row_bytes]
    raise AssertionError("unreachable")


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_exhaustive_play(name: str) -> None:
    game = load_game(name)
    expected, passes = everything_after(game, game.start)
    assert passes or "ooo/o3o" not in name  # there the group is stuck
    search = PhaseSearch(game, join_slices(solve_flat(game)), memory_mb=1)
    rows = [np.frombuffer(row, dtype=np.uint64).copy() for row in expected]
    rows = [row for row in rows if not slice_of(game, row).is_flat][:1500] + rows[-20:]
    for row in rows:
        found = search.value(row)
        twin = expected[row.tobytes()]
        assert (found.winner, found.distance) == (twin or (None, None)), game.format_position(row)


def test_answers_are_bounds() -> None:
    game = load_game(GAMES[0])
    expected, _ = everything_after(game, game.start)
    tables = join_slices(solve_flat(game))
    for row_bytes, value in list(expected.items())[:200:10]:
        row = np.frombuffer(row_bytes, dtype=np.uint64).copy()
        search = PhaseSearch(game, tables, memory_mb=1)
        for attacker, limit in itertools.product(range(2), (0, 1, 3, 6, LONGEST)):
            exact = value[1] if value and value[0] == attacker else LONGEST + 1
            answer = search.wins_within(row, attacker, limit)
            assert exact <= answer <= limit if answer <= limit else limit < answer <= exact


def test_a_missing_slice_is_said() -> None:
    game = load_game(LITTLE)
    search = PhaseSearch(game, join_slices([]), memory_mb=1)
    with pytest.raises(UserError, match="not solved"):
        search.value(game.start)


def test_a_small_memory_changes_no_value() -> None:
    game = load_game(GAMES[3])
    tables = join_slices(solve_flat(game))
    small = PhaseSearch(game, tables, memory_mb=1)
    small._buckets = 1
    assert small.value(game.start) == PhaseSearch(game, tables, memory_mb=1).value(game.start)
    assert len(small._work(0).memory) == at.BUCKET


def test_best_play_from_the_start(tmp_path: Path) -> None:
    for name in GAMES[:4]:
        game = load_game(name)
        expected, _ = everything_after(game, game.start)
        for solved in solve_flat(game):
            save_slice(tmp_path / str(GAMES.index(name)), solved)
        found = solve_start(game, tmp_path / str(GAMES.index(name)), 1)
        value = expected[game.start.tobytes()]
        assert (found.value.winner, found.value.distance) == (value or (None, None))
        play = Game(game)
        assert found.line[0] in found.best
        for text in found.line:
            play.push(text)
            now = expected[np.concatenate([play.row[:2], play.row[2:] & ~IDLE]).tobytes()]
            assert (now and now[0]) == (value and value[0])
        assert len(found.line) == value[1] if value else slice_of(game, play.row).is_flat
