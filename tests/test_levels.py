"""Levels: the table that ships, `level:N`, ladders against a search of all, and a calibration that goes on."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from level_tables import some_table

from hunt_ai import Game, load_game
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.levels.calibration import Calibration, Stage, _Calibrating, calibrate, mean_interval
from hunt_ai.levels.ladder import MODEL_PAIRS, Pair, Step, Strengths, choose_ladder, rise_cost, step_cost
from hunt_ai.levels.ledger import open_ledger
from hunt_ai.levels.settings import CalibrationSettings
from hunt_ai.players import level_table as tables
from hunt_ai.players.level_player import LevelPlayer
from hunt_ai.players.level_table import LEVELS, LevelTable, level_table, read_level_table
from hunt_ai.players.parse import make_player

GAME = "double-tiger"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "levels.json"
    path.write_text(json.dumps(some_table(GAME)), encoding="utf-8")
    return path


# -- tables


def test_a_table_is_read_back(file: Path) -> None:
    table = read_level_table(file)
    table.check(load_game(GAME), "here")
    assert table.levels[1].sides["dogs"].player == "net:simulations=6,forget=1,temperature=1.5"
    assert len({*map(tuple, (title.items() for title in tables.TITLES))}) == LEVELS == 8


def _other(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    table = some_table(GAME)
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "no levels"), ("[]", "no levels"), ("{", "no levels"), ("[" * 100_000, "no levels"), ("{}", "missing"),
     (json.dumps(some_table(GAME, format=2)), "format"), (json.dumps(some_table(GAME, more=1)), "more: unknown key"),
     (json.dumps(_other(("levels",), some_table(GAME)["levels"][:7])), "levels"),
     (json.dumps(_other(("levels", 0, "sides", "dogs", "player"), "ugi:rm")), "one of net, alphabeta, mcts"),
     (json.dumps(_other(("levels", 0, "sides", "dogs", "player"), "level:1")), "one of net, alphabeta, mcts"),
     (json.dumps(_other(("levels", 0, "sides", "dogs", "think_ms"), float("nan"))), "think_ms"),
     (json.dumps(_other(("network",), "none")), "network")],
)  # fmt: skip
def test_bad_tables(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_level_table(path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "words"),
    [(some_table(GAME, rules_hash="0" * 16), "other rules"), (some_table(GAME, network="0" * 64), "another network"),
     (_other(("levels", 3, "sides"), {"tigers": some_table(GAME)["levels"][0]["sides"]["tigers"]}), "has the sides tigers")],
)  # fmt: skip
def test_tables_of_something_else(table: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        check_settings(LevelTable, table, "here").check(load_game(GAME), "here")


def test_games_without_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    with pytest.raises(UserError, match="level:3: no levels are calibrated for double-tiger"):
        make_player("level:3").check(load_game(GAME))
    (tmp_path / f"{GAME}.json").write_text(json.dumps(some_table(GAME)), encoding="utf-8")
    make_player("level:3").check(load_game(GAME))
    assert level_table(load_game(GAME)).seed == 7
    with pytest.raises(UserError, match="no levels are calibrated"):
        make_player("level:3").check(load_game("double-tiger{capture_goal=5}"))


# -- the player


@pytest.mark.parametrize(
    ("text", "words"),
    [("level", "'' is not a whole number from 1 to 8"), ("level:", "whole number from 1 to 8"), ("level:0", "whole number"),
     ("level:9", "whole number"), ("level:1.5", "whole number"), ("level:-1", "whole number"), ("level:1,", "no file that is there"),
     ("level:1,absent.json", "'absent.json' is no file")],
)  # fmt: skip
def test_bad_texts(text: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        make_player(text)
    assert words in str(caught.value)


@pytest.mark.slow  # compiles
def test_each_side_has_its_player(file: Path) -> None:
    player, parts = (
        make_player(f"level:4,{file}"),
        [make_player(f"net:simulations=6,forget=1,temperature={t}") for t in (0.5, 1.5)],
    )
    assert isinstance(player, LevelPlayer)
    assert player.proofs_hold
    for seed in (1, 2, 1):
        game = Game(GAME)
        for one in (player, *parts):
            one.reset(seed)
            one.prepare(game)
        for _ in range(12):
            move = player.choose(game)
            assert move == parts[game.side].choose(game)
            assert player.player_of(game).text == parts[game.side].text
            game.push_value(move)
    with pytest.raises(UserError, match="other rules"):
        player.prepare(Game("double-tiger{capture_goal=5}"))


# -- ladders


def naive_cost(strengths: Strengths, ladder: tuple[Pair, ...], low: float, high: float) -> float:
    total = 0.0
    for below, above in itertools.pairwise(ladder):
        model = (strengths.points[above.first, below.second] + 1 - strengths.points[below.first, above.second]) / 2
        pairs, mean = strengths.played.get(Step(below, above), (0, 0.0))
        score = (MODEL_PAIRS * model + pairs * mean) / (MODEL_PAIRS + pairs)
        total += float(step_cost(np.array(score), low, high))
        for side in range(2):
            total += float(rise_cost(np.array(strengths.elo[above[side], side] - strengths.elo[below[side], side])))
    last = ladder[-1]
    return total - 0.4 * (strengths.elo[last.first, 0] + strengths.elo[last.second, 1]) / 200


@pytest.mark.parametrize("seed", range(5))
def test_the_ladder_is_the_cheapest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pools = [(0, 1), (1, 2), (3, 4), (4, 5)]
    played = {
        Step(Pair(*below), Pair(*above)): (int(rng.integers(1, 60)), float(rng.uniform(0.3, 0.9)))
        for below, above in (((0, 1), (1, 2)), ((1, 1), (3, 4)), ((2, 2), (4, 4)))
    }
    strengths = Strengths(rng.uniform(0, 1, (6, 6)), rng.normal(0, 150, (6, 2)), played)
    layers = [[Pair(*pair) for pair in itertools.product(pool, repeat=2)] for pool in pools]
    costs = {ladder: naive_cost(strengths, ladder, 0.6, 0.78) for ladder in itertools.product(*layers)}
    found = tuple(choose_ladder(strengths, pools, 0.6, 0.78))
    assert costs[found] == pytest.approx(min(costs.values()))


def test_costs_by_hand() -> None:
    assert step_cost(np.array([0.69, 0.6, 0.78, 0.87]), 0.6, 0.78) == pytest.approx([0, 1, 1, 29])
    assert rise_cost(np.array([20.0, 100.0, 0.0, 10.0, -20.0])) == pytest.approx([0, 0, 2, 1, 4])


# -- calibration

SMALL = {
    "game": GAME,
    "policies": ("net:policy,temperature=3", "net:policy,temperature=1"),
    "winning": ("net:policy,wins,temperature=1", "net:policy,wins,temperature=0.2"),
    "searches": (
        "net:simulations=2,temperature=1,forget=1",
        "net:simulations=4,forget=1",
        "alphabeta:depth=2,noise=50,forget=1",
    ),
    "panel": ("greedy",),
    "survey_rounds": 1,
    "most_pairs": 4,
    "rounds": 2,
    "even": 4,
    "panel_games": 2,
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"low": 0.8}, "low is below high"), ({"searches": ("net:simulations=3",)}, "the game and the seed alone"), ({"policies": ("net:simulations=3",)}, "without a search"),
     ({"winning": ("net:policy",)}, "from level 3 on a win in one ply is played"), ({"searches": ("ugi:x",)}, "one of net, alphabeta, mcts"),
     ({"searches": ("net:movetime=3",)}, "a count, not a time"), ({"policies": ()}, "policies"), ({"survey": 1}, "unknown key"),
     ({"searches": ("net:policy,temperature=3",)}, "named twice")],
)  # fmt: skip
def test_bad_settings(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError) as caught:
        check_settings(CalibrationSettings, SMALL | changes, "here")
    assert words in str(caught.value)


def test_the_settings_are_sound() -> None:
    settings = CalibrationSettings(game=GAME)
    for text in settings.pool:
        make_player(text).check(load_game(GAME))
    assert [len(pool) for pool in settings.pools] == [9, 9, 8, 8, 32, 32, 32, 32]


class _Scripted:
    """A ledger whose pair scores are given."""

    def __init__(self, scores: list[float]) -> None:
        self.scores = scores

    def pair_scores(self, *_: Any) -> list[float]:
        return self.scores


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [([0.75, 0.75, 0.5, 0.75, 0.75] * 24, "inside"), ([1.0] * 40, "above"), ([1.0] * 39, None), ([0.5] * 40, "below"), ([0.75, 0.5] * 9, None),
     ([0.75, 0.5] * 10, None), ([0.75, 0.5, 0.5, 0.5, 0.75, 1.0, 0.25, 0.5] * 15, "below"),
     ([1.0, 0.5, 0.5, 0.25, 1.0, 1.0, 0.25, 0.5] * 15, "inside")],
)  # fmt: skip
def test_verdicts_on_a_step(scores: list[float], verdict: str | None) -> None:
    settings = check_settings(CalibrationSettings, SMALL | {"most_pairs": 120}, "here")
    work = _Calibrating(settings, _Scripted(scores), print)  # type: ignore[arg-type]
    assert work.verdict(Step(Pair(0, 0), Pair(1, 1))) == verdict


def test_intervals_of_nothing() -> None:
    assert mean_interval([]).model_dump() == {"value": 0.5, "low": 0.0, "high": 1.0}


def calibrated(folder: Path, workers: int = 0, stop_in: str = "") -> Calibration:
    settings = check_settings(CalibrationSettings, SMALL, "here")

    def report(stage: Stage) -> None:
        assert 0 <= stage.done <= stage.total
        if stage.name == stop_in and stage.done:
            raise KeyboardInterrupt

    with open_ledger(settings, folder / "games.db", workers, {}) as ledger:
        return calibrate(settings, ledger, report)


def decided(found: Calibration) -> Any:
    """All but the think times."""
    levels = found.table.model_dump(mode="json")["levels"]
    for level, side in itertools.product(levels, ("tigers", "dogs")):
        level["sides"][side].pop("think_ms")
    return levels, found.curve, found.ladders, found.table.notes


@pytest.mark.slow
def test_a_calibration_goes_on_where_it_was(tmp_path: Path) -> None:
    """Stopped in each of its stages, and with other workers, it comes to the same levels."""
    whole = calibrated(tmp_path / "whole")
    for stage in ("survey", "survey 1", "even", "panel", "think times"):
        with pytest.raises(KeyboardInterrupt):
            calibrated(tmp_path / "parts", stop_in=stage)
    assert decided(calibrated(tmp_path / "parts", workers=2)) == decided(whole)
    assert decided(calibrated(tmp_path / "parts")) == decided(whole)
    for number, level in enumerate(whole.table.levels):
        for side in level.sides.values():
            assert ("policy" in side.player) == (number < 4)
            assert ("wins" in side.player) == (2 <= number < 4)


def test_settings_of_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('game = "dog-deer"', encoding="utf-8")
    assert main(["calibrate", GAME, "--config", str(config), "--out", str(tmp_path / "out")]) == 2
    assert "these are settings for dog-deer, not for double-tiger" in capsys.readouterr().err
    assert main(["calibrate", "fox-and-geese", "--out", str(tmp_path / "out")]) == 2
    assert "no network ships for fox-and-geese" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "small.toml"
    lines = [f"{key} = {json.dumps(value)}" for key, value in SMALL.items() if key != "game"]
    config.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "out"
    command = ["calibrate", GAME, "--config", str(config), "--out", str(out), "--workers", "0"]
    assert main(command) == 0
    shown = capsys.readouterr()
    assert "8 Grandmaster" in shown.out
    assert {path.name for path in out.iterdir()} == {
        "games.db",
        "levels.json",
        "report.md",
        "levels.png",
        "curves.png",
    }
    player = make_player(f"level:8,{out / 'levels.json'}")
    player.check(load_game(GAME))
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == GAME
    assert main([*command, "--seed", "5"]) == 2  # its games were played with another
    assert "seed" in capsys.readouterr().err
