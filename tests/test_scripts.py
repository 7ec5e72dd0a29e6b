"""The scripts: bad arguments are found before anything is set up, and a set-up survives whatever interrupts it.

The set-ups here run with a stand-in for Python, which makes its "virtual environments" at once and installs nothing.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "scripts").glob("*.sh"))
STAND_IN = f"""#!/bin/bash
case "$1 $2" in
    "-m venv")
        mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && echo "#!$3/bin/python" >"$3/bin/pip" && exit ;;
    "-m pip")
        [ "$3" = install ] || exit 0
        printf '%s\\n' "${{@: -1}}" >>"$STAND_IN_LOG"
        sleep "${{STAND_IN_SECONDS:-0}}"
        exit "${{STAND_IN_STATUS:-0}}" ;;
esac
exec {sys.executable} "$@"
"""
NEEDED = [
    "bash",
    "basename",
    "cat",
    "cksum",
    "cp",
    "dirname",
    "getconf",
    "grep",
    "ls",
    "mkdir",
    "printf",
    "rm",
    "sleep",
    "tee",
    "touch",
    "uname",
]

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the scripts need bash")


def bash(*arguments: str | Path, cwd: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(shutil.which("bash")), *map(str, arguments)],
        cwd=cwd,
        env=os.environ | more,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_syntax(path: Path) -> None:
    assert bash("-n", path).stderr == ""
    if shutil.which("shellcheck"):
        checked = subprocess.run(["shellcheck", "-x", path], cwd=ROOT, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout


# -- arguments ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["quickstart.sh", "test.sh"])
def test_help(name: str, tmp_path: Path) -> None:
    helped = bash(ROOT / "scripts" / name, "--help", cwd=tmp_path, HUNT_AI_VENV=str(tmp_path / "new" / "venv"))
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith(f"usage: scripts/{name} ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    ["--shrot", "now", "--pairs", "--short --out", "--pairs many", "--pairs -3", "--workers 1.5", "--seed --short"],
)
def test_bad_arguments(arguments: str, tmp_path: Path) -> None:
    place = tmp_path / "new" / "venv"
    refused = bash(ROOT / "scripts" / "quickstart.sh", *arguments.split(), cwd=tmp_path, HUNT_AI_VENV=str(place))
    assert refused.returncode != 0
    assert refused.stdout == ""
    assert len(refused.stderr.splitlines()) == 1
    assert refused.stderr.startswith("error: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["quickstart.sh", "test.sh"])
def test_no_python(name: str, tmp_path: Path) -> None:
    commands = tmp_path / "commands"
    commands.mkdir()
    for command in NEEDED:
        if found := shutil.which(command):
            (commands / command).symlink_to(found)
    place = tmp_path / "new" / "venv"
    refused = bash(ROOT / "scripts" / name, PATH=str(commands), HUNT_AI_VENV=str(place), HUNT_AI_PYTHON="")
    assert refused.returncode != 0
    assert refused.stdout == ""
    assert refused.stderr == ("error: no Python 3.11 or newer was found; install one, or name it in HUNT_AI_PYTHON\n")
    assert not place.parent.exists()


# -- set-up ------------------------------------------------------------------------------------------------------------


class Project:
    """A copy of what a set-up reads, in a folder whose name has spaces in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a folder's copy"
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        self.python = folder / "stand-in"
        self.python.write_text(STAND_IN, encoding="utf-8")
        self.python.chmod(0o755)
        self.log = folder / "installed"
        self.venv = self.root / ".venv"

    def start(self, extras: str = "", **more: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [
                "bash",
                "-euo",
                "pipefail",
                "-c",
                'source "scripts/setup-env.sh"; set_up "$1"; echo "$python"',
                "-",
                extras,
            ],
            cwd=self.root,
            env=os.environ
            | {"HUNT_AI_PYTHON": str(self.python), "HUNT_AI_VENV": "", "STAND_IN_LOG": str(self.log)}
            | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )

    def set_up(self, extras: str = "", **more: str) -> str:
        """What a successful set-up says."""
        process = self.start(extras, **more)
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0, output
        return output

    def installed(self) -> list[str]:
        """What pip was asked to install, one a run."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def wait_for_installs(self, count: int) -> None:
        for _ in range(600):
            if len(self.installed()) >= count:
                return
            time.sleep(0.05)
        raise AssertionError("no installation began")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_set_up_and_reuse(project: Project) -> None:
    first = project.set_up("test,dev")
    assert first.splitlines()[-1] == str(project.venv / "bin" / "python")
    assert project.installed() == [f"{project.root}[test,dev]"]
    assert "reusing" in project.set_up("test,dev")
    assert "reusing" in project.set_up()  # a part of what is there
    assert len(project.installed()) == 1
    with (project.root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# another need\n")
    project.set_up()
    assert project.installed()[1:] == [str(project.root)]
    assert "making" not in project.set_up("test,dev")
    assert len(project.installed()) == 3


def test_a_moved_project_is_set_up_anew(project: Project) -> None:
    project.set_up()
    moved = project.root.rename(project.root.with_name("moved"))
    project.root, project.venv = moved, moved / ".venv"
    assert "making" in project.set_up()
    assert project.installed()[1:] == [str(moved)]
    assert "reusing" in project.set_up()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_set_up_begins_again(how: signal.Signals, project: Project) -> None:
    process = project.start(STAND_IN_SECONDS="60")
    project.wait_for_installs(1)
    os.killpg(process.pid, how)
    process.communicate(timeout=30)
    assert process.returncode != 0
    assert not list(project.venv.glob("*.stamp"))
    output = project.set_up()
    assert "waiting" not in output
    assert len(project.installed()) == 2
    assert "reusing" in project.set_up()


def test_a_half_made_environment_is_made_again(project: Project) -> None:
    project.set_up()
    (project.venv / "bin" / "pip").unlink()
    next(project.venv.glob("*.stamp")).write_text("old", encoding="utf-8")
    assert "making" in project.set_up()
    assert "reusing" in project.set_up()


@pytest.mark.parametrize("with_flock", [True, False])
def test_two_at_once(with_flock: bool, project: Project, tmp_path: Path) -> None:
    path = os.environ["PATH"]
    if not with_flock:
        commands = tmp_path / "commands"
        commands.mkdir()
        for command in NEEDED:
            (commands / command).symlink_to(str(shutil.which(command)))
        path = str(commands)
    elif not shutil.which("flock"):
        pytest.skip("there is no flock")
    first = project.start(PATH=path, STAND_IN_SECONDS="1.5")
    project.wait_for_installs(1)
    second = project.start(PATH=path)
    outputs = [process.communicate(timeout=60)[0] for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), outputs
    assert "waiting" in outputs[1]
    assert "reusing" in outputs[1]
    assert len(project.installed()) == 1


def test_a_failed_installation(project: Project) -> None:
    process = project.start(STAND_IN_STATUS="1")
    output, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert output.splitlines()[-1].startswith("error: the installation failed")
    assert not list(project.venv.glob("*.stamp"))
    project.set_up()
    assert len(project.installed()) == 2


@pytest.mark.parametrize("as_file", [True, False])
def test_what_others_made_is_left_alone(as_file: bool, project: Project) -> None:
    if as_file:
        project.venv.write_text("mine", encoding="utf-8")
    else:
        project.venv.mkdir()
        (project.venv / "mine").touch()
    process = project.start()
    output, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "remove it, or name another place in HUNT_AI_VENV" in output
    assert project.venv.is_file() if as_file else (project.venv / "mine").exists()
    assert project.installed() == []
    assert "making" in project.set_up(HUNT_AI_VENV="other places/venv")
    assert (project.root / "other places" / "venv" / "bin" / "python").exists()
