"""The `kernel` decorator: numba's njit with a disk cache that never runs stale code. May import numba.

numba's own cache looks only at the file of the compiled function, not at the files of the functions it calls, nor at
numba's settings. So every source that machine code is made from lives in a folder named `kernels`, and the cache folder
is named by a hash of all of them and of the settings that change machine code: another of either starts a new folder.
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
CODE_SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")  # of numba.config
numba_settings: Any = numba.config  # a module that numba fills at run time
PACKAGE = Path(__file__).resolve().parent.parent


def kernel_sources() -> list[Path]:
    """All files that compiled code depends on, in a fixed order."""
    return sorted([*PACKAGE.glob("*/kernels/**/*.py"), *PACKAGE.glob("kernels/**/*.py"), Path(__file__).resolve()])


def code_hash() -> str:
    """16 hex digits that change with any byte, name or addition of a kernel source, and with CODE_SETTINGS."""
    digest = hashlib.sha256(repr([getattr(numba_settings, name, None) for name in CODE_SETTINGS]).encode())
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
    folder = parent.absolute() / f"hunt_ai-kernels-{code_hash()}"
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
    ours = {"CACHE_DIR": os.fspath(folder), "CACHE_LOCATOR_CLASSES": ""}  # the latter could name another place
    before = {name: getattr(numba_settings, name, "") for name in ours}
    vars(numba_settings).update(ours)
    try:
        yield
    finally:
        vars(numba_settings).update(before)


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Compile `function` in nopython mode, without the GIL, cached on disk by the hash of all that makes the code."""
    compiler = functools.partial(numba.njit, **OPTIONS, **options)
    folder = None if numba_settings.DISABLE_JIT else cache_folder()
    if folder is None:
        return compiler(function)
    with _numba_cache_dir(folder):
        return compiler(cache=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A kernel that is copied into each caller: for parts of a large one that take many arrays."""
    return kernel(function, forceinline=True)
