"""Ctrl-C that is never lost: an exception raised inside a library's callback is swallowed there, a mark is not."""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator

_received = threading.Event()


def _receive(number: int, frame: object) -> None:
    _received.set()
    raise KeyboardInterrupt


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    if lost.exc_type is not KeyboardInterrupt:  # that one is marked, and no news
        sys.__unraisablehook__(lost)


@contextlib.contextmanager
def interrupts_noticed() -> Iterator[None]:
    """Within the block, which must run in the main thread, `check_interrupt` knows of every Ctrl-C."""
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    _received.clear()
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _receive)
        sys.unraisablehook = _unraisable
    try:
        yield
    except Exception:
        check_interrupt()  # a library may have made another exception of it
        raise
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = hook
        _received.clear()


def check_interrupt() -> None:
    """KeyboardInterrupt if Ctrl-C was pressed, even where the exception of the moment got lost; for long loops."""
    if _received.is_set():
        raise KeyboardInterrupt
