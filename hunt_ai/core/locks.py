"""A lock between processes: whoever holds it is the only one to write something."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from hunt_ai.core.errors import UserError


@contextlib.contextmanager
def sole_writer(lock: Path, busy: str, failed: str) -> Iterator[None]:
    """Holds the lock, a file. It goes with this process however it ends; a file left by a kill does no harm.

    UserError where another process holds it (`busy`), and where it cannot be made (`failed` and why).
    """
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        yield
        return
    try:
        while True:
            stream = lock.open("a")
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                stream.close()
                raise UserError(busy) from None
            if lock.exists() and os.path.samestat(os.fstat(stream.fileno()), lock.stat()):
                break
            stream.close()  # it was removed by the one before between our opening and our locking it
    except OSError as error:
        raise UserError(f"{failed} ({error.strerror or error})") from None
    with stream:
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
