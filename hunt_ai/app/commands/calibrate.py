"""`hunt-ai calibrate`: find the difficulty levels of a game."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_game, add_json, add_workers, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.levels.calibration import Stage

HELP = "tune and measure the eight levels of a game; stopped at any moment, it goes on when started again"
EXAMPLE = "calibrate double-tiger --out results/levels/double-tiger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--config", metavar="FILE", type=named_path, help="settings, a TOML file as in configs/levels")
    parser.add_argument("--out", metavar="DIR", type=named_path, required=True, help="folder of games, levels, report")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), help="seed, instead of the settings'")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai import __version__
    from hunt_ai.core.errors import UserError
    from hunt_ai.core.settings import check_settings, read_toml
    from hunt_ai.levels.calibration import calibrate
    from hunt_ai.levels.calibration_report import level_table_text, write_report, write_table
    from hunt_ai.levels.ledger import open_ledger
    from hunt_ai.levels.settings import CalibrationSettings

    values: dict[str, Any] = {"game": arguments.game}
    if arguments.config is not None:
        values = values | read_toml(arguments.config)
        if values["game"] != arguments.game:
            raise UserError(f"{arguments.config}: these are settings for {values['game']}, not for {arguments.game}")
    if arguments.seed is not None:
        values["seed"] = arguments.seed
    settings = check_settings(CalibrationSettings, values, str(arguments.config or "calibrate"))
    folder, command = arguments.out, arguments.command_line
    about = {"title": f"levels of {settings.game}", "command": command, "version": __version__}
    try:
        with open_ledger(settings, folder / "games.db", arguments.workers, about) as ledger, _Display() as display:
            found = calibrate(settings, ledger, display.show)
            page = write_report(found, settings, ledger, command, folder)
    except KeyboardInterrupt:
        print(f"stopped: the games so far are in {folder}; started again, the calibration goes on", file=sys.stderr)
        raise
    path = write_table(found.table, folder)
    if arguments.json:
        print_json(found.table.model_dump(mode="json") | {"file": str(path), "report": str(page)})
        return 0
    print(level_table_text(found.table))
    for note in found.table.notes:
        print(f"note: {note}")
    print(f"\nlevels in {path}, report in {page}; to play: hunt-ai play {settings.game} --against level:4,{path}")
    return 0


class _Display:
    """A bar for each stage on standard error; a line where that is no terminal."""

    def __init__(self) -> None:
        self._name = ""
        self._bar: Any = None

    def __enter__(self) -> "_Display":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, stage: "Stage") -> None:
        from tqdm import tqdm

        if stage.name != self._name or stage.total != self._bar.total:
            if self._bar is not None:
                self._bar.close()
            self._name = stage.name
            self._bar = tqdm(total=stage.total, initial=stage.done, desc=stage.name, unit="game", disable=None)
            if self._bar.disable:
                self._bar.total = stage.total
                print(f"{stage.name}: {stage.done} of {stage.total} are there", file=sys.stderr, flush=True)
        self._bar.update(stage.done - self._bar.n)
