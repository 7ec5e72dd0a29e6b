"""`hunt-ai solve verify`: check solved slices by the rules."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_json, add_threads, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.solve.verify import Checked

HELP = "check the values of solved slices against those after each move, and the files against their checksums"
EXAMPLE = "solve verify tables --sample 100000"
SAMPLE = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder of solved slices")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--sample", metavar="N", type=whole_number(1, 2**40), default=SAMPLE,
        help=f"check so many random positions of each slice and side to move (default: {SAMPLE})",
    )  # fmt: skip
    which.add_argument("--whole", action="store_true", help="check all positions")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), default=0, help="seed (default: 0)")
    parser.add_argument("--game", metavar="GAME", help="the game, where the tables name a file that is elsewhere now")
    add_threads(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.core.interrupts import check_interrupt
    from hunt_ai.solve.verify import sample_size, verifiable, verify_file

    sample = None if arguments.whole else arguments.sample
    game, files = verifiable(arguments.folder, arguments.game)
    checked: list[Checked] = []
    total = sum(sample_size(game, file, sample) for file in files)
    with tqdm(total=total, unit="position", unit_scale=True, disable=None) as bar:

        def report(positions: int) -> None:
            bar.update(positions)
            check_interrupt()

        for file in files:
            bar.set_postfix_str(file.path.name, refresh=False)
            checked.append(verify_file(game, file, sample, arguments.seed, arguments.threads, report))
    right = all(one.right for one in checked)
    if arguments.json:
        print_json({"game": game.name, "rules_hash": game.hash, "verified": right, "whole": sample is None,
                    "seed": arguments.seed, "files": [_document(one) for one in checked]})  # fmt: skip
    else:
        for one in checked:
            _print(one)
    return 0 if right else 1


def _document(checked: "Checked") -> dict[str, Any]:
    return {
        "file": str(checked.file),
        "positions": checked.positions,
        "different": checked.different,
        "checksum": checked.checksum,
        "differences": [vars(difference) for difference in checked.differences],
    }


def _print(checked: "Checked") -> None:
    checksum = "checksum right" if checked.checksum else "CHECKSUM WRONG: the file is damaged"
    values = f"{checked.different:,} DIFFER" if checked.different else "all as the moves say"
    print(f"{checked.file}: {checksum}; {checked.positions:,} positions checked, {values}")
    for difference in checked.differences:
        print(f"  {difference}")
    if checked.different > len(checked.differences):
        print(f"  and {checked.different - len(checked.differences):,} more")
