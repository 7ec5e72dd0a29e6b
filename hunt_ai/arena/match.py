"""Many games between two players, each game's random numbers from its number: workers change nothing but the time."""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from hunt_ai.arena.contest import Contest
from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.play import play_out
from hunt_ai.arena.record import contest_record
from hunt_ai.core.errors import UserError
from hunt_ai.core.tasks import map_tasks
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.players.parse import make_player

MAX_SEED = 2**64 - 1
MAX_GAMES = 10_000_000


def play_match(
    game: str,
    first: str,
    second: str,
    games: int,
    workers: int,
    seed: int,
    position: str | None = None,
    match_rules: MatchRules = MatchRules(),  # noqa: B008  (frozen)
) -> Iterator[dict[str, Any]]:
    """Records of `games` games, in order, `first` with the side that moves first in the game's start position.

    `workers` processes (0: this one). UserError for a bad game, position, player or number, before anything is played.
    """
    rules = load_game(game)
    if position is not None:
        rules.parse_position(position)
    for player in (first, second):
        make_player(player).check(rules)
    if not 1 <= games <= MAX_GAMES:
        raise UserError(f"games: {games} is not a number from 1 to {MAX_GAMES}")
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"seed: {seed} is not a number from 0 to {MAX_SEED}")
    chunk = max(1, min(50, games // (8 * max(workers, 1))))
    tasks = (
        functools.partial(
            play_games, game, first, second, range(start, min(start + chunk, games)), seed, position, match_rules
        )
        for start in range(0, games, chunk)
    )
    return (record for records in map_tasks(tasks, workers) for record in records)


def play_games(
    game: str, first: str, second: str, numbers: range, seed: int, position: str | None, match_rules: MatchRules
) -> list[dict[str, Any]]:
    """The games of these numbers."""
    rules = load_game(game)
    sides = rules.sides_in_order
    players = dict(zip(sides, (make_player(first), make_player(second)), strict=True))
    texts = dict(zip(sides, (first, second), strict=True))
    records = []
    try:
        for number in numbers:
            contest = Contest(Game(rules, position=position), match_rules)
            play_out(contest, players, dict(zip(sides, game_seeds(seed, number), strict=True)))
            records.append(contest_record(contest, texts, seed=seed, number=number))
    finally:
        for player in players.values():
            player.close()
    return records


def game_seeds(seed: int, number: int) -> tuple[int, int]:
    """The two players' seeds in game `number` of a match, the first mover's first."""
    first, second = np.random.SeedSequence([seed, number]).generate_state(2, np.uint64)
    return int(first), int(second)
