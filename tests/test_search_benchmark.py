"""The searchers' part of `hunt-ai bench`, and that the tactical positions are what they are said to be."""

import json

import pytest

from hunt_ai import Game
from hunt_ai.app.main import main
from hunt_ai.app.search_benchmark import tactics
from hunt_ai.games.catalog import GAMES
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits

pytestmark = pytest.mark.slow  # most of the time is compiling


def test_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--games", "double-tiger", "--parts", "search", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    figures = document["games"]["double-tiger"]
    assert set(figures) == {
        "alphabeta_nodes_per_s", "alphabeta_depth_1s", "mcts_uniform_simulations_per_s", "mcts_rollout_simulations_per_s",
    }  # fmt: skip
    assert min(figures.values()) > 1
    assert "tournament" not in document
    assert main(["bench", "--games", "double-tiger", "--parts", "search"]) == 0
    assert "MCTS rollouts/s" in capsys.readouterr().out


def test_there_are_fifty_tactics_of_all_games() -> None:
    listed = tactics()
    assert len(listed) == len({tactic.position for tactic in listed}) == 50
    assert {tactic.game for tactic in listed} == set(GAMES)


def test_tactics_are_won_as_said(capsys: pytest.CaptureFixture[str]) -> None:
    for tactic in tactics():
        game = Game(tactic.game, tactic.position)
        score = AlphaBeta(game.rules, table_mb=64).search(game, Limits(nodes=20_000_000)).score
        assert (score.kind, score.number) == ("win", tactic.plies), tactic
    assert main(["bench", "--parts", "tactics", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)["tactics"]
    assert document["positions"] == document["solved"] == 50
