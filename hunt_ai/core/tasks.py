"""`map_tasks` and `TaskPool`: the one way to use many cores.

Imports nothing heavy: workers limit their threads before numpy loads.
"""

import collections
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from hunt_ai.core.errors import UserError

_LOG = logging.getLogger("hunt_ai")
_THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
MAX_WORKERS = 1024
T = TypeVar("T")


class TaskDied(UserError):
    """A task's process died twice (killed, out of memory, crashed): its results are lost."""


def map_tasks(
    tasks: Iterable[Callable[[], T]], workers: int, died: Callable[[Callable[[], T]], T] | None = None
) -> Iterator[T]:
    """The results of `tasks`, in their order, by a TaskPool of their own; closing the iterator ends it too."""
    _check_workers(workers)
    return _map_in_pool(tasks, workers, died)


def _map_in_pool(
    tasks: Iterable[Callable[[], T]], workers: int, died: Callable[[Callable[[], T]], T] | None
) -> Iterator[T]:
    with TaskPool(workers) as pool:
        yield from pool.map(tasks, died)


class TaskPool:
    """So many processes with one thread each, started when first needed; with `workers` 0 tasks run in this process.

    They end with the block, by Ctrl-C in this process, and when this process is killed.
    """

    def __init__(self, workers: int) -> None:
        _check_workers(workers)
        self._workers = workers
        self._pool: Any = None

    def __enter__(self) -> "TaskPool":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
            self._pool = None

    def map(self, tasks: Iterable[Callable[[], T]], died: Callable[[Callable[[], T]], T] | None = None) -> Iterator[T]:
        """The results of `tasks`, in their order.

        A task is a callable without arguments that can be pickled (a `functools.partial` of a module's function);
        `tasks` is read only a little ahead of the results. A task whose process dies is reported to the log and tried
        once more; if that dies too, `died`, called here with the task, gives a result for it, or TaskDied is raised if
        there is no `died`. An exception inside a task is raised here, unchanged. Closing the iterator early, or an
        exception, ends the processes; the next `map` starts others.
        """
        if self._workers == 0:
            yield from (task() for task in tasks)
            return
        numbered = enumerate(tasks)
        waiting: collections.deque[tuple[int, Callable[[], T], Any]] = collections.deque()
        pool = self._started()
        try:
            while True:
                while len(waiting) < 2 * self._workers and (following := next(numbered, None)):
                    number, task = following
                    waiting.append((number, task, pool.schedule(task)))
                if not waiting:
                    return
                yield _result(pool, *waiting.popleft(), died)
        finally:
            if waiting:
                self._stop()

    def _started(self) -> Any:
        from pebble import ProcessPool

        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(self._workers, initializer=_start_worker, context=context)
            with _interrupts_held():
                _ = self._pool.active  # to ask starts it
        return self._pool


def _check_workers(workers: int) -> None:
    if not 0 <= workers <= MAX_WORKERS:
        raise UserError(f"workers: {workers} is not a number from 0 to {MAX_WORKERS}")


def _result(
    pool: Any, number: int, task: Callable[[], T], future: Any, died: Callable[[Callable[[], T]], T] | None
) -> T:
    from concurrent.futures.process import BrokenProcessPool

    from pebble import ProcessExpired

    for last_try in (False, True):
        try:
            result: T = future.result()
            return result
        except ProcessExpired as death:
            if last_try and died is not None:
                return died(task)
            if last_try:
                raise TaskDied(f"task {number} died twice (exit status {death.exitcode})") from None
            _LOG.warning("task %d died (exit status %s) and is tried once more", number, death.exitcode)
            future = pool.schedule(task)
        except BrokenProcessPool:
            raise TaskDied("all worker processes died before they could begin") from None
    raise AssertionError("unreachable")


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes and threads that start in the block never see Ctrl-C; this process does when the block ends."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it later would let Ctrl-C in again
    held = threading.Event()  # by a thread that was there before: its mask is its own
    handler = signal.signal(signal.SIGINT, lambda *_: held.set())
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if held.is_set():
            signal.raise_signal(signal.SIGINT)


def _start_worker() -> None:
    """Runs first in each worker: one thread for every library, Ctrl-C is the parent's to handle, no life without it."""
    os.environ.update(dict.fromkeys(_THREAD_LIMITS, "1"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
