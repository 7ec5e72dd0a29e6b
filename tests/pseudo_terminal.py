"""A command in a terminal of its own, for tests: what it prints, what is typed, and the screen that a person sees."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Iterator

CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CLEAR = "\x1b[H\x1b[2J"


class Terminal:
    """The command `hunt-ai` in a terminal of so many lines and columns."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.modes = termios.tcgetattr(slave)
        plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hunt_ai", *arguments],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=take_terminal,
            env=plain | {"TERM": "xterm"} | environment,
        )  # fmt: skip
        os.close(slave)
        self.all = ""  # printed since the beginning
        self.seen = ""  # printed since what was waited for last

    def wait_for(self, text: str, seconds: float = 90) -> str:
        """Read until `text` has been printed after what was waited for before; what came in front of it."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            assert self.read() or self.process.poll() is None, self.seen
        before, _, self.seen = self.seen.partition(text)
        return before

    def read(self, seconds: float = 0.2) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.master, 100_000).decode(errors="replace").replace("\r\n", "\n")
        except OSError:  # Linux says so when the other end is closed
            return False
        self.all += more
        self.seen += more
        return bool(more)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def enter(self, line: str) -> None:
        self.type(f"{line}\n")

    def finish(self, seconds: float = 60) -> tuple[int, str]:
        """(exit status, what was printed since)"""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            self.read()
        while self.read(0):
            pass
        return self.process.returncode, self.seen

    def screens(self) -> list[list[str]]:
        """The lines of each screen that was drawn, without colours; the last of each is the prompt's."""
        return [CODE.sub("", part).split("\n") for part in self.all.split(CLEAR)[1:]]


def take_terminal() -> None:
    """Standard input becomes the terminal of this session, so that Ctrl-C typed there comes as a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def columns_of(line: str) -> int:
    """Columns that a line takes, the last of what was written over itself."""
    shown = line.split("\r")[-1].replace("\b", "")
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in shown.rstrip())


@contextlib.contextmanager
def terminal(*arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments, rows=rows, columns=columns, **environment)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.send_signal(signal.SIGKILL)
        opened.process.wait()
        os.close(opened.master)
