"""`hunt-ai bench`: how fast the engine is on this machine."""

import argparse

from hunt_ai.app.arguments import add_json, print_json, whole_number

HELP = "measure speed by processor time, on one core, after warm-up"
EXAMPLE = "bench --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", metavar="GAME", nargs="+", help="games (default: the five)")
    parser.add_argument(
        "--seconds", metavar="S", type=whole_number(1, 600), default=1, help="time for each figure (default: 1)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.benchmark import measure_game
    from hunt_ai.games.catalog import GAMES, load_game

    listed = [load_game(name) for name in arguments.games or GAMES]
    if not arguments.json:
        print(f"{'game':<24} {'random moves/s':>16} {'perft leaves/s':>16}")
    figures = {}
    for rules in listed:
        figures[rules.name] = measure = measure_game(rules, arguments.seconds)
        if not arguments.json:
            print(f"{rules.name:<24} {measure['random_moves_per_s']:>16,.0f} {measure['perft_leaves_per_s']:>16,.0f}")
    if arguments.json:
        print_json({"games": figures})
    return 0
