"""Tuning finds weights that are known, keeps what no position speaks of, repeats, and its command works."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from all_games import random_game

from hunt_ai import load_game
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.kernels.scores import outcome_score
from hunt_ai.search.kernels.self_play import MORE_PLIES, fixed_search, static_scores
from hunt_ai.search.self_play import Memory, SelfPlay, paired_match
from hunt_ai.search.tuning import (
    UNIT,
    Parameters,
    TuningSettings,
    collect_positions,
    extract_features,
    fit,
    log_loss,
    tune,
)  # fmt: skip
from hunt_ai.search.weights import evaluation_keys, load_evaluation, load_values

pytestmark = pytest.mark.slow  # most of the time is compiling

SMALL = TuningSettings(games=40, depth=1, max_plies=250)


def small_player(rules: Ruleset) -> SelfPlay:
    return SelfPlay(
        rules, load_evaluation(rules), SMALL.seed, SMALL.depth, SMALL.opening, SMALL.strays, SMALL.max_plies
    )


def test_fit_finds_known_weights() -> None:
    rng = np.random.default_rng(0)
    true = np.array([120.0, -80.0, 30.0, 0.0])
    features = rng.integers(-3, 4, size=(60_000, 5)).astype(np.float32)
    features[:, 4] = 0
    chances = 1 / (1 + np.exp(-UNIT * (features[:, :4] @ true)))
    results = (rng.random(len(features)) < chances).astype(np.float64)
    weights = np.ones(len(features))
    before = np.array([0.0, 0.0, 0.0, 0.0, 77.0])
    after = fit(features, results, weights, before, 1e-9)
    assert np.abs(after[:4] - true).max() < 4
    assert after[4] == 77
    assert log_loss(features, results, weights, after) < log_loss(features, results, weights, before)
    assert np.abs(fit(features, results, weights, before, 1e3) - before).max() < 0.1


def test_fit_minds_the_weights_of_positions() -> None:
    features = np.ones((4, 1), dtype=np.float32)
    results = np.array([1.0, 0.0, 1.0, 0.0])
    after = fit(features, results, np.array([3.0, 1.0, 3.0, 1.0]), np.zeros(1), 1e-12)
    assert after[0] == pytest.approx(np.log(3) / UNIT, rel=1e-3)


@pytest.mark.parametrize("game", ["double-tiger", "jungle-bighead"])
def test_fit_finds_the_weights_of_a_game(game: str) -> None:
    """Results drawn at random by one evaluation: its weights explain them better than others do."""
    rules = load_game(game)
    keys = evaluation_keys(rules)
    parameters = Parameters.of(keys)
    played = [random_game(game, seed, seed % 90) for seed in range(1500)]
    rows = np.array([game.row for game in played if not game.outcome()])
    features = extract_features(rules, parameters, rows)
    rng = np.random.default_rng(2)
    before = parameters.read(keys, load_values(rules, 0))
    true = before + rng.normal(0, 40, size=len(before))
    results = (rng.random(len(rows)) < 1 / (1 + np.exp(-UNIT * (features @ true)))).astype(np.float64)
    weights = np.ones(len(rows))
    after = fit(features, results, weights, before, 1 / (2 * 40**2 * len(rows)))
    assert np.linalg.norm(features @ (after - true)) < 0.7 * np.linalg.norm(features @ (before - true))


def test_parameters_tie_what_symmetry_ties() -> None:
    rules = load_game("double-tiger")
    parameters = Parameters.of(evaluation_keys(rules))
    points = [
        slots for (name, _), slots in zip(parameters.names, parameters.slots, strict=True) if "main.pack_p" in name
    ]
    assert sorted(map(len, points)) == [1, 4, 4, 4, 4, 8]
    values = load_values(rules, 0)
    assert parameters.write(evaluation_keys(rules), parameters.read(evaluation_keys(rules), values)) == values


def test_games_end_and_are_their_own_rows() -> None:
    rules = load_game("dog-deer")
    play = small_player(rules)
    positions = collect_positions(rules, play, SMALL)
    assert len(positions.rows) == len(positions.results) == len(positions.weights) == len(positions.games)
    assert set(positions.results) <= {0.0, 0.5, 1.0}
    assert set(positions.weights) <= {SMALL.noisy, 1.0}
    assert np.bincount(positions.games).max() <= SMALL.positions


def test_positions_before_the_end_are_left_out() -> None:
    """A position whose result a search of the depth proves says nothing of the evaluation."""
    rules = load_game("beat-the-wolf")
    play = small_player(rules)
    buffer, replies = (np.empty(rules.max_moves, dtype=np.int32) for _ in range(2))
    child = np.empty(rules.words, dtype=np.uint64)
    for row in collect_positions(rules, play, SMALL).rows:
        count, code = row_moves(rules.kernel_rules, row, buffer)
        assert code == 0
        for move in buffer[:count].copy():
            row_play(rules.kernel_rules, row, move, child)
            _, code = row_moves(rules.kernel_rules, child, replies)
            assert code & 3 != 1 + rules.side_of(row)


def test_games_without_an_end_are_an_error() -> None:
    rules = load_game("double-tiger")
    short = TuningSettings(games=3, depth=1, max_plies=4)
    with pytest.raises(UserError, match="none of 3 games"):
        collect_positions(rules, SelfPlay(rules, load_evaluation(rules), 1, 1, 0, 8, 4), short)


@pytest.mark.parametrize("game", ["double-tiger", "jungle-arena"])
def test_tuning_repeats(game: str) -> None:
    rules = load_game(game)
    values = [load_values(rules, side) for side in range(2)]
    first, second = (tune(rules, values, SMALL) for _ in range(2))
    assert first == second
    assert [fit.losses["train_after"] <= fit.losses["train_before"] for fit in first] == [True, True]
    other = tune(rules, values, TuningSettings(games=40, depth=1, max_plies=250, seed=2))
    assert other != first


def test_a_player_of_ones_own() -> None:
    rules = load_game("double-tiger")
    values = [load_values(rules, side) for side in range(2)]
    asked = []
    inner = small_player(rules)

    def play(number: int) -> tuple[np.ndarray, np.ndarray, int]:
        asked.append(number)
        return inner(number)

    assert tune(rules, values, SMALL, play) == tune(rules, values, SMALL)
    assert asked == list(range(SMALL.games))


def minimax(rules: Ruleset, evaluation: Any, row: np.ndarray, ply: int, depth: int) -> int:
    buffer = np.empty(rules.max_moves, dtype=np.int32)
    count, code = row_moves(rules.kernel_rules, row, buffer)
    if code:
        return int(outcome_score(code, rules.side_of(row), ply))
    best, moves = -(10**6), buffer[:count].tolist()
    if ply >= depth:
        scores = np.zeros(1, dtype=np.int64)
        static_scores(rules.kernel_rules, evaluation, row[None], scores)
        best = int(scores[0])
        moves = [m for m in moves if "x" in rules.move_text(row, m)] if ply < depth + MORE_PLIES else []
    for move in moves:
        child = np.empty_like(row)
        row_play(rules.kernel_rules, row, move, child)
        best = max(best, -minimax(rules, evaluation, child, ply + 1, depth))
    return best


@pytest.mark.parametrize("game", ["double-tiger", "jungle-arena"])
def test_fixed_search_equals_plain_minimax(game: str) -> None:
    rules = load_game(game)
    evaluation, memory = load_evaluation(rules), Memory(rules, 2, 1)
    for seed in range(6):
        played = random_game(game, seed, 10 * seed)
        if played.outcome():
            continue
        memory.search[0][0] = played.row
        random = np.array([seed + 1], dtype=np.uint64)
        move, score = fixed_search(rules.kernel_rules, evaluation, memory.search, 2, random)
        assert score == minimax(rules, evaluation, played.row, 0, 2)
        played.push_value(int(move))
        assert score == -minimax(rules, evaluation, played.row, 1, 2)


def test_a_match_of_equals_counts_every_game() -> None:
    rules = load_game("dog-deer")
    evaluation = load_evaluation(rules)
    table = paired_match(rules, evaluation, evaluation, 20, 1, 3)
    deer, dogs = table["deer"], table["dogs"]
    assert deer["games"] == dogs["games"] > 15
    assert (deer["wins"], deer["draws"], deer["losses"]) == (dogs["losses"], dogs["draws"], dogs["wins"])


@pytest.mark.parametrize("game", ["beat-the-wolf", "jungle-arena"])
def test_command(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["tune", game, "--games", "40", "--depth", "1", "--pairs", "2", "--out", str(tmp_path)]
    assert main([*common, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [Path(path).exists() for path in document["files"]] == [True, True]
    assert len(document["fits"]) == (1 if game.startswith("jungle") else 2)
    assert sum(side["games"] for side in document["match"].values()) <= 4
    rules = load_game(game)
    load_evaluation(rules, tmp_path)
    assert main([*common, "--from", str(tmp_path), "--seed", "2"]) == 0
    assert "held out" in capsys.readouterr().out


def test_command_with_too_few_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "double-tiger", "--games", "1", "--depth", "1", "--out", str(tmp_path)]) == 2
    assert "too few" in capsys.readouterr().err
