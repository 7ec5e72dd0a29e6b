"""What a tournament's worker process does: play the games it is given."""

import contextlib
import mmap
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hunt_ai.arena.contest import Contest
from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.openings import Opening
from hunt_ai.arena.play import play_out
from hunt_ai.arena.store import Fixture, PlayedGame
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player


class Assignment(NamedTuple):
    """A game to be played and all that it depends on."""

    fixture: Fixture
    players: tuple[str, str]  # texts, by side number
    seeds: tuple[int, int]  # by side number
    opening: Opening


class Note:
    """A number in a file that outlives the process that wrote it: the side whose player was asked last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("w+b") as stream:
            stream.truncate(1)
            self._memory = mmap.mmap(stream.fileno(), 1)

    def write(self, side: int) -> None:
        self._memory[0] = side

    def close(self) -> None:
        self._memory.close()
        self._path.unlink(missing_ok=True)

    @staticmethod
    def read(path: Path) -> int:
        """What the process that died last wrote; 0 if it wrote nothing."""
        content = path.read_bytes() if path.exists() else b""
        return content[0] if content else 0


def play_assignments(assignments: Sequence[Assignment], match_rules: MatchRules, note: Path) -> list[PlayedGame]:
    """Those games, in their order. A player plays all its games of a side here, reset between them.

    `note` is the file of a Note that says where it is, for the case that a player takes this process down.
    """
    players: dict[tuple[int, str], Player] = {}
    with contextlib.closing(Note(note)) as written:
        try:
            return [_play(assignment, players, match_rules, written) for assignment in assignments]
        finally:
            for player in players.values():
                player.close()


def crashed_game(assignment: Assignment, match_rules: MatchRules, side: int) -> PlayedGame:
    """The record of a game in which the player of `side` took the process down; its moves died with it."""
    contest = _contest(assignment, match_rules)
    contest.forfeit(contest.game.rules.sides[side], "crash", "its process died twice")
    return _played(assignment, contest, 0.0)


def _contest(assignment: Assignment, match_rules: MatchRules) -> Contest:
    rules = load_game(assignment.fixture.game)
    return Contest(Game(rules, assignment.opening.position, assignment.opening.moves), match_rules)


def _play(
    assignment: Assignment, players: dict[tuple[int, str], Player], match_rules: MatchRules, note: Note
) -> PlayedGame:
    started = time.perf_counter()
    contest = _contest(assignment, match_rules)
    sides = contest.game.rules.sides
    for seat in enumerate(assignment.players):
        if seat not in players:
            players[seat] = make_player(seat[1])
    seated = {sides[seat[0]]: players[seat] for seat in enumerate(assignment.players)}
    seeds = dict(zip(sides, assignment.seeds, strict=True))
    play_out(contest, seated, seeds, lambda side: note.write(sides.index(side)))
    return _played(assignment, contest, time.perf_counter() - started)


def _played(assignment: Assignment, contest: Contest, seconds: float) -> PlayedGame:
    """The record of a contest that is over."""
    outcome = contest.outcome
    assert outcome is not None
    return PlayedGame(
        fixture=assignment.fixture,
        position=assignment.opening.position,
        opening=len(assignment.opening.moves),
        moves=tuple(contest.game.moves),
        winner=None if outcome.winner is None else contest.game.rules.sides.index(outcome.winner),
        termination=outcome.termination,
        scored=contest.scored,
        detail=contest.detail,
        seconds=seconds,
    )
