"""`hunt-ai bench`: how fast the engine is on this machine."""

import argparse
from typing import Any

from hunt_ai.app.arguments import add_json, add_workers, print_json, whole_number

HELP = "measure speed: kernels on one core after warm-up, and what a tournament adds to playing"
EXAMPLE = "bench --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", metavar="GAME", nargs="+", help="games (default: the five)")
    parser.add_argument(
        "--seconds", metavar="S", type=whole_number(1, 600), default=1, help="time for each figure (default: 1)"
    )
    parser.add_argument(
        "--tournament-games", metavar="N", type=whole_number(0, 10**6), default=10_000,
        help="games of the tournament whose overhead is measured, 0: none (default: 10000)",
    )  # fmt: skip
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.benchmark import measure_game, measure_tournament
    from hunt_ai.games.catalog import GAMES, load_game

    listed = [load_game(name) for name in arguments.games or GAMES]
    if not arguments.json:
        print(f"{'game':<24} {'random moves/s':>16} {'perft leaves/s':>16}")
    figures = {}
    for rules in listed:
        figures[rules.name] = measure = measure_game(rules, arguments.seconds)
        if not arguments.json:
            print(f"{rules.name:<24} {measure['random_moves_per_s']:>16,.0f} {measure['perft_leaves_per_s']:>16,.0f}")
    document: dict[str, Any] = {"games": figures}
    if games := arguments.tournament_games // 2 * 2:
        document["tournament"] = measure = measure_tournament(games, max(1, arguments.workers))
        if not arguments.json:
            print(
                f"tournament of {games} games on {measure['workers']} workers: {measure['wall_s']:.1f} s, "
                f"{measure['playing_share']:.0%} of the workers' time playing, "
                f"{measure['overhead_ms_per_game']:.2f} ms overhead a game"
            )
    if arguments.json:
        print_json(document)
    return 0
