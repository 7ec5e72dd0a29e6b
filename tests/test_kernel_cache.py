"""The disk cache of compiled kernels: used, never stale, where the user wants it, and no hindrance where it cannot be."""

import ast
import importlib
import importlib.util
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import hunt_ai
from hunt_ai.core.kernel_cache import OPTIONS, kernel_sources

ROOT = Path(__file__).parent.parent
PACKAGE = (ROOT / "hunt_ai").resolve()
COUNT = "import hunt_ai; print(hunt_ai.perft('double-tiger', depth=2))"
RIGHT = "284"
# Depth 2 of a hunt game runs these two and nothing else that Python calls.
STATISTICS = """
from hunt_ai.games.kernels.perft import perft_slice
from hunt_ai.games.kernels.rows import row_moves
for kernel in (row_moves, perft_slice):
    print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


def environment(code: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"PYTHONPATH": str(code), "PYTHONDONTWRITEBYTECODE": "1"} | more


def run(program: str, folder: Path = ROOT, code: Path = ROOT, **more: str) -> tuple[list[str], str]:
    """(words on standard output, standard error) of a Python program run in `folder` with the package in `code`."""
    finished = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=environment(code, **more),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split(), finished.stderr


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that one process has filled."""
    folder = tmp_path_factory.mktemp("warm")
    assert run(COUNT + STATISTICS, NUMBA_CACHE_DIR=str(folder))[0] == [RIGHT, "0", "1", "0", "1"]
    return folder


# -- stale code --------------------------------------------------------------------------------------------------------

STEPS = "popcount(rotate(sources & table[block + LANES + lane], table[block + lane]) & empty)"
EDITS = [  # to what the kernels that Python calls only import: old text, new text, whether counts change
    (STEPS, STEPS.replace("&", "|"), True),
    ("builder.ctpop(", "builder.not_ (", True),
    ("NEIGHBOURS, JUMPED = 5", "JUMPED, NEIGHBOURS = 5", False),  # in a layout, which Python reads as well
]


@pytest.mark.slow
@pytest.mark.parametrize("numba_first", [False, True], ids=["hunt_ai first", "numba first"])
def test_an_edited_callee_is_compiled_again(numba_first: bool, tmp_path: Path) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    shutil.copytree(ROOT / "hunt_ai", code / "hunt_ai", ignore=shutil.ignore_patterns("__pycache__"))
    program = "import numba\n" * numba_first + COUNT + STATISTICS

    def count() -> list[str]:
        return run(program, tmp_path, code, NUMBA_CACHE_DIR=str(cache))[0]

    assert count() == [RIGHT, "0", "1", "0", "1"]
    for number, (old, new, changes) in enumerate(EDITS, 2):
        (path,) = (path for path in code.rglob("kernels/*.py") if old in path.read_text(encoding="utf-8"))
        assert path.name not in ("perft.py", "rows.py")
        text, before = path.read_text(encoding="utf-8"), path.stat()
        rewrite(path, text.replace(old, new), before)
        leaves, *statistics = count()
        assert (leaves != RIGHT) == changes, path
        assert statistics == ["0", "1", "0", "1"], path
        assert len(list(cache.iterdir())) == number
        rewrite(path, text, before)
    assert count() == [RIGHT, "1", "0", "1", "0"]
    assert len(list(cache.iterdir())) == 1 + len(EDITS)


def rewrite(path: Path, text: str, before: os.stat_result) -> None:
    """Edit a file so that neither its size nor its time shows it."""
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_checked_code_is_kept_apart(warm: Path) -> None:
    """Numba's own cache would go on with the unchecked code."""
    program = """
import numpy, hunt_ai
from hunt_ai.games.kernels.rows import row_moves
rules = hunt_ai.load_game("double-tiger")
try:
    row_moves(rules.kernel_rules, rules.start, numpy.empty(0, numpy.int32))
except IndexError:
    print("checked")
"""
    assert run(program, NUMBA_CACHE_DIR=str(warm), NUMBA_BOUNDSCHECK="1")[0] == ["checked"]
    assert run(COUNT + STATISTICS, NUMBA_CACHE_DIR=str(warm))[0] == [RIGHT, "1", "0", "1", "0"]


# -- the folder --------------------------------------------------------------------------------------------------------


def test_the_next_process_compiles_nothing(warm: Path, tmp_path: Path) -> None:
    assert run(COUNT + STATISTICS, tmp_path, NUMBA_CACHE_DIR=str(warm))[0] == [RIGHT, "1", "0", "1", "0"]
    assert all(folder.name.startswith("hunt_ai-kernels-") for folder in warm.iterdir())
    assert list(warm.rglob("perft.perft_slice-*.nbi"))


@pytest.mark.slow
def test_every_kernel_is_found_again(warm: Path) -> None:
    """All that Python calls, in games and players of both families."""
    program = """
import numpy, hunt_ai
from hunt_ai.games.kernels import playout, rows
from hunt_ai.players.kernels import simple
from hunt_ai.players.parse import make_player
for name in ("double-tiger", "jungle-arena"):
    game = hunt_ai.Game(name)
    kernel_rules = game.rules.kernel_rules
    game.legal_mask()
    rows.row_key(kernel_rules, game.row)
    rows.row_action_move(kernel_rules, game.row, 0)
    playout.playouts(kernel_rules, game.row, 1, numpy.uint64(7), numpy.zeros(64, numpy.int64))
    for player in map(make_player, ("random", "greedy")):
        player.reset(1)
        game.push_value(player.choose(game))
    game.push("timeout")
rows.jungle_bans(kernel_rules, game.row, 0)
hits = misses = 0
for kernel in [v for m in (rows, playout, simple) for v in vars(m).values() if hasattr(v, "stats")]:
    hits += sum(kernel.stats.cache_hits.values())
    misses += sum(kernel.stats.cache_misses.values())
print(hits, misses)
"""
    first = [int(word) for word in run(program, NUMBA_CACHE_DIR=str(warm))[0]]
    second = [int(word) for word in run(program, NUMBA_CACHE_DIR=str(warm))[0]]
    assert first[1] > 20
    assert second[0] > 12  # fewer than before: what was compiled for another kernel is not looked up on its own
    assert second[1] == 0


def test_the_users_cache_folder_is_the_default(tmp_path: Path) -> None:
    program = "from hunt_ai.core.kernel_cache import cache_folder; print(cache_folder())"
    if sys.platform == "linux":
        (place,) = run(program, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))[0]
        assert Path(place).parent == tmp_path / "cache" / "hunt_ai"
        assert Path(place).name.startswith("hunt_ai-kernels-")
        assert Path(place).is_dir()
        assert not list((tmp_path / "cache").rglob("*.nb*"))
    (place,) = run(program, tmp_path, NUMBA_CACHE_DIR="relative")[0]
    assert Path(place).parent == tmp_path / "relative"  # wherever the program goes later
    (place,) = run(f"import numba; numba.config.CACHE_DIR = {str(tmp_path / 'set')!r}\n{program}", tmp_path)[0]
    assert Path(place).parent == tmp_path / "set"


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_a_folder_that_cannot_be_written(variable: str, tmp_path: Path) -> None:
    if variable == "XDG_CACHE_HOME" and sys.platform != "linux":
        pytest.skip("XDG_CACHE_HOME is a setting of Linux")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    program = "import numpy; from hunt_ai.core.kernels import bits, random; print(bits.nth_bit(numpy.uint64(12), 1))"
    words, errors = run(program, tmp_path, **{variable: str(tmp_path / "file" / "below")})
    assert words == ["3"]
    assert errors.count("RuntimeWarning: compiled kernels cannot be kept in ") == 1
    assert "set NUMBA_CACHE_DIR" in errors
    assert "Traceback" not in errors


def test_numbas_setting_is_left_as_it_was(warm: Path) -> None:
    program = "import numba\nfrom hunt_ai.games.kernels import rows\nprint(numba.config.CACHE_DIR)"
    assert run(program, NUMBA_CACHE_DIR=str(warm))[0] == [str(warm)]
    in_tree = run(COUNT + STATISTICS, NUMBA_CACHE_DIR=str(warm), NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator")[0]
    assert in_tree == [RIGHT, "1", "0", "1", "0"]


@pytest.mark.slow
def test_processes_that_compile_at_once(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", COUNT],
            cwd=ROOT,
            env=environment(ROOT, NUMBA_CACHE_DIR=str(tmp_path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for _ in range(3)
    ]
    for process in processes:
        output, errors = process.communicate(timeout=300)
        assert (process.returncode, output.strip(), errors) == (0, RIGHT, "")
    assert run(COUNT + STATISTICS, NUMBA_CACHE_DIR=str(tmp_path))[0] == [RIGHT, "1", "0", "1", "0"]


# -- what machine code is made from ------------------------------------------------------------------------------------

KERNEL_FILES = [path for path in kernel_sources() if path.parent.name == "kernels"]
ALLOWED = {"numpy", "numba", "llvmlite", "typing"}


def imported(path: Path) -> Iterator[str]:
    """Names of the modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if node.module.startswith("hunt_ai") and is_module(below) else node.module


def is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # what stands before the last dot is no package
        return False


def test_all_kernels_are_found() -> None:
    assert len(KERNEL_FILES) > 10
    assert set(KERNEL_FILES) == {
        path for path in PACKAGE.rglob("*.py") if "kernels" in path.parts[len(PACKAGE.parts) :]
    }


@pytest.mark.parametrize("path", KERNEL_FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_kernels_depend_on_kernels_only(path: Path) -> None:
    for name in imported(path):
        parts = name.split(".")
        inside = parts[0] == "hunt_ai" and "kernels" in parts[:-1]
        assert inside or parts[0] in ALLOWED or name == "hunt_ai.core.kernel_cache", name


def test_only_kernels_import_numba() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path not in kernel_sources():
            assert not {"numba", "llvmlite"} & {name.partition(".")[0] for name in imported(path)}, path


def test_everything_compiled_is_a_kernel() -> None:
    kernels = 0
    for found in pkgutil.walk_packages(hunt_ai.__path__, "hunt_ai."):
        if found.name == "hunt_ai.__main__":
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher):
                source = Path(value.py_func.__code__.co_filename).resolve()
                assert source in kernel_sources(), f"{found.name}.{name}"
                assert value.targetoptions.items() >= OPTIONS.items(), f"{found.name}.{name} is no @kernel"
                kernels += 1
    assert kernels > 50
