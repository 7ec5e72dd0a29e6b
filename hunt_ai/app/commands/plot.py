"""`hunt-ai plot`: the metrics of a training run as pictures."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json

HELP = "draw a training run: losses, win rates per side, length of games, ratings"
EXAMPLE = "plot runs/double-tiger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="RUN", type=named_path, help="the run's folder")
    parser.add_argument("--out", metavar="DIR", type=named_path, help="folder for the pictures (default: RUN/plots)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.core.errors import UserError
    from hunt_ai.games.catalog import load_game
    from hunt_ai.train.plots import plot_run
    from hunt_ai.train.run_folder import RunFolder
    from hunt_ai.train.training import read_config

    folder = RunFolder(arguments.folder)
    lines = folder.metrics(10**9)
    if not lines:
        raise UserError(f"{arguments.folder}: there is no run with an iteration done")
    game = read_config(folder / "config.toml").game
    paths = plot_run(game, load_game(game).sides, lines, arguments.out or folder / "plots")
    if arguments.json:
        print_json({"pictures": [str(path) for path in paths]})
    else:
        print("\n".join(f"wrote {path}" for path in paths))
    return 0
