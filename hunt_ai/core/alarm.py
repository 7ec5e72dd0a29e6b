"""An alarm for Python code that takes too long, by the system's interval timer (POSIX, main thread only)."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator


class AlarmRang(BaseException):
    """Raised wherever the main thread is when the alarm rings. No `except Exception` may swallow it."""


def _ring(*_: object) -> None:
    raise AlarmRang


def _nothing(_: float) -> None:
    pass


@contextlib.contextmanager
def alarm_clock() -> Iterator[Callable[[float], object]]:
    """A function that sets the alarm to so many seconds from now, 0 for never; AlarmRang is raised when it rings.

    It rings again each second until it is set anew: one AlarmRang may be lost in a callback.

    Compiled code is interrupted only when it returns. Where there are no interval timers, or outside the main thread,
    the alarm never rings.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield _nothing
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds, 1.0 if seconds else 0.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
