"""Keep what a training run came to: `python experiments/training/keep.py RUN [RUN ...]`.

Its best network becomes the one that ships for its game; its metrics and plots go to the folder of the game here.
"""

import argparse
import shutil
from pathlib import Path

from hunt_ai.app.main import main as hunt_ai
from hunt_ai.network.trained_networks import TRAINED
from hunt_ai.train.training import read_config

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", metavar="RUN", type=Path, nargs="+")
    for run in parser.parse_args().runs:
        game = read_config(run / "config.toml").game
        folder = HERE / game
        folder.mkdir(exist_ok=True)
        shutil.copyfile(run / "best.safetensors", TRAINED / f"{game}.safetensors")
        shutil.copyfile(run / "metrics.jsonl", folder / "metrics.jsonl")
        hunt_ai(["plot", str(run), "--out", str(folder)])


if __name__ == "__main__":
    main()
