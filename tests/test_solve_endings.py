"""`hunt-ai solve endings`: what it says, goes on from, and refuses."""

import json
from pathlib import Path

import numpy as np
import pytest
from test_cli import run

from hunt_ai.games.catalog import load_game
from hunt_ai.solve.jungle_check import differences
from hunt_ai.solve.jungle_endings import parse_ending
from hunt_ai.solve.jungle_table import solve_ending


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
