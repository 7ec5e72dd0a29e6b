"""The command line: help, JSON, exit statuses, one-line errors, and no traceback whatever is typed."""

import argparse
import contextlib
import functools
import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hunt_ai
from hunt_ai.app.arguments import named_path
from hunt_ai.app.main import COMMANDS, build_parser, main

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="signals")
START = "...../.4.4./T...T/.4.4./..... q 0 0 0"
OVER = "ooooo/ooooo/T...T/...../..... q 0 6 0"
RECORD = {
    "game": "double-tiger", "position": START, "moves": ["a3xc1"], "winner": None, "termination": "truncated",
    "players": {"tigers": "greedy", "dogs": "random"}, "seed": 1,
}  # fmt: skip


TOURNAMENT = 'name = "small"\ngames = ["double-tiger"]\nplayers = ["random"]\nmirror = true\npairs = 2\n'


@functools.cache
def small_results() -> bytes:
    """The results file of that tournament."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "small.toml").write_text(TOURNAMENT, encoding="utf-8")
        path = Path(place) / "small.db"
        assert run("tournament", f"{place}/small.toml", "--workers", "0", "--out", str(path))[0] == 0
        return path.read_bytes()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a file of one game, a tournament and its results in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.jsonl").write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    (tmp_path / "small.toml").write_text(TOURNAMENT, encoding="utf-8")
    (tmp_path / "small.db").write_bytes(small_results())
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    """(exit status, standard output, standard error) of the command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, out.getvalue(), err.getvalue()


def program(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "hunt_ai", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )


def assert_one_error(result: tuple[int, str, str]) -> None:
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")


# -- help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    example = importlib.import_module(f"hunt_ai.app.commands.{re.sub('[ -]', '_', command)}").EXAMPLE
    assert example.startswith(command)
    assert out.rstrip().endswith(f"example: hunt-ai {example}")


def test_help_names_every_command() -> None:
    status, out, _ = run("--help")
    assert status == 0
    for command in COMMANDS:
        assert f"\n    {command} " in out
    assert "example: hunt-ai " in out


def test_version() -> None:
    assert run("--version") == (0, f"hunt-ai {hunt_ai.__version__}\n", "")


# -- results

OWN_TESTS = {
    "export",
    "export-presets",
    "check-presets",
    "calibrate",
    "tune",
    "accuracy",
    "solve",
    "solve verify",
    "solve stats",
    "solve endings",
    "solve ask",
    "train",
    "plot",
}  # in files of their own
JSON_COMMANDS: dict[str, tuple[Sequence[str], type]] = {
    "games": ([], list),
    "rules": (["dog-deer", "--lang", "zh"], dict),
    "show": (["jungle-arena", "--moves", "a3-a4", "--svg", "a.svg", "--png", "a.png"], dict),
    "moves": (["double-tiger"], dict),
    "match": (["double-tiger", "--games", "2", "--workers", "0"], dict),
    "summary": (["games.jsonl", "--chart", "a.png"], list),
    "replay": (["games.jsonl"], list),
    "perft": (["double-tiger", "2", "--divide"], dict),
    "bench": (
        [
            "--games",
            "double-tiger",
            "--parts",
            "engine",
            "tournament",
            "--seconds",
            "1",
            "--tournament-games",
            "20",
            "--workers",
            "1",
        ],
        dict,
    ),
    "tournament": (["small.toml", "--workers", "0"], dict),
    "sprt": (["random", "random", "--game", "double-tiger", "--max-pairs", "2", "--workers", "0"], dict),
    "results": (["show", "small.db"], dict),
    "analyse": (["double-tiger", "--player", "mcts:simulations=50", "--top", "1"], dict),
}


def test_every_command_that_prints_results_has_json() -> None:
    assert set(JSON_COMMANDS) == set(COMMANDS) - {"play", "engine", *OWN_TESTS}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", JSON_COMMANDS)
def test_json_is_one_document(command: str) -> None:
    arguments, kind = JSON_COMMANDS[command]
    status, out, err = run(command, *arguments, "--json")
    assert (status, err) == (0, "")
    assert isinstance(json.loads(out), kind)
    assert out.endswith("\n")


def test_the_documents_say_what_the_package_says(folder: Path) -> None:
    game = hunt_ai.Game("double-tiger", moves=["a3xc1"])
    moves = json.loads(run("moves", "double-tiger", "--moves", "a3xc1", "--json")[1])
    assert moves == {
        "game": "double-tiger", "position": game.position(), "side_to_move": "dogs", "moves": game.legal_moves(),
    }  # fmt: skip
    shown = json.loads(run("show", "double-tiger", "--position", OVER, "--json")[1])
    assert shown["outcome"] == {"winner": "tigers", "termination": "captures"}
    (replayed,) = json.loads(run("replay", "games.jsonl", "--json")[1])
    assert (replayed["number"], replayed["plies"], replayed["position"]) == (1, 1, game.position())
    perft = json.loads(run("perft", "double-tiger", "3", "--divide", "--json")[1])
    assert perft["leaves"] == sum(perft["divide"].values()) == 2268


def test_plain_results(folder: Path) -> None:
    assert run("moves", "double-tiger")[1].split() == hunt_ai.Game("double-tiger").legal_moves()
    assert run("moves", "double-tiger", "--position", OVER) == (0, "no moves: the game is over\n", "")
    assert run("show", "double-tiger")[1].splitlines()[-1] == START
    assert "Tigers won (captures)" in run("show", "double-tiger", "--position", OVER)[1]
    assert "1 games replayed" in run("replay", "games.jsonl")[1]
    assert "a3xc1" in run("replay", "games.jsonl", "--show", "1")[1]
    assert "双虎" in run("rules", "double-tiger", "--lang", "zh")[1]
    assert run("match", "double-tiger", "--games", "2", "--workers", "0")[0] == 0
    assert run("match", "double-tiger", "--games", "2", "--workers", "0", "--position", START)[0] == 0
    names = [path.name for path in (folder / "results").iterdir()]
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"double-tiger-greedy-greedy-seed0-[0-9a-f]{8}\.jsonl", name) for name in names)


@pytest.mark.parametrize("game", ["dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead"])
def test_perft_ends_with_the_count(game: str) -> None:
    known = dict(line.split() for line in perft_lines(game) if line[0].isdigit())
    for depth in ("1", "2", "3"):
        status, out, err = run("perft", game, depth)
        assert (status, out, err) == (0, f"{known[depth]}\n", "")
        *lines, last = run("perft", game, depth, "--divide")[1].splitlines()
        assert last == known[depth]
        counts = dict(line.split() for line in lines)
        assert list(counts) == hunt_ai.Game(game).legal_moves()
        assert sum(map(int, counts.values())) == int(last)


def perft_lines(game: str) -> list[str]:
    path = Path(__file__).parent / "perft" / f"{game}.perft"
    return [line for line in path.read_text().splitlines() if line]


def test_perft_of_a_position() -> None:
    position = hunt_ai.Game("dog-deer", moves=["d3xd5"] if "d3xd5" in hunt_ai.Game("dog-deer").legal_moves() else [])
    text = position.position()
    assert run("perft", "dog-deer", "2", "--position", text)[1] == f"{hunt_ai.perft('dog-deer', 2, position=text)}\n"
    assert run("perft", "double-tiger", "1", "--position", OVER) == (0, "0\n", "")


# -- bad input

BAD = [
    [],
    ["mtach"],
    ["games", "more"],
    ["games", "--jsn"],
    ["games", "--js"],
    ["moves"],
    ["moves", "chess"],
    ["moves", ""],
    ["moves", "double-tiger{capture_goal=5"],
    ["moves", "double-tiger{capture_goals=5}"],
    ["moves", "double-tiger{capture_goal='x'}"],
    ["moves", "double-tiger{capture_goal=-1}"],
    ["moves", "double-tiger{{}}"],
    ["moves", "absent.toml"],
    ["moves", "games.jsonl.toml"],
    ["moves", "."],
    ["moves", "./"],
    ["moves", "bad.toml"],
    ["moves", "double-tiger", "--position", ""],
    ["moves", "double-tiger", "--position", "nonsense\nand more"],
    ["moves", "double-tiger", "--position", START.replace("q", "r")],
    ["moves", "double-tiger", "--position", f"{START}0"],
    ["moves", "double-tiger", "--position"],
    ["moves", "double-tiger", "--moves", "a1-b9"],
    ["moves", "double-tiger", "--moves", "a3xc1", "a3xc1"],
    ["moves", "double-tiger", "--moves", ""],
    ["moves", "double-tiger", "--position", OVER, "--moves", "a3-a4"],
    ["rules", "double-tiger", "--lang", "fr"],
    ["show", "chess", "--svg", "new.svg"],
    ["show", "double-tiger", "--svg", "new.svg", "--arrow", "nowhere"],
    ["show", "double-tiger", "--png", "new.png", "--arrow", "z9-z9"],
    ["show", "double-tiger", "--svg", "games.jsonl/new.svg"],
    ["show", "double-tiger", "--png", "."],
    ["show", "double-tiger", "--png", ""],
    ["perft", "double-tiger"],
    ["perft", "double-tiger", "-1"],
    ["perft", "double-tiger", "101"],
    ["perft", "double-tiger", "2.0"],
    ["perft", "double-tiger", "two"],
    ["perft", "double-tiger", "٣"],
    ["perft", "double-tiger", "0", "--divide"],
    ["perft", "double-tiger", "2", "--position", "x"],
    ["match", "chess"],
    ["match", "double-tiger", "--first", "gredy"],
    ["match", "double-tiger", "--second", ""],
    ["match", "double-tiger", "--games", "0"],
    ["match", "double-tiger", "--games", "1e3"],
    ["match", "double-tiger", "--workers", "-1"],
    ["match", "double-tiger", "--workers", "100000"],
    ["match", "double-tiger", "--seed", "-1"],
    ["match", "double-tiger", "--seed", str(2**64)],
    ["match", "double-tiger", "--position", "x"],
    ["match", "double-tiger", "--out", "games.jsonl/new.jsonl"],
    ["match", "double-tiger", "--out", "."],
    ["play", "double-tiger", "--as", "wolf"],
    ["play", "double-tiger", "--against", "nobody"],
    ["play", "double-tiger", "--seed", "one"],
    ["play", "chess"],
    ["summary"],
    ["summary", "absent.jsonl"],
    ["summary", "."],
    ["summary", "bad.toml"],
    ["summary", "games.jsonl", "--chart", "games.jsonl/new.png"],
    ["summary", "games.jsonl", "--chart", "."],
    ["replay", "absent.jsonl"],
    ["replay", "."],
    ["replay", "bad.toml"],
    ["replay", "games.jsonl", "--show", "2"],
    ["replay", "games.jsonl", "--show", "0"],
    ["bench", "--games", "chess"],
    ["tournament", "absent.toml"],
    ["tournament", "bad.toml"],
    ["tournament", "games.jsonl"],
    ["tournament", "small.toml", "--pairs", "0"],
    ["tournament", "small.toml", "--seed", "3", "--out", "small.db"],
    ["tournament", "small.toml", "--out", "games.jsonl"],
    ["tournament", "small.toml", "--out", "games.jsonl/new.db"],
    ["tournament", "small.toml", "--out", "."],
    ["sprt", "random", "greedy"],
    ["sprt", "random", "greedy", "--game", "chess"],
    ["sprt", "random", "greedy", "--game", "double-tiger", "--out", "games.jsonl"],
    ["sprt", "random", "ugi:", "--game", "double-tiger"],
    ["results", "show", "absent.db"],
    ["results", "show", "games.jsonl"],
    ["results", "verify", "bad.toml"],
    ["bench", "--seconds", "0"],
    ["export", "absent"],
    ["export", "absent", "--onnx", "new.onnx"],
    ["export", "games.jsonl", "--onnx", "new.onnx"],
    ["export", "games.jsonl", "--onnx", "new.onnx", "--game", "chess"],
    ["solve", "double-tiger"],
    ["solve", "chess", "--out", "new"],
    ["solve", "jungle-arena", "--out", "new"],
    ["solve", "double-tiger", "--out", "new", "--slices", "10"],
    ["solve", "double-tiger", "--out", "new", "--slices", "16-11"],
    ["solve", "double-tiger", "--out", "new", "--slices", "a"],
    ["solve", "double-tiger", "--out", "new", "--slices", ""],
    ["solve", "double-tiger", "--out", "new", "--threads", "0"],
    ["solve", "double-tiger", "--out", "new", "--memory", "0"],
    ["solve", "verify"],
    ["solve", "verify", "absent"],
    ["solve", "verify", "."],
    ["solve", "verify", "small.db"],
    ["solve", "verify", ".", "--sample", "0"],
    ["solve", "verify", ".", "--sample", "5", "--whole"],
    ["solve", "stats", "absent"],
    ["solve", "stats", ".", "--game", "chess"],
    ["games", "\udcff"],
    ["moves", "\udcff"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: ascii(" ".join(arguments)))
@pytest.mark.parametrize("json_too", [False, True], ids=["plain", "json"])
def test_bad_input_is_one_line(arguments: list[str], json_too: bool, folder: Path) -> None:
    (folder / "bad.toml").write_text("a = [1,\n", encoding="utf-8")
    before = sorted(folder.rglob("*"))
    assert_one_error(run(*arguments, *["--json"] * json_too))
    assert sorted(folder.rglob("*")) == before


def test_a_damaged_file_of_games(folder: Path) -> None:
    with (folder / "games.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("{}\n")
    for command in (["replay"], ["summary", "--chart", "new.png"]):
        result = run(*command, "games.jsonl", "--json")
        assert_one_error(result)
        assert result[2].startswith("error: games.jsonl:2: ")
    assert not (folder / "new.png").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("command", [["games"], ["perft", "double-tiger", "2"], ["rules", "dog-deer", "--json"]])
def test_a_full_disk_is_one_error(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "hunt_ai", *command], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert finished.returncode == 2
    assert finished.stderr.startswith(b"error: ")
    assert finished.stderr.count(b"\n") == 1


# -- whatever is typed

GAMES = st.sampled_from(
    ["dog-deer", "double-tiger", "jungle-arena", "fox-and-geese", "double-tiger{capture_goal=5}", "games.jsonl", "."]
)
VALUES = st.one_of(
    GAMES,
    st.text(st.characters(exclude_characters="\0"), max_size=20),  # surrogates stand for bytes that are not UTF-8
    st.sampled_from(["0", "1", "2", "-1", "zh", "en", START, "a3xc1", "e3-e4", "random", "greedy", "dogs", "both"]),
    st.sampled_from(["show", "verify", "export", "report", "small.db", "small.toml", "new.db"]),
    st.sampled_from(["new.svg", "new/a.png", "games.jsonl", "/dev/null", "--", "-", "--json", "--lang"]),
)
OPTIONS = st.sampled_from(
    ["--json", "--position", "--moves", "--svg", "--arrow", "--lang", "--first", "--second", "--seed", "--as",
     "--against", "--divide", "--show", "--help", "--out", "--csv", "--records", "--report", "--game", "--pairs",
     "--turn-seconds", "--friendly", "--plies", "--elo0", "--openings"]
)  # fmt: skip


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(
        [name for name in COMMANDS if name not in ("bench", "play", "engine", "tune", "analyse", "solve")]
    ),
    arguments=st.lists(st.one_of(VALUES, OPTIONS, st.tuples(OPTIONS, VALUES).map(list)), max_size=6),
)
def test_no_arguments_give_a_traceback(folder: Path, command: str, arguments: list[Any]) -> None:
    """In a process of its own this would be a traceback: here, any exception but SystemExit."""
    flat = [text for one in arguments for text in (one if isinstance(one, list) else [one])]
    if command == "match":
        flat += ["--games", "1", "--workers", "0"]
    if command in ("tournament", "sprt"):
        flat += ["--workers", "0"]
    if command == "sprt":
        flat += ["--max-pairs", "1"]
    if command == "perft":
        flat = [text if not text.isdigit() else text[:1] for text in flat]
    status, out, err = run(command, *flat)
    assert status in (0, 2)
    if status:
        assert_one_error((status, out, err))
    elif "--json" in flat and "--help" not in flat and "--" not in flat:
        json.loads(out)


# -- signals, pipes and locales


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, out.decode(), err.decode()


@POSIX_ONLY
@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_ctrl_c_keeps_the_finished_games(workers: str, folder: Path) -> None:
    process = program(
        "match", "jungle-arena", "--first", "random", "--games", "1000000", "--workers", workers, "--out", "out.jsonl",
        start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + 60
    while not any(path.stat().st_size for path in folder.glob("out.jsonl.*.part")) and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    status, out, err = finish(process)
    assert status == 130, err
    assert "Traceback" not in err
    games = (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert games
    assert f"{len(games)} games written to out.jsonl" in out
    assert sorted(path.name for path in folder.iterdir()) == ["games.jsonl", "out.jsonl", "small.db", "small.toml"]
    assert run("replay", "out.jsonl")[0] == 0


@POSIX_ONLY
@pytest.mark.parametrize("delay", [0.05, 0.2, 0.5, 1.0])
def test_ctrl_c_at_any_moment(delay: float) -> None:
    """While modules and kernels are loaded, and while a kernel runs."""
    call = "from hunt_ai.app.main import main; print('ready', flush=True); exit(main(['perft', 'jungle-arena', '9']))"
    process = subprocess.Popen([sys.executable, "-c", call], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    assert finish(process) == (130, "", "")


@POSIX_ONLY
@pytest.mark.parametrize("command", [["rules", "dog-deer"], ["perft", "double-tiger", "2", "--divide"], ["games"]])
def test_a_reader_that_leaves_is_no_error(command: list[str]) -> None:
    process = program(*command)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 128 + signal.SIGPIPE


@pytest.mark.parametrize("setting", [{"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0"}])
def test_chinese_whatever_the_locale(setting: dict[str, str]) -> None:
    environment = os.environ | setting | {"COLUMNS": "20", "NO_COLOR": "1"}
    status, out, err = finish(program("rules", "double-tiger", "--lang", "zh", env=environment))
    assert (status, err) == (0, "")
    assert "双虎" in out
    status, out, err = finish(program("moves", "双虎", env=environment))
    assert status == 2
    assert "双虎" in err or "Ë" in err or "\\u" in err or "\\x" in err


def test_python_m_is_the_command() -> None:
    assert finish(program("perft", "double-tiger", "3")) == (0, "2268\n", "")


@pytest.mark.parametrize(
    "arguments",
    [("solve", "double-tiger", "--out"), ("solve", "endings", "jungle-arena", "L-T", "--out"),
     ("solve", "ask", "double-tiger", "--out"), ("solve", "verify"), ("solve", "stats"), ("accuracy", "random"),
     ("match", "double-tiger", "--out"), ("tournament", "small.toml", "--out"), ("tournament", "small.toml", "--report"),
     ("sprt", "greedy", "random", "--game", "dog-deer", "--out"), ("tune", "double-tiger", "--out"),
     ("show", "double-tiger", "--svg"), ("analyse", "double-tiger", "--png"), ("summary", "games.jsonl", "--chart"),
     ("results", "report", "small.db", "--out"), ("results", "export", "small.db", "--csv"), ("replay",)],
    ids=lambda arguments: " ".join(arguments),
)  # fmt: skip
def test_an_empty_path_is_not_the_current_folder(arguments: tuple[str, ...], folder: Path) -> None:
    before = sorted(folder.iterdir())
    result = run(*arguments, "")
    assert_one_error(result)
    assert "'' is no path" in result[2]
    assert sorted(folder.iterdir()) == before


def test_every_path_among_the_arguments_is_read_alike() -> None:
    waiting: list[argparse.ArgumentParser] = [build_parser()]
    paths = 0
    while waiting:
        for action in waiting.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()
            assert action.type is not Path
            paths += action.type is named_path
    assert paths > 20
