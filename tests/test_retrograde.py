"""Retrograde analysis against sweeps in plain Python, position by position, and against the referee by samples."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from naive_values import naive_values, positions_of
from referee import HUNT_GAMES
from referee_hunt import HuntReferee
from test_solve_index import images, random_position

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.solve.retrograde import solve_flat, solve_slice
from hunt_ai.solve.slices import Slice, slice_of, slice_row
from hunt_ai.solve.statistics import side_counts

FILES = Path(__file__).parent / "games"
LITTLE = str(FILES / "little-tiger.toml")
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
            counts = side_counts(solved, side)
            assert counts.raw == tuple(raw[side][result] for result in range(3))
            assert counts.canonical == tuple(canonical[side][result] for result in range(3))
            assert counts.longest == longest[side]
    assert sum(seen.values()) > 100


MIDDLE = [
    ("double-tiger", "start='ooo../..o../T...T/...../.....',capture_goal=2", {"capture_goal": 2}),
    ("dog-deer", "hand=0,start='./.../..D../...../...../.ooo./..D../.../...',capture_goal=1", {"capture_goal": 1}),
    ("beat-the-wolf", "start='.../.../....ooo/..oW.../......./.../...',capture_goal=2", {"capture_goal": 2}),
    ("fox-and-geese", "start='.../.../....GGG/...FG../......./.../...',capture_goal=2", {"capture_goal": 2}),
]


@pytest.mark.parametrize(("name", "keys", "changes"), MIDDLE)
def test_samples_follow_from_their_successors_by_the_referee(name: str, keys: str, changes: dict[str, object]) -> None:
    game = load_game(f"{name}{{{keys}}}")
    definition = replace(HUNT_GAMES[name], **changes)
    solved = {found.slice.on_board: found for found in solve_flat(game)}
    rng = Random(name)
    won = 0

    def value_of(position: str) -> tuple[int, int] | None:
        row = game.parse_position(position.rpartition(" ")[0] + " 0")
        value = solved[slice_of(game, row).on_board].value(row)
        return None if value.winner is None else (value.winner, value.distance)

    for _ in range(1500):
        found = rng.choice(list(solved.values()))
        quarry, pack = random_position(game, found.slice, rng)
        text = game.format_position(slice_row(game, found.slice, quarry, pack, rng.randrange(2)))
        naive = HuntReferee(definition, text)
        outcome, side = naive.outcome(), "qp".index(text.split()[1])
        if outcome:
            assert value_of(text) == (game.sides.index(outcome[0]), 0)
            continue
        after = []
        for move in naive.legal_moves():
            child = naive.copy()
            child.push(move)
            ended = child.outcome()
            after.append((game.sides.index(ended[0]), 0) if ended else value_of(child.position()))
        wins = [value[1] for value in after if value and value[0] == side]
        if wins:
            expected = (side, min(wins) + 1)
        elif None in after:
            expected = None
        else:
            expected = (1 - side, max(value[1] for value in after) + 1)
        assert value_of(text) == expected, text
        won += expected is not None
    assert won > 30


def test_slices_are_solved_in_order() -> None:
    game = load_game(LITTLE)
    three, four = solve_flat(game)
    assert (three.slice.on_board, four.slice.on_board) == (3, 4)
    with pytest.raises(UserError, match="needs the slice with one dog less"):
        solve_slice(game, four.slice, None)
    with pytest.raises(UserError, match="a capture ends the game"):
        solve_slice(game, three.slice, four)
    with pytest.raises(UserError, match="no slice in which dogs only step"):
        solve_slice(game, Slice(4, 0, (1, 0, 0, 0)), three)
    with pytest.raises(UserError, match="no position of"):
        four.value(game.start)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solved = list(solve_flat(load_game(LITTLE), report=lambda *progress: told.append(progress)))
    assert [distance for distance, _ in told[:3]] == [1, 2, 3]
    assert told[-1][0] == max(side_counts(solved[-1], side).longest for side in (0, 1)) + 1
    assert told[-1][1] > 0


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    game = load_game("double-tiger{start='ooo../...../T...T/...../.....',capture_goal=2}")
    for alone, together in zip(solve_flat(game), solve_flat(game, threads), strict=True):
        for side in (0, 1):
            np.testing.assert_array_equal(alone.words[side], together.words[side])
