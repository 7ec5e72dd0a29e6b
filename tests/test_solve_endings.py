"""`hunt-ai solve endings`: what it says, goes on from, and refuses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_cli import assert_one_error, run

from hunt_ai.core import resources
from hunt_ai.games.catalog import load_game
from hunt_ai.solve.jungle_check import differences
from hunt_ai.solve.jungle_endings import parse_ending
from hunt_ai.solve.jungle_retrograde import SolvedEnding
from hunt_ai.solve.jungle_table import solve_ending, solve_endings


def test_a_run_and_another(tmp_path: Path) -> None:
    command = "solve", "endings", "jungle-arena", "l-t", "--out", str(tmp_path / "new"), "--json"
    status, out, err = run(*command, "--dry-run")
    plan = json.loads(out)
    assert (status, err, plan["needed"], plan["positions"]) == (0, "", ["L-T"], 4802)
    assert not (tmp_path / "new").exists()
    status, out, err = run(*command)
    document = json.loads(out)
    assert (status, err, document["different"]) == (0, "", 0)
    solved = solve_ending(load_game("jungle-arena"), parse_ending("L-T"))
    for side, one in enumerate(document["endings"]):
        counts = solved.counts(side)
        assert (one["ending"], one["to_move"], one["longest"]) == ("L-T", ("red", "blue")[side], counts.longest)
        assert tuple(one["raw"].values()) == counts.raw
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["L-T.ending"]
    again = json.loads(run(*command)[1])
    assert [one["raw"] for one in again["endings"]] == [one["raw"] for one in document["endings"]]
    assert "longest win 25 plies: " in run(*command[:-1])[1]


def test_what_cannot_fit_is_refused_before_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "solve", "endings", "jungle-arena", "L-T", "--out", str(tmp_path / "new")
    monkeypatch.setattr(resources, "free_memory", lambda: 5e9)
    monkeypatch.setattr(resources, "free_disk", lambda path: 20)
    for arguments in (command, (*command, "--dry-run"), (*command, "--json")):
        result = run(*arguments)
        assert_one_error(result)
        assert f"14 kB on the disk of {tmp_path / 'new'} are needed, and 20 B are free" in result[2]
    monkeypatch.setattr(resources, "free_memory", lambda: 10)
    assert "of memory are needed, and 10 B are free" in run(*command)[2]
    assert not (tmp_path / "new").exists()
    monkeypatch.setattr(resources, "free_memory", lambda: 5e9)
    monkeypatch.setattr(resources, "free_disk", lambda path: 10**6)
    assert " of memory (5.0 GB free), 14 kB of disk (1.0 MB free)" in run(*command)[1]
    again = json.loads(run(*command, "--json")[1])  # nothing is left to be written
    assert (again["disk"], again["free_disk"], again["complete"]) == (0, 10**6, True)


@pytest.mark.parametrize("number", [0, 2])
def test_ctrl_c_keeps_the_finished_endings(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[SolvedEnding] = []

    def interrupted(*arguments: Any, **more: Any) -> Iterator[SolvedEnding]:
        for one in solve_endings(*arguments, **more):
            if len(found) == number:
                raise KeyboardInterrupt
            found.append(one)
            yield one

    monkeypatch.setattr("hunt_ai.solve.jungle_table.solve_endings", interrupted)
    command = "solve", "endings", "jungle-arena", "LC-T", "--out", str(tmp_path), "--check", "10"
    status, out, _ = run(*command, "--json")
    document = json.loads(out)
    assert (status, document["complete"], document["different"]) == (130, False, 0)
    assert [one["ending"] for one in document["endings"]] == [str(one.ending) for one in found for _ in range(2)]
    found.clear()
    status, out, _ = run(*command)
    assert status == 130
    assert out.endswith(f"stopped; the finished endings are in {tmp_path}, and started again it goes on\n")


def test_wrong_values_are_found() -> None:
    solved = solve_ending(load_game("jungle-bighead"), parse_ending("R-E"))
    assert not differences(solved, {}, 300, 1)
    changed = np.flatnonzero(solved.words[0] == 0)[:40]
    solved.words[0][changed] = 1 + 2 * 5
    assert any("it must be" in text for text in differences(solved, {}, 3000, 1))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("double-tiger", "E-R"), "only Dou Shou Qi is solved by endings"), (("jungle-arena", "E"), "no ending"),
     (("jungle-arena", "EL-RCD"), "at most 4"), (("jungle-arena", "EE-R"), "twice")],
)  # fmt: skip
def test_what_is_refused(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    status, _, err = run("solve", "endings", *arguments, "--out", str(tmp_path))
    assert status == 2
    assert words in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
