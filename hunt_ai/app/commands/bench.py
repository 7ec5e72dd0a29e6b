"""`hunt-ai bench`: how fast the engine and the searchers are on this machine."""

import argparse
from typing import Any

from hunt_ai.app.arguments import add_json, add_workers, print_json, whole_number

HELP = (
    "measure speed: kernels, searchers and networks on one core after warm-up, self-play on every core, and what a "
    "tournament adds to playing"
)
EXAMPLE = "bench --json"
PARTS = ("engine", "search", "solve", "network", "tactics", "tournament")
COLUMNS = {
    "engine": {"random_moves_per_s": "random moves/s", "perft_leaves_per_s": "perft leaves/s"},
    "search": {
        "alphabeta_nodes_per_s": "alpha-beta nodes/s",
        "alphabeta_depth_1s": "depth in 1 s",
        "mcts_uniform_simulations_per_s": "MCTS uniform/s",
        "mcts_rollout_simulations_per_s": "MCTS rollouts/s",
    },
    "solve": {"solved_positions_per_s": "solved positions/s", "solved_positions": "of a slice of"},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", metavar="GAME", nargs="+", help="games (default: the five)")
    parser.add_argument(
        "--parts", metavar="PART", nargs="+", choices=PARTS, default=PARTS,
        help=f"what to measure: {', '.join(PARTS)} (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=whole_number(1, 600),
        default=1,
        help="time for each figure of the engine, of solving and of a network, and for each search of nodes a second "
        "(default: 1)",
    )
    parser.add_argument(
        "--tournament-games", metavar="N", type=whole_number(0, 10**6), default=10_000,
        help="games of the tournament whose overhead is measured, 0: none (default: 10000)",
    )  # fmt: skip
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.benchmark import measure_game, measure_tournament
    from hunt_ai.app.network_benchmark import measure_network
    from hunt_ai.app.search_benchmark import measure_search, measure_tactics
    from hunt_ai.app.solve_benchmark import measure_solving
    from hunt_ai.games.catalog import GAMES, load_game

    listed = [load_game(name) for name in arguments.games or GAMES]
    show = not arguments.json
    figures: dict[str, dict[str, Any]] = {rules.name: {} for rules in listed}
    for part, measure_part in (("engine", measure_game), ("search", measure_search), ("solve", measure_solving)):
        if part not in arguments.parts:
            continue
        columns = COLUMNS[part]
        if show:
            print(f"{'game':<24}" + "".join(f" {title:>18}" for title in columns.values()))
        for rules in listed:
            measured = measure_part(rules, arguments.seconds)
            figures[rules.name] |= measured
            if show and measured:
                print(f"{rules.name:<24}" + "".join(f" {measured[key]:>18,.0f}" for key in columns), flush=True)
    if "network" in arguments.parts:
        for rules in listed:
            measured = measure_network(rules, arguments.seconds, max(1, arguments.workers))
            figures[rules.name] |= measured
            if show:
                _print_network(rules.name, measured)
    document: dict[str, Any] = {"games": figures}
    if "tactics" in arguments.parts:
        document["tactics"] = measure = measure_tactics()
        if show:
            print(f"tactics: {measure['solved']} of {measure['positions']} solved in {measure['seconds']:.1f} s")
    games = arguments.tournament_games // 2 * 2
    if "tournament" in arguments.parts and games:
        document["tournament"] = measure = measure_tournament(games, max(1, arguments.workers))
        if show:
            print(
                f"tournament of {games} games on {measure['workers']} workers: {measure['wall_s']:.1f} s, "
                f"{measure['playing_share']:.0%} of the workers' time playing, "
                f"{measure['overhead_ms_per_game']:.2f} ms overhead a game"
            )
    if arguments.json:
        print_json(document)
    return 0


def _print_network(game: str, measured: dict[str, Any]) -> None:
    for way, rates in measured["network_evaluations_per_s"].items():
        print(f"{game:<24}" + "".join(f" {rate:>10,.0f}" for rate in rates.values()) + f"  evaluations/s, {way}, in "
              f"batches of {', '.join(rates)}")  # fmt: skip
    print(
        f"{game:<24} self-play on {measured['self_play_workers']} cores: "
        f"{measured['self_play_positions_per_s']:,.0f} positions/s, "
        f"{measured['self_play_games_per_hour']:,.0f} games/h, "
        f"{measured['self_play_evaluations_per_s']:,.0f} evaluations/s, "
        f"{measured['self_play_share_of_standalone']:.0%} of the network's best alone",
        flush=True,
    )
