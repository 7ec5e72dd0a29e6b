"""Tournaments and their results files: killed, damaged, extended, verified, the same for any number of workers."""

import csv
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dying_player import DyingRules

from hunt_ai.app.main import main
from hunt_ai.arena.export import stored_records, verified
from hunt_ai.arena.record import read_records, replay
from hunt_ai.arena.report import write_report
from hunt_ai.arena.results import collect_results, results_document
from hunt_ai.arena.store import Fixture, PlayedGame, read_results
from hunt_ai.arena.tournament import (
    Pace,
    Tournament,
    TournamentSettings,
    game_seeds,
    read_tournament,
    run_tournament,
)
from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.games.game import Game
from hunt_ai.players.player import RandomPlayer

CONFIG = """
format = 1
name = "small"
games = ["double-tiger", "dog-deer{capture_goal=2}"]
players = ["random", "greedy"]
mirror = true
pairs = 3
seed = 5
openings = { kind = "random", plies = 3 }
"""


def settings(**changes: Any) -> TournamentSettings:
    values: dict[str, Any] = {
        "name": "small", "games": ("double-tiger", "dog-deer{capture_goal=2}"), "players": ("random", "greedy"),
        "mirror": True, "pairs": 3, "seed": 5, "openings": {"kind": "random", "plies": 3},
    }  # fmt: skip
    return check_settings(TournamentSettings, values | changes, "here")


def play(path: Path, workers: int = 0, **changes: Any) -> int:
    """Play it; how many games were played now."""
    with run_tournament(Tournament(settings(**changes)), path, workers) as run:
        return sum(map(len, run.batches))


def stored(path: Path) -> list[PlayedGame]:
    """All games, but for how long they took."""
    with read_results(path) as store:
        return [game._replace(seconds=0.0) for game in store.games()]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("finished") / "small.db"
    assert play(path) == 36
    return path


@pytest.fixture
def results(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(finished, tmp_path / "small.db"))


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


# -- what is played


def test_pairs_and_pairings(finished: Path) -> None:
    games = stored(finished)
    fixtures = {game.fixture for game in games}
    assert len(fixtures) == len(games) == 2 * 3 * 3 * 2
    for game in games:
        name, one, other, pair, leg = game.fixture
        assert Fixture(name, other, one, pair, 1 - leg) in fixtures
        assert (one <= other) == (leg == 0) or one == other
        assert (game.opening, len(game.moves) >= 3) == (3, True)
    openings = {(game.fixture.game, game.fixture.pair): game.moves[:3] for game in games}
    assert all(openings[game.fixture.game, game.fixture.pair] == game.moves[:3] for game in games)
    assert len({*openings.values()}) == 6


def test_pairings_of_the_schedules() -> None:
    players = ("a", "b", {"player": "c", "name": "x"})
    assert settings(players=players, mirror=False).pairings() == [("a", "b"), ("a", "x"), ("b", "x")]
    gauntlet = settings(players=players, mirror=False, schedule="gauntlet", challengers=("x",))
    assert gauntlet.pairings() == [("a", "x"), ("b", "x")]
    neighbours = settings(players=players, mirror=False, schedule="neighbours")
    assert neighbours.pairings() == [("a", "b"), ("b", "x")]
    assert settings(players=("a",)).pairings() == [("a", "a")]


def test_all_openings(tmp_path: Path) -> None:
    changes = {"pairs": "all", "openings": {"kind": "depth", "plies": 1}, "games": ("double-tiger",), "mirror": False}
    assert play(tmp_path / "all.db", **changes) == 2 * 3
    assert len({game.moves[0] for game in stored(tmp_path / "all.db")}) == 3


def test_seeds_are_of_the_game_alone() -> None:
    fixtures = [Fixture(name, one, other, pair, leg) for name in "xy" for one in "ab" for other in "ab"
                for pair in range(5) for leg in (0, 1)]  # fmt: skip
    seeds = [seed for start in (0, 1) for fixture in fixtures for seed in game_seeds(start, fixture)]
    assert len({*seeds}) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


@pytest.mark.parametrize("workers", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_workers_change_nothing(finished: Path, tmp_path: Path, workers: int) -> None:
    play(tmp_path / "other.db", workers)
    assert stored(tmp_path / "other.db") == stored(finished)


def test_chunks_grow_with_speed() -> None:
    pace = Pace(1.0)
    assert pace.size() == 1
    game = PlayedGame(Fixture("x", "a", "b", 0, 0), "", 0, (), None, "captures", True, None, 0.1)
    pace.learn([game])
    assert pace.size() == 10
    pace.learn([game._replace(seconds=1e-5)] * 999)
    assert pace.size() == 500
    pace.learn([game._replace(seconds=0.0, termination="crash")] * 10**5)
    assert pace.size() == 500
    pace.learn([game._replace(seconds=1e6)])
    assert pace.size() == 1


# -- resuming and extending


def test_a_finished_tournament_plays_nothing(results: Path) -> None:
    assert play(results) == 0


def test_more_pairs_players_and_games(results: Path, finished: Path) -> None:
    before = stored(finished)
    more = {"pairs": 4, "games": ("double-tiger", "dog-deer{capture_goal=2}", "beat-the-wolf{capture_goal=1}")}
    assert play(results, **more) == 72 - 36
    assert {game for game in stored(results) if game in before} == {*before}
    third = {"players": ("random", "greedy", {"player": "greedy", "name": "third"})}
    assert play(results, **more, **third) == 3 * 4 * 2 * 3
    assert play(results, **more, **third) == 0


def test_stopped_and_started_again(tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "stopped.db"
    counts = []
    for _ in range(100):
        with run_tournament(Tournament(settings()), path, 0) as run:
            counts.append(run.played)
            if not next(run.batches, None):
                break
    assert counts[-1] == 36
    assert counts == sorted(counts)
    assert stored(path) == stored(finished)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", [pytest.param("0", marks=pytest.mark.slow), "2"])
@pytest.mark.usefixtures("config")
def test_killed_ten_times(workers: str) -> None:
    """Killed at random moments, half of them of its start, half of its work: the end is the same as undisturbed."""
    Path("small.toml").write_text(CONFIG.replace("pairs = 3", "pairs = 40"), encoding="utf-8")
    command = [sys.executable, "-m", "hunt_ai", "tournament", "small.toml", "--workers", workers, "--json", "--out"]
    chance = random.Random(workers)
    path = Path("killed.db")
    sizes = [0]
    for number in range(10):
        process = subprocess.Popen([*command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if number % 2:
            goal, deadline = sizes[-1] + chance.randrange(1, 45), time.monotonic() + 60
            while (len(stored(path)) if path.exists() else 0) < goal and time.monotonic() < deadline:
                time.sleep(chance.uniform(0, 0.02))
        else:
            time.sleep(chance.uniform(0.1, 1.5))
        process.kill()
        process.wait()
        sizes.append(len(stored(path)) if path.exists() else 0)
    assert 0 < sizes[2] <= sizes[-1] < 480
    undisturbed, after = (
        subprocess.run([*command, name], capture_output=True, check=True, timeout=300) for name in ("one.db", path)
    )
    assert stored(path) == stored(Path("one.db"))
    one, other = (json.loads(finished.stdout) for finished in (undisturbed, after))
    assert one["complete"]
    assert one["games"] == other["games"]
    assert len(stored(path)) == 480


def test_two_at_once(tmp_path: Path) -> None:
    path = tmp_path / "both.db"
    with run_tournament(Tournament(settings()), path, 0) as run:
        next(run.batches)
        with (
            pytest.raises(UserError, match="another tournament is at work on this file"),
            run_tournament(Tournament(settings()), path, 0),
        ):
            pass
        assert len(stored(path)) >= 1  # reading goes on meanwhile
    assert play(path) < 36
    assert [file.name for file in tmp_path.iterdir()] == ["both.db"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_player_that_takes_its_process_down(tmp_path: Path) -> None:
    """It loses those games, all the others are played as they would be."""
    changes = {"games": ("double-tiger{capture_goal=3}",), "players": ("dies", "random"), "match": DyingRules()}
    path, games = tmp_path / "dying.db", stored
    with run_tournament(Tournament(settings(**changes)), path, 2) as run:
        run_order = [game for games in run.batches for game in games]
    crashed = [game for game in games(path) if game.termination == "crash"]
    assert 6 <= len(crashed) < 18
    for game in crashed:
        loser = game.fixture[1:3][1 - (game.winner or 0)]
        assert (loser, game.moves, game.detail) == ("dies", game.moves[:3], "its process died twice")
    with read_results(path) as store:
        assert len(list(verified(store))) == 18
    assert [game.fixture for game in run_order] == [*Tournament(settings(**changes)).fixtures()]
    play(tmp_path / "healthy.db", **changes | {"players": ("random", {"player": "random", "name": "dies"})})
    healthy = {game.fixture: game for game in stored(tmp_path / "healthy.db")}
    assert all(healthy[game.fixture] == game for game in games(path) if game.termination != "crash")


# -- results files that are refused


def refused(path: Path, words: str, **changes: Any) -> None:
    before = path.read_bytes()
    with pytest.raises(UserError, match=words) as caught:
        play(path, **changes)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_made_with_other_settings(results: Path) -> None:
    refused(results, "played with seed = 5, not 6", seed=6)
    refused(results, "played with openings = ", openings={"kind": "random", "plies": 4})
    refused(results, "played with match = ", match={"max_plies": 10})
    refused(results, "its player greedy is 'greedy', not 'random'",
            players=("random", {"player": "random", "name": "greedy"}))  # fmt: skip


def test_made_by_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text('base = "double-tiger"\ncapture_goal = 1\n', encoding="utf-8")
    play(tmp_path / "own.db", games=("own.toml",))
    Path("own.toml").write_text('base = "double-tiger"\ncapture_goal = 2\n', encoding="utf-8")
    refused(tmp_path / "own.db", "its games of own.toml were played by other rules", games=("own.toml",))
    with read_results(tmp_path / "own.db") as store, pytest.raises(UserError, match=r"by other rules of own\.toml"):
        list(verified(store))


def test_openings_from_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("openings.txt").write_text("startpos moves a3-a2\n", encoding="utf-8")
    changes = {"games": ("double-tiger",), "openings": {"kind": "file", "path": "openings.txt"}}
    play(tmp_path / "own.db", **changes)
    more = {"games": ("double-tiger", "double-tiger{capture_goal=2}")}
    assert play(tmp_path / "own.db", **changes | more) == 18  # from the same file
    Path("other.txt").write_text("startpos moves a3-a2\n", encoding="utf-8")
    assert play(tmp_path / "own.db", **changes | {"openings": {"kind": "file", "path": "other.txt"}}) == 0
    Path("other.txt").write_text("startpos moves a3-a4 b2-b1\n", encoding="utf-8")
    refused(
        tmp_path / "own.db",
        "had openings of another file",
        **changes | {"openings": {"kind": "file", "path": "other.txt"}},
    )


def test_of_another_format(results: Path) -> None:
    for version, words in ((2, "in format 2, .*; use a newer hunt_ai"), (0, "in format 0, .* anew into another file")):
        with sqlite3.connect(results) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        refused(results, words)


def test_what_is_no_results_file(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, but long enough to be taken for one" * 50, encoding="utf-8")
    refused(tmp_path / "text.db", "no results file, or damaged")
    connection = sqlite3.connect(tmp_path / "foreign.db")
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    refused(tmp_path / "foreign.db", "no results file of hunt_ai")
    (tmp_path / "empty.db").touch()
    refused(tmp_path / "empty.db", "no results file of hunt_ai")
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(UserError, match="it is a folder"):
        play(tmp_path / "folder.db")
    with pytest.raises(UserError, match="no such results file"):
        read_results(tmp_path / "none.db")


def test_damage_is_named(results: Path, tmp_path: Path) -> None:
    """Bytes overwritten anywhere: either what is read is whole, or there is one clear error."""
    whole, games = results.read_bytes(), stored(results)
    chance = random.Random(1)
    errors = []
    for _ in range(60):
        damaged = bytearray(whole)
        start = chance.randrange(len(whole) - 600)
        damaged[start : start + 500] = chance.randbytes(500)
        path = tmp_path / "damaged.db"
        path.write_bytes(damaged)
        try:
            with read_results(path) as store:
                list(verified(store))
                collect_results(store.games(), store.rulesets())
                assert [game._replace(seconds=0.0) for game in store.games()] == games
        except UserError as error:
            errors.append(str(error))
    assert len(errors) > 10
    assert not any("\n" in error for error in errors)


def test_reading_leaves_nothing_behind(results: Path, finished: Path) -> None:
    before = finished.read_bytes()
    stored(results)
    assert [path.name for path in results.parent.iterdir()] == ["small.db"]
    assert results.read_bytes() == before


@pytest.mark.parametrize("change", ["DELETE FROM players WHERE id = 1", "UPDATE games SET ruleset = 9 WHERE rowid = 7"])
def test_games_of_nobody_are_damage(results: Path, change: str) -> None:
    with sqlite3.connect(results) as connection:
        connection.execute(change)
    connection.close()
    refused(results, "damaged")
    with pytest.raises(UserError, match="games of unknown players or rules"):
        read_results(results)


def test_cut_off(results: Path) -> None:
    results.write_bytes(results.read_bytes()[:-5000])
    refused(results, "damaged")


@pytest.mark.parametrize(
    ("change", "words"),
    [("moves = 'a3-a2 ' || moves", "ply"), ("winner = 1 - winner", "the rules say"), ("termination = 'den'", "the rules"),
     ("termination = 'magic'", "damaged"), ("winner = 7", "damaged"), ("position = 'x'", "position"),
     ("opening = 2", "different openings"), ("scored = 0", "whether the game is scored"), ("opening = 9999", "damaged"), ("termination = 'truncated'", "the rules say")],
)  # fmt: skip
def test_verify_finds_what_was_changed(results: Path, change: str, words: str) -> None:
    with sqlite3.connect(results) as connection:
        connection.execute(
            f"UPDATE games SET {change} WHERE rowid = (SELECT MIN(rowid) FROM games WHERE winner NOT NULL)"
        )
    connection.close()
    with pytest.raises(UserError, match=words), read_results(results) as store:
        list(verified(store))


# -- configurations that are refused


@pytest.mark.parametrize(
    ("line", "words"),
    [("sed = 3", "sed: unknown key; did you mean seed?"),
     ('games = []', "games"),
     ('games = ["chess"]', "no game is named 'chess'"),
     ('games = ["none.toml"]', "none.toml"),
     ('games = ["double-tiger", "double-tiger"]', "a game is named twice"),
     ('players = []', "players"),
     ('players = ["random", "gredy"]', "did you mean greedy"),
     ('players = ["random", "random"]', "the same name"),
     ('players = [{ name = "x" }]', "player"),
     ('players = [{ player = "random", strength = 3 }]', "strength: unknown key"),
     ('players = ["random:1"]', "no settings"),
     ('mirror = false\nplayers = ["random"]', "nobody plays anybody"),
     ("pairs = 0", "pairs"), ('pairs = "some"', "pairs"), ("pairs = 1.5", "pairs"), ('pairs = "all"', "openings"),
     ('schedule = "swiss"', "schedule"), ('schedule = "gauntlet"', "challengers"),
     ('schedule = "gauntlet"\nchallengers = ["x"]', "the challenger 'x'"),
     ("seed = -1", "seed"), ('name = "../x"', "name"), ("format = 2", "format"),
     ('openings = { kind = "random" }', "needs plies"), ('openings = { kind = "file", path = "none" }', "none"),
     ("match = { max_plies = 3 }", "as many plies"), ("Seed = 3", "Seed: unknown key; did you mean seed?"),
     ('"" = 3', "unknown key"), (f"seed = {'9' * 5000}", "not TOML"),
     ("match = { turn_second = 1 }", "did you mean turn_seconds"), ("match = { patience = 0 }", "patience"),
     ("match = { turn_seconds = -1 }", "turn_seconds"), ("match = { max_plies = 0 }", "max_plies"),
     ("[", "not TOML")],
)  # fmt: skip
def test_bad_configurations(config: Path, capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    keys = {part.split(" = ")[0] for part in line.splitlines()}
    kept = [one for one in CONFIG.splitlines() if one.split(" = ")[0] not in keys]
    config.write_text("\n".join([*kept, line]), encoding="utf-8")
    assert main(["tournament", "small.toml", "--out", "out.db"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("error: ")
    assert words in err
    assert not Path("out.db").exists()


def test_no_configuration(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "none.toml"]) == 2
    assert capsys.readouterr().err == "error: none.toml: the file cannot be read (No such file or directory)\n"


def test_programs_in_a_file_are_run_only_when_allowed(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config.write_text(CONFIG.replace('"greedy"', '"ugi:touch ran"'), encoding="utf-8")
    assert main(["tournament", "small.toml"]) == 2
    assert "runs a program; if you trust the file, say --allow-programs" in capsys.readouterr().err
    assert not Path("ran").exists()


# -- the commands


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(list(arguments)) == status
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


def test_the_commands(config: Path, output: Any) -> None:
    table = output("tournament", "small.toml", "--workers", "0", "--report", "report")
    assert "# double-tiger" in table
    assert "results in results/small.db" in table
    document = json.loads(output("tournament", "small.toml", "--workers", "0", "--json"))
    assert document["complete"] is True
    assert document["players"] == {"random": "random", "greedy": "greedy"}
    shown = json.loads(output("results", "show", "results/small.db", "--json"))
    assert shown["games"] == document["games"]
    assert {
        *json.loads(output("results", "show", "results/small.db", "--json", "--game", "double-tiger"))["games"]
    } == {"double-tiger"}
    assert output("results", "verify", "results/small.db").startswith("36 games replayed")
    assert "36 games" in output("results", "export", "results/small.db", "--csv", "g.csv", "--records", "g.jsonl")
    page = Path("report/report.md").read_text(encoding="utf-8")
    assert CONFIG.strip() in page
    for name in ("double-tiger-ratings.png", "double-tiger-sides.png", "double-tiger-games.png"):
        assert (Path("report") / name).read_bytes().startswith(b"\x89PNG")
        assert f"({name})" in page


def test_more_from_the_command_line(config: Path, output: Any) -> None:
    output("tournament", "small.toml", "--workers", "0", "--pairs", "1", "--seed", "9")
    assert len(stored(Path("results/small.db"))) == 12


def test_exports_hold_every_game(results: Path, tmp_path: Path, output: Any) -> None:
    output("results", "export", str(results), "--csv", str(tmp_path / "g.csv"), "--records", str(tmp_path / "g.jsonl"))
    games = stored(results)
    with (tmp_path / "g.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["moves"] for row in rows] == [" ".join(game.moves) for game in games]
    for (_, record), game in zip(read_records(tmp_path / "g.jsonl"), games, strict=True):
        assert tuple(replay(record, "here").moves) == game.moves
        assert record["seed"] == 5
        assert (record["pair"], record["leg"]) == game.fixture[3:]
    assert main(["replay", str(tmp_path / "g.jsonl")]) == 0
    assert main(["summary", str(tmp_path / "g.jsonl")]) == 0


def test_nothing_to_export_or_show(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["export", str(results)], "name a file to write"),
        (["show", str(results), "--game", "chess"], "there are no games of 'chess'"),
        (["verify", "none.db"], "none.db: there is no such results file"),
    ):
        assert main(["results", *arguments]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_keeps_the_games(config: Path) -> None:
    config.write_text(CONFIG.replace("pairs = 3", "pairs = 5000"), encoding="utf-8")
    command = [sys.executable, "-m", "hunt_ai", "tournament", "small.toml", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    path = Path("results/small.db")
    for _ in range(600):
        time.sleep(0.05)
        if path.exists() and len(stored(path)) > 20:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    document = json.loads(out)
    assert document["complete"] is False
    assert sum(game["games"] for game in document["games"].values()) == len(stored(path)) > 20


def test_a_folder_that_cannot_be_written(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"):
        play(tmp_path / "file" / "x.db")


# -- what the games add up to


def game(one: str, other: str, pair: int, leg: int, winner: int | None, **more: Any) -> PlayedGame:
    values: dict[str, Any] = {"position": "p", "opening": 0, "moves": ("m",) * 4, "termination": "captures",
                              "scored": True, "detail": None, "seconds": 0.0}  # fmt: skip
    return PlayedGame(Fixture("g", one, other, pair, leg), winner=winner, **values | more)


def test_each_player_plays_by_its_own_seed(finished: Path) -> None:
    """Random players alone, side by side, make the same games."""
    found = 0
    for game in stored(finished):
        if {*game.fixture[1:3]} == {"random"}:
            players = []
            for seed in game_seeds(5, game.fixture):
                player = RandomPlayer()
                player.reset(seed)
                players.append(player)
            again = Game(game.fixture.game, game.position, game.moves[: game.opening])
            while again.outcome() is None:
                again.push_value(players[again.side].choose(again))
            assert tuple(again.moves) == game.moves
            found += 1
    assert found == 12


def test_the_order_does_not_depend_on_when_games_were_played(results: Path, finished: Path) -> None:
    with sqlite3.connect(results) as connection:
        connection.execute("CREATE TABLE copy AS SELECT * FROM games ORDER BY moves")
        connection.execute("DELETE FROM games")
        connection.execute("INSERT INTO games SELECT * FROM copy")
        connection.execute("DROP TABLE copy")
    connection.close()
    assert stored(results) == stored(finished)


def test_records_name_the_first_mover_first(tmp_path: Path) -> None:
    play(tmp_path / "x.db", games=('double-tiger{first="pack"}',), pairs=1, mirror=False)
    with read_results(tmp_path / "x.db") as store:
        for record, game in zip(stored_records(store), store.games(), strict=True):
            assert [*record["names"].items()] == [("dogs", game.fixture[2]), ("tigers", game.fixture[1])]


def test_exports_never_overwrite_the_results(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = results.read_bytes()
    other = str(results.parent / "x")
    for names in (["--csv", str(results)], ["--records", str(results)], ["--csv", other, "--records", other]):
        assert main(["results", "export", str(results), *names]) == 2
        assert "two of the files are the same" in capsys.readouterr().err
    assert results.read_bytes() == before
    assert [path.name for path in results.parent.iterdir()] == ["small.db"]


def test_two_names_of_one_file(results: Path) -> None:
    link = results.with_name("link.db")
    link.symlink_to(results)
    with (
        run_tournament(Tournament(settings(pairs=4)), results, 0),
        pytest.raises(UserError, match="another tournament"),
        run_tournament(Tournament(settings(pairs=4)), link, 0),
    ):
        pass


def test_openings_that_are_left_out_are_told(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("o.txt").write_text("startpos\nstartpos moves a3-a2\nstartpos moves e3-e2\n", encoding="utf-8")
    config.write_text(
        'name = "x"\ngames = ["double-tiger"]\nplayers = ["random"]\nmirror = true\npairs = "all"\n'
        'openings = { kind = "file", path = "o.txt" }\n',
        encoding="utf-8",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert main(["tournament", "small.toml", "--workers", "0", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["games"]["double-tiger"]["games"] == 4
    assert "2 openings are used, 1 are left out" in err


def test_plots_of_different_games_have_different_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("规则甲.toml", "规则乙.toml"):
        Path(name).write_text('base = "double-tiger"\ncapture_goal = 1\n', encoding="utf-8")
    play(tmp_path / "x.db", games=("规则甲.toml", "规则乙.toml"), pairs=1, openings={})
    with read_results(tmp_path / "x.db") as store:
        write_report(store, tmp_path / "report")
    assert len(list((tmp_path / "report").glob("*.png"))) == 6


def test_counts_by_hand(finished: Path) -> None:
    with read_results(finished) as store:
        rules = {"g": store.rulesets()["double-tiger"]}
    games = [
        game("a", "b", 0, 0, 0), game("b", "a", 0, 1, 0),  # each won with side 0
        game("a", "b", 1, 0, 0), game("b", "a", 1, 1, None),
        game("a", "b", 2, 0, None, termination="truncated"), game("b", "a", 2, 1, 1),
        game("a", "b", 3, 0, 1, scored=False), game("b", "a", 3, 1, 1),
        game("a", "b", 4, 0, 1),  # its other leg is not played
        game("a", "a", 0, 0, 1),
    ]  # fmt: skip
    (result,) = collect_results(games, rules).values()
    assert result.games == 10
    assert vars(result.tallies["a", "b"]) == {"wins0": 2, "draws": 0, "wins1": 1, "truncated": 1, "unscored": 1}
    assert vars(result.tallies["b", "a"]) == {"wins0": 1, "draws": 1, "wins1": 2, "truncated": 0, "unscored": 0}
    assert result.pair_scores("a", "b") == [0.5, 0.75]
    assert result.pair_scores("b", "a") == [0.5, 0.25]
    assert result.score("a", "c") is None
    shares = result.shares("a", 1)  # a with side 1: two wins, a draw, a loss against b, and its own win
    assert {name: (share.count, share.games) for name, share in shares.items()} == {
        "won": (3, 5), "drawn": (1, 5), "lost": (1, 5), "truncated": (0, 5),
    }  # fmt: skip
    total = result.shares()
    assert (total["won"].count, total["won"].games, total["truncated"].count) == (3, 9, 1)
    json.dumps(results_document({"g": result}), allow_nan=False)


def test_settings_of_the_shipped_tournaments() -> None:
    for path in sorted((Path(__file__).parent.parent / "configs" / "tournaments").glob("*.toml")):
        Tournament(read_tournament(path, {}))
