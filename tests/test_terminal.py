"""`hunt-ai play` without a terminal: over a pipe, most of it in this process."""

import io
import json
import os
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.app.main import main
from hunt_ai.app.play.opponent import agrees_to_draw
from hunt_ai.app.play.saved import SavedGame, read_saved, write_saved
from hunt_ai.app.play.texts import ALIASES, COMMANDS, TERMINATIONS_ZH, TEXTS, opinion
from hunt_ai.arena.record import MATCH_TERMINATIONS, RULES_TERMINATIONS
from hunt_ai.core.errors import UserError
from hunt_ai.core.width import clip, clip_left, display_width, pad, wrap
from hunt_ai.players import level_table
from hunt_ai.search.result import Score

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
        chosen = {"--against", "--level", "--resume", "both"} & {*options}
        opponent = () if chosen else ("--against", "greedy")
        begun = () if "--resume" in options else (game, "--seed", "1")
        status = main(["play", *begun, *opponent, *options])
        return Session(status, *capsys.readouterr())

    return play


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["zh"])
    for key, text in TEXTS["en"].items():
        assert placeholders(TEXTS["zh"][key]) <= placeholders(text), key
    assert set(ALIASES.values()) == set(COMMANDS)
    assert set(TERMINATIONS_ZH) == RULES_TERMINATIONS | MATCH_TERMINATIONS


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
    assert session.out.count("take back your last move") == 3
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
    "line",
    [
        "0",
        "99",
        "999999999999",
        "存盘4",
        "save\u00b4x",
        "moves 5",
        "level\u00b4",
        "@",
        "pass",
        "c9 c8",
        "a1-b9",
        "nonsense",
        "-1",
        "1.5",
        "٣",
        "timeout",
        "\x1b[A",
    ],
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


# -- what a match has too: levels, draws, resigning, the clock


def test_resigning(typed: Play) -> None:
    session = typed("a3xc1", "resign", "not read")
    assert session.status == 0
    assert session.lines[-3] == "Dogs won (resignation) after 2 plies. You lost."
    chinese = typed("认输", options=("--lang", "zh", "--as", "dogs"))
    assert chinese.lines[-3] == "虎胜（认输），共 1 步。 你输了。"


def test_both_sides_agree_on_a_draw(typed: Play) -> None:
    session = typed("draw", "1", "draw", options=("--as", "both"))
    assert "A draw is on offer: draw accepts it, a move declines it." in session.out
    assert session.lines[-3] == "A draw (agreement) after 1 ply."
    assert "A draw (" not in typed("draw", "1", "1", "quit", options=("--as", "both")).out


def test_the_computer_answers_an_offer_by_its_own_opinion(typed: Play) -> None:
    declined = typed("draw", "1", "quit")
    assert "The draw was declined." in declined.out  # greedy has no opinion
    badly_for_dogs = Game("double-tiger", moves=[*NEARLY_WON[:-1]]).position()
    options = ("--position", badly_for_dogs, "--as", "tigers", "--against", "alphabeta:nodes=2000")
    game = Game("double-tiger", position=badly_for_dogs)
    assert game.side_to_move == "dogs"
    accepted = typed("提和", "1", "1", options=options)
    assert "A draw (agreement) after" in accepted.out


@pytest.mark.parametrize(
    ("score", "agrees"),
    [(None, False), (Score("cp", 0), True), (Score("cp", 1), False), (Score("cp", -50), True),
     (Score("loss", 4), True), (Score("win", 3), False)],
)  # fmt: skip
def test_who_takes_a_draw(score: Score | None, agrees: bool) -> None:
    assert agrees_to_draw(score) is agrees


def shipping(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of double-tiger ship: the quickest ones that there can be."""
    rules = Game("double-tiger").rules
    interval = {"value": 0.5, "low": 0.4, "high": 0.6}
    player = {"player": "alphabeta:depth=1", "rating": interval, "think_ms": 1.0}
    levels = [
        {
            "sides": dict.fromkeys(rules.sides, player),
            "even": dict.fromkeys(rules.sides, interval),
            "above": interval,
            "pairs": 1,
        }
    ] * 8
    table = {
        "game": "double-tiger", "rules_hash": rules.hash, "network": level_table.network_digest(rules), "seed": 1, "levels": levels,
    }  # fmt: skip
    (folder / "double-tiger.json").write_text(json.dumps(table))
    monkeypatch.setattr(level_table, "FOLDER", folder)


def test_levels(typed: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = typed(options=("--level", "4"))
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    shipping(tmp_path, monkeypatch)
    session = typed(
        "level", "a3xc1", "level 8", "等级2", "level 9", "难度 零", "level x", "1", "quit", options=("--level", "4")
    )
    assert session.lines[0].endswith("against level 4 (Club player)")
    assert "From its next move on, the opponent is level 8 (Grandmaster)." in session.out
    assert "the opponent is level 2 (Beginner)." in session.out
    assert session.out.count("Levels go from 1 (Child) to 8 (Grandmaster)") == 3
    assert len(session.moves) == 4
    assert "从对手的下一步起，换成 7 级（大师）。" in typed("等级 7", options=("--lang", "zh")).out
    assert main(["play", "double-tiger"]) == 0  # a level is the opponent where there are some
    assert typed("level 3", options=("--as", "both")).out.count("there is no opponent") == 1


def test_levels_of_a_file_stay_with_the_file(typed: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as inner:
        shipping(tmp_path, inner)
    file = tmp_path / "double-tiger.json"
    saved = tmp_path / "game.save"
    session = typed("level 5", f"save {saved}", options=("--against", f"level:2,{file}"))
    assert "level 5 (Strong)" in session.out
    assert read_saved(saved).opponent == f"level:5,{file}"


def test_a_hint(typed: Play) -> None:
    session = typed("hint", "提示", "quit")
    assert session.out.count("Hint: ") == 2
    move = session.out.partition("Hint: ")[2].partition(",")[0]
    assert move in Game("double-tiger").legal_moves()
    assert "提示：" in typed("提示", options=("--lang", "zh")).out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_opinions_in_words(language: str) -> None:
    words = {
        opinion(score, language)
        for score in (*(Score("cp", n) for n in (400, 100, 0, -100, -400)), Score("win", 1), Score("loss", 2))
    }
    assert len(words) == 7
    assert opinion(Score("cp", 0), language).count("50") == 1


def test_moves_without_their_marks(typed: Play) -> None:
    for text in ("a3c1", "a3 c1", "a3-c1", "ａ３ｘｃ１"):
        assert typed(text, "quit").moves[0] == "a3xc1"
    session = typed("c3xc5", "c9", "a4", game="dog-deer", options=("--as", "both"))
    assert "c9: dogs may not be placed on c9." in session.out
    assert session.moves == ["c3xc5", "@a4"]


@pytest.mark.parametrize("clock", [(), ("--turn-seconds", "1.5")])
def test_nothing_runs_out_over_a_pipe_unless_asked_for(clock: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hunt_ai", "play", "double-tiger", "--against", "greedy", "--seed", "1", *clock],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        seen = b""
        while (b"Your time ran out" if clock else b"> ") not in seen:
            more = os.read(process.stdout.fileno(), 10_000)
            assert more, seen
            seen += more
        process.stdin.write(b"a3xc1\nquit\n")
        process.stdin.close()
        text = (seen + process.stdout.read()).decode()
    assert process.returncode == 0
    assert ("Moves played: timeout " if clock else "Moves played: a3xc1 ") in text
    assert ("Tigers (only 2 s left)> " if clock else "Tigers> ") in text
    assert "\x1b" not in text


# -- saved games


def test_saving_and_going_on(typed: Play, tmp_path: Path) -> None:
    file = tmp_path / "Folder" / "My game.json"
    first = typed("a3xc1", f"save {file}", "1", "save", "quit")
    assert first.out.count("Saved in ") == 2
    saved = read_saved(file)
    assert (saved.game, saved.human, saved.opponent, saved.seed) == ("double-tiger", ("tigers",), "greedy", 1)
    again = typed("quit", options=("--resume", str(file)))
    assert again.status == 0
    assert again.moves == list(saved.moves) == first.moves
    assert again.last("Position: ") == first.last("Position: ")
    undone = typed("undo", "undo", "undo", "quit", options=("--resume", str(file), "--lang", "zh"))
    assert "没有可悔的棋" in undone.out
    assert "save FILE" in typed("save").out


def test_a_game_of_lost_turns_and_a_position_is_saved_whole(tmp_path: Path) -> None:
    game = Game("jungle-bighead", moves=["a3-a4", "timeout", "a4-a3"])
    saved = SavedGame(
        game="jungle-bighead", rules_hash=game.rules.hash, position=game.start_position(), moves=tuple(game.moves),
        human=game.rules.sides, opponent=None, seed=0,
    )  # fmt: skip
    write_saved(saved, tmp_path / "game")
    assert read_saved(tmp_path / "game") == saved
    assert saved.replay("x").position() == game.position()


def test_nothing_but_a_saved_game_is_replaced(typed: Play, tmp_path: Path) -> None:
    other, broken = tmp_path / "letter.txt", tmp_path / "link"
    other.write_text("dear reader")
    broken.symlink_to(tmp_path / "nowhere")
    for path in (
        other,
        broken,
        tmp_path,
        Path(os.devnull),
        tmp_path / ("x" * 300),
        other / "below",
        "~no-such-user-here/x",
        "a\0b",
    ):
        session = typed(f"save {path}", "quit")
        assert "Not saved: " in session.out, path
        assert (session.status, session.err) == (0, "")
    assert other.read_text() == "dear reader"
    assert sorted(tmp_path.iterdir()) == [other, broken]


def changed(document: dict, **changes: object) -> str:
    return json.dumps(document | changes)


def test_bad_saved_games_are_refused_in_one_line(typed: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed("a3xc1", f"save {file}", "quit")
    good = json.loads(file.read_text())
    bad = {
        "no saved game": ["", "[]", "{}", "null", "[" * 100_000, '{"kind": "another"}'],
        "newer": [changed(good, format=2)],
        "moves": [changed(good, moves=["a3xc1", 5])],
        "illegal": [changed(good, moves=["a3xc1", "a3xc1"])],
        "other rules": [changed(good, rules_hash="0" * 16)],
        "sides of": [changed(good, human=["cats"])],
        "opponent": [changed(good, opponent=None), changed(good, opponent=7), changed(good, human=["dogs", "tigers"])],
        "unknown key": [changed(good, more=1)],
        "seed": [changed(good, seed=-1)],
        "language": [changed(good, language="fr")],
        "turn_seconds": [changed(good, turn_seconds=-1)],
        "no player": [changed(good, opponent="nobody")],
        "runs a program": [changed(good, opponent=f"ugi:{sys.executable} -c pass")],
        "position": [changed(good, position="...")],
    }  # fmt: skip
    for words, texts in bad.items():
        for text in texts:
            file.write_text(text)
            session = typed("quit", options=("--resume", str(file)))
            assert (session.status, session.out) == (2, ""), text[:200]
            assert session.err.count("\n") == 1
            assert words in session.err, session.err
    file.write_bytes(b"\xff\xfe")
    assert typed(options=("--resume", str(file))).status == 2
    assert typed(options=("--resume", str(tmp_path / "none"))).status == 2
    file.write_text(json.dumps(good))
    for more in (("--as", "dogs"), ("--seed", "1"), ("--position", OVER)):
        assert typed(options=("--resume", str(file), *more)).status == 2
    assert main(["play", "dog-deer", "--resume", str(file)]) == 2
    assert main(["play"]) == 2
    with pytest.raises(UserError, match="no file"):
        write_saved(read_saved(file), tmp_path)


def test_a_resumed_game_takes_another_opponent(typed: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed("a3xc1", f"save {file}", "quit")
    session = typed("quit", options=("--resume", str(file), "--against", "random"))
    assert session.lines[0].endswith("against random")


def test_finished_games_are_added_to_a_file(typed: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games" / "mine.jsonl"
    typed("a3xc1", "resign", options=("--out", str(file)))
    file.write_text(file.read_text().rstrip())  # an editor left the last line open
    position = Game("double-tiger", moves=NEARLY_WON).position()
    won = typed("e3xe5", options=("--out", str(file), "--position", position))
    assert won.lines[-1] == f"The game was added to {file}."
    assert "not over" in typed("quit", options=("--out", str(file))).lines[-1]
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [record["termination"] for record in records] == ["resignation", "captures"]
    assert records[0]["players"] == {"tigers": "human", "dogs": "greedy"}
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    file.write_text("no games")
    refused = typed("resign", options=("--out", str(file)))
    assert (refused.status, refused.out) == (2, "")
    assert file.read_text() == "no games"


# -- width


def test_width() -> None:
    assert [display_width(text) for text in ("", "abc", "象 l", "（", "e\u0301")] == [0, 3, 4, 2, 1]
    assert pad("象", 4) == "象  "
    assert [clip("象狮虎", columns) for columns in (6, 5, 1, 0)] == ["象狮虎", "象狮…", "…", ""]
    assert [clip_left("象狮ab", columns) for columns in (6, 4, 3, 0)] == ["象狮ab", "狮ab", "ab", ""]
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("象狮虎豹", 5) == ["象狮", "虎豹"]
    assert all(display_width(part) <= 7 for part in wrap("象a狮 b虎c豹dddddddddddddddd", 7))


def test_over_a_real_pipe(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "hunt_ai", "play", "double-tiger", "--lang", "zh", "--seed", "1"],
        input="结束\n".encode(), capture_output=True, check=False, env=os.environ | {"LC_ALL": "C"}, cwd=tmp_path,
    )  # fmt: skip
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert "已结束。" in finished.stdout.decode()
    assert list(tmp_path.iterdir()) == []
