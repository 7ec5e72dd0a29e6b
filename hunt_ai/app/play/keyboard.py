"""Lines that a person types, with a clock: from a pipe or a file, and from a terminal with a line editor of its own.

On a terminal the line is edited here: only so can the time in the prompt change, and a screen be drawn anew, without
harm to what is half typed.
"""

import codecs
import contextlib
import os
import select
import shutil
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.core.width import clip_left, display_width

try:
    import termios
except ImportError:  # no POSIX terminal
    termios = None  # type: ignore[assignment]

Prompt = Callable[[float | None], str]  # the prompt when so many seconds are left; None: no clock
TICK = 0.25  # seconds after which Ctrl-C is noticed for certain, and the time shown anew
LONGEST = 4096  # bytes or characters of a line
ENDS_ESCAPE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz~@")


class TimeUp(Exception):
    """The clock ran out before a line was entered."""


class Reader(Protocol):
    """Where lines come from."""

    def read(self, prompt: Prompt, deadline: float | None) -> str:
        """The next line without its end; `deadline` by time.monotonic. TimeUp, EOFError at the end of the input."""


def can_edit() -> bool:
    """Whether standard input and output are a terminal on which lines can be edited."""
    return termios is not None and _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def _is_terminal(stream: Any) -> bool:
    try:
        return stream is not None and bool(stream.isatty())
    except ValueError:  # closed
        return False


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else deadline - time.monotonic()


class StreamReader:
    """Lines of standard input, whatever it is."""

    def __init__(self) -> None:
        self._pending = b""
        self._file: int | None = None
        if os.name == "posix":
            with contextlib.suppress(OSError, ValueError, AttributeError):  # no stream of the system's
                self._file = sys.stdin.fileno()

    def read(self, prompt: Prompt, deadline: float | None) -> str:
        print(prompt(_left(deadline)), end="", flush=True)
        if self._file is None:
            line = sys.stdin.readline() if sys.stdin else ""
            if not line:
                raise EOFError
            return line
        while b"\n" not in self._pending and len(self._pending) < LONGEST:
            check_interrupt()
            left = _left(deadline)
            if left is not None and left <= 0:
                raise TimeUp
            wait = TICK if left is None else min(TICK, left)
            if not select.select([self._file], [], [], wait)[0]:
                continue
            more = os.read(self._file, LONGEST)
            if not more and not self._pending:
                raise EOFError
            self._pending += more or b"\n"
        line_bytes, _, self._pending = self._pending.partition(b"\n")
        return line_bytes.decode(errors="replace")


class TerminalReader:
    """Lines typed in a terminal, edited here. A context: the terminal is as it was before when that ends."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._coming = ""  # characters read and not looked at yet
        self._typed = ""
        self._escape = ""
        self._shown = 0  # columns of the line on the screen
        self._before: list[Any] | None = None

    def __enter__(self) -> "TerminalReader":
        self._before = termios.tcgetattr(self._file)
        self._set_modes()
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            with contextlib.suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def _set_modes(self) -> bool:
        """Each key at once, and unechoed; Ctrl-C still comes as a signal. False if it was so already."""
        modes = termios.tcgetattr(self._file)
        if modes[3] & (termios.ICANON | termios.ECHO):
            modes[3] &= ~(termios.ICANON | termios.ECHO)
            modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
            termios.tcsetattr(self._file, termios.TCSADRAIN, modes)
            return True
        return False

    def read(self, prompt: Prompt, deadline: float | None) -> str:
        self._shown, text = 0, ""
        try:
            while True:
                while self._coming:
                    key, self._coming = self._coming[0], self._coming[1:]
                    if self._press(key):
                        self._draw(prompt(_left(deadline)))
                        line, self._typed = self._typed, ""
                        self._write("\n")
                        return line
                check_interrupt()
                left = _left(deadline)
                if left is not None and left <= 0:
                    self._write("\n")
                    raise TimeUp
                if (new := prompt(left) + self._typed) != text:
                    text = new
                    self._draw(prompt(left))
                if select.select([self._file], [], [], TICK if left is None else min(TICK, left))[0]:
                    self._receive()
                elif self._set_modes():  # the shell had the terminal, after Ctrl-Z: the prompt is gone
                    self._shown, text = 0, ""
        except termios.error:
            raise EOFError from None

    def _receive(self) -> None:
        try:
            more = os.read(self._file, LONGEST)
        except OSError:  # the terminal was closed
            raise EOFError from None
        if not more:
            raise EOFError
        self._coming += self._decoder.decode(more)

    def _press(self, key: str) -> bool:
        """Take one key; True if it ends the line. EOFError for Ctrl-D on an empty line."""
        if self._escape:
            self._escape += key
            if len(self._escape) > 2 or key not in "[O":  # ESC [ ... letter, or ESC and one key
                self._escape = "" if key in ENDS_ESCAPE or self._escape[1] not in "[O" else self._escape
        elif key == "\x1b":
            self._escape = key
        elif key in "\r\n":
            return True
        elif key == "\x04":
            if not self._typed:
                raise EOFError
        elif key in "\x7f\x08":
            self._typed = self._typed[:-1]
        elif key == "\x15":  # Ctrl-U
            self._typed = ""
        elif key == "\x17":  # Ctrl-W
            self._typed = self._typed.rstrip().rpartition(" ")[0]
        elif key.isprintable() and len(self._typed) < LONGEST:
            self._typed += key
        return False

    def _draw(self, prompt: str) -> None:
        """The line anew, by means that every terminal has; of a long one its end."""
        columns = max(shutil.get_terminal_size().columns - 1, 1)
        line = clip_left(prompt + self._typed, columns)
        width = display_width(line)
        gone = max(min(self._shown, columns) - width, 0)
        self._write(f"\r{line}{' ' * gone}" + "\b" * gone)
        self._shown = width

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
