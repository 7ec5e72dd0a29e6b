"""One-bit questions about one slice, against sweeps in plain Python and against solved tables."""

import contextlib
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest
from naive_questions import IDLE, naive_members
from naive_values import positions_of
from test_retrograde import GAMES, LITTLE, MIDDLE
from test_solve_index import images

from hunt_ai.core.errors import UserError
from hunt_ai.core.kernels.bit_maps import add_bit, has_bit, or_into
from hunt_ai.games.catalog import load_game
from hunt_ai.games.kernels.rows import row_play
from hunt_ai.solve import one_slice
from hunt_ai.solve.forcing import Forcing
from hunt_ai.solve.kernels.hunt_index import unrank
from hunt_ai.solve.one_slice import Answer, Question, ask, map_bytes, possible_results
from hunt_ai.solve.retrograde import solve_flat
from hunt_ai.solve.slices import Slice, flat_slices, slice_row
from hunt_ai.solve.threads import Team

LITTLE_WOLF = "beat-the-wolf{start='.../.../....ooo/..oW.../......./.../...',capture_goal=2}"
MIDDLE_TIGER = "double-tiger{start='ooo../...../T...T/...../.....',capture_goal=2}"


def first_row(game, here: Slice):
    return next(positions_of(game, here))


@pytest.mark.parametrize("name", GAMES)
def test_every_member_in_small_slices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(name)
    for here in flat_slices(game):
        for question in Question:
            expected = naive_members(game, here, question)
            answers = []
            for forward in (0, 4, 10**9):  # by steps taken back, by both, by a look at all
                monkeypatch.setattr(one_slice, "FORWARD", forward)
                told: list[tuple[int, int]] = []
                answer = ask(game, question, first_row(game, here), whole=True, report=lambda *new: told.append(new))  # noqa: B023
                assert answer.complete
                assert answer.rounds == max(expected.values(), default=-1) + 1
                assert [number for number, _ in told] == list(range(answer.rounds + 1))
                assert told[-1][1] == 0
                answers.append(answer)
            check_members(answers[0], expected)
            for side in (0, 1):
                for other in answers[1:]:
                    np.testing.assert_array_equal(answers[0].members[side], other.members[side])


def check_members(answer: Answer, expected: dict[bytes, int]) -> None:
    game, raw, canonical = answer.game, [0, 0], [0, 0]
    for row in positions_of(game, answer.slice):
        assert answer.holds_for(row) == (row.tobytes() in expected), game.format_position(row)
        if row.tobytes() in expected:
            orbit = images(game, answer.slice, int(row[0]), int(row[1]))
            raw[game.side_of(row)] += 1
            canonical[game.side_of(row)] += (int(row[0]), int(row[1])) == min(orbit)
    for side in (0, 1):
        assert answer.counts(side) == (raw[side], canonical[side])


def test_plies_are_the_round_of_the_position_asked_about() -> None:
    game = load_game(LITTLE)
    here = Slice(4, 0, (0, 0, 0, 0))
    for question in (Question.CONFINE, Question.CAPTURE):
        expected = naive_members(game, here, question)
        for row in list(positions_of(game, here))[::17]:
            answer = ask(game, question, row)
            assert answer.holds == (row.tobytes() in expected)
            assert answer.plies == expected.get(row.tobytes())
            assert answer.complete or answer.rounds == answer.plies


@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_is_forced_by_timed_answers(name: str) -> None:
    game, rng = load_game(name), np.random.default_rng(1)
    for here in flat_slices(game):
        for question in Question:
            expected = naive_members(game, here, question)
            answer = ask(game, question, first_row(game, here), whole=True, timed=True)
            forcing = Forcing(answer)
            for row in list(positions_of(game, here))[::3]:
                number, far = expected.get(row.tobytes()), forcing.far(row)
                if number is None or game.side_of(row) != answer.asker:
                    assert (far is None) == (number is None)
                else:
                    assert far == 1 + number // 2
            for key in list(expected)[:: max(len(expected) // 20, 1)]:
                row = np.frombuffer(key, dtype=np.uint64)
                longest = expected[key] + (expected[key] + (game.side_of(row) == answer.asker)) % 2
                assert len(forcing.line(row)) <= longest
                plies = 0
                while moves := forcing.keeping(row):
                    if game.side_of(row) != answer.asker:
                        moves = [move for move, _ in forcing._steps(row)]
                    after = np.empty_like(row)
                    row_play(game.kernel_rules, row, int(rng.choice(moves)), after)
                    row, plies = after, plies + 1
                    after[2] &= ~IDLE
                assert plies <= longest
                assert expected[row.tobytes()] == 0


@pytest.mark.parametrize("name", [LITTLE, *(f"{name}{{{keys}}}" for name, keys, _ in MIDDLE)])
def test_answers_agree_with_solved_tables(name: str) -> None:
    game = load_game(name)
    seen = [0, 0, 0]
    for solved in solve_flat(game):
        row = slice_row(game, solved.slice, *map(int, unrank(solved.index, 0)), 0)
        win, confine, capture = (ask(game, question, row, whole=True) for question in Question)
        for side in (0, 1):
            won, chased, caught = (bits_of(answer, side, len(solved.words[0])) for answer in (win, confine, capture))
            words = solved.words[side].astype(int)
            by_pack, by_quarry = (words > 0) & (words % 2 == 0), words % 2 == 1
            assert by_pack[won].all()
            assert not (by_pack & ~chased).any()
            assert not (by_quarry & ~caught).any()
            assert not (won & ~chased).any()
            for number, bits in enumerate((won, ~chased, ~caught)):
                seen[number] += int(bits.sum())
    assert seen[1]
    assert seen[2]


def bits_of(answer: Answer, side: int, size: int) -> np.ndarray:
    """[size] bool, the map of the members."""
    return np.unpackbits(answer.members[side].view(np.uint8), bitorder="little")[:size].astype(bool)


@pytest.mark.parametrize("forward", [4, 10**9])
@pytest.mark.parametrize("name", [MIDDLE_TIGER, LITTLE_WOLF])
def test_threads_change_nothing(name: str, forward: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_slice, "PART", 64)
    monkeypatch.setattr(one_slice, "FORWARD", forward)
    game = load_game(name)
    for question in Question:
        alone, *others = (ask(game, question, threads=threads, whole=True) for threads in (1, 2, 3))
        for together in others:
            assert (together.rounds, together.plies) == (alone.rounds, alone.plies)
            for side in (0, 1):
                np.testing.assert_array_equal(alone.members[side], together.members[side])
                assert together.counts(side, 2) == alone.counts(side)


@numba.njit(nogil=True)
def add_every_fourth(words, first, times):
    """Set every fourth bit from `first` on of both words, over and over."""
    for _ in range(times):
        or_into(words, 0, np.uint64(0x1111111111111111) << np.uint64(first))
        for i in range(first, 64, 4):
            add_bit(words, 64 + i)


def test_bits_are_read_back() -> None:
    words = np.zeros(2, dtype=np.uint64)
    with Team(4) as team:
        team.share(4, 1, lambda _, first, end: add_every_fourth(words, first, 50_000) or 0)
    assert [hex(word) for word in words] == ["0xffffffffffffffff"] * 2
    add_bit(words := np.zeros(3, dtype=np.uint64), 130)
    assert [i for i in range(192) if has_bit(words, i)] == [130]


class Killed(Exception):
    pass


@pytest.mark.parametrize("question", list(Question))
def test_a_killed_run_goes_on(question: Question, tmp_path: Path) -> None:
    game = load_game(LITTLE_WOLF)
    through = ask(game, question, whole=True, timed=True)
    told: list[int] = []

    def stop(number: int, new: int) -> None:
        told.append(number)
        if number % 3 == 2 and told.count(number) == 1:
            raise Killed

    answer = None
    while not answer:
        with contextlib.suppress(Killed):
            answer = ask(game, question, whole=True, timed=True, folder=tmp_path, save_seconds=0, report=stop)
    assert len(told) == through.rounds + 1 + sum(number % 3 == 2 for number in range(through.rounds + 1))
    assert told[-1] == through.rounds
    assert (answer.plies, answer.rounds, answer.complete) == (through.plies, through.rounds, True)
    for side in (0, 1):
        np.testing.assert_array_equal(answer.members[side], through.members[side])
    assert through.halves is not None
    assert answer.halves is not None
    np.testing.assert_array_equal(answer.halves, through.halves)
    again = ask(game, question, folder=tmp_path, report=stop)
    assert (again.plies, again.rounds, again.holds) == (through.plies, through.rounds, through.holds)
    assert told[-1] == through.rounds  # nothing was done again


def test_files_that_are_refused(tmp_path: Path) -> None:
    game = load_game(LITTLE_WOLF)
    ask(game, Question.WIN, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert path.name == "4-0-.win"
    good = path.read_bytes()
    with pytest.raises(UserError, match="does not say how far"):
        ask(game, Question.WIN, folder=tmp_path, timed=True)
    other = load_game(LITTLE_WOLF.replace("goal=2", "goal=1"))
    with pytest.raises(UserError, match="its hash is"):
        ask(other, Question.WIN, folder=tmp_path)
    for content, message in (
        (good[:-1], "damaged"),
        (good[:-8] + bytes([good[-8] ^ 1]) + good[-7:], "damaged"),
        (good.replace(b'"version": 1', b'"version": 2'), "solve it again"),
        (b"[]", "this is no set of"),
        (b"\xff\xfe", "this is no set of"),
    ):
        path.write_bytes(content)
        with pytest.raises(UserError, match=message):
            ask(game, Question.WIN, folder=tmp_path)


def test_results_that_answers_leave_open() -> None:
    game = load_game("double-tiger{start='ooo../..o../T...T/...../.....',capture_goal=2}")
    settled = set()
    for solved in solve_flat(game):
        answers = [ask(game, question, first_row(game, solved.slice), whole=True) for question in Question]
        for i in range(0, len(solved.words[0]), len(solved.words[0]) // 300):
            row = slice_row(game, solved.slice, *map(int, unrank(solved.index, i)), 0)
            results = possible_results(replace(answer, holds=answer.holds_for(row)) for answer in answers)
            assert solved.value(row).winner in results
            settled |= results if len(results) == 1 else set()
    assert settled == {0, None}
    win, *others = (ask(load_game(LITTLE_WOLF), question) for question in Question)
    assert possible_results([replace(win, holds=True), *others]) == {1}
    assert possible_results([]) == {0, 1, None}


def test_what_can_be_asked() -> None:
    game = load_game("double-tiger")
    with pytest.raises(UserError, match="no position in which dogs only step"):
        ask(game, Question.WIN)
    wolf = load_game("beat-the-wolf")
    assert map_bytes(wolf, Slice(17)) == 1_980_029_536
    assert map_bytes(wolf, Slice(17), timed=True) == 1_980_029_536 * 3
    answer = ask(load_game(LITTLE_WOLF), Question.WIN)
    with pytest.raises(UserError, match="no position of"):
        answer.holds_for(wolf.start)
