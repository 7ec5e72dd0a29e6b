"""Threads that share the work of kernels on one memory; kernels hold no lock, so that they run side by side."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Team:
    """So many threads; as a context, they have ended when it is left."""

    def __init__(self, threads: int) -> None:
        self._stopped = threading.Event()
        self.threads = max(threads, 1)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __enter__(self) -> "Team":
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()  # after Ctrl-C, threads end with the part in hand
        if self._pool:
            self._pool.shutdown()

    def share(self, size: int, part: int, work: Callable[[int, int, int], int]) -> int:
        """The sum of `work(thread, begin, end)` over all parts from 0 to `size`; threads are numbered from 0.

        A thread takes the next part when it is free.
        """
        parts = iter(range(0, size, part))  # taken one at a time: `next` of a range is atomic

        def run(thread: int) -> int:
            total = 0
            for begin in parts:
                if self._stopped.is_set():
                    break
                total += work(thread, begin, min(begin + part, size))
            return total

        if not self._pool:
            return run(0)
        return sum(done.result() for done in [self._pool.submit(run, thread) for thread in range(self.threads)])
