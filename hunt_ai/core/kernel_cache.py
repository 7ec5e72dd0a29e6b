"""The `kernel` decorator: numba's njit with a disk cache that never runs stale code. May import numba.

numba's own cache looks only at the file of the compiled function, not at the files of the functions it calls. So every
source that machine code is made from lives in a folder named `kernels`, and the cache folder is named by a hash of all
of them: editing any kernel source starts a new folder.
"""

import contextlib
import functools
import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import platformdirs

# Without numba's reference counting (_nrt) kernels run up to three times as fast; none of them may make an array.
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
numba_settings: Any = numba.config  # a module that numba fills at run time
PACKAGE = Path(__file__).resolve().parent.parent


def kernel_sources() -> list[Path]:
    """All files that compiled code depends on, in a fixed order."""
    return sorted([*PACKAGE.glob("*/kernels/**/*.py"), *PACKAGE.glob("kernels/**/*.py"), Path(__file__).resolve()])


def sources_hash() -> str:
    """16 hex digits that change with any byte, name or addition of a kernel source."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path | None:
    """Folder for compiled kernels, made if absent; None where nothing can be written (then kernels compile each time).

    NUMBA_CACHE_DIR (or numba's own setting) is honoured as the parent folder; else it is the user's cache folder.
    """
    parent = Path(numba_settings.CACHE_DIR) if numba_settings.CACHE_DIR else platformdirs.user_cache_path("hunt_ai")
    folder = parent / f"hunt_ai-kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        warnings.warn(
            f"compiled kernels cannot be kept in {folder} ({error.strerror}): every start will compile again; "
            "set NUMBA_CACHE_DIR to a folder that can be written",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    return folder


@contextlib.contextmanager
def _numba_cache_dir(folder: Path) -> Iterator[None]:
    before = numba_settings.CACHE_DIR
    numba_settings.CACHE_DIR = os.fspath(folder)
    try:
        yield
    finally:
        numba_settings.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` in nopython mode, without the GIL, cached on disk by the hash of all kernel sources."""
    compiler = functools.partial(numba.njit, **OPTIONS)
    folder = None if numba_settings.DISABLE_JIT else cache_folder()
    if folder is None:
        return compiler(function)
    with _numba_cache_dir(folder):
        return compiler(cache=True)(function)
