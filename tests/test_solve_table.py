"""Files of solved slices: read back as they were, used to go on, and refused where they are not what they should be."""

from pathlib import Path

import numpy as np
import pytest

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.solve import table
from hunt_ai.solve.retrograde import solve_flat
from hunt_ai.solve.table import load_slice, save_slice, slice_path, solve_into
from hunt_ai.solve.table_file import HEADER_BYTES

LITTLE = str(Path(__file__).parent / "games" / "little-tiger.toml")


def test_a_slice_is_read_back_as_it_was(tmp_path: Path) -> None:
    game = load_game(LITTLE)
    for solved in solve_flat(game):
        path = save_slice(tmp_path / "new", solved)
        assert path == slice_path(tmp_path / "new", solved.slice)
        loaded = load_slice(tmp_path / "new", game, solved.slice)
        assert loaded.slice == solved.slice
        for side in (0, 1):
            np.testing.assert_array_equal(loaded.words[side], solved.words[side])
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["3-0-0000.slice", "4-0-0000.slice"]


def test_solving_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(LITTLE)
    solved = solve_into(tmp_path, game)
    first = next(solved)
    solved.close()
    solve_slice, done = table.solve_slice, []

    def counted(game, here, *rest):
        done.append(here.on_board)
        return solve_slice(game, here, *rest)

    monkeypatch.setattr(table, "solve_slice", counted)
    again = list(solve_into(tmp_path, game))
    assert done == [4]
    np.testing.assert_array_equal(again[0].words[0], first.words[0])
    for one, other in zip(again, solve_flat(game), strict=True):
        np.testing.assert_array_equal(one.words[1], other.words[1])


def test_files_that_are_refused(tmp_path: Path) -> None:
    game = load_game(LITTLE)
    three, four = solve_flat(game)
    path = save_slice(tmp_path, three)
    good = path.read_bytes()
    with pytest.raises(UserError, match="cannot be read"):
        load_slice(tmp_path, game, four.slice)
    with pytest.raises(UserError, match="its hash is"):
        load_slice(tmp_path, load_game(LITTLE + "{pack_stuck='lose'}"), three.slice)
    slice_path(tmp_path, four.slice).write_bytes(good)
    with pytest.raises(UserError, match="its slice is"):
        load_slice(tmp_path, game, four.slice)
    for content, message in (
        (good[:-1], "cut off"),
        (good[:HEADER_BYTES] + bytes([good[HEADER_BYTES] ^ 2]) + good[HEADER_BYTES + 1 :], "damaged"),
        (good.replace(b'"version": 1', b'"version": 2'), "solve it again"),
        (b"[]", "no solved slice"),
        (b"\xff\xfe", "no solved slice"),
    ):
        path.write_bytes(content)
        with pytest.raises(UserError, match=message):
            load_slice(tmp_path, game, three.slice)
