"""Foreign programs as players: what they are told, how their answers are read, and that broken ones do no harm."""

import os
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.core.tasks import map_tasks
from hunt_ai.players import ugi, ugi_process
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Answer, PlayerFailed, Turn
from hunt_ai.players.ugi import UgiPlayer, parse_settings
from hunt_ai.players.ugi_process import EngineProcess
from hunt_ai.search.result import Score

PROGRAMS = Path(__file__).parent / "ugi_programs"
MOVE = "a3xc1"  # legal at the start of double-tiger
GENEROUS = 5.0  # seconds that nothing here takes on any machine, unless it hangs


class Scripted:
    """A player by `scripted.py`, and what that was told."""

    def __init__(self, folder: Path, *arguments: str, settings: str = "") -> None:
        self.log = folder / "log 日志"
        words = [sys.executable, str(PROGRAMS / "scripted.py"), str(self.log), *arguments]
        self.text = f"ugi:{settings} {shlex.join(words)}"
        player = make_player(self.text)
        assert isinstance(player, UgiPlayer)
        self.player = player
        self.game = Game("double-tiger")

    def prepared(self, seed: int = 1) -> "Scripted":
        self.player.reset(seed)
        self.player.prepare(self.game)
        return self

    def answer(self, seconds: float | None = None, patience: float = GENEROUS) -> Answer:
        return self.player.answer(self.game, Turn(seconds, patience))

    def told(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()

    def pids(self) -> list[int]:
        return [int(line.split()[1]) for line in self.told() if line.startswith("pid ")]

    def move(self, answer: Answer) -> str | None:
        return None if answer.move is None else self.game.rules.move_text(self.game.row, answer.move)


Make = Callable[..., Scripted]


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Make]:
    """Makes scripted players, closes them, and sees that no process is left."""
    made: list[Scripted] = []

    def make(*arguments: str, settings: str = "") -> Scripted:
        made.append(Scripted(tmp_path, *arguments, settings=settings))
        return made[-1]

    yield make
    for one in made:
        one.player.close()
    assert not any(is_alive(pid) for one in made if one.log.exists() for pid in one.pids())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def comes_true(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 2 * GENEROUS
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


# -- the text


BAD_TEXTS = [
    ("ugi", "a program is missing"),
    ("ugi:", "a program is missing"),
    ("ugi:   ", "a program is missing"),
    ("ugi:''", "a program is missing"),
    ("ugi:movetime=5", "a program is missing"),
    ("ugi:python3 'x", "cannot be split into words"),
    ("ugi:python3 x\\", "cannot be split into words"),
    ("ugi:movetime=5 nodes=7 python3", "movetime and nodes: one limit at most"),
    ("ugi:depth=5 depth=7 python3", "one limit at most"),
    ("ugi:nodes=0 python3", "nodes: '0' is not a positive whole number"),
    ("ugi:nodes=-1 python3", "'-1' is not a positive whole number"),
    ("ugi:movetime=1.5 python3", "'1.5' is not a positive whole number"),
    ("ugi:depth= python3", "'' is not a positive whole number"),
    ("ugi:depth=٣ python3", "is not a positive whole number"),
    ("ugi:depth=" + "9" * 5000 + " python3", "is not a positive whole number"),
    ("ugi:no-such-program-anywhere x", "no program 'no-such-program-anywhere' is found"),
    (f"ugi:{PROGRAMS}", "is found that can be executed"),
    (f"ugi:{PROGRAMS / 'good.py'}", "is found that can be executed"),
    ("ugi:python3 x\0y", "no control characters"),
    ("ugi:'Hash=1\nquit' python3", "no control characters"),
    ("ugi:python3 \ud800", "no control characters"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_a_bad_text_is_refused_before_anything_starts(text: str, reason: str) -> None:
    with pytest.raises(UserError) as refusal:
        make_player(text)
    assert reason in str(refusal.value)


def test_a_text_is_read_as_a_shell_would() -> None:
    settings = parse_settings("nodes=7 Level=3 'Net File=a b.net' python3 'two words' x=1 $HOME", "")
    assert settings.command[0].startswith("/")
    assert settings.command[1:] == ("two words", "x=1", "$HOME")
    assert settings.options == (("Level", "3"), ("Net File", "a b.net"))
    assert settings.limit == ("nodes", 7)


def test_making_a_player_starts_nothing(scripted: Make) -> None:
    one = scripted()
    assert one.player.text == one.text
    one.player.reset(1)
    one.player.close()
    one.player.close()
    assert not one.log.exists()


# -- what it is told


def test_the_dialogue_of_a_game(scripted: Make) -> None:
    options = [
        "Game type string default x",
        "Seed type spin default 0 min 0 max 9",
        "Level type spin",
        "Net File type string",
    ]
    arguments = [word for option in options for word in ("--option", option)]
    one = scripted(*arguments, "--play", MOVE, settings="depth=4 level=3 'Net File=a 网.net'").prepared(seed=27)
    assert one.move(one.answer()) == MOVE
    one.game.push(MOVE)
    one.game.push("timeout")
    with pytest.raises(PlayerFailed):
        one.answer()
    told = one.told()
    assert told[1:] == [
        "ugi",
        "setoption name Game value double-tiger",
        "setoption name Seed value 7",
        "setoption name Level value 3",
        "setoption name Net File value a 网.net",
        "uginewgame",
        "isready",
        "position startpos",
        "isready",
        "go depth 4",
        f"position startpos moves {MOVE} timeout",
        "isready",
        "go depth 4",
    ]


def test_a_game_from_a_position(scripted: Make) -> None:
    one = scripted("--play", "a3-a2", settings="nodes=12")
    start = "...../.4.4./....T/.3.4./..T.. p 0 1 0"
    one.game = Game("double-tiger", position=start)
    move = one.game.legal_moves()[0]
    one.game.push(move)
    one.game.pop()
    with pytest.raises(PlayerFailed):
        one.answer()
    assert one.told()[-3:] == [f"position fen {start}", "isready", "go nodes 12"]
    one.game = Game("double-tiger", position=one.game.rules.start_text)
    one.game.push("a3-a2")
    with pytest.raises(PlayerFailed):
        one.answer()
    assert one.told()[-3] == "position startpos moves a3-a2"


def test_a_second_game_is_told_to_the_same_process(scripted: Make) -> None:
    one = scripted("--play", MOVE, "--option", "Seed type spin").prepared(seed=2**64 - 1)
    one.answer()
    one.prepared(seed=6).answer()
    assert len(one.pids()) == 1
    assert [line for line in one.told() if "Seed" in line or line == "uginewgame"] == [
        f"setoption name Seed value {2**64 - 1}",
        "uginewgame",
        "setoption name Seed value 6",
        "uginewgame",
    ]


def test_a_new_game_or_seed_without_prepare_is_told_all_the_same(scripted: Make) -> None:
    one = scripted("--play", MOVE, "--option", "Seed type spin", "--option", "Game type string")
    one.player.reset(5)
    assert one.game.rules.move_text(one.game.row, one.player.choose(one.game)) == MOVE
    one.player.reset(6)
    one.player.choose(one.game)
    one.game = Game("double-tiger{capture_goal=5}")
    one.player.choose(one.game)
    told = [line for line in one.told() if "setoption" in line]
    assert [line.rpartition(" ")[2] for line in told[::2]] == [
        "double-tiger",
        "double-tiger",
        "double-tiger{capture_goal=5}",
    ]
    assert [line.rpartition(" ")[2] for line in told[1::2]] == ["5", "6", "6"]


def test_an_option_that_is_not_listed_is_a_failure(scripted: Make) -> None:
    one = scripted("--option", "Level type spin", settings="Levle=3")
    with pytest.raises(PlayerFailed, match="the program lists no option 'Levle'") as failure:
        one.prepared()
    assert failure.value.termination == "crash"


def test_a_seed_is_brought_into_the_bounds_of_the_option() -> None:
    within = ugi._seed_within
    assert within(1234, "spin default 0 min 0 max 99") == 34
    assert within(99, "spin max 99") == 99
    assert within(100, "spin max 99") == 0
    assert within(2**64 - 1, "string") == 2**64 - 1
    assert within(20, "spin min 1 max 10") == 1
    assert within(20, "spin min -5 max 10") == 9
    assert within(20, "spin min 5 max -1") == 20
    assert within(20, "spin max " + "9" * 5000) == 20


# -- what it answers


ANSWERS = [
    (MOVE, MOVE, False),
    (f"{MOVE} draw", MOVE, True),
    (f"{MOVE} ponder {MOVE}", MOVE, False),
    ("resign", None, False),
    ("resign draw", None, False),
]


@pytest.mark.parametrize(("text", "move", "draw"), ANSWERS)
def test_answers(scripted: Make, text: str, move: str | None, draw: bool) -> None:
    one = scripted("--play", text).prepared()
    answer = one.answer()
    assert (one.move(answer), answer.draw) == (move, draw)


def test_to_resign_where_a_move_is_asked_for_is_a_failure(scripted: Make) -> None:
    one = scripted("--play", "resign")
    with pytest.raises(PlayerFailed, match="resigned"):
        one.player.choose(one.game)


SCORES = [
    ("info depth 3 nodes 5 score cp -12 pv a3xc1", Score("cp", -12)),
    ("info score win 3", Score("win", 3)),
    ("info depth 2 score loss 4", Score("loss", 4)),
    ("info   score   cp   0", Score("cp", 0)),
    ("info string score cp 5", None),
    ("info depth 3 string score cp 5", None),
    ("info score win -3", None),
    ("info score cp " + "9" * 5000, None),
    ("info score cp", None),
    ("info score", None),
    ("score cp 5", None),
]


@pytest.mark.parametrize(("line", "score"), SCORES)
def test_scores(scripted: Make, line: str, score: Score | None) -> None:
    one = scripted("--play", MOVE, "--before", line, "--before", "什么？", "--before", "").prepared()
    assert one.answer().score == score


def test_the_last_score_counts_and_none_is_kept(scripted: Make) -> None:
    one = scripted(
        "--play", MOVE, "--before", "info score cp 1", "--before", "info score win 9", "--before", "info nodes 3"
    )
    assert one.prepared().answer().score == Score("win", 9)
    assert scripted("--play", MOVE).prepared().answer().score is None


ILLEGAL = [
    ("a3-e1", "played 'a3-e1': no line leads from a3 to e1"),
    ("timeout", "played 'timeout': it is no move text"),
    ("老虎", "played '老虎': it is no move text"),
    ("", "played '': it is no move text"),
    ("x" * 100_000, f"played '{'x' * 40}': it is no move text"),
]


@pytest.mark.parametrize(("move", "reason"), ILLEGAL)
def test_an_illegal_move_is_a_failure_that_says_why(scripted: Make, move: str, reason: str) -> None:
    one = scripted("--before", f"bestmove {move}").prepared()
    with pytest.raises(PlayerFailed) as failure:
        one.answer()
    assert failure.value.termination == "illegal-move"
    assert str(failure.value).startswith(reason)


def test_a_bestmove_from_before_the_question_is_no_answer(scripted: Make) -> None:
    one = scripted("--mode", "early", "--play", MOVE).prepared()
    assert one.move(one.answer()) == MOVE
    assert one.move(one.answer()) == MOVE


def test_a_whole_game_against_random() -> None:
    """A foreign program that knows the rules plays both families to their ends, the same game for the same seed."""
    command = f"ugi:{shlex.join([sys.executable, str(PROGRAMS / 'good.py')])}"
    foreign, opponent = make_player(command), make_player("random")
    try:

        def play(name: str, seed: int) -> list[str]:
            game = Game(name)
            for player in (foreign, opponent):
                player.reset(seed)
                player.prepare(game)
            while game.outcome() is None:
                player = foreign if game.side == game.rules.first else opponent
                answer = player.answer(game, Turn(seconds=30))
                assert answer.move is not None
                if player is foreign:
                    assert answer.score == Score("cp", len(game.moves))
                game.push_value(answer.move)
            return game.moves

        first = play("double-tiger", 1001)
        play("jungle-arena", 3)
        assert play("double-tiger", 1001) == first
        assert play("double-tiger", 1002) != first
    finally:
        foreign.close()


# -- clocks


def go_lines(one: Scripted) -> list[tuple[str, int]]:
    return [(line.split()[1], int(line.split()[2])) for line in one.told() if line.startswith("go ")]


def test_the_time_to_think_fits_the_clock(scripted: Make) -> None:
    one = scripted("--play", MOVE).prepared()
    for seconds in (None, 60.0, 0.5, 0.0):
        one.answer(seconds)
    (free, long, short, none) = go_lines(one)
    assert free == long == ("movetime", 1000)
    assert short[0] == "movetime"
    assert 1 <= short[1] <= 455
    assert none == ("movetime", 1)


def test_its_own_time_is_kept_unless_the_clock_is_shorter(scripted: Make) -> None:
    one = scripted("--play", MOVE, settings="movetime=3000").prepared()
    for seconds in (None, 60.0, 2.0):
        one.answer(seconds)
    (free, long, short) = go_lines(one)
    assert free == long == ("movetime", 3000)
    assert 1 <= short[1] <= 1880


@pytest.mark.parametrize("limit", ["nodes", "depth", "movetime"])
def test_a_search_is_stopped_before_the_clock_runs_out(scripted: Make, limit: str) -> None:
    one = scripted("--mode", "waits-for-stop", "--play", MOVE, settings=f"{limit}=100000").prepared()
    begun = time.monotonic()
    assert one.move(one.answer(seconds=0.4, patience=2 * GENEROUS)) == MOVE
    assert time.monotonic() - begun < GENEROUS
    assert one.told()[-1] == "stop"


def test_a_search_is_stopped_when_patience_ends_without_a_clock(scripted: Make) -> None:
    one = scripted("--mode", "waits-for-stop", "--play", MOVE, settings="nodes=9").prepared()
    assert one.move(one.answer(patience=0.2)) == MOVE


def test_a_slow_answer_is_waited_for(scripted: Make) -> None:
    one = scripted("--sleep", "0.3", "--play", MOVE).prepared()
    assert one.move(one.answer(seconds=0.1)) == MOVE


@pytest.mark.parametrize("seconds", [None, 0.2])
def test_a_program_that_hangs_is_killed(scripted: Make, seconds: float | None) -> None:
    one = scripted("--mode", "hangs", "--play", MOVE, settings="movetime=100").prepared()
    begun = time.monotonic()
    with pytest.raises(PlayerFailed, match="no bestmove within") as failure:
        one.answer(seconds, patience=0.2)
    assert failure.value.termination == "hang"
    assert time.monotonic() - begun < GENEROUS
    assert not is_alive(one.pids()[0])


def test_a_program_that_hangs_before_it_is_asked_is_killed(scripted: Make) -> None:
    one = scripted("--mode", "hangs", settings="nodes=5").prepared()
    assert one.player._process
    one.player._process.send("go")
    with pytest.raises(PlayerFailed, match="no readyok within") as failure:
        one.answer(patience=0.2)
    assert failure.value.termination == "hang"
    assert not is_alive(one.pids()[0])


@pytest.mark.parametrize(("mode", "word", "seconds"), [("hangs-at-start", "ugiok", 0.5), ("deaf", "readyok", 2.5)])
def test_a_program_that_hangs_at_the_start_is_killed(
    scripted: Make, monkeypatch: pytest.MonkeyPatch, mode: str, word: str, seconds: float
) -> None:
    monkeypatch.setattr(ugi, "START_SECONDS", seconds)
    monkeypatch.setattr(ugi, "READY_SECONDS", seconds)
    one = scripted("--mode", mode)
    with pytest.raises(PlayerFailed, match=f"no {word} within {seconds} s") as failure:
        one.prepared()
    assert failure.value.termination == "hang"
    assert comes_true(lambda: not one.log.exists() or not any(map(is_alive, one.pids())))


# -- ends


def test_a_program_that_dies_says_why_and_is_started_again(scripted: Make) -> None:
    one = scripted("--mode", "dies", "--play", MOVE).prepared()
    one.answer()
    one.answer()
    with pytest.raises(PlayerFailed, match=r"^exit status 3: 引擎坏了: the end$") as failure:
        one.answer()
    assert failure.value.termination == "crash"
    assert one.move(one.prepared().answer()) == MOVE
    first, second = one.pids()
    assert not is_alive(first)
    assert is_alive(second)


def test_a_program_that_died_between_games_is_started_again(scripted: Make) -> None:
    one = scripted("--play", MOVE).prepared()
    one.answer()
    os.kill(one.pids()[0], signal.SIGKILL)
    assert one.move(one.prepared().answer()) == MOVE
    assert len(one.pids()) == 2


def test_a_program_that_died_before_it_is_asked_has_crashed(scripted: Make) -> None:
    one = scripted("--play", MOVE).prepared()
    os.kill(one.pids()[0], signal.SIGKILL)
    with pytest.raises(PlayerFailed, match=r"^killed by signal 9$") as failure:
        one.answer()
    assert failure.value.termination == "crash"


def test_a_program_that_dies_at_the_start(scripted: Make) -> None:
    one = scripted("--mode", "dies-at-start")
    with pytest.raises(PlayerFailed, match=r"^exit status 1: no licence$") as failure:
        one.prepared()
    assert failure.value.termination == "crash"


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF no program")
    program.chmod(0o700)
    player = make_player(f"ugi:{program}")
    with pytest.raises(PlayerFailed, match="cannot be started"):
        player.prepare(Game("double-tiger"))
    player.close()


def test_a_program_that_closes_its_output_has_crashed(scripted: Make) -> None:
    one = scripted("--mode", "closes-output").prepared()
    with pytest.raises(PlayerFailed, match="closed its input or output"):
        one.answer()
    assert not is_alive(one.pids()[0])


def test_a_program_that_ignores_quit_is_killed(scripted: Make) -> None:
    one = scripted("--mode", "ignores-quit", "--play", MOVE).prepared()
    one.answer()
    one.player.close()
    assert not is_alive(one.pids()[0])


def test_a_program_that_quits_is_let_go(scripted: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi_process, "QUIT_SECONDS", GENEROUS)
    one = scripted().prepared()
    process = one.player._process
    assert process
    begun = time.monotonic()
    one.player.close()
    assert time.monotonic() - begun < GENEROUS
    assert process._process.returncode == 0
    assert one.told()[-1] == "quit"


def test_children_of_the_program_end_with_it(tmp_path: Path) -> None:
    script = 'sleep 1000 & echo $! >"$0"; while read -r line; do echo ugiok; echo readyok; done'
    pid_file = tmp_path / "pid"
    player = make_player(f"ugi:{shlex.join(['sh', '-c', script, str(pid_file)])}")
    player.prepare(Game("double-tiger"))
    child = int(pid_file.read_text())
    assert is_alive(child)
    player.close()
    assert comes_true(lambda: not runs(child))


def runs(pid: int) -> bool:
    """Whether it runs: a process whose parent has died stays as a zombie where nobody reaps it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return is_alive(pid)


@pytest.mark.parametrize("mode", ["ignores-quit", ""])
def test_a_program_ends_when_we_are_killed(tmp_path: Path, mode: str) -> None:
    log = tmp_path / "log"
    words = [sys.executable, str(PROGRAMS / "scripted.py"), str(log), "--mode", mode]
    code = f"""
        import os, signal
        from hunt_ai import Game
        from hunt_ai.players.parse import make_player
        player = make_player({"ugi:" + shlex.join(words)!r})
        player.prepare(Game("double-tiger"))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=False)
    assert ended.returncode == -signal.SIGKILL
    pid = int(log.read_text().splitlines()[0].split()[1])
    assert comes_true(lambda: not runs(pid))


# -- hostile programs


def test_a_line_without_end_is_a_crash(scripted: Make) -> None:
    one = scripted("--mode", "long-line").prepared()
    with pytest.raises(PlayerFailed, match="wrote a line longer than") as failure:
        one.answer()
    assert failure.value.termination == "crash"
    assert not is_alive(one.pids()[0])


@pytest.mark.parametrize("mode", ["bad-utf8", "errors"])
def test_rubbish_is_passed_over(scripted: Make, mode: str) -> None:
    one = scripted("--mode", mode, "--play", MOVE).prepared()
    assert one.move(one.answer()) == MOVE
    assert one.move(one.answer()) == MOVE


def test_a_flood_is_waded_through(scripted: Make) -> None:
    one = scripted("--mode", "floods", "--sleep", "0.3", "--play", MOVE).prepared()
    answer = one.answer(seconds=GENEROUS)
    assert (one.move(answer), answer.score) == (MOVE, Score("cp", 7))


def test_a_flood_without_end_is_a_hang(scripted: Make) -> None:
    one = scripted("--mode", "floods", "--sleep", "1000", "--play", MOVE, settings="nodes=5").prepared()
    begun = time.monotonic()
    with pytest.raises(PlayerFailed, match="no bestmove within") as failure:
        one.answer(patience=0.2)
    assert failure.value.termination == "hang"
    assert time.monotonic() - begun < GENEROUS


def test_an_endless_list_of_options_is_cut(scripted: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi, "MAX_OPTIONS", 2)
    options = [word for number in range(5) for word in ("--option", f"o{number} type spin")]
    one = scripted(*options, "--option", f"{'o' * 2000} type spin").prepared()
    assert list(one.player._options) == ["o0", "o1"]


def test_a_flood_stays_in_the_pipe() -> None:
    """Whatever the program writes, few lines of it are held; while nobody waits, none are read."""
    process = EngineProcess(["/bin/sh", "-c", "while :; do echo flood; done"])
    try:
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            assert process.receive(end) in ("flood", None)
            assert len(process._lines) <= ugi_process._CHUNK
    finally:
        process.kill()


def test_a_program_that_reads_nothing_cannot_hold_us_up() -> None:
    process = EngineProcess(["/bin/sh", "-c", "sleep 1000"])
    begun = time.monotonic()
    for _ in range(5):
        process.send("x" * 1_000_000)
    assert process.receive(time.monotonic() + 0.1) is None
    process.close()
    process.close()
    assert time.monotonic() - begun < GENEROUS


def test_what_is_sent_arrives_whole() -> None:
    process = EngineProcess(["/bin/sh", "-c", "sleep 0.2; wc -c"])
    for _ in range(5):
        process.send("x" * 199_999)
    assert process.receive(time.monotonic() + 0.1) is None
    while process._outgoing:
        process._exchange(GENEROUS)
    process._input.close()
    assert process.receive(time.monotonic() + GENEROUS) == "1000000"
    process.kill()


def test_a_program_that_closes_its_input_has_crashed() -> None:
    process = EngineProcess(["/bin/sh", "-c", "exec <&-; echo closed; sleep 1000"])
    assert process.receive(time.monotonic() + GENEROUS) == "closed"
    process.send("isready")
    with pytest.raises(PlayerFailed, match="closed its input or output"):
        process.receive(time.monotonic() + GENEROUS)
    process.kill()


# -- beside others


def test_an_interrupt_comes_through(scripted: Make) -> None:
    one = scripted("--mode", "hangs").prepared()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            one.answer(patience=60)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < GENEROUS
    assert not is_alive(one.pids()[0])
    assert one.player._process is None


def first_move(text: str) -> int:
    player = make_player(text)
    player.reset(1)
    try:
        return player.choose(Game("double-tiger"))
    finally:
        player.close()


def test_it_plays_in_workers(scripted: Make) -> None:
    one = scripted("--play", MOVE)
    task = partial(first_move, one.text)
    (value,) = set(map_tasks([task, task], workers=1))
    assert one.game.rules.move_text(one.game.row, value) == MOVE
    assert len(one.pids()) == 2
