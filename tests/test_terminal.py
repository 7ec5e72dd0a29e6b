"""`hunt-ai play`: over a pipe in this process, and in a terminal of its own."""

import io
import os
import select
import signal
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.app.main import main
from hunt_ai.app.terminal import ALIASES, TERMINATIONS_ZH, TEXTS
from hunt_ai.arena.record import RULES_TERMINATIONS

OVER = "ooooo/ooooo/T...T/...../..... q 0 6 0"
NEARLY_WON = ["e3xc1", "d2-e2", "a3xc5", "d4-c3", "c5xa3", "b2-b3", "c1xe3", "d4-c5", "a3xc1", "d4-e4"]  # and now e3xe5


class Session:
    """What a typed session printed, and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err
        self.lines = out.splitlines()

    def last(self, start: str) -> str:
        """The rest of the last line that begins so."""
        return next(line for line in reversed(self.lines) if line.startswith(start)).removeprefix(start)

    @property
    def moves(self) -> list[str]:
        return self.last("Moves played: ").split()


Play = Callable[..., Session]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """A function that plays a session: the lines that are typed, then the end of the input."""

    def play(*lines: str, game: str = "double-tiger", options: tuple[str, ...] = ()) -> Session:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", game, "--seed", "1", *options])
        return Session(status, *capsys.readouterr())

    return play


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["zh"])
    for key, text in TEXTS["en"].items():
        assert placeholders(TEXTS["zh"][key]) <= placeholders(text), key
    assert set(ALIASES.values()) <= {"undo", "moves", "quit", "help"}
    assert set(TERMINATIONS_ZH) == RULES_TERMINATIONS


def test_moves_by_text_and_by_number(typed: Play) -> None:
    by_text = typed("a3xc1", "quit")
    number = Game("double-tiger").legal_moves().index("a3xc1") + 1
    by_number = typed(str(number), "quit")
    assert by_text.out == by_number.out
    assert (by_text.status, by_text.err) == (0, "")
    assert by_text.moves[0] == "a3xc1"
    assert len(by_text.moves) == 2
    again = Game("double-tiger", moves=by_text.moves)
    assert by_text.last("Position: ") == again.position()


def test_the_second_mover_answers(typed: Play) -> None:
    session = typed("1", "quit", options=("--as", "dogs", "--against", "random"))
    first, *_ = session.moves
    game = Game("double-tiger", moves=[first])
    assert session.moves[1] == game.legal_moves()[0]
    assert game.side_to_move == "dogs"
    assert len(session.moves) == 3


def test_both_sides_are_mine(typed: Play) -> None:
    session = typed("a3xc1", "1", "undo", "2", options=("--as", "both"))
    game = Game("double-tiger", moves=["a3xc1"])
    assert session.moves == ["a3xc1", game.legal_moves()[1]]
    assert "both sides" in session.lines[0]


def test_undo_takes_back_to_my_last_decision(typed: Play) -> None:
    session = typed("a3xc1", "undo", "e3xc5", "quit")
    assert session.moves[0] == "e3xc5"
    assert len(session.moves) == 2
    none = typed("undo", "quit")
    assert "There is nothing to take back." in none.out
    assert "Moves played" not in none.out
    # The opponent's first move is not mine to take back.
    assert "There is nothing to take back." in typed("undo", "quit", options=("--as", "dogs")).out
    all_of_them = typed("1", "1", "undo", "undo", "undo", "quit")
    assert all_of_them.out.count("There is nothing to take back.") == 1


def test_help_and_moves(typed: Play) -> None:
    session = typed("help", "?", "HELP", "quit")
    assert session.out.count("undo: take back") == 3
    for line in ("moves", "", "   "):
        assert typed(line, "quit").out.count("Moves:") == 2


def test_help_says_what_the_letters_are(typed: Play) -> None:
    assert "On the board: T Tigers, o Dogs (2, 3, 4: so many on one point), . empty." in typed("help").lines
    assert "On the board: D Deer, o Dogs, . empty." in typed("help", game="dog-deer").lines
    beasts = "R rat, C cat, D dog, W wolf, P leopard, T tiger, L lion, E elephant"
    assert f"On the board: {beasts}; upper case red" in typed("help", game="jungle-arena").out
    chinese = typed("help", game="jungle-arena", options=("--lang", "zh")).out
    assert "R 鼠 C 猫 D 狗 W 狼 P 豹 T 虎 L 狮 E 象；大写红方" in chinese


@pytest.mark.parametrize(
    "line", ["0", "99", "999999999999", "a1-b9", "nonsense", "-1", "1.5", "٣", "timeout", "\x1b[A"]
)
def test_what_is_no_move_is_asked_again(line: str, typed: Play) -> None:
    session = typed(line, "a3xc1", "quit")
    assert (session.status, session.err) == (0, "")
    assert session.moves[0] == "a3xc1"
    assert len(session.lines) == len(typed("a3xc1", "quit").lines) + 1


@pytest.mark.parametrize(("line", "stands_for"), [("A3XC1", "a3xc1"), ("  a3xc1  ", "a3xc1"), ("Quit", "quit")])
def test_case_and_spaces_do_not_matter(line: str, stands_for: str, typed: Play) -> None:
    assert typed(line, "quit").out == typed(stands_for, "quit").out


@pytest.mark.parametrize("lines", [(), ("quit",), ("exit",), ("结束",)])
def test_stopping(lines: tuple[str, ...], typed: Play) -> None:
    session = typed(*lines)
    assert (session.status, session.err) == (0, "")
    assert session.lines[-2].removeprefix("Tigers> ") == "Stopped."
    assert lines or session.lines[-2] == "Stopped."
    assert session.last("Position: ") == Game("double-tiger").position()


def test_a_finished_position_is_judged_at_once(typed: Play) -> None:
    session = typed(options=("--position", OVER))
    assert session.status == 0
    assert "Tigers won (captures) after 0 plies." in session.out


def test_a_won_game_ends(typed: Play) -> None:
    position = Game("double-tiger", moves=NEARLY_WON).position()
    session = typed("e3xe5", "this is not read", options=("--position", position))
    assert (session.status, session.err) == (0, "")
    assert session.moves == ["e3xe5"]
    assert session.lines[-3].startswith("Tigers won (captures) after 1 pl")


@pytest.mark.parametrize("game", ["dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_whole_game_of_first_moves(game: str, language: str, typed: Play) -> None:
    session = typed(*["1"] * 700, game=game, options=("--lang", language))
    assert (session.status, session.err) == (0, "")
    start = {"en": "Moves played: ", "zh": "着法记录："}[language]
    played = Game(game, moves=session.last(start).split())
    outcome = played.outcome()
    assert outcome is not None
    assert session.last({"en": "Position: ", "zh": "局面："}[language]) == played.position()
    ended = outcome.termination if language == "en" else TERMINATIONS_ZH[outcome.termination]
    assert ended in session.lines[-3]


def test_chinese(typed: Play) -> None:
    session = typed("帮助", "着法", "zzz", "0", "悔棋", "a3xc1", "悔棋", "结束", options=("--lang", "zh"))
    assert session.status == 0
    out = session.out.replace("help", "").replace("undo", "").replace("moves", "").replace("quit", "")
    for words in ("illegal", "There", "Moves", "Stopped", "won", "to move"):
        assert words not in out, words
    for words in ("悔棋", "没有可悔的棋", "没有编号 0", "已结束", "局面："):
        assert words in out, words


# -- in a terminal

pty = pytest.importorskip("pty")


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hunt_ai", *arguments],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=take_terminal,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until `text` has been printed after what was waited for before."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                self.seen += self.read()
        self.seen = self.seen.partition(text)[2]

    def read(self) -> str:
        try:
            return os.read(self.master, 100_000).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed
            return ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def finish(self, seconds: float = 30) -> tuple[int, str]:
        """(exit status, what was printed since)"""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                self.seen += self.read()
        while select.select([self.master], [], [], 0)[0] and (more := self.read()):
            self.seen += more
        return self.process.returncode, self.seen


def take_terminal() -> None:
    """Standard input becomes the terminal of this session, so that Ctrl-C typed there comes as a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.send_signal(signal.SIGKILL)
        opened.process.wait()
        os.close(opened.master)


def test_a_terminal_session() -> None:
    with terminal("play", "double-tiger", "--seed", "1") as screen:
        screen.wait_for("Tigers> ")
        screen.type("a3xc1\n")
        screen.wait_for("Dogs: ")
        screen.wait_for("Tigers> ")
        screen.type("undo\n")
        screen.wait_for("Tigers> ")
        screen.type("quit\n")
        status, printed = screen.finish()
        assert status == 0
        assert "Stopped." in printed
        assert f"Position: {Game('double-tiger').position()}" in printed


def test_ctrl_d_stops_as_quit_does() -> None:
    with terminal("play", "double-tiger", "--lang", "zh") as screen:
        screen.wait_for("> ")
        screen.type("\x04")
        status, printed = screen.finish()
        assert status == 0
        assert "Traceback" not in printed
        assert "已结束。" in printed


@pytest.mark.parametrize("half_typed", ["", "a3x"])
def test_ctrl_c_ends_without_a_traceback(half_typed: str) -> None:
    with terminal("play", "double-tiger", "--seed", "1") as screen:
        screen.wait_for("Tigers> ")
        screen.type("a3xc1\n")
        screen.wait_for("Tigers> ")
        time.sleep(0.3)  # between the prompt and its reading, Python takes note of a Ctrl-C only at the next key
        screen.type(f"{half_typed}\x03")
        status, printed = screen.finish()
        assert status == 130
        assert "Traceback" not in printed
        assert "Moves played: a3xc1 " in printed


def test_over_a_real_pipe(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "hunt_ai", "play", "double-tiger", "--lang", "zh", "--seed", "1"],
        input="结束\n".encode(), capture_output=True, check=False, env=os.environ | {"LC_ALL": "C"}, cwd=tmp_path,
    )  # fmt: skip
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert "已结束。" in finished.stdout.decode()
    assert list(tmp_path.iterdir()) == []
