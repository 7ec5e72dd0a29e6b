"""`hunt-ai play` in a terminal of its own: the screen, the keys, the clock and Ctrl-C."""

import json
import sys
import time
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.app.play.screen import full_screen, picture
from hunt_ai.app.play.texts import help_lines
from hunt_ai.core.width import wrap

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from pseudo_terminal import CLEAR, CODE, Terminal, columns_of, terminal

GAMES = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
GREEDY = ("--against", "greedy", "--seed", "1")
START = Game("double-tiger").position()


def test_a_session() -> None:
    with terminal("play", "double-tiger", *GREEDY) as screen:
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("zzz")
        screen.wait_for("zzz is neither a move here nor a command")
        screen.enter("a1-a2")
        screen.wait_for("a1-a2: a1 holds no piece")
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("a3xc1")
        screen.wait_for("Tigers: a3xc1 · Dogs: ")
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("1")
        screen.wait_for("Dogs: thinking")
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("undo")
        screen.wait_for("Taken back: ")
        screen.enter("level 9")
        screen.wait_for("Levels go from 1 (Child) to 8 (Grandmaster)")
        screen.enter("draw")
        screen.wait_for("You offer a draw")
        screen.enter("help")
        screen.wait_for("You have 60 seconds a turn.")
        screen.enter("")
        screen.wait_for("Tigers: a3xc1 · Dogs: ")
        screen.enter("resign")
        status, printed = screen.finish()
        assert status == 0
        assert "Dogs won (resignation) after 2 plies. You lost." in printed
        assert "Moves played: a3xc1 " in printed
        assert "to move" not in printed.rpartition(CLEAR)[2]


@pytest.mark.slow
def test_a_hint_and_a_whole_game_by_number() -> None:
    with terminal("play", "double-tiger", *GREEDY, "--lang", "zh") as screen:
        screen.wait_for("虎（60 秒）> ")
        screen.enter("提示")
        screen.wait_for("提示：")
        screen.type("1\n" * 250)
        status, printed = screen.finish()
        assert status == 0
        moves = printed.rpartition("着法记录：")[2].partition("局面")[0].split()
        assert Game("double-tiger", moves=moves).outcome() is not None


def test_keys_edit_the_line() -> None:
    with terminal("play", "double-tiger", *GREEDY) as screen:
        screen.wait_for("Tigers (60 s)> ")
        screen.type("象狮")
        screen.wait_for("象狮")
        screen.type("\x7f\x7f\x7f\x1b[Aq q\x17\x15e3x\x04c9\x7f1")
        screen.wait_for("e3xc1")
        screen.enter("")
        screen.wait_for("Tigers: e3xc1")
        screen.wait_for("Tigers (60 s)> ")
        screen.type("\xff\n".encode("latin-1").decode("latin-1"))
        screen.wait_for("is neither a move")
        screen.type("quit\r")
        assert screen.finish()[0] == 0


def test_what_is_typed_ahead_is_kept() -> None:
    with terminal("play", "double-tiger", *GREEDY) as screen:
        screen.type("a3xc1\nundo\ne3xc5\nqu")
        screen.wait_for("Tigers: e3xc5 · Dogs")
        screen.wait_for("> qu")
        screen.enter("it")
        status, printed = screen.finish()
        assert status == 0
        assert "Moves played: e3xc5 " in printed


def test_ctrl_d_stops_as_quit_does() -> None:
    with terminal("play", "double-tiger", *GREEDY, "--lang", "zh") as screen:
        screen.wait_for("> ")
        screen.type("\x04")
        status, printed = screen.finish()
        assert status == 0
        assert "Traceback" not in printed
        assert "已结束。" in printed


@pytest.mark.parametrize("half_typed", ["", "a3x"])
def test_ctrl_c_at_the_prompt(half_typed: str) -> None:
    with terminal("play", "double-tiger", *GREEDY) as screen:
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("a3xc1")
        screen.wait_for("Tigers: a3xc1 · Dogs: ")
        screen.wait_for("Tigers (60 s)> ")
        screen.type(f"{half_typed}\x03")
        status, printed = screen.finish()
        assert status == 130
        assert "Traceback" not in printed
        assert "Moves played: a3xc1 " in printed


def test_ctrl_c_while_the_computer_thinks() -> None:
    with terminal("play", "double-tiger", "--against", "alphabeta:movetime=60000", "--as", "dogs") as screen:
        screen.wait_for("Tigers: thinking", 120)
        time.sleep(1)
        begun = time.monotonic()
        screen.type("\x03")
        status, printed = screen.finish()
        assert time.monotonic() - begun < 3  # of which a second to find out that the process has ended
        assert status == 130
        assert "Traceback" not in printed
        assert f"Position: {START}" in printed


def test_the_terminal_is_left_as_it_was() -> None:
    import termios

    for key in ("quit\n", "\x03"):
        with terminal("play", "double-tiger", *GREEDY) as screen:
            screen.wait_for("> ")
            assert not termios.tcgetattr(screen.master)[3] & termios.ECHO
            screen.type(key)
            screen.finish()
            assert termios.tcgetattr(screen.master) == screen.modes


# -- the clock


def test_a_turn_lost_by_time_passes_in_a_hunt_game() -> None:
    with terminal("play", "double-tiger", *GREEDY, "--turn-seconds", "3") as screen:
        screen.wait_for("Tigers (only 3 s left)> ")
        screen.type("e3x")
        screen.wait_for("Tigers (only 2 s left)> e3x")
        screen.wait_for("Tigers: out of time · Dogs: ")
        screen.wait_for("Your time ran out: the turn passes to the other side.")
        screen.wait_for("> e3x")  # nothing is lost of what was typed
        screen.type("c9\x15quit\n")
        status, printed = screen.finish()
        assert status == 0
        assert "Moves played: timeout " in printed


def test_time_loses_in_jungle_arena() -> None:
    with terminal("play", "jungle-arena", *GREEDY, "--turn-seconds", "1") as screen:
        status, printed = screen.finish()
        assert status == 0
        assert "Blue won (timeout) after 1 ply. You lost." in printed


def test_a_second_time_in_a_row_loses_in_jungle_bighead() -> None:
    with terminal("play", "jungle-bighead", *GREEDY, "--turn-seconds", "2", "--lang", "zh") as screen:
        screen.wait_for("你超时了：轮到对方走；连续两次超时判负。")
        status, printed = screen.finish()
        assert status == 0
        assert "蓝方胜（超时），共 3 步。 你输了。" in printed


def test_the_prompt_never_shows_more_than_there_is() -> None:
    with terminal("play", "double-tiger", *GREEDY, "--turn-seconds", "14.4") as screen:
        screen.wait_for("Tigers (14 s)> ")
        screen.wait_for("Tigers (only 10 s left)> ")
        screen.enter("quit")
        screen.finish()
        assert "(20 s)" not in screen.all


def test_without_a_clock() -> None:
    with terminal("play", "jungle-arena", *GREEDY, "--turn-seconds", "0") as screen:
        screen.wait_for("Red> ")
        screen.type("\x04")
        assert screen.finish()[0] == 0


# -- saved games


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with terminal("play", "dog-deer", *GREEDY) as screen:
        screen.wait_for("Deer (60 s)> ")
        screen.enter("c7xc5")
        screen.wait_for("Deer: c7xc5 · Dogs: ")
        screen.enter(f"save {file}")
        screen.wait_for("Saved in ")
        screen.enter("quit")
        first = screen.finish()[1].partition("Moves played:")[2]
    with terminal("play", "--resume", str(file)) as screen:
        screen.wait_for("Deer: c7xc5 · Dogs: ")
        screen.enter("quit")
        assert screen.finish()[1].partition("Moves played:")[2] == first
    assert json.loads(file.read_text())["moves"] == first.split()[:2]


# -- what fits where


def longest_list(game: str) -> Game:
    """The position of a few quick games in which there are most moves."""
    import random

    best = Game(game)
    for seed in range(8):
        rng, played = random.Random(seed), Game(game)
        while played.outcome() is None and len(played.moves) < 120:
            if len(played.legal_move_values()) > len(best.legal_move_values()):
                best = played.copy()
            played.push(rng.choice(played.legal_moves()))
    return best


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_all_fits_80x24(game: str, language: str) -> None:
    for position in (Game(game), longest_list(game)):
        moves = position.legal_moves()
        lines = full_screen(position, moves, ("heading", "help"), "Dogs: a1-a2 · Deer: c3-b2", 80, language)
        room = 24 - 1 - 1 - 2  # the prompt, an empty line and two of what was said last
        assert len(lines) <= room
        plain = picture(position, moves, 80, language, colour=False)
        assert len(plain) <= 22
        page = [part for line in help_lines(position, moves[0], 60.0, language, True) for part in wrap(line, 80)]
        assert len(page) <= 22
        for line in (*lines, *plain, *page):
            assert columns_of(CODE.sub("", line)) <= 80, line
        numbered = {text for line in plain for text in line.split()}
        assert {*moves} <= numbered


def seen_at_80x24(screen: Terminal) -> None:
    drawn = screen.screens()
    assert drawn
    for lines in drawn[:-1]:  # the last has the record below it
        assert len([line for line in lines if line]) <= 24
        assert max(map(columns_of, lines)) <= 80, lines


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_drawn_screens_fit(game: str, language: str) -> None:
    with terminal("play", game, *GREEDY, "--lang", language) as screen:
        for line in ("1", "help", "", "hint", "nonsense", "level 9", "1", "undo", "draw"):
            screen.wait_for(")> " if language == "en" else "）> ")
            screen.enter(line)
        screen.wait_for("> ")
        screen.type("\x03")
        assert screen.finish()[0] == 130
        seen_at_80x24(screen)


@pytest.mark.parametrize(("rows", "columns"), [(5, 20), (1, 1), (24, 40)])
def test_a_small_terminal(rows: int, columns: int) -> None:
    with terminal("play", "dog-deer", *GREEDY, rows=rows, columns=columns) as screen:
        screen.wait_for("1 c3-b2")
        screen.enter("1")
        screen.wait_for("Dogs: @", 60)
        screen.enter("help")
        screen.enter("quit")
        status, printed = screen.finish()
        assert (status, "Traceback" in printed) == (0, False)


# -- without colour


@pytest.mark.parametrize(
    ("options", "environment"), [(("--no-colour",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})]
)
def test_without_colour_nothing_is_redrawn(options: tuple[str, ...], environment: dict[str, str]) -> None:
    with terminal("play", "double-tiger", *GREEDY, *options, **environment) as screen:
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("a3xc1")
        screen.wait_for("Dogs: ")
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("moves")
        screen.wait_for("Moves:")
        screen.enter("quit")
        assert screen.finish()[0] == 0
        assert "\x1b" not in screen.all


def test_without_colour_one_sees_that_the_computer_thinks() -> None:
    with terminal("play", "double-tiger", "--against", "alphabeta:movetime=300", "--no-colour") as screen:
        screen.wait_for("Tigers (60 s)> ")
        screen.enter("a3xc1")
        screen.wait_for("Dogs: thinking")
        screen.wait_for("\rDogs: ")
        screen.wait_for("Tigers (60 s)> ")
        screen.type("\x04")
        assert screen.finish()[0] == 0


def test_with_colour_it_is() -> None:
    with terminal("play", "double-tiger", *GREEDY) as screen:
        screen.wait_for("> ")
        screen.enter("quit")
        screen.finish()
        assert screen.all.count(CLEAR) == 1
        assert "\x1b[1;33mT \x1b[0m" in screen.all
