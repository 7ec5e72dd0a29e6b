"""What imports what: the package and its help load nothing heavy, and each floor imports only floors below it."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hunt_ai.app.main import COMMANDS

ROOT = Path(__file__).parent.parent
HEAVY = ("llvmlite", "matplotlib", "numba", "numpy", "pebble", "pydantic", "scipy", "torch", "tqdm")
LOADED = f"print(*sorted(set({HEAVY!r}) & {{name.partition('.')[0] for name in sys.modules}}))"
COMMAND = f"""
import sys
from hunt_ai.app.main import main
try:
    status = main(sys.argv[1:])
except SystemExit as stopped:
    status = stopped.code
assert status == 0, status
print("--loaded--")
{LOADED}
"""
FLOORS_WITHOUT_TORCH = ("core", "games", "players", "arena", "app")  # as far as no command needs a network
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(cache_dir=None, no_cache=True))"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


def heavy_after(*arguments: str) -> list[str]:
    finished = run(ROOT, *arguments)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.rpartition("--loaded--\n")[2].split()


def test_the_package_loads_nothing_heavy() -> None:
    assert heavy_after("-c", f"import sys, hunt_ai, hunt_ai.core, hunt_ai.core.errors; dir(hunt_ai); {LOADED}") == []


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)], ids=" ".join
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    assert heavy_after("-c", COMMAND, *arguments) == []


def test_what_is_called_heavy_can_be_seen() -> None:
    assert "numba" in heavy_after("-c", f"import sys, hunt_ai; hunt_ai.Game('double-tiger').legal_moves(); {LOADED}")


def test_games_and_players_load_no_torch_and_no_plots(tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    loaded = heavy_after("-c", COMMAND, "match", "double-tiger", "--games", "1", "--workers", "0", "--out", out)
    assert {"numba", "numpy"} <= set(loaded)
    assert not {"torch", "matplotlib"} & set(loaded)


def test_the_floors() -> None:
    pytest.importorskip("importlinter")
    finished = run(ROOT, "-c", LINT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "0 broken" in finished.stdout


@pytest.mark.parametrize("line", ["import hunt_ai.games.catalog", "import torch"])
def test_a_wrong_import_is_found(line: str, tmp_path: Path) -> None:
    pytest.importorskip("importlinter")
    shutil.copytree(ROOT / "hunt_ai", tmp_path / "hunt_ai", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "hunt_ai" / "core" / "crooked.py").write_text(f"{line}\n", encoding="utf-8")
    finished = run(tmp_path, "-c", LINT)
    assert finished.returncode == 1, finished.stdout + finished.stderr
    assert "hunt_ai.core.crooked" in finished.stdout


def test_the_contract_knows_every_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    named = {name.strip(" ()") for layer in layers for name in layer.split("|")}
    there = {f"hunt_ai.{path.parent.name}" for path in (ROOT / "hunt_ai").glob("*/__init__.py")}
    assert there <= named
    torchless = next(contract["source_modules"] for contract in contracts if contract["type"] == "forbidden")
    assert there & {"hunt_ai.core", "hunt_ai.games", "hunt_ai.search", "hunt_ai.solve"} <= set(torchless)
