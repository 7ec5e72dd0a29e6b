"""Measurements behind `hunt-ai bench`: of kernels by processor time, after warm-up, the best of three runs."""

import tempfile
import time
from pathlib import Path

import numpy as np

from hunt_ai.app.rates import best_rate
from hunt_ai.arena.tournament import Tournament, TournamentSettings, run_tournament
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.kernels.playout import playouts
from hunt_ai.games.perft import count_leaves
from hunt_ai.games.ruleset import Ruleset

PERFT_LEAVES = 2_000_000  # the shallowest tree with at least so many leaves is timed


def measure_game(rules: Ruleset, seconds: float) -> dict[str, float]:
    """From the start position.

    random_moves_per_s, random_games_per_s: of uniform random games; perft_leaves_per_s: of a tree of `perft_depth`.
    """
    tally = np.zeros(64, dtype=np.int64)
    state = np.uint64(7)
    all_moves = all_games = 0
    row, kernel_rules = rules.start, rules.kernel_rules

    def random_moves() -> int:
        nonlocal state, all_moves, all_games
        moves, state_after = playouts(kernel_rules, row, 100, state, tally)
        state = np.uint64(state_after)
        all_moves, all_games = all_moves + int(moves), all_games + 100
        return int(moves)

    depth = 1
    while count_leaves(rules, row, depth) < PERFT_LEAVES and depth < 12:
        depth += 1
    rate = best_rate(random_moves, seconds)
    return {
        "random_moves_per_s": rate,
        "random_games_per_s": rate * all_games / all_moves,
        "perft_leaves_per_s": best_rate(lambda: count_leaves(rules, row, depth), seconds),
        "perft_depth": depth,
    }


def measure_tournament(games: int, workers: int) -> dict[str, float]:
    """A tournament of so many games of `random`, an even number, on a new results file; workers at least 1.

    overhead_ms_per_game: what the workers' time was spent on besides playing (their start, scheduling, storing).
    """
    settings = TournamentSettings.model_validate(
        {"name": "bench", "games": ("double-tiger",), "players": ("random",), "mirror": True, "pairs": games // 2}
    )
    start, playing = time.perf_counter(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with run_tournament(Tournament(settings), path, workers) as run:
            for batch in run.batches:
                playing += sum(game.seconds for game in batch)
                check_interrupt()
    wall = time.perf_counter() - start
    return {
        "games": games,
        "workers": workers,
        "wall_s": wall,
        "playing_share": playing / (workers * wall),
        "overhead_ms_per_game": 1000 * (workers * wall - playing) / games,
    }
