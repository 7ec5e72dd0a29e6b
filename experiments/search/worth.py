"""What each part of alpha-beta is worth: `python experiments/search/worth.py --parts selectivity evaluation`.

For each part of the search and each key of the weights that is not all zeros, a sequential test of the player with it
against the player without it, from openings that either side may win. Parts of the search are tested beside all others.
Verdicts go to worth.json, which is added to: what stands there is not played again.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from hunt_ai import load_game
from hunt_ai.games.catalog import GAMES
from hunt_ai.search.selectivity import SELECTIVITY
from hunt_ai.search.weights import load_values

HERE = Path(__file__).parent
RESULTS = HERE / "worth.json"
TESTS = {"selectivity": (5000, 20, 300), "evaluation": (500, 40, 150)}  # nodes a move, Elo of H1, most game pairs


def terms(game: str) -> list[str]:
    """The keys of the game's weights that are not all zeros."""
    rules = load_game(game)
    sides = [load_values(rules, side) for side in range(2)]
    used = {name.rpartition(".")[2]: None for side in sides for name, numbers in side.items() if any(numbers)}
    return list(used)


def test(game: str, part: str, kind: str, workers: int) -> dict:
    nodes, elo, pairs = TESTS[kind]
    player = f"alphabeta:nodes={nodes}"
    other = f"{player},without={part}"
    if kind == "selectivity":
        others = "+".join(name for name in SELECTIVITY if name != part)
        player, other = f"{player},selectivity={'+'.join(SELECTIVITY)}", f"{player},selectivity={others}"
    openings = str(HERE / "openings" / f"{game}.txt")
    command = [
        "sprt", player, other, "--game", game, "--openings", openings, "--elo0", "0",
        "--elo1", str(elo), "--max-pairs", str(pairs), "--workers", str(workers), "--json",
        "--out", f"results/worth-{game}-{part}.db",
    ]  # fmt: skip
    done = subprocess.run([sys.executable, "-m", "hunt_ai", *command], stdout=subprocess.PIPE, check=True, text=True)
    found = json.loads(done.stdout)
    kept = ("verdict", "log_likelihood_ratio", "pairs", "pentanomial", "score")
    return {"game": game, "part": part, "nodes": nodes, "elo1": elo} | {key: found[key] for key in kept}


def table(results: list[dict]) -> str:
    """The results in Markdown: by part and game the score with it and its standard error, pairs and verdict."""
    parts = list(dict.fromkeys(result["part"] for result in results))
    by_place = {(result["part"], result["game"]): result for result in results}
    lines = [f"| part | {' | '.join(GAMES)} |", "|---|" + "---|" * len(GAMES)]
    for part in parts:
        cells = [cell(by_place[part, game]) if (part, game) in by_place else "" for game in GAMES]
        lines.append(f"| `{part}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(result: dict) -> str:
    values = [points / 4 for points, count in enumerate(result["pentanomial"]) for _ in range(count)]
    error = statistics.pstdev(values) / len(values) ** 0.5
    return f"{result['score']:.1%} ± {error:.1%}, {result['pairs']} pairs, {result['verdict'] or 'open'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--parts", nargs="+", choices=list(TESTS), default=list(TESTS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print what there is, in Markdown, and play nothing")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    if arguments.table:
        print(table(results))
        return
    known = {(result["game"], result["part"]) for result in results}
    for kind in arguments.parts:
        for game in arguments.games:
            for part in SELECTIVITY if kind == "selectivity" else terms(game):
                if (game, part) not in known:
                    results.append(test(game, part, kind, arguments.workers))
                    print(results[-1], flush=True)
                    RESULTS.write_text("[\n" + ",\n".join(map(json.dumps, results)) + "\n]\n")


if __name__ == "__main__":
    main()
