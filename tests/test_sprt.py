"""Sequential tests between players: decided in the order of the pairs, whatever the workers, resumed, and refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from hunt_ai.app.main import main
from hunt_ai.arena.sequential import PAIR_VALUES, SequentialTest
from hunt_ai.arena.sprt import SprtState, run_sprt
from hunt_ai.arena.store import Fixture, PlayedGame
from hunt_ai.arena.tournament import Run, Tournament, TournamentSettings

GAME = "dog-deer"


@pytest.fixture
def sprt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> dict[str, Any]:
        assert main(["sprt", *arguments, "--game", GAME, "--json"]) == 0
        document: dict[str, Any] = json.loads(capsys.readouterr().out)
        return document

    return run


def test_the_stronger_is_found(sprt: Any) -> None:
    better = sprt("greedy", "random", "--elo0", "0", "--elo1", "100", "--workers", "0")
    assert (better["verdict"], better["complete"]) == ("H1", True)
    assert better["pairs"] == sum(better["pentanomial"]) < 200
    assert better["score"] > 0.6
    worse = sprt("random", "greedy", "--elo0", "0", "--elo1", "100", "--workers", "0")
    assert worse["verdict"] == "H0"


def test_equals_are_not_decided_early(sprt: Any) -> None:
    same = sprt("random", "random", "--elo0", "-2", "--elo1", "2", "--max-pairs", "20", "--workers", "0")
    assert (same["verdict"], same["pairs"]) == (None, 20)
    assert same["players"] == ["random", "random (2)"]


def test_workers_and_resuming_change_nothing(sprt: Any) -> None:
    arguments = ["greedy", "random", "--elo0", "0", "--elo1", "100"]
    alone = sprt(*arguments, "--workers", "0", "--out", "one.db")
    together = sprt(*arguments, "--workers", "2", "--out", "two.db")
    again = sprt(*arguments, "--workers", "0", "--out", "two.db")
    for other in (together, again):
        assert {**other, "file": ""} == {**alone, "file": ""}
    begun = sprt(*arguments, "--workers", "0", "--out", "three.db", "--max-pairs", "3")
    assert begun["pairs"] == 3
    assert {**sprt(*arguments, "--workers", "0", "--out", "three.db"), "file": ""} == {**alone, "file": ""}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["greedy", "gredy"], "gredy"), (["greedy", "random", "--elo0", "5", "--elo1", "5"], "mean scores"),
     (["greedy", "random", "--alpha", "0.7"], "--alpha"), (["greedy", "random", "--elo1", "many"], "not a number"),
     (["greedy", "random", "--openings", "none.txt"], "none.txt"), (["greedy"], "required")],
    ids=str,
)  # fmt: skip
def test_bad_arguments(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main(["sprt", *arguments, "--game", GAME])
    except SystemExit as stopped:
        status = int(str(stopped.code))
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert not list(tmp_path.iterdir())


class _Store:
    def games(self) -> list[PlayedGame]:
        return []


def test_points_by_hand() -> None:
    """Each pair's two games, both seats, draws, and games without a result."""
    settings = TournamentSettings.model_validate(
        {"name": "x", "games": (GAME,), "players": ("random", "greedy"), "pairs": 7}
    )
    tournament = Tournament(settings)
    results = {  # winner by side in leg 0 (greedy has side 0) and leg 1
        0: (0, 1), 1: (1, 0), 2: (0, 0), 3: (None, 1), 4: (0, "truncated"), 5: (None, None), 6: (0, "unscored"),
    }  # fmt: skip
    games = []
    for fixture in tournament.fixtures():
        result: Any = results[fixture.pair][fixture.leg]
        ending = "truncated" if result == "truncated" else "captures"
        scored, winner = not isinstance(result, str), None if result == "truncated" else result
        games.append(PlayedGame(fixture, "p", 0, (), 0 if winner == "unscored" else winner, ending, scored, None, 0.0))
    assert games[0].fixture == Fixture(GAME, "greedy", "random", 0, 0)
    store: Any = _Store()
    run = Run(store, 14, 0, iter([games[:5], games[5:]]))
    states = list(run_sprt(tournament, run, "greedy", SequentialTest(0.4, 0.6, 1e-6, 1e-6)))
    assert len(states) == 7
    state = states[-1]
    assert dict(zip(PAIR_VALUES, state.counts, strict=True)) == {0.0: 1, 0.25: 0, 0.5: 2, 0.75: 1, 1.0: 1}
    assert (state.pairs, state.left_out, state.score) == (5, 2, pytest.approx(0.55))
    assert sorted(state.scores) == [0.0, 0.5, 0.5, 0.75, 1.0]
    assert SprtState(state.test).score == 0.5
