"""One-bit questions about one flat slice of a hunt game, asked of a position.

A slice with few captures can be too large for tables, and yet a game may be settled in it: by a pack that wins without
ever losing a dog, or by two sides that can each keep the other from getting anywhere. Each is the question whether a
position is in a certain set of the slice, with one bit for each position (`kernels/hunt_one_slice.py`). No other slice
is needed. Play may go on for ever, which is a draw: there is no no-progress limit here.
"""

import functools
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.hunt_index import build_index, slice_size
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_belonging import JUMP_ESCAPES, JUMP_IS_UNUSED, JUMP_REACHES, Quest
from hunt_ai.solve.kernels.hunt_index import SliceIndex, rank
from hunt_ai.solve.kernels.hunt_one_slice import (
    count_members,
    find_targets,
    merge,
    note_moves,
    packs_before,
    packs_that_belong,
    quarries_before,
    quarries_that_belong,
)
from hunt_ai.solve.one_slice_file import WORDS_OF_HALVES, Stored, load_maps, maps_path, save_maps
from hunt_ai.solve.slices import Slice, captured, slice_of
from hunt_ai.solve.table_file import HEADER_BYTES
from hunt_ai.solve.threads import Team

PART = 4096  # words of 64 indices that a thread takes at once
BUDGETS = {  # steps or positions seen by one call of a kernel: a few milliseconds
    find_targets: 64,  # words
    packs_before: 1 << 15,
    quarries_before: 1 << 15,
    packs_that_belong: 1 << 14,
    quarries_that_belong: 1 << 14,
}
FORWARD = 4  # all that are no members are looked at where the last members are more than one in so many of them
SAVE_SECONDS = 300.0
MOST_NOTED = 50  # positions that a file says the plies of
LONGEST_TIMED = 2 * 254 + 1  # plies that the halves of a timed answer can say

Report = Callable[[int, int], None]  # (round, members new in it)

_BEFORE, _ALL = (quarries_before, packs_before), (quarries_that_belong, packs_that_belong)  # by side to move found


class Question(Enum):
    """What is asked of a position of a flat slice."""

    WIN = "win"  # Can the pack win without ever losing a dog? Yes: it wins, in so many plies at most.
    CONFINE = "confine"  # Can the pack win against a quarry that never takes a dog? No: the quarry does not lose.
    CAPTURE = "capture"  # Can the quarry take a dog, or win at once? No: the pack does not lose.


_ASKER = {Question.WIN: 1, Question.CONFINE: 1, Question.CAPTURE: 0}
_JUMPS = {Question.WIN: JUMP_ESCAPES, Question.CONFINE: JUMP_IS_UNUSED, Question.CAPTURE: JUMP_REACHES}


@dataclass(frozen=True)
class Answer:
    """holds: yes or no. plies: how many it takes against the longest resistance, for CAPTURE to where one is possible.

    They are None for a no, and where the position was found before anybody asked about it.

    rounds: plies looked at. complete: whether the members are all there are, rather than those of so many plies.

    halves: of a timed answer, for the positions with the asker to move, by index: 0 for no member, else 1 + n for one
    found in round 2n or 2n + 1, so that a move of the asker and one in reply lead from it to a lesser one.
    """

    game: HuntGame
    slice: Slice
    question: Question
    holds: bool
    plies: int | None
    rounds: int
    complete: bool
    index: SliceIndex
    members: tuple[np.ndarray, np.ndarray]  # [words] uint64 each, by side to move: maps of one bit an index
    halves: np.ndarray | None = None  # [64 words] uint8

    @property
    def asker(self) -> int:
        """The side that wants into the set."""
        return _ASKER[self.question]

    def holds_for(self, row: Row) -> bool:
        """Whether a position of the slice is among the members; UserError for one of another slice."""
        if slice_of(self.game, row) != self.slice:
            raise UserError(f"{self.game.format_position(row)}: no position of {self.slice}")
        return _has(self.members[self.game.side_of(row)], self.index, row)

    def counts(self, side: int, threads: int = 1) -> tuple[int, int]:
        """(positions with this side to move among the members, those up to symmetry)."""
        canonical = [0]

        def part(_: int, begin: int, end: int) -> int:
            raw, unlike = count_members(self.index, self.members[side], begin, end)
            canonical.append(int(unlike))
            return int(raw)

        with Team(threads) as team:
            return team.share(len(self.members[side]), PART, part), sum(canonical)


def possible_results(answers: Iterable[Answer]) -> set[int | None]:
    """The results that answers for one position leave open: the side that wins, None for a draw."""
    results: set[int | None] = {0, 1, None}
    for answer in answers:
        if answer.question is Question.WIN and answer.holds:
            return {1}
        last = captured(answer.game, answer.slice) + 1 == answer.game.settings.capture_goal
        if answer.question is Question.CAPTURE and answer.holds and last:
            return {0}
        if answer.question is Question.CONFINE and not answer.holds:
            results.discard(1)
        if answer.question is Question.CAPTURE and not answer.holds:
            results.discard(0)
    return results


def map_bytes(game: HuntGame, here: Slice, timed: bool = False) -> int:
    """Memory for the maps of one question, at most: four of one bit an index, or six where a round can find both sides
    to move; and a byte an index for a timed one."""
    both = game.settings.driven_out_of is not None or game.settings.pack_stuck == "lose"
    return (6 if both else 4) * 8 * _words(slice_size(game, here)) + 64 * timed * _words(slice_size(game, here))


def file_bytes(game: HuntGame, here: Slice, questions: Collection[Question], folder: Path, timed: bool = False) -> int:
    """Disk for the files of these questions besides what is there of them, at most: four maps each, a byte an index for
    timed ones, and as much again for one of them, which is there until the next is written."""
    paths = [maps_path(folder, _about(here, question)) for question in {*questions}]
    there = sum(path.stat().st_size for path in paths if path.exists())
    most = HEADER_BYTES + (4 + timed * WORDS_OF_HALVES) * 8 * _words(slice_size(game, here))
    return max(0, len(paths) * most - there) + most


def check_askable(game: HuntGame, row: Row) -> None:
    """UserError where a position has dogs in hand or in groups, or the game is over by captures."""
    here = slice_of(game, row)
    if not here.is_flat or not 0 <= captured(game, here) < game.settings.capture_goal:
        raise UserError(f"{game.format_position(row)}: no position in which dogs only step and the game goes on")


def ask(
    game: HuntGame,
    question: Question,
    row: Row | None = None,
    *,
    threads: int = 1,
    report: Report | None = None,
    folder: Path | None = None,
    whole: bool = False,
    timed: bool = False,
    save_seconds: float = SAVE_SECONDS,
) -> Answer:
    """The answer for a position, the start where none is given, which must have no dogs in hand and no groups.

    It ends as soon as a yes is sure, with `whole` only when all members are found. A `timed` one has halves. With a
    `folder`, what has been found is saved there at the end of a round, if the last time was `save_seconds` ago, and at
    the end; and the work goes on from what is there. The number of threads changes nothing but the time. UserError
    where what is there is not timed and should be, or where a timed one takes more than LONGEST_TIMED plies.
    """
    row = game.start if row is None else row
    check_askable(game, row)
    here = slice_of(game, row)
    work = _Work(game, here, question, folder, timed)
    noted = f"{game.side_of(row)} {int(rank(work.index, row[0], row[1]))}"
    saved = time.monotonic()
    with Team(threads) as team:
        if work.rounds < 0:
            work.set_out(team)
            _tell(report, work, folder)
        elif work.has(row):
            work.plies.setdefault(noted, None)  # not known, if nobody asked before
        while any(work.found):
            if work.has(row):
                work.plies.setdefault(noted, work.rounds)
                if not whole:
                    break
            if folder and time.monotonic() - saved >= save_seconds:
                work.save(folder)
                saved = time.monotonic()
            work.next_round(team)
            _tell(report, work, folder)
    if folder:
        work.save(folder)
    return Answer(
        game=game,
        slice=here,
        question=question,
        holds=work.has(row),
        plies=work.plies.get(noted),
        rounds=work.rounds,
        complete=not any(work.found),
        index=work.index,
        members=(work.members[0], work.members[1]),
        halves=work.halves,
    )


def _tell(report: Report | None, work: "_Work", folder: Path | None) -> None:
    try:
        if report:
            report(work.rounds, sum(work.found))
    except KeyboardInterrupt:
        if folder:
            work.save(folder)
        raise


def _merge(members: np.ndarray, found: np.ndarray, _: int, begin: int, end: int) -> int:
    return int(merge(members, found, begin, end))


def _has(members: np.ndarray, index: SliceIndex, row: Row) -> bool:
    """Whether a position is in a map of the side that is to move in it."""
    i = int(rank(index, row[0], row[1]))
    return bool(int(members[i >> 6]) >> (i & 63) & 1)


def _words(size: int) -> int:
    return -(-size // 64)


def _about(here: Slice, question: Question) -> dict[str, Any]:
    """What the header of a file says of the question."""
    return {"slice": asdict(here), "question": question.value}


class _Work:
    """The maps of one question in between its rounds; `next` ones are all zero then. Lists are by side to move."""

    def __init__(self, game: HuntGame, here: Slice, question: Question, folder: Path | None, timed: bool) -> None:
        self.index = build_index(game, here)
        self.size = int(self.index.numbers[at.SIZE])
        self._game, self._about = game, _about(here, question)
        words = _words(self.size)
        stored = load_maps(folder, game, self._about, self.size) if folder else None
        if stored is None:
            halves = np.zeros(words * WORDS_OF_HALVES, dtype=np.uint64) if timed else None
            stored = Stored(-1, found=[0, 0], total=[0, 0], plies={}, maps=[None] * 4, halves=halves)
        elif timed and stored.halves is None:
            raise UserError(f"{folder}: what was found there does not say how far each position is: use another folder")
        self.rounds, self.found, self.total, self.plies = stored.rounds, stored.found, stored.total, stored.plies
        # Maps of zeros take memory only once something is written into them.
        maps = [np.zeros(words, dtype=np.uint64) if stored_map is None else stored_map for stored_map in stored.maps]
        self.members, self._last = maps[:2], maps[2:]
        self._next = [np.zeros(words, dtype=np.uint64) for _ in (0, 1)]
        self.halves = None if stored.halves is None else stored.halves.view(np.uint8)
        self._asker = _ASKER[question]
        self._rules = game.kernel_rules, self.index, self._asker, _JUMPS[question]

    def save(self, folder: Path) -> None:
        """Write it all to a file."""
        self.plies = dict(list(self.plies.items())[-MOST_NOTED:])
        last = [found if self.found[side] else None for side, found in enumerate(self._last)]
        halves = None if self.halves is None else self.halves.view(np.uint64)
        stored = Stored(self.rounds, self.found, self.total, self.plies, [*self.members, *last], halves)
        save_maps(folder, self._game, self._about, self.size, stored)

    def has(self, row: Row) -> bool:
        """Whether a position is among the members so far."""
        return _has(self.members[self._game.side_of(row)], self.index, row)

    def set_out(self, team: Team) -> None:
        """Round 0."""
        self._go_over(team, find_targets)
        self._end_round(team, (0, 1))

    def next_round(self, team: Team) -> None:
        """Find the members of one more ply, from those of the last."""
        grown = [side for side in (0, 1) if self.found[1 - side]]
        for side in grown:
            if self.found[1 - side] * FORWARD > self.size - self.total[side]:
                self._go_over(team, _ALL[side])
                self._last[1 - side].fill(0)
            else:
                self._go_over(team, _BEFORE[side])
        self._end_round(team, grown)

    def _go_over(self, team: Team, kernel: Any) -> None:
        quest = Quest(*self._rules, *self.members, *self._last, *self._next)
        budget = BUDGETS[kernel]

        def part(_: int, begin: int, end: int) -> int:
            while begin < end:
                begin = kernel(quest, begin, end, budget)
            return 0

        team.share(_words(self.size), PART, part)

    def _end_round(self, team: Team, grown: Sequence[int]) -> None:
        if self.halves is not None and self._asker in grown:
            self._time_round(team, self.halves)
        self.found = [0, 0]
        for side in grown:
            members, found = self.members[side], self._next[side]
            self.found[side] = team.share(len(members), PART, functools.partial(_merge, members, found))
            self.total[side] += self.found[side]
        self._last, self._next = self._next, self._last
        self.rounds += 1

    def _time_round(self, team: Team, halves: np.ndarray) -> None:
        number = self.rounds + 1
        if number > LONGEST_TIMED:
            raise UserError(f"{self._game.name}: more than {LONGEST_TIMED} plies are too many to be timed")
        found = self._next[self._asker]

        def part(_: int, begin: int, end: int) -> int:
            note_moves(found, halves, 1 + number // 2, begin, end)
            return 0

        team.share(len(found), PART, part)
