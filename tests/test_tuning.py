"""Tuning finds weights that are known, keeps what no position speaks of, repeats, and its command works."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from all_games import random_game

from hunt_ai import games, load_game
from hunt_ai.app.commands.tune import _print as print_report
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.games.kernels.rows import row_moves
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.self_play import Run, Sample, SelfPlay, paired_match
from hunt_ai.search.tuning import (
    UNIT,
    Parameters,
    TuningSettings,
    collect_positions,
    extract_features,
    fit,
    log_loss,
    tune,
    worth_of_run,
)  # fmt: skip
from hunt_ai.search.weights import evaluation_keys, load_evaluation, load_values, save_values

DATA = Path(games.__file__).parent / "data"
pytestmark = pytest.mark.slow  # most of the time is compiling

SMALL = TuningSettings(games=20, nodes=60, rounds=2, max_plies=60)


def small_player(rules: Ruleset, seed: int = SMALL.seed) -> SelfPlay:
    return SelfPlay(rules, load_evaluation(rules), seed, SMALL.nodes, SMALL.opening, SMALL.strays, SMALL.max_plies)


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
    keys = evaluation_keys(rules)
    parameters = Parameters.of(keys)
    assert len(set(parameters.names)) == len(parameters.names)
    assert sum(name == "main.pack_points" for name, _ in parameters.names) == 6
    classes = Counter(next(key.ties for key in keys if key.name == "main.pack_points"))
    assert sorted(classes.values()) == [1, 4, 4, 4, 4, 8]
    values = load_values(rules, 0)
    assert parameters.write(keys, parameters.read(keys, values)) == values


def sample(side: int, expected: float, proved: bool = False) -> Sample:
    return Sample(np.zeros(1, dtype=np.uint64), side, expected, proved, noisy=False)


def test_worth_is_a_mixture_of_what_follows() -> None:
    samples = (sample(0, 0.5), sample(1, 0.4), sample(1, 0.2))
    assert worth_of_run(Run(samples, 1.0), 0.0) == pytest.approx([0.5, 0.4, 0.2])
    assert worth_of_run(Run(samples, 1.0), 1.0) == pytest.approx([1.0, 0.0, 0.0])
    assert worth_of_run(Run(samples, 1.0), 0.5) == pytest.approx([(0.5 + 0.75) / 2, (0.4 + 0.1) / 2, 0.1])
    assert worth_of_run(Run(samples, None), 0.5) == pytest.approx([(0.5 + 0.7) / 2, (0.4 + 0.2) / 2, 0.2])


def test_what_is_proved_is_worth_what_it_is() -> None:
    assert worth_of_run(Run((sample(0, 0.9), sample(1, 0.0, proved=True)), 1.0), 1.0) == [1.0, 0.0]


def test_samples_are_of_positions_that_go_on() -> None:
    rules = load_game("dog-deer")
    play = small_player(rules)
    buffer = np.empty(rules.max_moves, dtype=np.int32)
    for number in range(10):
        for run in play(number):
            assert run.samples
            for one in run.samples:
                assert row_moves(rules.kernel_rules, one.row, buffer)[1] == 0
                assert one.side == rules.side_of(one.row)
                assert 0 <= one.expected <= 1
                assert not one.proved or (one is run.samples[-1] and run.result is not None)


def test_positions_carry_their_worth_and_game() -> None:
    rules = load_game("double-tiger")
    positions = collect_positions(rules, small_player(rules), SMALL)
    assert len(positions.rows) == len(positions.worth) == len(positions.weights) == len(positions.games)
    assert positions.sides.tolist() == [rules.side_of(row) for row in positions.rows]
    assert positions.worth.min() >= 0
    assert positions.worth.max() <= 1
    assert set(positions.weights) == {SMALL.noisy, 1.0}


def test_games_without_a_search_are_an_error() -> None:
    rules = load_game("double-tiger")
    short = TuningSettings(games=3, opening=12, max_plies=0)
    with pytest.raises(UserError, match="none of 3 games"):
        collect_positions(rules, SelfPlay(rules, load_evaluation(rules), 1, 60, 0, 0, 0), short)


@pytest.mark.parametrize("game", ["double-tiger", "jungle-arena"])
def test_tuning_repeats(game: str) -> None:
    rules = load_game(game)
    values = [load_values(rules, side) for side in range(2)]
    first, second = (tune(rules, values, SMALL) for _ in range(2))
    assert first == second
    assert [fit.losses["train_after"] <= fit.losses["train_before"] for fit in first] == [True, True]
    assert tune(rules, values, replace(SMALL, seed=2)) != first


def test_a_player_of_ones_own() -> None:
    rules = load_game("double-tiger")
    values = [load_values(rules, side) for side in range(2)]
    asked = []
    inner = small_player(rules)

    def play(number: int) -> list[Run]:
        asked.append(number)
        return inner(number)

    once = replace(SMALL, rounds=1)
    assert tune(rules, values, once, play) == tune(rules, values, once)
    assert asked == list(range(SMALL.games))


def test_a_match_of_equals_counts_every_game() -> None:
    rules = load_game("dog-deer")
    evaluation = load_evaluation(rules)
    match = paired_match(rules, evaluation, evaluation, 10, 60, 3)
    deer, dogs = match.sides["deer"], match.sides["dogs"]
    assert deer["games"] == dogs["games"] == match.pairs > 5
    assert match.pairs + match.skipped == 10
    assert (deer["wins"], deer["draws"], deer["losses"]) == (dogs["losses"], dogs["draws"], dogs["wins"])
    assert (match.score, match.error) == (0.5, 0.0)


@pytest.mark.parametrize("game", ["beat-the-wolf", "jungle-arena"])
def test_command(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["tune", game, "--games", "20", "--nodes", "60", "--rounds", "1", "--pairs", "2", "--out", str(tmp_path)]
    assert main([*common, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [Path(path).exists() for path in document["files"]] == [True, True]
    assert len(document["fits"]) == (1 if game.startswith("jungle") else 2)
    assert sum(side["games"] for side in document["match"]["sides"].values()) <= 4
    rules = load_game(game)
    load_evaluation(rules, tmp_path)
    assert main([*common, "--from", str(tmp_path), "--seed", "2"]) == 0
    assert "held out" in capsys.readouterr().out


def test_a_match_says_what_it_left_out() -> None:
    """Where two captures win, many openings end the game; one pair alone has no error."""
    rules = load_game("double-tiger{capture_goal=2}")
    evaluation = load_evaluation(rules)
    match = paired_match(rules, evaluation, evaluation, 10, 60, 3)
    assert 0 < match.skipped < 10
    assert match.pairs == 10 - match.skipped
    one = next(
        found for seed in range(20) if (found := paired_match(rules, evaluation, evaluation, 1, 60, seed)).skipped == 0
    )
    assert (one.pairs, one.score, one.error) == (1, 0.5, None)
    none = next(
        found for seed in range(20) if (found := paired_match(rules, evaluation, evaluation, 1, 60, seed)).skipped == 1
    )
    assert (none.pairs, none.score, none.error) == (0, None, None)


def test_the_error_of_a_match_is_that_of_its_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    results = iter([1.0, 0.0, 1.0, 1.0])  # of side 0: two points of the first pair, one of the second
    monkeypatch.setattr("hunt_ai.search.self_play._play", lambda *_: next(results))
    rules = load_game("double-tiger")
    match = paired_match(rules, load_evaluation(rules), load_evaluation(rules), 2, 60, 1)
    assert match.score == 0.75
    assert match.error == pytest.approx(np.std([1.0, 0.5], ddof=1) / np.sqrt(2))


def test_the_words_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    match = {"pairs": 1, "skipped": 1, "score": 0.5, "error": None, "sides": {}}
    for changes, line in (
        ({}, "new against old: 0.500 of the points in 1 pair; 1 pair left out whose opening ended the game"),
        ({"pairs": 2, "error": 0.25, "skipped": 0}, "new against old: 0.500 ± 0.250 of the points in 2 pairs"),
        ({"pairs": 0, "score": None, "skipped": 2},
         "new against old: no pair was played; 2 pairs left out whose opening ended the game"),
    ):  # fmt: skip
        print_report({"fits": [], "files": [], "match": match | changes})
        assert capsys.readouterr().out == f"{line}\n"


def test_command_with_too_few_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "double-tiger", "--games", "1", "--nodes", "60", "--out", str(tmp_path)]) == 2
    assert "1 game is too few" in capsys.readouterr().err


def test_what_cannot_be_written_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hunt_ai.search.tuning.tune", lambda *_, **__: pytest.fail("this is late"))
    own, out = tmp_path / "own.toml", tmp_path / "out"
    own.write_text((DATA / "double-tiger.toml").read_text(encoding="utf-8"), encoding="utf-8")
    for game in (str(own), "double-tiger{capture_goal=2}", "jungle-arena{no_progress_limit=30}"):
        assert main(["tune", game, "--out", str(out)]) == 2
        assert "a weights file is for a game of the catalog" in capsys.readouterr().err
    assert not out.exists()
    for bad in (own, own / "folder"):
        assert main(["tune", "double-tiger", "--out", str(bad)]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"error: {bad}: weights files cannot be written there")
        assert error.count("\n") == 1


def test_weights_of_a_variant_are_not_saved(tmp_path: Path) -> None:
    rules = load_game("double-tiger{capture_goal=2}")
    with pytest.raises(UserError, match="catalog"):
        save_values(rules, 0, load_values(rules, 0), tmp_path, "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("number", "where"), [(0, "round 1 of 2"), (25, "round 2 of 2")])
def test_ctrl_c_says_how_far_it_came(
    number: int, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, play = [], SelfPlay.__call__

    def interrupted(self: SelfPlay, game: int) -> list[Run]:
        asked.append(game)
        if len(asked) > number:
            raise KeyboardInterrupt
        return play(self, game)

    monkeypatch.setattr(SelfPlay, "__call__", interrupted)
    common = ["tune", "double-tiger", "--games", "20", "--nodes", "60", "--out", str(tmp_path)]
    assert main(common) == 130
    assert capsys.readouterr().err.splitlines()[-1] == f"interrupted in {where}; nothing is kept"
    assert not list(tmp_path.iterdir())


def test_ctrl_c_in_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hunt_ai.search.self_play.paired_match", interrupted)
    common = ["tune", "double-tiger", "--games", "20", "--nodes", "60", "--rounds", "1", "--out", str(tmp_path)]
    assert main(common) == 130
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("interrupted in the match of new and old weights; ")
    assert all(str(path) in line for path in tmp_path.iterdir())
    load_evaluation(load_game("double-tiger"), tmp_path)
    assert main([*common, "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert not document["complete"]
    assert "match" not in document
    assert {*document["files"]} == {str(path) for path in tmp_path.iterdir()}
