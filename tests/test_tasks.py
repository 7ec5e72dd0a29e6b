"""`map_tasks`: order, laziness, failures, and that no worker outlives its parent."""

import contextlib
import functools
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hunt_ai.core.errors import UserError
from hunt_ai.core.tasks import MAX_WORKERS, TaskDied, TaskPool, map_tasks

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="signals")
# A program that starts two endless tasks and prints nothing; its workers leave their numbers in the folder it is given.
ENDLESS = """
import functools, sys
from pathlib import Path
from hunt_ai.core.tasks import map_tasks
from test_tasks import leave_number_and_sleep

if __name__ == "__main__":
    list(map_tasks([functools.partial(leave_number_and_sleep, Path(sys.argv[1]), 300)] * 2, 2))
"""


def square(number: int) -> int:
    time.sleep(0.02 * (number % 3))  # later tasks finish earlier
    return number * number


def fail(number: int) -> int:
    raise KeyError(f"task {number}")


def die_once(marker: Path, number: int) -> int:
    if not marker.exists():
        marker.touch()
        os._exit(7)
    return number


def die() -> None:
    os._exit(9)


def limits() -> tuple[str | None, ...]:
    return tuple(os.environ.get(name) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"))


def leave_number_and_sleep(folder: Path, seconds: float) -> int:
    (folder / str(os.getpid())).touch()
    time.sleep(seconds)
    return os.getpid()


def squares(count: int) -> list[Callable[[], int]]:
    return [functools.partial(square, number) for number in range(count)]


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and only waits to be counted does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:  # another system than Linux, or just gone
        return not Path("/proc/self/stat").exists()


def numbers_in(folder: Path, count: int, seconds: float = 30) -> list[int]:
    """The numbers of the processes that `leave_number_and_sleep` runs in, once there are `count`."""
    wait_until(lambda: len(list(folder.iterdir())) >= count, seconds)
    return [int(path.name) for path in folder.iterdir()]


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so after {seconds} s"
        time.sleep(0.05)


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_results_come_in_order(workers: int) -> None:
    assert list(map_tasks(squares(7), workers)) == [number * number for number in range(7)]
    assert list(map_tasks([], workers)) == []


@pytest.mark.parametrize("workers", [0, 1])
def test_an_exception_is_raised_here_unchanged(workers: int) -> None:
    results = map_tasks([*squares(2), functools.partial(fail, 2), *squares(2)], workers)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(KeyError, match="task 2"):
        next(results)
    with pytest.raises(StopIteration):
        next(results)


def test_a_task_that_dies_once_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tasks = [*squares(2), functools.partial(die_once, tmp_path / "marker", 77), *squares(2)]
    with caplog.at_level(logging.WARNING, "hunt_ai"):
        assert list(map_tasks(tasks, 1)) == [0, 1, 77, 0, 1]
    assert [record.getMessage() for record in caplog.records] == ["task 2 died (exit status 7) and is tried once more"]


def test_a_task_that_dies_twice_is_the_end(caplog: pytest.LogCaptureFixture) -> None:
    results = map_tasks([*squares(1), die], 2)
    assert next(results) == 0
    with pytest.raises(TaskDied, match="task 1 died twice"):
        next(results)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_tasks_are_read_only_a_little_ahead(workers: int) -> None:
    read = []

    def tasks() -> Iterator[Callable[[], int]]:
        for number in range(1000):
            read.append(number)
            yield functools.partial(square, number)

    results = map_tasks(tasks(), workers)
    assert read == []
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert 3 <= len(read) <= 3 + 2 * workers
    results.close()


def test_closing_ends_the_workers(tmp_path: Path) -> None:
    tasks = [*squares(1), *[functools.partial(leave_number_and_sleep, tmp_path, 300)] * 2]
    results = map_tasks(tasks, 2)
    assert next(results) == 0
    workers = numbers_in(tmp_path, 2)
    assert len(set(workers)) == 2
    assert os.getpid() not in workers
    results.close()
    wait_until(lambda: not any(map(is_alive, workers)), 10)


def test_workers_have_one_thread() -> None:
    before = dict(os.environ)
    assert list(map_tasks([limits], 1)) == [("1", "1", "1")]
    assert dict(os.environ) == before


@pytest.mark.parametrize("workers", [-1, MAX_WORKERS + 1])
def test_bad_numbers_of_workers(workers: int) -> None:
    with pytest.raises(UserError, match=f"workers: {workers} is not a number from 0 to {MAX_WORKERS}"):
        map_tasks(squares(1), workers)


@POSIX_ONLY
@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_no_worker_outlives_its_parent(name: str, tmp_path: Path) -> None:
    (numbers := tmp_path / "numbers").mkdir()
    (program := tmp_path / "program.py").write_text(ENDLESS)
    parent = subprocess.Popen(
        [sys.executable, program, numbers],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        stderr=subprocess.DEVNULL,
    )
    workers: list[int] = []
    try:
        workers = numbers_in(numbers, 2)
        assert all(map(is_alive, workers))
        parent.send_signal(getattr(signal, name))
        parent.wait(30)
        wait_until(lambda: not any(map(is_alive, workers)), 10)
    finally:
        for process in (parent.pid, *workers):
            if is_alive(process):
                os.kill(process, signal.SIGKILL)
        parent.wait()


def test_a_pool_keeps_its_processes() -> None:
    with TaskPool(2) as pool:
        first = set(pool.map([os.getpid] * 8))
        assert list(pool.map(squares(5))) == [0, 1, 4, 9, 16]
        assert len(first | set(pool.map([os.getpid] * 8))) <= 2
        assert os.getpid() not in first
        with contextlib.closing(pool.map([die, *squares(3)])) as results, pytest.raises(TaskDied):
            next(results)
        assert list(pool.map(squares(3))) == [0, 1, 4]
    with TaskPool(0) as pool:
        assert set(pool.map([os.getpid] * 2)) == {os.getpid()}
