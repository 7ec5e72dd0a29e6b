"""What single settings are worth: `python experiments/training/ablate.py [--out RUNS] [--seconds S]`, then `--table`.

Double-tiger by its configuration, and with one setting changed, three seeds each. All learn for the same processor time
and then play 100 game pairs against MCTS with rollouts and against alpha-beta. Runs that are done are not begun again.
"""

import argparse
import json
import tomllib
from pathlib import Path
from typing import Any

from hunt_ai.core.files import whole_file
from hunt_ai.core.settings import check_settings
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
    "no discount": {"learning": {"discount": 1.0}},
    "outcomes alone, no root values": {"learning": {"root_value_share": 0.0}},
    "PUCT instead of Gumbel search": {"self_play": {"gumbel": 0}},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="RUNS", type=Path, default=Path("runs/ablations"))
    parser.add_argument("--seconds", metavar="S", type=float, default=150, help="processor time that each learns")
    parser.add_argument("--table", action="store_true", help="print the results that are there, run nothing")
    arguments = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for seed in () if arguments.table else SEEDS:
        for name, changes in CHANGES.items():
            if str(seed) in results.setdefault(name, {}):
                continue
            folder = arguments.out / f"{name.replace(' ', '-')}-{seed}"
            results[name][str(seed)] = one_run(settings(changes, seed), folder, arguments.seconds)
            with whole_file(RESULTS, "results") as part:
                part.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print_table(results)


def settings(changes: dict[str, dict[str, Any]], seed: int) -> TrainSettings:
    values = tomllib.loads(CONFIG.read_text(encoding="utf-8")) | {"seed": seed}
    for section, keys in changes.items():
        values[section] = values[section] | keys
    values["evaluation"] |= {"every": values["iterations"], "pairs": 100}
    return check_settings(TrainSettings, values, "ablation")


def one_run(settings: TrainSettings, path: Path, seconds: float) -> dict[str, Any]:
    folder = RunFolder(path)
    with folder.held():
        training = Training(folder, settings, 0, lambda progress: None)
        for line in training.iterations(settings.iterations):
            print(
                path.name, line["iteration"], line["outcomes"]["all"], f"{line['processor_seconds']:.0f} s", flush=True
            )
            if line["processor_seconds"] >= seconds:
                break
        found = evaluate(settings, load_game(settings.game), training.network, 0)
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
