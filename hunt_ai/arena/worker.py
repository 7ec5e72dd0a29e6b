"""What a tournament's worker process does: play the games it is given."""

import time
from collections.abc import Sequence
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


def play_assignments(assignments: Sequence[Assignment], match_rules: MatchRules) -> list[PlayedGame]:
    """Those games, in their order. A player plays all its games of a side here, reset between them."""
    players: dict[tuple[int, str], Player] = {}
    try:
        return [_play(assignment, players, match_rules) for assignment in assignments]
    finally:
        for player in players.values():
            player.close()


def _play(assignment: Assignment, players: dict[tuple[int, str], Player], match_rules: MatchRules) -> PlayedGame:
    started = time.perf_counter()
    rules = load_game(assignment.fixture.game)
    for seat in enumerate(assignment.players):
        if seat not in players:
            players[seat] = make_player(seat[1])
    position, opening = assignment.opening
    contest = Contest(Game(rules, position, opening), match_rules)
    seated = {rules.sides[seat[0]]: players[seat] for seat in enumerate(assignment.players)}
    play_out(contest, seated, dict(zip(rules.sides, assignment.seeds, strict=True)))
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
