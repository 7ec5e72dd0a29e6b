"""`hunt-ai solve`, `solve verify` and `solve stats` on small games, against sweeps in plain Python."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive_values import naive_values, positions_of
from test_cli import POSIX_ONLY, assert_one_error, program, run
from test_solve_index import images

from hunt_ai.core.errors import UserError
from hunt_ai.core.resources import free_disk, free_memory, readable_bytes
from hunt_ai.games.catalog import load_game
from hunt_ai.solve import estimate
from hunt_ai.solve.kernels.hunt_tables import NOT_THERE, row_result, table_word
from hunt_ai.solve.kernels.values import DRAWN
from hunt_ai.solve.oracle import check_slices
from hunt_ai.solve.retrograde import SolvedSlice, Value
from hunt_ai.solve.slices import Slice, slice_of
from hunt_ai.solve.statistics import SideCounts, side_counts
from hunt_ai.solve.table import (
    DISTANCES,
    KINDS,
    RESULTS,
    list_slices,
    load_results,
    load_slice,
    save_slice,
    slice_path,
)
from hunt_ai.solve.table_file import HEADER_BYTES, sole_solver
from hunt_ai.solve.tables import load_result_tables, load_tables
from hunt_ai.solve.verify import Checked, sample_size, verifiable, verify_file

LITTLE = str(Path(__file__).parent / "games" / "little-tiger.toml")
FLAT = LITTLE + "{start='o.o/.T./o.o',capture_goal=2}"  # won by either side and drawn; 336 and 420 positions
SIDES = ("quarry", "pack")
THREE, FOUR = Slice(3, 0, (0, 0, 0, 0)), Slice(4, 0, (0, 0, 0, 0))


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all tables of the little game, which nobody may change."""
    folder = tmp_path_factory.mktemp("solved") / "tables"
    assert run("solve", FLAT, "--out", str(folder), "--two-bit", "--threads", "1")[0] == 0
    return folder


@pytest.fixture
def tables(solved: Path, tmp_path: Path) -> Path:
    """A copy of them."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for path in solved.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def verify(folder: Path, *more: str) -> tuple[int, dict[str, Any]]:
    status, out, _ = run("solve", "verify", str(folder), "--json", *more)
    return status, json.loads(out)


# -- solving


def test_a_run_says_what_it_does(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tables"
    status, out, err = run("solve", LITTLE, "--out", str(folder), "--slices", "3", "--threads", "1")
    assert (status, err) == (0, "")
    assert "measured now with 1 thread on the slice with 4 dogs" in out
    assert "needs the slices with more dogs" in out
    assert [path.name for path in folder.iterdir()] == ["3-0-0000.slice"]
    status, out, err = run("solve", LITTLE, "--out", str(folder), "--json", "--slices", "4")
    document = json.loads(out)
    assert (status, err, document["complete"]) == (0, "", True)
    assert [one["done"] for one in document["slices"]] == [True, False]
    assert document["slices"][0]["seconds"] is None
    assert document["slices"][1]["positions_per_s"] > 0
    assert document["slices"][1]["slice"] == {"on_board": 4, "in_hand": 0, "heights": [0, 0, 0, 0]}
    assert document["start"].keys() == {"position", "winner", "distance", "best", "line"}
    assert len(document["start"]["line"]) == (document["start"]["distance"] or len(document["start"]["line"]))
    assert sorted(path.name for path in folder.iterdir()) == ["3-0-0000.slice", "4-0-0000.slice"]
    for one in document["slices"]:
        assert (
            one["distances_bytes"] == slice_path(folder, Slice(**one["slice"] | {"heights": (0,) * 4})).stat().st_size
        )
    again = run("solve", LITTLE, "--out", str(folder), "--no-start")
    assert again[0] == 0
    assert again[1].count("loaded") == 2
    assert "start" not in again[1]


def test_the_value_of_a_flat_start(tmp_path: Path) -> None:
    game = load_game(FLAT)
    value = naive_values(game)[game.start.tobytes()]
    status, out, _ = run("solve", FLAT, "--out", str(tmp_path), "--json")
    assert status == 0
    start = json.loads(out)["start"]
    assert start["position"] == game.start_text
    assert (start["winner"], start["distance"]) == ((SIDES[value[0]], value[1]) if value else (None, None))


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    status, out, err = run("solve", "beat-the-wolf", "--out", str(folder), "--slices", "6", "--dry-run")
    assert (status, err) == (0, "")
    assert "12,686,688" in out
    status, out, _ = run("solve", "beat-the-wolf", "--out", str(folder), "--slices", "6-7", "--dry-run", "--json")
    document = json.loads(out)
    assert status == 0
    assert [one["slice"]["on_board"] for one in document["slices"]] == [6, 7]
    first = document["slices"][0]
    assert first["memory"] == 2 * first["positions"]
    assert first["distances_bytes"] == 4096 + 2 * first["positions"]
    assert first["two_bit_bytes"] == 4096 + first["positions"] // 4
    assert first["estimated_seconds"] > 0
    assert document["disk"] == sum(one["distances_bytes"] for one in document["slices"])
    assert not folder.exists()


def test_what_cannot_fit_is_refused_before_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tables"
    solve = "solve", LITTLE, "--out", str(folder), "--threads", "1"
    monkeypatch.setattr(estimate, "free_memory", lambda: 1200)
    for arguments in ((*solve, "--json", "--no-start"), (*solve, "--json", "--no-start", "--dry-run")):
        result = run(*arguments)
        assert_one_error(result)
        assert "there is room for --slices 3 with --no-start" in result[2]
    monkeypatch.setattr(estimate, "free_memory", lambda: 10**6)
    assert "--memory" in run(*solve)[2]
    monkeypatch.setattr(estimate, "free_memory", lambda: None)
    monkeypatch.setattr(estimate, "free_disk", lambda path: 100)
    assert "no room for any slice" in run(*solve)[2]
    assert not folder.exists()


def test_a_hint_is_a_command_that_a_shell_reads(tmp_path: Path) -> None:
    folder = tmp_path / "it's here"
    game = load_game(FLAT)
    for missing in (lambda: load_tables(folder, game), lambda: check_slices(folder, game, whole=True)):
        with pytest.raises(UserError, match="makes them") as error:
            missing()
        command = str(error.value).split("`")[1]
        assert shlex.split(command) == ["hunt-ai", "solve", FLAT, "--out", str(folder)]


def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    solve = "solve", LITTLE, "--out", str(tmp_path), "--json", "--no-start"
    left = tmp_path / "4-0-0000.slice.123.part"
    with sole_solver(tmp_path, *KINDS):
        left.write_bytes(b"of a run that was killed")
        result = run(*solve)
        assert_one_error(result)
        assert "another process is solving into this folder" in result[2]
        assert left.exists()
    assert run(*solve)[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3-0-0000.slice", "4-0-0000.slice"]


@pytest.mark.slow
@POSIX_ONLY
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on(number: int, tmp_path: Path) -> None:
    text = "dog-deer{capture_goal=4}"
    solve = "solve", text, "--out", "tables", "--no-start", "--threads", "1"
    process = program(*solve, cwd=tmp_path)
    first = tmp_path / "tables" / "21-0-.slice"
    end = time.monotonic() + 300
    while not first.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    before = first.stat().st_mtime_ns
    if number == signal.SIGINT and process.returncode == 130:
        assert b"started again it goes on" in out
        assert {path.suffix for path in first.parent.iterdir()} == {".slice"}
    assert b"Traceback" not in err
    assert run("solve", text, "--out", str(first.parent), "--no-start")[0] == 0
    assert run("solve", text, "--out", str(tmp_path / "other"), "--no-start")[0] == 0
    assert first.stat().st_mtime_ns == before
    assert sorted(path.name for path in first.parent.iterdir()) == [f"{n}-0-.slice" for n in (21, 22, 23, 24)]
    for path in first.parent.iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()


def test_folders_that_cannot_be_used(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_one_error(run("solve", LITTLE, "--out", str(tmp_path / "file"), "--json"))
    assert_one_error(run("solve", LITTLE, "--out", str(tmp_path / "file" / "new"), "--json"))
    result = run("solve", LITTLE + "{pack_stuck='lose'}", "--out", str(tables), "--json")
    assert_one_error(result)
    assert "name another folder" in result[2]
    slice_path(tables, THREE).write_bytes(b"{}")
    assert_one_error(run("solve", LITTLE, "--out", str(tables), "--json"))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions")
def test_a_folder_that_is_read_only(tables: Path) -> None:
    slice_path(tables, FOUR).unlink()
    tables.chmod(0o500)
    try:
        assert_one_error(run("solve", LITTLE, "--out", str(tables), "--json"))
        assert run("solve", "stats", str(tables))[0] == 0
        assert run("solve", "verify", str(tables))[0] == 0
    finally:
        tables.chmod(0o700)


# -- two bits


def test_results_are_those_of_the_distances(solved: Path) -> None:
    game = load_game(FLAT)
    words, results = load_tables(solved, game), load_result_tables(solved, game)
    assert results.results.nbytes < words.words.nbytes / 7
    seen = Counter()
    for here in (THREE, FOUR):
        full, two_bit = load_slice(solved, game, here), load_results(solved, game, here)
        for row in positions_of(game, here):
            value = full.value(row)
            assert two_bit.value(row) == type(value)(value.winner, None)
            word = table_word(words, tuple(row))
            assert row_result(results, row) == (0 if word == DRAWN else 1 + (word - 1 & 1))
            seen[value.winner] += 1
    assert len(seen) == 3
    in_groups = load_game(LITTLE).start
    assert row_result(results, in_groups) == NOT_THERE
    with pytest.raises(ValueError, match="no position of"):
        two_bit.value(in_groups)


def test_results_are_made_of_what_is_solved(solved: Path, tables: Path) -> None:
    good = slice_path(tables, THREE, RESULTS).read_bytes()
    slice_path(tables, THREE, RESULTS).unlink()
    slice_path(tables, FOUR).unlink()
    results = load_result_tables(tables, load_game(FLAT))  # one from each kind of file
    np.testing.assert_array_equal(results.results, load_result_tables(solved, load_game(FLAT)).results)
    slice_path(tables, FOUR).write_bytes(slice_path(solved, FOUR).read_bytes())
    status, out, _ = run("solve", FLAT, "--out", str(tables), "--two-bit", "--no-start")
    assert status == 0
    assert out.count("loaded") == 2
    assert slice_path(tables, THREE, RESULTS).read_bytes() == good


# -- verifying


@pytest.mark.parametrize("more", [[], ["--whole"], ["--sample", "50", "--seed", "3"], ["--whole", "--threads", "1"]])
def test_right_tables_are_right(solved: Path, more: list[str]) -> None:
    status, document = verify(solved, *more)
    assert status == 0
    assert document["verified"]
    assert len(document["files"]) == 4
    assert {one["positions"] for one in document["files"]} == ({100} if "50" in more else {336, 420})
    assert run("solve", "verify", str(solved), *more)[1].count("all as the moves say") == 4


@pytest.mark.parametrize("parts", [0, 2, 3, 4, 11])
def test_ctrl_c_while_verifying(solved: Path, parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are three parts to a file: the positions of each side to move, and the checksum."""
    known = []

    def interrupted(*arguments: Any) -> Iterator[Checked]:
        for one in verify_file(*arguments):
            if len(known) == parts:
                raise KeyboardInterrupt
            known.append(one)
            yield one

    monkeypatch.setattr("hunt_ai.solve.verify.verify_file", interrupted)
    status, document = verify(solved, "--whole")
    assert (status, document["complete"], document["verified"]) == (130, False, False)
    assert [one["checksum"] for one in document["files"]] == [True] * (parts // 3) + [None] * (parts % 3 > 0)
    sizes = [one["positions"] for one in document["files"]]
    whole = [one["positions"] for one in verify_whole(solved)]
    assert sizes[: parts // 3] == whole[: parts // 3]
    assert all(0 < size <= most for size, most in zip(sizes, whole, strict=False))
    known.clear()
    assert f"stopped; {parts // 3} of 4 files were checked" in run("solve", "verify", str(solved), "--whole")[1]


def verify_whole(folder: Path) -> list[dict[str, Any]]:
    game, files = verifiable(folder)
    return [{"positions": sample_size(game, file, None)} for file in files]


@pytest.mark.parametrize("number", [0, 1])
def test_ctrl_c_while_counting(solved: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    all_of_them = json.loads(run("solve", "stats", str(solved), "--json")[1])
    calls = []

    def interrupted(*arguments: Any) -> SideCounts:
        calls.append(arguments)
        if len(calls) > 2 * number + 1:
            raise KeyboardInterrupt
        return side_counts(*arguments)

    monkeypatch.setattr("hunt_ai.solve.statistics.side_counts", interrupted)
    status, out, _ = run("solve", "stats", str(solved), "--json")
    assert (status, json.loads(out)) == (130, all_of_them[: 2 * number])
    calls.clear()
    status, out, _ = run("solve", "stats", str(solved))
    assert status == 130
    assert out.endswith(f"stopped; {number} of 2 slices were counted\n")


@pytest.mark.parametrize("kind", [DISTANCES, RESULTS], ids=lambda kind: kind.name)
def test_a_damaged_file_is_found(tables: Path, kind: Any) -> None:
    path = slice_path(tables, FOUR, kind)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    status, out, _ = run("solve", "verify", str(tables), "--sample", "1")
    assert status == 1
    assert f"{path}: CHECKSUM WRONG" in out


def test_a_wrong_value_is_found(tables: Path) -> None:
    game = load_game(FLAT)
    three = load_slice(tables, game, THREE)
    words = tuple(half.copy() for half in three.words)
    won = int(np.flatnonzero(words[0])[-1])
    words[0][won] += 2  # one ply longer
    save_slice(tables, SolvedSlice(game, THREE, three.index, words))
    status, document = verify(tables, "--whole")
    assert status == 1
    assert not document["verified"]
    found = {Path(one["file"]).name: one for one in document["files"]}["3-0-0000.slice"]
    assert found["checksum"]
    assert found["different"] == len(found["differences"]) >= 1
    value = Value(winner=(int(words[0][won]) - 1) & 1, distance=int(words[0][won] - 3) >> 1)
    position = next(one for one in found["differences"] if three.value(game.parse_position(one["position"])) == value)
    side = game.sides[value.winner]
    assert position["stored"] == f"won by {side} in {value.distance + 1} plies"
    assert position["expected"] == f"won by {side} in {value.distance} plies"
    assert slice_of(game, game.parse_position(position["position"])) == THREE
    text = run("solve", "verify", str(tables), "--whole")[1]
    assert f"  {position['position']}: {position['stored']}, and it must be {position['expected']}" in text
    assert "DIFFER" in text


@pytest.mark.parametrize("beside", [True, False])
def test_a_wrong_result_is_found(tables: Path, beside: bool) -> None:
    game = load_game(FLAT)
    four = load_results(tables, game, FOUR)
    full = load_slice(tables, game, FOUR)
    place = next(int(n) for n in np.flatnonzero(full.words[0]) if full.words[0][n] > 2)
    four.results[0][place // 4] ^= 3 << 2 * (place % 4)  # won by the other side; mapped copy-on-write
    save_slice(tables, four)
    if not beside:
        slice_path(tables, FOUR).unlink()
        slice_path(tables, THREE).unlink()
    status, document = verify(tables, "--whole")
    assert status == 1
    wrong = [one for one in document["files"] if one["different"]]
    assert [Path(one["file"]).name for one in wrong] == ["4-0-0000.results"]
    assert (wrong[0]["different"] == 1) or not beside
    assert {"stored": "won by dogs", "expected": "won by tigers"}.items() <= wrong[0]["differences"][
        0
    ].items() or not beside


def test_a_slice_without_the_one_before_cannot_be_verified(tables: Path) -> None:
    slice_path(tables, THREE).unlink()
    slice_path(tables, THREE, RESULTS).unlink()
    assert_one_error(run("solve", "verify", str(tables), "--json"))


def test_a_game_that_is_elsewhere_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("mine.toml").write_bytes(Path(LITTLE).read_bytes())
    assert run("solve", "mine.toml", "--out", "../tables", "--no-start")[0] == 0
    monkeypatch.chdir(tmp_path / "there")
    for action in ("verify", "stats"):
        result = run("solve", action, "../tables", "--json")
        assert_one_error(result)
        assert "mine.toml" in result[2]
        assert "--game" in result[2]
        assert run("solve", action, "../tables", "--game", "../here/mine.toml")[0] == 0
        assert_one_error(run("solve", action, "../tables", "--game", "double-tiger", "--json"))


def test_headers_that_lie(tables: Path) -> None:
    path = slice_path(tables, FOUR)
    good = path.read_bytes()
    for old, new in (
        (b'"on_board": 4', b'"on_board": 9'),
        (b'"on_board": 4', b'"on_board": x'),
        (b'"heights": [0, 0', b'"heights": [1, 0'),
        (b'"heights": [0, 0, 0, 0]', b'"heights": [0, 0, 0   ]'),
        (b'"version": 1', b'"version": 2'),
    ):
        assert old in good
        path.write_bytes(good.replace(old, new, 1))
        for action in ("verify", "stats"):
            assert_one_error(run("solve", action, str(tables), "--json"))


# -- statistics


@pytest.mark.parametrize(
    "change",
    [{"on_board": 1e400}, {"on_board": 10**30}, {"in_hand": 5}, {"heights": [0] * 5}, {"heights": 3}, {"on_board": 12}],
)
def test_headers_of_impossible_slices(tables: Path, change: dict[str, Any]) -> None:
    path = slice_path(tables, THREE)
    content = path.read_bytes()
    header = json.loads(content[:HEADER_BYTES])
    header["slice"] |= change
    path.write_bytes(json.dumps(header).encode().ljust(HEADER_BYTES) + content[HEADER_BYTES:])
    for command in (("solve", "verify"), ("solve", "stats"), ("accuracy", "random")):
        status, out, err = run(*command, str(tables))
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


def test_a_file_of_another_name(tables: Path) -> None:
    (tables / "backup.slice").write_bytes(slice_path(tables, THREE).read_bytes())
    status, _, err = run("solve", "verify", str(tables))
    assert status == 2
    assert "backup.slice: its name is not that of the slice it holds" in err


def test_damaged_tables_give_no_statistics(tables: Path) -> None:
    path = slice_path(tables, FOUR)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    status, out, err = run("solve", "stats", str(tables))
    assert (status, out) == (2, "")
    assert "damaged" in err


def test_no_accuracy_by_tables_with_a_hole(tables: Path) -> None:
    slice_path(tables, THREE).unlink()
    status, out, err = run("accuracy", "random", str(tables), "--positions", "10")
    assert (status, out) == (2, "")
    assert "3-0-0000.slice missing" in err


def test_statistics_are_the_counts_of_all_positions(solved: Path) -> None:
    game = load_game(FLAT)
    values = naive_values(game)
    status, out, err = run("solve", "stats", str(solved), "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert len(document) == 4
    for one in document:
        here = Slice(one["slice"]["on_board"], one["slice"]["in_hand"], tuple(one["slice"]["heights"]))
        side = SIDES.index(one["to_move"])
        raw, canonical, longest = Counter(), Counter(), (0, None)
        for row in positions_of(game, here):
            if game.side_of(row) != side:
                continue
            value = values[row.tobytes()]
            name = "draw" if value is None else SIDES[value[0]]
            raw[name] += 1
            canonical[name] += (int(row[0]), int(row[1])) == min(images(game, here, int(row[0]), int(row[1])))
            longest = max(longest, (value[1], value[0]) if value else (0, None), key=lambda pair: pair[0])
        assert one["raw"] == {name: raw[name] for name in (*SIDES, "draw")}
        assert one["canonical"] == {name: canonical[name] for name in (*SIDES, "draw")}
        assert one["longest"] == longest[0]
        row = game.parse_position(one["example"])
        assert slice_of(game, row) == here
        assert values[row.tobytes()] == (SIDES.index(one["longest_winner"]), one["longest"])
        assert game.side_of(row) == side
        assert (one["table"], one["bytes"]) == ("distances", slice_path(solved, here).stat().st_size)
    text = run("solve", "stats", str(solved))[1]
    assert all(
        f"plies to the win of {game.sides[SIDES.index(one['longest_winner'])]}: {one['example']}" in text
        for one in document
    )


def test_statistics_of_results(solved: Path, tables: Path) -> None:
    full = json.loads(run("solve", "stats", str(solved), "--json")[1])
    for path in tables.glob("*.slice"):
        path.unlink()
    assert [file.kind for file in list_slices(tables)] == [RESULTS, RESULTS]
    for one, other in zip(json.loads(run("solve", "stats", str(tables), "--json")[1]), full, strict=True):
        assert all(one[key] == other[key] for key in ("slice", "to_move", "raw", "canonical"))
        assert (one["longest"], one["example"], one["table"]) == (None, None, "results")
    assert run("solve", "stats", str(tables))[0] == 0


# -- the rest


def test_what_is_free(tmp_path: Path) -> None:
    assert (free_disk(tmp_path / "not" / "there") or 1) > 0
    assert (free_memory() or 1) > 0
    assert [readable_bytes(n) for n in (0, 999, 1000, 9949, 99_950, 2_000_000, 3.4e9, 5e15)] == [
        "0 B", "999 B", "1.0 kB", "9.9 kB", "100 kB", "2.0 MB", "3.4 GB", "5000 TB",
    ]  # fmt: skip


def test_solving_in_the_benchmark() -> None:
    status, out, _ = run("bench", "--games", LITTLE, "jungle-arena", "--parts", "solve", "--json")
    assert status == 0
    figures = json.loads(out)["games"]
    assert figures["jungle-arena"] == {}
    assert figures[LITTLE].keys() == {"solved_positions_per_s", "solved_positions"}
    assert figures[LITTLE]["solved_positions"] == 560
    assert "solved positions/s" in run("bench", "--games", LITTLE, "--parts", "solve")[1]


def test_the_commands_of_two_words(solved: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "hunt_ai", "solve", "stats", "--json", str(solved)], capture_output=True, check=False
    )
    assert finished.returncode == 0
    assert len(json.loads(finished.stdout)) == 4
    assert "example: hunt-ai solve verify" in run("solve", "verify", "--help")[1]
    assert_one_error(run("solve", "verfy", "--json"))
