"""A program that runs beside us and exchanges lines with us, whatever it does. POSIX: pipes, signals, process groups.

No threads: its output is read only while somebody waits for a line, so that a flood of it stays in the pipe and blocks
the program, not our memory. Nothing here blocks beyond the deadline it is given.
"""

import collections
import contextlib
import math
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence

from hunt_ai.core.errors import one_line
from hunt_ai.players.player import PlayerFailed

LONGEST_LINE = 1_000_000  # bytes
DEATH_SECONDS = 1.0  # for a program that closes its pipes to end, and be asked why
QUIT_SECONDS = 1.0  # for a program that was told to quit
_CHUNK = 65536
_KEPT_ERRORS = 4096  # bytes of standard error kept, its end
_WATCH = 'read -r _ || kill -s KILL -- "-$1"'  # shell: once its standard input closes, end the process group $1


class EngineProcess:
    """A program, started by words that no shell sees. Ctrl-C does not reach it: it has a session of its own.

    It is ended, with its process group, by `close` or `kill`; a second small process does so if ours dies first.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._lines: collections.deque[bytes] = collections.deque()  # read, not yet received
        self._partial = bytearray()  # the line being read
        self._outgoing = bytearray()  # sent, not yet taken
        self._errors = b""  # the end of its standard error
        self._errors_open = True
        self._over = False  # no more output will come
        self._deaf_until = math.inf  # when a program that reads no more, but has not ended, counts as dead
        self._ending = self._ended = False  # by `kill`, which may have been interrupted
        self._selector = selectors.DefaultSelector()
        self._processes: list[subprocess.Popen[bytes]] = []  # the program and its watcher
        try:
            self._process = self._start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self._start(
                ["/bin/sh", "-c", _WATCH, "sh", str(self._process.pid)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            self.kill()
            raise PlayerFailed("crash", one_line(f"cannot be started ({error.strerror or error})")) from None
        except BaseException:
            self.kill()
            raise
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input, self._output, self._error = self._process.stdin, self._process.stdout, self._process.stderr
        for end in (self._input, self._output, self._error):
            os.set_blocking(end.fileno(), False)
        self._selector.register(self._output, selectors.EVENT_READ, self._read_output)
        self._selector.register(self._error, selectors.EVENT_READ, self._read_errors)

    def _start(self, command: Sequence[str], stdout: int, stderr: int) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr, start_new_session=True
        )
        self._processes.append(process)
        return process

    # -- lines

    def send(self, line: str) -> None:
        """Pass a line on; what the program does not take at once, it gets while we wait for its lines."""
        if self._deaf_until == math.inf:
            self._outgoing += line.encode("utf-8", "surrogateescape") + b"\n"
            self._write()

    def receive(self, deadline: float) -> str | None:
        """The next line; None if there is none by `deadline`, of `time.monotonic`. PlayerFailed once it has died."""
        while not self._lines:
            if self._over:
                raise self._death()
            now = time.monotonic()
            if now >= self._deaf_until:
                raise self._death()
            if now >= deadline:
                return None
            self._exchange(min(deadline, self._deaf_until) - now)
        return self._lines.popleft().decode("utf-8", "replace").strip()

    def receive_until(self, word: str, seconds: float) -> Iterator[str]:
        """The lines before the next that begins with `word`; PlayerFailed where that takes longer."""
        deadline = time.monotonic() + seconds
        while (line := self.receive(deadline)) is not None:
            if line.split(maxsplit=1)[:1] == [word]:
                return
            yield line
        raise PlayerFailed("hang", f"no {word} within {seconds:.3g} s")

    # -- its end

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        if self._ending:
            self.kill()
            return
        try:
            self.send("quit")
            deadline = time.monotonic() + QUIT_SECONDS
            while self._process.poll() is None and time.monotonic() < deadline:
                self._exchange(0.01)
                self._lines.clear()
        except PlayerFailed:
            pass  # it is at its end anyway
        finally:
            self.kill()

    def kill(self) -> None:
        """End the program and its process group at once; nothing of it is left. May be called again."""
        if self._ended:
            return
        self._ending = True
        self._selector.close()
        for process in reversed(self._processes):  # the watcher first
            with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody left; a zombie, on macOS
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for end in (process.stdin, process.stdout, process.stderr):
                if end:
                    end.close()
        self._ended = True

    # -- inside

    def _exchange(self, seconds: float) -> None:
        """Read and write what can be, waiting at most so long for something."""
        for key, _ in self._selector.select(max(0.0, seconds)):
            key.data()

    def _write(self) -> None:
        try:
            del self._outgoing[: os.write(self._input.fileno(), self._outgoing)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._outgoing.clear()
            self._deaf_until = time.monotonic() + DEATH_SECONDS
        waiting = self._input in self._selector.get_map()
        if self._outgoing and not waiting:
            self._selector.register(self._input, selectors.EVENT_WRITE, self._write)
        elif waiting and not self._outgoing:
            self._selector.unregister(self._input)

    def _read_output(self) -> None:
        data = os.read(self._output.fileno(), _CHUNK)
        self._partial += data
        if not data:
            self._over = True
            self._selector.unregister(self._output)
            self._lines.extend([bytes(self._partial)] if self._partial else [])
        elif b"\n" in data:
            *lines, rest = self._partial.split(b"\n")
            self._lines.extend(map(bytes, lines))
            self._partial = rest
        if len(self._partial) > LONGEST_LINE:
            raise PlayerFailed("crash", f"wrote a line longer than {LONGEST_LINE} bytes")

    def _read_errors(self) -> None:
        data = os.read(self._error.fileno(), _CHUNK)
        self._errors = (self._errors + data)[-_KEPT_ERRORS:]
        if not data:
            self._errors_open = False
            self._selector.unregister(self._error)

    def _death(self) -> PlayerFailed:
        """How it died: its exit status and its last words on standard error."""
        if not self._over:
            self._selector.unregister(self._output)
        deadline = time.monotonic() + DEATH_SECONDS
        while (self._process.poll() is None or self._errors_open) and time.monotonic() < deadline:
            self._exchange(0.01)
        status = self._process.returncode
        if status is None:
            what = "closed its input or output"
        elif status < 0:
            what = f"killed by signal {-status}"
        else:
            what = f"exit status {status}"
        words = [line for line in self._errors.decode("utf-8", "replace").splitlines() if line.strip()]
        return PlayerFailed("crash", one_line(f"{what}: {words[-1]}" if words else what))
