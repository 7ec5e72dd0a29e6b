"""`hunt-ai train`: a network teaches itself a game."""

import argparse
import contextlib
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_json, add_workers, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.train.training import Progress

HELP = "train a network by self-play; stopped at any moment, it goes on where it was with --resume"
EXAMPLE = "train configs/train/double-tiger.toml --out runs/double-tiger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", type=named_path, nargs="?", help="a TOML file, as in configs/train")
    parser.add_argument("--out", metavar="RUN", type=named_path, required=True, help="the run's folder")
    parser.add_argument("--resume", action="store_true", help="go on with the run in that folder")
    parser.add_argument(
        "--stop-after",
        metavar="N",
        type=whole_number(1, 10**7),
        help="stop once N iterations are done",
    )
    add_workers(parser)
    parser.add_argument(
        "--allow-programs", action="store_true", help="run the programs that CONFIG names as opponents (ugi:COMMAND)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.train.run_folder import RunFolder
    from hunt_ai.train.tensorboard import tensorboard_writer
    from hunt_ai.train.training import start_training

    folder = RunFolder(arguments.out)
    stopped, line = False, None
    with folder.held(), contextlib.closing(_Display(not arguments.json)) as display:
        training = start_training(
            folder, arguments.config, arguments.resume, arguments.workers, display.show, arguments.allow_programs
        )
        display.begin(training.settings.iterations, training.state.iteration)
        write = tensorboard_writer(folder / "tensorboard")
        try:
            for line in training.iterations(arguments.stop_after or training.settings.iterations):
                if write is not None:
                    write(line)
        except KeyboardInterrupt:
            stopped = True
        done, total, network = training.state.iteration, training.settings.iterations, training.network
    if arguments.json:
        print_json({"run": str(arguments.out), "iterations": done, "of": total, "network": str(network), "last": line,
                    "complete": done == total})  # fmt: skip
    else:
        more = "" if done == total else "; started again with --resume, the run goes on"
        print(f"{done} of {total} iterations are done; the network is {network}{more}")
    return 130 if stopped else 0


class _Display:
    """Progress: on a terminal a bar over the iterations on standard error, and below it the newest figures; else a line
    for each iteration on standard output, if `plain`.
    """

    def __init__(self, plain: bool) -> None:
        self._lines: list[Any] = []
        self._elo = ""
        self._plain, self._total = plain, 0

    def begin(self, total: int, done: int) -> None:
        from tqdm import tqdm

        self._total = total
        bar = tqdm(total=total, initial=done, unit="iteration", disable=None)
        self._lines = [bar] if bar.disable else [bar, tqdm(bar_format="{desc}", position=1, leave=False)]

    def show(self, progress: "Progress") -> None:
        from hunt_ai.core.interrupts import check_interrupt

        check_interrupt()
        if len(self._lines) < 2:
            if self._plain and progress.line is not None:
                figures = self._figures(progress.line)
                print(f"iteration {progress.iteration} of {self._total}: {figures}", flush=True)
            return
        bar, below = self._lines
        stage = f"{progress.stage} {progress.done}/{progress.total}" if progress.total else progress.stage
        if progress.line is not None:
            below.set_description_str(self._figures(progress.line))
            bar.update()
        bar.set_postfix_str(stage)

    def _figures(self, line: dict[str, Any]) -> str:
        from hunt_ai.arena.sequential import score_to_elo

        seconds, loss = line["seconds"]["self_play"], line["loss"]
        if "evaluation" in line:
            scores = [min(max(match["score"], 0.005), 0.995) for match in line["evaluation"]["matches"]]
            self._elo = " | Elo " + " / ".join(f"{score_to_elo(score):+.0f}" for score in scores) if scores else ""
        losses = f" | loss {loss['policy']:.2f} + {loss['value']:.2f}" if loss else ""
        return (
            f"{line['games'] / seconds:.1f} games/s, {line['positions'] / seconds:.0f} positions/s{losses}{self._elo}"
        )

    def close(self) -> None:
        for line in reversed(self._lines):
            line.close()
