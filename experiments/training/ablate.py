"""What single settings are worth: `python experiments/training/ablate.py [--out RUNS] [--seconds S]`, then `--table`.

Double-tiger by its configuration, and with one setting changed, three seeds each. All learn for the same processor time
and then play 100 game pairs against MCTS with rollouts and against alpha-beta. Runs that are done are not begun again.
"""

import argparse
import functools
import json
import tomllib
from pathlib import Path
from typing import Any

from hunt_ai.core.files import readable_name, whole_file
from hunt_ai.core.settings import check_settings
from hunt_ai.core.tasks import map_tasks
from hunt_ai.games.catalog import load_game
from hunt_ai.train.evaluation import evaluate
from hunt_ai.train.run_folder import RunFolder
from hunt_ai.train.settings import TrainSettings
from hunt_ai.train.training import Training

HERE = Path(__file__).parent
CONFIG = HERE.parents[1] / "configs" / "train" / "double-tiger.toml"
RESULTS = HERE / "ablations.json"
SEEDS = (1, 2, 3)
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "as configured": {},
    "all games from the start": {
        "self_play": {"starts": {"start": 1.0, "random": 0.0, "earlier": 0.0, "scattered": 0.0}}
    },
    "games of up to 300 plies": {"self_play": {"max_plies": 300}},
    "positions four times": {"learning": {"reuse": 4.0}},
    "no discount": {"learning": {"discount": 1.0}},
    "outcomes alone, no root values": {"learning": {"root_value_share": 0.0}},
    "PUCT instead of Gumbel search": {"self_play": {"gumbel": 0}},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="RUNS", type=Path, default=Path("runs/ablations"))
    parser.add_argument("--seconds", metavar="S", type=float, default=150, help="processor time that each learns")
    parser.add_argument("--workers", metavar="W", type=int, default=2, help="runs at once")
    parser.add_argument("--table", action="store_true", help="print the results that are there, run nothing")
    arguments = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    missing = [(name, seed) for name in CHANGES for seed in SEEDS if str(seed) not in results.get(name, {})]
    if not arguments.table:
        tasks = [functools.partial(one_run, name, seed, arguments.out, arguments.seconds) for name, seed in missing]
        for (name, seed), found in zip(missing, map_tasks(tasks, arguments.workers), strict=True):
            results.setdefault(name, {})[str(seed)] = found
            with whole_file(RESULTS, "results") as part:
                part.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print_table(results)


def settings(name: str, seed: int) -> TrainSettings:
    values = tomllib.loads(CONFIG.read_text(encoding="utf-8")) | {"seed": seed}
    for section, keys in CHANGES[name].items():
        values[section] = values[section] | keys
    values["evaluation"] |= {"every": values["iterations"], "pairs": 100}
    return check_settings(TrainSettings, values, "ablation")


def one_run(name: str, seed: int, runs: Path, seconds: float) -> dict[str, Any]:
    """How many iterations the run took, and the matches of its network."""
    chosen = settings(name, seed)
    folder = RunFolder(runs / f"{readable_name(name, name)}-{seed}")
    with folder.held():
        training = Training(folder, chosen, 0, lambda progress: None)
        for line in training.iterations(chosen.iterations):
            if line["processor_seconds"] >= seconds:
                break
        found = evaluate(chosen, load_game(chosen.game), training.network, 0)
    return {"iterations": training.state.iteration, "matches": found["matches"]}


def print_table(results: dict[str, Any]) -> None:
    print("| setting | iterations | against `mcts` | against `alphabeta` | tigers against `mcts` | dogs |")
    print("|---|---|---|---|---|---|")
    for name, runs in results.items():
        iterations = ", ".join(str(run["iterations"]) for run in runs.values())
        scores = [", ".join(f"{run['matches'][k]['score']:.1%}" for run in runs.values()) for k in range(2)]
        sides = [
            "; ".join(" ".join(map(str, run["matches"][0]["sides"][side])) for run in runs.values())
            for side in ("tigers", "dogs")
        ]
        print(f"| {name} | {iterations} | {' | '.join(scores + sides)} |")


if __name__ == "__main__":
    main()
