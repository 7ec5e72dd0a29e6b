"""The wheel, installed elsewhere, is complete."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DATA = {path.name for path in (ROOT / "hunt_ai" / "games" / "data").iterdir() if path.suffix == ".toml"}

pytestmark = pytest.mark.slow


def run(folder: Path, *arguments: str | Path) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    finished = subprocess.run(
        list(map(str, arguments)),
        cwd=folder,
        env=kept | {"NUMBA_CACHE_DIR": str(folder / "kernels")},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("dist")
    offline = ["--no-isolation"] if importlib.util.find_spec("hatchling") else []  # else build fetches it
    run(folder, sys.executable, "-m", "build", "--wheel", *offline, "--outdir", folder, ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands' folder of a new environment that holds the wheel, and sees what this interpreter has installed.

    A `.pth` line leads there; the `.pth` files that lie there, an editable hunt_ai among them, are not followed.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    run(folder, commands / "python", "-m", "pip", "install", "--no-deps", "--no-index", wheel)
    site = Path(
        run(folder, commands / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    paths = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (site / "those_of_the_tests.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    return commands


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"hunt_ai/games/data/{name}" for name in DATA} <= names
    assert "hunt_ai/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.partition("/")[0] for name in names} == {"hunt_ai", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}
    assert not [name for name in names if "__pycache__" in name]
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "hunt_ai").rglob("*.py")}
    assert sources <= names


def test_library_from_another_folder(installed: Path, tmp_path: Path) -> None:
    code = "import hunt_ai; print(hunt_ai.__file__); print(hunt_ai.perft('double-tiger', depth=2))"
    place, count = run(tmp_path, installed / "python", "-c", code).splitlines()
    assert Path(place).is_relative_to(installed.parent)
    assert count == "284"


def test_commands_from_another_folder(installed: Path, tmp_path: Path) -> None:
    listed = run(tmp_path, installed / "hunt-ai", "games")
    assert all(Path(name).stem in listed for name in DATA)
    assert run(tmp_path, installed / "python", "-m", "hunt_ai", "games") == listed
    assert run(tmp_path, installed / "hunt-ai", "perft", "double-tiger", "2").splitlines()[-1] == "284"
    assert run(tmp_path, installed / "hunt-ai", "--version") == "hunt-ai 0.1.0\n"
