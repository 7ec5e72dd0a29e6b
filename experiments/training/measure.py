"""What the shipped networks are worth: `python experiments/training/measure.py [GAME ...] [--tables DIR]`, `--table`.

Matches of 100 game pairs from random openings that training did not see: with 64 simulations against MCTS with rollouts
and 400, and against alpha-beta with as much processor time a move. With --tables, where DIR/GAME holds solved slices,
the share of exact values that the network, alpha-beta and MCTS keep with as much processor time a move. That time is
first turned into counts, on positions of random play, so that other work on the machine matters little. Results go to
GAME/results.json; what is there already is not measured again.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hunt_ai.arena.accuracy import SOURCES, accuracy, tally
from hunt_ai.core.files import whole_file
from hunt_ai.games.catalog import GAMES, load_game
from hunt_ai.games.game import Game
from hunt_ai.players.parse import make_player
from hunt_ai.train.evaluation import match_settings, play_match

HERE = Path(__file__).parent
PAIRS, OPENING_PLIES, SEED, POSITIONS = 100, 4, 2026, 200
MILLISECONDS = 10  # of processor time a move, where players have as much of it
FIRST_COUNTS = {"net:simulations=": 1000, "alphabeta:nodes=": 20_000, "mcts:rollouts=1,simulations=": 200}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(GAMES))
    parser.add_argument("--tables", metavar="DIR", type=Path, help="folder of folders of solved slices, named by game")
    parser.add_argument("--workers", metavar="W", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print the results that are there, measure nothing")
    arguments = parser.parse_args()
    for game in arguments.games:
        if not arguments.table:
            measure(game, arguments.tables, arguments.workers)
    print_tables(arguments.games)


def measure(game: str, tables: Path | None, workers: int) -> None:
    path = HERE / game / "results.json"
    results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    timed = [timed_player(game, text, count) for text, count in FIRST_COUNTS.items()]
    parts: dict[str, Callable[[], Any]] = {
        "mcts": lambda: match(game, "net:simulations=64", "mcts:rollouts=1,simulations=400", workers),
        "alphabeta": lambda: match(game, timed[0], timed[1], workers),
    }
    if tables and (tables / game).is_dir():
        names = ("net", "alphabeta", "mcts")
        parts["kept"] = lambda: {
            name: {"player": text} | kept(game, tables / game, text, workers)
            for name, text in zip(names, timed, strict=True)
        }
    for name, part_of_it in parts.items():
        if name in results:
            continue
        results[name] = part_of_it()
        with whole_file(path, "results") as part:
            part.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def timed_player(game: str, text: str, count: int) -> str:
    """The player whose text goes on with a count, with as much of it as it does in MILLISECONDS at the median."""
    player, rules = make_player(f"{text}{count}"), load_game(game)
    player.prepare(Game(rules))
    rates, random = [], np.random.default_rng(1)
    while len(rates) < 40:
        played = Game(rules)
        for _ in range(int(random.integers(2, 60))):
            if moves := played.legal_move_values():
                played.push_value(int(random.choice(moves)))
        if played.outcome() is None:
            player.reset(1)
            begun = time.process_time()
            found = player.search(played)
            spent = time.process_time() - begun
            if found.score.kind == "cp":  # a proof ends a search early
                rates.append((found.simulations or found.nodes) / spent)
    return f"{text}{round(statistics.median(rates) * MILLISECONDS / 1000)}"


def match(game: str, network: str, opponent: str, workers: int) -> dict[str, Any]:
    return {"network": network} | play_match(
        match_settings(game, network, opponent, PAIRS, SEED, OPENING_PLIES), workers
    )


def kept(game: str, tables: Path, player: str, workers: int) -> dict[str, Any]:
    """By source of positions and side: [kept, all] of those where a move can give the value away."""
    judged = list(accuracy(player, tables, game, POSITIONS, workers=workers))
    found: dict[str, dict[str, list[int]]] = {}
    for source in SOURCES:
        for number, side in enumerate(load_game(game).sides):
            share = tally(one for one in judged if (one.source, one.side) == (source, number)).kept
            found.setdefault(source, {})[side] = [share.count, share.games]
    return found


def print_tables(games: list[str]) -> None:
    found = {game: HERE / game / "results.json" for game in games if (HERE / game / "results.json").exists()}
    results = {game: json.loads(path.read_text(encoding="utf-8")) for game, path in found.items()}
    print("| game | network | against | score, 95 % | with one side | with the other |\n|---|---|---|---|---|---|")
    for game, result in results.items():
        for opponent in [name for name in ("mcts", "alphabeta") if name in result]:
            one = result[opponent]
            low, high = one["interval"]
            players = f"`{one['network']}` | `{one['opponent']}`"
            sides = " | ".join(f"{side} {' '.join(map(str, counts))}" for side, counts in one["sides"].items())
            print(f"| {game} | {players} | {one['score']:.1%} [{low:.1%}, {high:.1%}] | {sides} |")
    print("\n| game | positions | side | net | alphabeta | mcts |\n|---|---|---|---|---|---|")
    for game, result in results.items():
        for source in SOURCES if "kept" in result else ():
            for side in load_game(game).sides:
                shares = (result["kept"][name][source][side] for name in ("net", "alphabeta", "mcts"))
                cells = " | ".join(f"{count / max(of, 1):.1%} of {of}" for count, of in shares)
                print(f"| {game} | {source} | {side} | {cells} |")
    print("\n| game | iterations | processor time | first better than `mcts` |\n|---|---|---|---|")
    for game in games:
        if (HERE / game / "metrics.jsonl").exists():
            lines = [json.loads(line) for line in (HERE / game / "metrics.jsonl").read_text().splitlines()]
            whole = lines[-1]["processor_seconds"] / 60
            print(f"| {game} | {len(lines)} | {whole:.0f} min | {first_better(lines)} |")


def first_better(lines: list[dict[str, Any]]) -> str:
    """When the score against MCTS was first above one half, all of its interval."""
    for line in lines:
        for one in line.get("evaluation", {}).get("matches", []):
            if one["opponent"].startswith("mcts") and one["interval"][0] > 0.5:
                return f"iteration {line['iteration']}, {line['processor_seconds'] / 60:.1f} min, {one['score']:.1%}"
    return "never"


if __name__ == "__main__":
    main()
