"""Training runs: stopped, killed, damaged, on full disks, and all the same in the end; what is refused; pictures."""

import errno
import json
import os
import random
import resource
import shutil
import signal
import sys
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_cli import POSIX_ONLY, assert_one_error, program, run

from hunt_ai.core import files
from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.games.catalog import load_game
from hunt_ai.network.weights_file import load_network, read_notes
from hunt_ai.train.examples import load_examples
from hunt_ai.train.run_folder import RunFolder
from hunt_ai.train.settings import TrainSettings
from hunt_ai.train.training import read_config

ROOT = Path(__file__).parent.parent
CONFIG = """
game = "double-tiger"
iterations = 3
[network]
widths = [16, 8]
[self_play]
games = 4
together = 2
simulations = 6
fast_simulations = 3
gumbel = 4
full_share = 0.5
max_plies = 16
[learning]
batch = 16
window_growth = 1.0
[evaluation]
every = 2
pairs = 2
simulations = 3
opponents = ["random"]
"""


@pytest.fixture(scope="module")
def through(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that went through, which nobody may change."""
    folder = tmp_path_factory.mktemp("through")
    (folder / "tiny.toml").write_text(CONFIG, encoding="utf-8")
    status, out, err = run("train", str(folder / "tiny.toml"), "--out", str(folder / "run"), "--workers", "0")
    assert (status, err) == (0, "")
    *lines, last = out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"iteration {number} of 3" for number in (1, 2, 3)]
    assert last.startswith("3 of 3 iterations are done; the network is ")
    return folder / "run"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path("tiny.toml")
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def stopped(config: Path) -> Path:
    """A run of which two iterations are done."""
    assert train("--stop-after", "2")[0] == 0
    return Path("run")


def train(*arguments: str, config: str = "tiny.toml") -> tuple[int, str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        return run("train", *([config] if config else []), "--out", "run", "--workers", "0", *arguments)


def resume(*arguments: str) -> tuple[int, str, str]:
    return train("--resume", *arguments, config="")


def content(folder: Path) -> dict[str, Any]:
    """All that a run holds but for the time it took, and TensorBoard's files."""
    found: dict[str, Any] = {}
    for path in folder.iterdir():
        if path.suffix == ".safetensors" or path.name == "config.toml":
            found[path.name] = path.read_bytes()
        elif path.name.startswith("state"):
            state = json.loads(path.read_text(encoding="utf-8"))
            found[path.name] = {key: state[key] for key in state.keys() - {"processor_seconds", "digest"}}
        elif path.name == "metrics.jsonl":
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            found[path.name] = [{key: line[key] for key in line if "seconds" not in key} for line in lines]
        elif path.name != "tensorboard":
            found[path.name] = None
    return found


# -- runs


def test_what_is_in_the_folder(through: Path) -> None:
    rules = load_game("double-tiger")
    names = {path.name for path in through.iterdir()}
    kept = {f"games-0000{number}.safetensors" for number in (1, 2, 3)}
    assert names - {"tensorboard"} == kept | {
        "config.toml", "state.json", "state-before.json", "metrics.jsonl", "best.safetensors",
        "learner-00002.safetensors", "learner-00003.safetensors",
        "network-00002.safetensors", "network-00003.safetensors",
    }  # fmt: skip
    state = RunFolder(through).read_state()
    assert (state.iteration, state.hash, [*state.window]) == (3, rules.hash, [1, 2, 3])
    for number, size in state.window.items():
        assert len(load_examples(through / f"games-{number:05}.safetensors")) == size
    lines = RunFolder(through).metrics(10)
    assert [line["iteration"] for line in lines] == [1, 2, 3]
    assert ["evaluation" in line for line in lines] == [False, True, True]
    assert state.best == max(line["evaluation"]["score"] for line in lines[1:])
    assert load_network(through / "best.safetensors", rules).settings.widths == (16, 8)
    notes = read_notes(through / "network-00003.safetensors")
    assert notes["iteration"] == 3
    assert check_settings(TrainSettings, notes["settings"], "notes") == read_config(through / "config.toml")


def test_metrics_are_json_lines(through: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sides = ("tigers", "dogs")
    for text in (through / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text, parse_constant=pytest.fail)
        for key in line:
            assert f"`{key}`" in readme, key
        assert line["games"] == sum(line["outcomes"]["all"].values()) == 4
        assert [*line["outcomes"]] == ["all", "start", "random", "earlier", "scattered"]
        assert [*line["outcomes"]["all"]] == [*sides, "draw", "cut off"]
        for name in line["outcomes"]["all"]:
            assert line["outcomes"]["all"][name] == sum(
                line["outcomes"][kind][name] for kind in ("start", "random", "earlier", "scattered")
            )
        assert [*line["entropy"]] == [*sides]
        assert len(line["calibration"]) == 10
        assert sum(bin[0] for bin in line["calibration"]) <= line["examples"] <= line["window"]
        assert line["loss"]["policy"] > line["policy_entropy"] - 1e-6
        for match in line.get("evaluation", {}).get("matches", ()):
            assert [*match["sides"]] == [*sides]
            assert [sum(results) for results in match["sides"].values()] == [2, 2]
            assert match["interval"][0] <= match["score"] <= match["interval"][1]
    rates = [json.loads(text)["rate"] for text in (through / "metrics.jsonl").read_text().splitlines()]
    assert rates == pytest.approx([0.001, 0.00055, 0.0001])


def test_json(config: Path) -> None:
    status, out, err = train("--json", "--stop-after", "1")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert {key: document[key] for key in ("run", "iterations", "of", "complete")} == {
        "run": "run", "iterations": 1, "of": 3, "complete": False,
    }  # fmt: skip
    assert document["last"]["iteration"] == 1
    assert Path(document["network"]).is_file()
    again = json.loads(resume("--json", "--stop-after", "1")[1])
    assert again == document | {"last": None}


def test_stopped_runs_end_the_same(stopped: Path, through: Path) -> None:
    assert "\n3 of 3 iterations are done" in train("--resume")[1]
    assert content(stopped) == content(through)
    assert resume()[0] == 0  # with nothing left
    assert content(stopped) == content(through)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_workers_change_nothing(config: Path, through: Path, workers: str) -> None:
    assert run("train", "tiny.toml", "--out", "run", "--workers", workers)[0] == 0
    assert content(Path("run")) == content(through)


def test_iterations_without_examples(config: Path) -> None:
    config.write_text(CONFIG.replace("full_share = 0.5", "full_share = 1e-9"), encoding="utf-8")
    assert train("--stop-after", "1")[0] == 0
    assert resume()[0] == 0
    line = RunFolder(Path("run")).metrics(3)[-1]
    assert (line["examples"], line["loss"], line["entropy"]) == (0, None, {"tigers": None, "dogs": None})
    assert run("plot", "run")[0] == 0


def test_the_window_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = CONFIG.replace("iterations = 3", "iterations = 6").replace("window_growth = 1.0", "window_growth = 0.5")
    Path("tiny.toml").write_text(text.replace("batch = 16", "batch = 16\nwindow = 30"), encoding="utf-8")
    assert train()[0] == 0
    made: list[int] = []
    for line in RunFolder(Path("run")).metrics(6):
        made.append(line["examples"])
        most, kept = min(30, -(-sum(made) // 2)), made[-1]
        for size in made[-2::-1]:
            if kept + size > most:
                break
            kept += size
        assert line["window"] == kept
    assert len([*Path("run").glob("games-*")]) < 6


# -- kills


@POSIX_ONLY
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_goes_on(number: int, config: Path, through: Path) -> None:
    process = program("train", "tiny.toml", "--out", "run", "--workers", "0")
    wait_for(lambda: Path("run/games-00001.safetensors").exists() or process.poll() is not None)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
    if number == signal.SIGINT and process.returncode:
        assert (process.returncode, err) == (130, b"")
        assert b"started again with --resume, the run goes on" in out
    assert resume()[0] == 0
    assert content(Path("run")) == content(through)


@pytest.mark.slow
@POSIX_ONLY
@pytest.mark.parametrize("workers", ["0", "2"])
def test_killed_many_times(config: Path, workers: str) -> None:
    """Killed at random moments, of its start or of its work: the end is the same as undisturbed."""
    config.write_text(CONFIG.replace("iterations = 3", "iterations = 20"), encoding="utf-8")
    chance = random.Random(workers)
    for number in range(12):
        before = progress()
        command = ["train", "tiny.toml", "--out", "run", "--workers", workers]
        process = program(*command, *(["--resume"] if Path("run/config.toml").exists() else []))
        if number % 3:
            wait_for(lambda: progress() > before or process.poll() is not None)  # noqa: B023
            time.sleep(chance.uniform(0, 0.5))
        else:
            time.sleep(chance.uniform(0.1, 6))
        process.kill()
        process.communicate()
    assert resume()[0] == 0
    assert run("train", "tiny.toml", "--out", "undisturbed", "--workers", "0")[0] == 0
    assert content(Path("run")) == content(Path("undisturbed"))


def wait_for(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)


def progress() -> int:
    """How many iterations are done."""
    try:
        return int(json.loads(Path("run/state.json").read_text())["iteration"])
    except OSError:
        return -1


class Killed(BaseException):
    pass


@pytest.fixture
def failing_write(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, BaseException], None]:
    """Has the n-th file from now on fail when it is written whole."""
    replace, left, error = os.replace, -1, BaseException()

    def fails(source: Any, target: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise error
        replace(source, target)

    def begin(number: int, what: BaseException) -> None:
        nonlocal left, error
        left, error = number, what

    monkeypatch.setattr(files.os, "replace", fails)
    return begin


@pytest.mark.parametrize("number", [*range(1, 12), *(pytest.param(n, marks=pytest.mark.slow) for n in range(12, 26))])
@pytest.mark.usefixtures("config")
def test_ended_before_any_file(number: int, failing_write: Callable[[int, BaseException], None], through: Path) -> None:
    failing_write(number, Killed())
    try:
        train()
    except Killed:
        assert train(*(["--resume"] if Path("run/config.toml").exists() else []))[0] == 0
    assert content(Path("run")) == content(through)


# -- full disks and folders that cannot be written to


@pytest.mark.parametrize("number", [1, 4, 5, 6, 7, 8, 9, 10])
@pytest.mark.usefixtures("config")
def test_a_full_disk(number: int, failing_write: Callable[[int, BaseException], None], through: Path) -> None:
    failing_write(number, OSError(errno.ENOSPC, "No space left on device"))
    result = train()
    assert_one_error(result)
    assert "cannot be written (No space left on device)" in result[2]
    assert not [*Path(".").glob("run/*.part")]
    assert train(*(["--resume"] if Path("run/config.toml").exists() else []))[0] == 0
    assert content(Path("run")) == content(through)


@pytest.mark.slow
@POSIX_ONLY
@pytest.mark.parametrize("size", [500, 5_000, 30_000])
def test_files_that_may_not_grow(size: int, config: Path, through: Path) -> None:
    process = program(
        "train", "tiny.toml", "--out", "run", "--workers", "0",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )  # fmt: skip
    out, err = process.communicate(timeout=120)
    assert_one_error((process.returncode, out.decode(), err.decode()))
    assert b"File too large" in err
    assert train(*(["--resume"] if Path("run/config.toml").exists() else []))[0] == 0
    assert content(Path("run")) == content(through)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions")
def test_a_folder_that_is_read_only(stopped: Path) -> None:
    stopped.chmod(0o500)
    try:
        assert_one_error(resume())
        assert run("plot", "run", "--out", "plots")[0] == 0
    finally:
        stopped.chmod(0o700)
    assert resume()[0] == 0


def test_a_path_that_is_no_folder(config: Path) -> None:
    Path("run").write_text("")
    assert_one_error(train())
    assert_one_error(run("train", "tiny.toml", "--out", "run/below", "--workers", "0"))


# -- damage


@pytest.mark.parametrize("name", ["state.json", "games-00002", "learner-00002", "network-00002"])
@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "empty"])
def test_damage_is_noticed(name: str, damage: str, stopped: Path, through: Path) -> None:
    path = next(stopped.glob(f"{name}*"))
    damaged(path, damage)
    status, _, err = resume()
    assert status == 0
    assert err.startswith(f"warning: {path}: the file ")
    assert err.endswith("; the run goes on from iteration 1\n")
    assert err.count("\n") == 1
    assert content(stopped) == content(through)
    assert resume()[2] == ""


@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "empty"])
def test_earlier_games_can_be_done_without(damage: str, stopped: Path) -> None:
    path = stopped / "games-00001.safetensors"
    damaged(path, damage)
    status, _, err = resume()
    assert status == 0
    assert err.startswith(f"warning: {path}: the file is ")
    assert err.endswith("; its games are learnt from no more\n")
    assert [*RunFolder(stopped).read_state().window] == [2, 3]
    assert RunFolder(stopped).read_state().examples == sum(line["examples"] for line in RunFolder(stopped).metrics(9))
    assert resume()[2] == ""


@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "empty"])
def test_the_best_network_can_be_done_without(damage: str, stopped: Path) -> None:
    damaged(stopped / "best.safetensors", damage)
    status, _, err = resume()
    assert status == 0
    assert err.startswith(f"warning: {stopped / 'best.safetensors'}: the file is ")
    assert err.count("\n") == 1
    assert (stopped / "best.safetensors").read_bytes() == (stopped / "network-00003.safetensors").read_bytes()
    assert resume()[2] == ""


def test_lost_metrics_change_nothing_that_is_learnt(stopped: Path, through: Path) -> None:
    (stopped / "metrics.jsonl").unlink()
    assert resume()[0] == 0
    last = "network-00003.safetensors"
    assert (stopped / last).read_bytes() == (through / last).read_bytes()


def damaged(path: Path, damage: str) -> None:
    whole = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        middle = len(whole) // 2
        changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
        path.write_bytes({"cut": whole[:middle], "changed": changed, "empty": b""}[damage])


def test_any_byte_of_the_state_may_be_damaged(stopped: Path) -> None:
    """Either the state of before is used, with a warning, or the state is as it was."""
    folder, chance = RunFolder(stopped), random.Random(1)
    whole, path = (stopped / "state.json").read_bytes(), stopped / "state.json"
    good, before = folder.read_state(), folder.metrics(9)
    warned = 0
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([chance.randrange(256)]) + whole[place + 1 :])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            state = folder.read_state()
        warned += len(caught)
        assert state == good if not caught else state.iteration == 1
    assert warned > len(whole) / 6
    assert folder.metrics(9) == before


def test_both_states_damaged(stopped: Path) -> None:
    for name in ("state.json", "state-before.json"):
        damaged(stopped / name, "cut")
    held = sorted(path.name for path in stopped.iterdir())
    result = resume()
    assert_one_error(result)
    assert result[2].count("the file is damaged") == 2
    assert sorted(path.name for path in stopped.iterdir()) == held


def test_states_that_are_gone(stopped: Path) -> None:
    for name in ("state.json", "state-before.json"):
        (stopped / name).unlink()
    held = sorted(path.name for path in stopped.iterdir())
    for result in (resume(), train()):
        assert_one_error(result)
    assert "the files of its state are gone" in resume()[2]
    assert sorted(path.name for path in stopped.iterdir()) == held


def test_a_configuration_that_was_changed(stopped: Path, through: Path) -> None:
    kept = stopped / "config.toml"
    whole = kept.read_text()
    kept.write_text(whole.replace("widths = [16, 8]", "widths = [16, 16]"))
    result = resume()
    assert_one_error(result)
    assert "its configuration is not the one that the run began with" in result[2]
    kept.unlink()
    Path("other.toml").write_text(whole.replace("iterations = 3", "iterations = 4"))
    assert "its configuration is not the one" in train("--resume", config="other.toml")[2]
    assert train("--resume")[0] == 0
    assert content(stopped) == content(through)


def test_other_files_stay(stopped: Path) -> None:
    others = [stopped / name for name in ("network-mine.safetensors", "games-of-mine", "notes.part")]
    for path in others:
        path.write_text("mine")
    (stopped / "network-00009.safetensors.77.part").write_text("half")
    (stopped / "state.json.77.part").write_text("half")
    assert resume()[0] == 0
    assert all(path.read_text() == "mine" for path in others)
    assert not [*stopped.glob("*.77.part")]


def test_learning_that_diverges(config: Path) -> None:
    wild = "\nrate = 1.0\nlast_rate = 1.0\nweight_decay = 1000.0\ngradient_limit = 1e6\n"
    config.write_text(CONFIG.replace("[learning]", f"[learning]{wild}"), encoding="utf-8")
    result = train()
    assert_one_error(result)
    assert "learning diverged in iteration " in result[2]
    assert RunFolder(Path("run")).read_state().iteration < 3


def test_a_state_of_a_newer_program(stopped: Path) -> None:
    for name in ("state.json", "state-before.json"):
        state = json.loads((stopped / name).read_text())
        (stopped / name).write_text(json.dumps(state | {"version": 2, "more": 1}))
    result = resume()
    assert_one_error(result)
    assert "its version is 2, and this program reads 1" in result[2]


def test_damaged_metrics(stopped: Path) -> None:
    path = stopped / "metrics.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    others = (b'{"iteration":2}', b'{"iteration":2,"loss":5}', lines[1].replace(b'"plies": ', b'"plies": NaN, "x": '))
    path.write_bytes(lines[0] + b"\xff\xfe" + lines[1][:50] + b"\n" + b"\n".join(others) + b"\n")
    status, _, err = resume()
    assert status == 0
    assert "metrics.jsonl: 1 lines are missing or damaged" in err
    assert [line["iteration"] for line in RunFolder(stopped).metrics(9)] == [1, 3]
    assert run("plot", "run")[0] == 0


# -- what is refused


def test_two_at_once(stopped: Path) -> None:
    held = content(stopped)
    with RunFolder(stopped).held():
        result = resume()
        assert_one_error(result)
        assert "another process is training there" in result[2]
    assert content(stopped) == held


def test_runs_that_are_there_and_not_there(stopped: Path) -> None:
    held = content(stopped)
    result = train()
    assert_one_error(result)
    assert "there is a run already; --resume goes on with it" in result[2]
    Path("other.toml").write_text(CONFIG.replace("batch = 16", "batch = 17"), encoding="utf-8")
    result = train("--resume", config="other.toml")
    assert_one_error(result)
    assert "it is not the configuration that the run in run began with" in result[2]
    assert content(stopped) == held
    shutil.rmtree(stopped)
    for result in (train("--resume"), resume()):
        assert_one_error(result)
        assert "there is no run to resume" in result[2]
    assert_one_error(train(config=""))
    assert_one_error(train(config="none.toml"))
    assert not stopped.exists()


def test_a_game_whose_rules_changed(config: Path) -> None:
    Path("own.toml").write_text('base = "double-tiger"\ncapture_goal = 3\n', encoding="utf-8")
    config.write_text(CONFIG.replace('"double-tiger"', '"own.toml"'), encoding="utf-8")
    assert train("--stop-after", "1")[0] == 0
    Path("own.toml").write_text('base = "double-tiger"\ncapture_goal = 4\n', encoding="utf-8")
    result = resume()
    assert_one_error(result)
    assert "a run of own.toml with other rules" in result[2]


REFUSED = {
    "games = 5": ("games = 4", "games is a multiple of together"),
    "fast_simulations = 7": ("fast_simulations = 3", "fast_simulations is at most simulations"),
    "games = 1000000\ntogether = 1000000\nsimulations = 1000000": (
        "games = 4\ntogether = 2\nsimulations = 6", "self_play.together, self_play.simulations: ",
    ),
    "gumbel = 1": ("gumbel = 4", "gumbel is 0 for none, or at least 2"),
    "gumbel = 1001": ("gumbel = 4", "self_play.gumbel"),
    "full_share = 0": ("full_share = 0.5", "self_play.full_share"),
    "full_share = true": ("full_share = 0.5", "self_play.full_share"),
    'full_share = "0.5"': ("full_share = 0.5", "self_play.full_share"),
    "max_plies = 30001": ("max_plies = 16", "self_play.max_plies"),
    "max_plies = nan": ("max_plies = 16", "self_play.max_plies"),
    "resign_at = 1.5": ("max_plies = 16", "self_play.resign_at"),
    "starts = { start = 0.5 }": ("max_plies = 16", "shares, and sum to 1"),
    "starts = { candidates = 0 }": ("max_plies = 16", "self_play.starts.candidates"),
    "sims = 4": ("max_plies = 16", "unknown key"),
    "last_rate = 0.1": ("batch = 16", "last_rate is at most rate"),
    "averaging = 1.0": ("batch = 16", "learning.averaging"),
    "discount = 0.0": ("batch = 16", "learning.discount"),
    "weight_decay = inf": ("batch = 16", "learning.weight_decay"),
    "widths = []": ("widths = [16, 8]", "network.widths"),
    "iterations = 0": ("iterations = 3", "iterations"),
    "format = 2": ("iterations = 3", "format"),
    'device = "tpu"': ("iterations = 3", "device"),
    'device = "cuda:77"': ("iterations = 3", "there is no cuda:77 on this machine"),
    'opponents = ["rondom"]': ('opponents = ["random"]', "did you mean random?"),
    'opponents = ["mcts:simulations=0"]': ('opponents = ["random"]', "simulations"),
    'opponents = ["random", "random"]': ('opponents = ["random"]', "an opponent is named twice"),
    'opponents = ["net:none.safetensors"]': ('opponents = ["random"]', "no file that is there"),
    'opponents = ["ugi:./engine"]': ('opponents = ["random"]', "if you trust the configuration, say --allow-programs"),
    'opponents = "random"': ('opponents = ["random"]', "evaluation.opponents"),
    "opening_plies = 101": ("pairs = 2", "evaluation.opening_plies"),
    'tables = "none"': ("pairs = 2", "none"),
    'game = "tripel-tiger"': ('game = "double-tiger"', "tripel-tiger"),
    "[": ("[network]", "not TOML"),
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_configurations_that_are_refused(line: str, config: Path) -> None:
    """In one line, before anything is made."""
    old, words = REFUSED[line]
    assert old in CONFIG
    config.write_text(CONFIG.replace(old, line), encoding="utf-8")
    result = train()
    assert_one_error(result)
    assert words in result[2]
    assert not Path("run").exists()


def test_paths_that_no_player_can_name(config: Path) -> None:
    for name in ("a,b", "a=b", "a\nb"):
        result = run("train", "tiny.toml", "--out", name, "--workers", "0")
        assert_one_error(result)
        assert "has no comma and no =" in result[2]
        assert not Path(name).exists()


@pytest.mark.slow
def test_programs_as_opponents(config: Path) -> None:
    ours = f"ugi:nodes=10 Player=random {sys.executable} -m hunt_ai engine"
    config.write_text(CONFIG.replace('"random"', f'"{ours}"').replace("pairs = 2", "pairs = 1"), encoding="utf-8")
    status, _, err = train("--allow-programs", "--stop-after", "2")
    assert (status, err) == (0, "")
    (line,) = (line for line in RunFolder(Path("run")).metrics(2) if "evaluation" in line)
    assert line["evaluation"]["matches"][0]["opponent"] == ours
    assert "--allow-programs" in resume()[2]


@pytest.mark.parametrize("path", sorted((ROOT / "configs" / "train").glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_configurations(path: Path) -> None:
    assert load_game(read_config(path).game).name == read_config(path).game


# -- pictures and TensorBoard


def test_pictures(through: Path, tmp_path: Path) -> None:
    status, out, err = run("plot", str(through), "--out", str(tmp_path / "plots"))
    names = ("loss", "win-rates", "games", "rating", "matches")
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"wrote {tmp_path / 'plots' / name}.png" for name in names]
    first = [(tmp_path / "plots" / f"{name}.png").read_bytes() for name in names]
    assert all(one.startswith(b"\x89PNG") for one in first)
    document = json.loads(run("plot", str(through), "--out", str(tmp_path / "again"), "--json")[1])
    assert [Path(path).read_bytes() for path in document["pictures"]] == first
    assert not (through / "plots").exists()


def test_pictures_of_one_iteration_without_matches(config: Path) -> None:
    config.write_text(CONFIG.replace('["random"]', "[]"), encoding="utf-8")
    assert train("--stop-after", "1")[0] == 0
    status, _, err = run("plot", "run")
    assert (status, err) == (0, "")
    assert sorted(path.stem for path in Path("run/plots").iterdir()) == ["games", "loss", "win-rates"]
    assert resume()[0] == 0
    assert run("plot", "run")[0] == 0
    assert sorted(path.stem for path in Path("run/plots").iterdir()) == ["games", "loss", "win-rates"]


def test_what_has_no_pictures(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        assert_one_error(run("plot", str(path)))
    (tmp_path / "metrics.jsonl").mkdir()
    assert_one_error(run("plot", str(tmp_path)))


def test_exact_values(config: Path) -> None:
    game = "double-tiger{start='ooo../..o../T...T/...../.....',capture_goal=2}"
    assert run("solve", game, "--out", "tables", "--threads", "1", "--no-start")[0] == 0
    text = CONFIG.replace('"double-tiger"', f'"{game}"').replace(
        "pairs = 2", 'pairs = 2\ntables = "tables"\npositions = 6'
    )
    config.write_text(text, encoding="utf-8")
    assert train()[0] == 0
    (line,) = (line for line in RunFolder(Path("run")).metrics(2) if "evaluation" in line)
    shares = line["evaluation"]["accuracy"]
    assert [*shares["sides"]] == ["tigers", "dogs"]
    assert shares["all"]["positions"] == sum(side["positions"] for side in shares["sides"].values()) > 0
    assert run("plot", "run")[0] == 0
    assert Path("run/plots/accuracy.png").is_file()
    shutil.rmtree("run")
    config.write_text(text.replace(game, "double-tiger"), encoding="utf-8")
    result = train()
    assert_one_error(result)
    assert not Path("run").exists()


def test_tensorboard(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, float, int]] = []

    class Writer:
        def __init__(self, folder: str) -> None:
            assert folder == str(Path("run/tensorboard"))

        def add_scalar(self, *values: Any) -> None:
            written.append(values)

        def flush(self) -> None:
            pass

    module: Any = types.ModuleType("torch.utils.tensorboard")
    module.SummaryWriter = Writer
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", module)
    assert train("--stop-after", "1")[0] == 0
    assert {name for name, _, _ in written} >= {
        "loss/policy", "outcomes/all/tigers", "plies", "entropy/dogs", "calibration/0/1",
    }  # fmt: skip
    assert {number for _, _, number in written} == {1}
    assert train("--resume", "--stop-after", "2", config="")[0] == 0
    assert "evaluation/matches/random/score" in {name for name, _, _ in written}


def test_errors_are_user_errors(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_config(tmp_path / "none.toml")
