"""`hunt-ai solve ask`: what it says, goes on from, and refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_cli import assert_one_error, run

from hunt_ai.core import resources
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.one_slice import Answer, Question, ask, file_bytes
from hunt_ai.solve.retrograde import solve_flat
from hunt_ai.solve.slices import slice_of

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


def test_a_dry_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "free_memory", lambda: 5e9)
    monkeypatch.setattr(resources, "free_disk", lambda path: 8e9)
    status, out, err = run(
        "solve", "ask", "beat-the-wolf", "--question", "win", "--dry-run", "--out", str(tmp_path / "new")
    )
    assert (status, err) == (0, "")
    assert out == (
        "beat-the-wolf: 7,920,118,080 positions with 17 dogs; "
        "at most 2.0 GB of memory (5.0 GB free), 4.0 GB of disk (8.0 GB free)\n"
    )
    assert not (tmp_path / "new").exists()


def test_what_cannot_fit_is_refused_before_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "solve", "ask", FLAT, "--out", str(tmp_path / "new"), "--json"
    monkeypatch.setattr(resources, "free_memory", lambda: 10)
    for arguments in (command, (*command, "--dry-run")):
        result = run(*arguments)
        assert_one_error(result)
        assert "of memory are needed, and 10 B are free" in result[2]
    monkeypatch.setattr(resources, "free_memory", lambda: None)
    monkeypatch.setattr(resources, "free_disk", lambda path: 20)
    result = run(*command)
    assert_one_error(result)
    assert f"on the disk of {tmp_path / 'new'} are needed, and 20 B are free" in result[2]
    assert not (tmp_path / "new").exists()
    assert run(*command[:3], "--json")[0] == 0  # nothing is written


@pytest.mark.parametrize("timed", [False, True])
def test_files_take_no_more_disk_than_was_said(timed: bool, tmp_path: Path) -> None:
    game = load_game(FLAT)
    here = slice_of(game, game.start)
    said = file_bytes(game, here, list(Question), tmp_path, timed)
    assert run("solve", "ask", FLAT, "--out", str(tmp_path), *["--line"] * timed)[0] == 0
    there = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert there < said
    assert file_bytes(game, here, list(Question), tmp_path, timed) == said - there


@pytest.mark.parametrize("number", [0, 2])
def test_ctrl_c_keeps_the_answers(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []

    def interrupted(game: HuntGame, question: Question, *arguments: Any, **more: Any) -> Answer:
        asked.append(question)
        if len(asked) > number:
            raise KeyboardInterrupt
        return ask(game, question, *arguments, **more)

    command = "solve", "ask", FLAT, "--out", str(tmp_path)
    through = json.loads(run(*command, "--json")[1])
    assert through["complete"]
    monkeypatch.setattr("hunt_ai.solve.one_slice.ask", interrupted)
    status, out, _ = run(*command, "--json")
    document = json.loads(out)
    assert (status, document["complete"]) == (130, False)
    assert [one["question"] for one in document["answers"]] == ["win", "confine", "capture"][:number]
    assert {*through["possible"]} <= {*document["possible"]}
    asked.clear()
    status, out, _ = run(*command)
    assert status == 130
    assert out.endswith(f"stopped; what was found is in {tmp_path}, and started again it goes on\n")
    assert out.count("with best play") == (number > 0)


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
