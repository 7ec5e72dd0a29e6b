"""Matches and tournaments against foreign UGI programs: good ones, and those that hang, die and cheat."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from hunt_ai.app.main import main
from hunt_ai.arena.export import verified
from hunt_ai.arena.store import read_results

PROGRAMS = Path(__file__).parent / "ugi_programs"
GAME = "double-tiger{capture_goal=2}"


def program(mode: str = "") -> str:
    """A program that plays well, or does so for three moves in each game and then fails in its way."""
    return f"ugi:{shlex.join([sys.executable, str(PROGRAMS / 'good.py'), *([mode, '3'] if mode else [])])}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    """The records of a match on the command line."""
    assert main(["match", GAME, *arguments, "--workers", "0", "--out", "games.jsonl", "--json"]) == 0
    capsys.readouterr()
    assert main(["replay", "games.jsonl"]) == 0
    return [json.loads(line) for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.usefixtures("folder")
def test_a_good_program(capsys: pytest.CaptureFixture[str]) -> None:
    good = program()
    records = played(capsys, "--first", good, "--second", "random", "--games", "4")
    assert all(record["termination"] in ("captures", "immobilised", "no-progress") for record in records)
    assert records[0]["players"] == {"tigers": good, "dogs": "random"}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("mode", "termination"), [("dies", "crash"), ("cheats", "illegal-move"), ("resigns", "resignation")]
)
def test_one_that_fails_loses_each_game(capsys: pytest.CaptureFixture[str], mode: str, termination: str) -> None:
    records = played(capsys, "--first", "random", "--second", program(mode), "--games", "3")
    assert {(record["winner"], record["termination"]) for record in records} <= {
        ("tigers", termination),
        ("tigers", "captures"),
    }
    assert termination in {record["termination"] for record in records}


@pytest.mark.usefixtures("folder")
def test_a_tournament_with_all_of_them_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    players = {
        "random": "random", "good": program(), "hangs": program("hangs"),
        "dies": program("dies"), "cheats": program("cheats"),
    }  # fmt: skip
    tables = ", ".join(
        f"{{ player = {json.dumps(text)}, name = {json.dumps(name)} }}" for name, text in players.items()
    )
    Path("foreign.toml").write_text(
        f'name = "foreign"\ngames = ["{GAME}"]\nplayers = [{tables}]\npairs = 1\n'
        "match = { turn_seconds = 0.5, patience = 2.0 }\n",
        encoding="utf-8",
    )
    arguments = ["tournament", "foreign.toml", "--allow-programs", "--workers", "2", "--json"]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["complete"]
    (game,) = document["games"].values()
    assert game["games"] == 20
    with read_results(Path("results/foreign.db")) as store:
        games = list(verified(store))
    failed = {"hangs": "hang", "dies": "crash", "cheats": "illegal-move"}
    for one in games:
        names = one.fixture[1:3]
        if one.termination in failed.values():
            assert one.winner is not None
            assert failed[names[1 - one.winner]] == one.termination
    assert {*failed.values()} <= {one.termination for one in games}
