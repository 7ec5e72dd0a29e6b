"""`hunt-ai solve ask`: what it says, goes on from, and refuses."""

import json
from pathlib import Path

import pytest
from test_cli import run

from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.solve.retrograde import solve_flat

LITTLE = str(Path(__file__).parent / "games" / "little-tiger.toml")
FLAT = LITTLE + "{start='o.o/.T./o.o',capture_goal=2}"


def test_answers_agree_with_the_tables(tmp_path: Path) -> None:
    game = load_game(FLAT)
    *_, solved = solve_flat(game)
    for position in ("o.o/.T./o.o q 0 0 0", "ooo/o.T/... p 0 0 0", "ooo/o../..T q 0 0 0"):
        command = "solve", "ask", FLAT, "--position", position, "--out", str(tmp_path)
        status, out, err = run(*command, "--json")
        document = json.loads(out)
        assert (status, err, len(document["answers"])) == (0, "", 3)
        winner = solved.value(game.parse_position(position)).winner
        assert ("draw" if winner is None else ("quarry", "pack")[winner]) in document["possible"]
        text = run(*command)[1]
        assert "can the dogs win without ever losing one: " in text
        assert "with best play: " in text
    assert {path.suffix for path in tmp_path.iterdir() if path.suffix != ".lock"} == {".win", ".confine", ".capture"}


def test_a_line_of_best_play(tmp_path: Path) -> None:
    position = "ooo/o../..T q 0 0 0"
    command = "solve", "ask", FLAT, "--position", position, "--line", "--out", str(tmp_path)
    status, out, _ = run(*command, "--json")
    assert status == 0
    answers = json.loads(out)["answers"]
    assert {answer["holds"] for answer in answers} == {True, False}
    for answer in answers:
        assert len(answer["line"]) == (answer["plies"] or 0)
        game = Game(load_game(FLAT), position=position)
        for move in answer["line"]:
            game.push(move)
    assert "best play: " in run(*command)[1]


def test_a_dry_run(tmp_path: Path) -> None:
    status, out, err = run(
        "solve", "ask", "beat-the-wolf", "--question", "win", "--dry-run", "--out", str(tmp_path / "new")
    )
    assert (status, err) == (0, "")
    assert out == "beat-the-wolf: 7,920,118,080 positions with 17 dogs; at most 2.0 GB of memory\n"
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("jungle-arena",), "only hunt games"), (("double-tiger",), "no position in which dogs only step"),
     (("dog-deer", "--question", "lose"), "invalid choice"), (("double-tiger", "--position", "x"), "position")],
)  # fmt: skip
def test_what_is_refused(arguments: tuple[str, ...], words: str) -> None:
    status, _, err = run("solve", "ask", *arguments)
    assert status == 2
    assert words in err
    assert err.count("\n") == 1
