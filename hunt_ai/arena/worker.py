"""What a tournament's worker process does: play the games it is given."""

import contextlib
import functools
import mmap
import struct
import time
from collections.abc import Callable, Sequence
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

_NOTE = struct.Struct("<II")


class Assignment(NamedTuple):
    """A game to be played and all that it depends on."""

    fixture: Fixture
    players: tuple[str, str]  # texts, by side number
    seeds: tuple[int, int]  # by side number
    opening: Opening


class Note:
    """Two numbers in a file that outlive a process that dies: which game was played, whose player was asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("w+b") as stream:
            stream.truncate(_NOTE.size)
            self._memory = mmap.mmap(stream.fileno(), _NOTE.size)

    def write(self, place: int, side: int) -> None:
        _NOTE.pack_into(self._memory, 0, place, side)

    def close(self) -> None:
        self._memory.close()
        self._path.unlink(missing_ok=True)

    @staticmethod
    def read(path: Path) -> tuple[int, int]:
        """What the process that died last wrote; (0, 0) if it wrote nothing."""
        content = path.read_bytes() if path.exists() else b""
        place, side = _NOTE.unpack(content) if len(content) == _NOTE.size else (0, 0)
        return place, side


def play_assignments(assignments: Sequence[Assignment], match_rules: MatchRules, note: Path) -> list[PlayedGame]:
    """Those games, in their order. A player plays all its games of a side here, reset between them.

    `note` is the file of a Note that says where it is, for the case that a player takes this process down.
    """
    players: dict[tuple[int, str], Player] = {}
    with contextlib.closing(Note(note)) as written:
        try:
            return [
                _play(assignment, players, match_rules, functools.partial(written.write, place))
                for place, assignment in enumerate(assignments)
            ]
        finally:
            for player in players.values():
                player.close()


def crashed_game(assignment: Assignment, side: int) -> PlayedGame:
    """The record of a game in which the player of `side` took the process down; its moves died with it."""
    position, opening = assignment.opening
    return PlayedGame(
        fixture=assignment.fixture,
        position=position,
        opening=len(opening),
        moves=opening,
        winner=1 - side,
        termination="crash",
        scored=True,
        detail="its process died twice",
        seconds=0.0,
    )


def _play(
    assignment: Assignment,
    players: dict[tuple[int, str], Player],
    match_rules: MatchRules,
    write: Callable[[int], None],
) -> PlayedGame:
    started = time.perf_counter()
    rules = load_game(assignment.fixture.game)
    for seat in enumerate(assignment.players):
        if seat not in players:
            players[seat] = make_player(seat[1])
    position, opening = assignment.opening
    contest = Contest(Game(rules, position, opening), match_rules)
    seated = {rules.sides[seat[0]]: players[seat] for seat in enumerate(assignment.players)}
    seeds = dict(zip(rules.sides, assignment.seeds, strict=True))
    play_out(contest, seated, seeds, lambda side: write(rules.sides.index(side)))
    outcome = contest.outcome
    assert outcome is not None
    return PlayedGame(
        fixture=assignment.fixture,
        position=position,
        opening=len(opening),
        moves=tuple(contest.game.moves),
        winner=None if outcome.winner is None else rules.sides.index(outcome.winner),
        termination=outcome.termination,
        scored=contest.scored,
        detail=contest.detail,
        seconds=time.perf_counter() - started,
    )
