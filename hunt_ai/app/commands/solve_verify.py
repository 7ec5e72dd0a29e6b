"""`hunt-ai solve verify`: check solved slices by the rules."""

import argparse
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_json, add_threads, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.solve.verify import Checked

HELP = "check the values of solved slices against those after each move, and the files against their checksums"
EXAMPLE = "solve verify tables --sample 100000"
SAMPLE = 100_000
CHECKSUMS = {True: "checksum right", False: "CHECKSUM WRONG: the file is damaged", None: "checksum not compared"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=named_path, help="folder of solved slices")
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
    stopped = False
    with tqdm(total=total, unit="position", unit_scale=True, disable=None) as bar:
        try:
            for number, file in enumerate(files):
                bar.set_postfix_str(file.path.name, refresh=False)
                for one in verify_file(game, file, sample, arguments.seed, arguments.threads):
                    checked[number:] = [one]
                    bar.update(sum(each.positions for each in checked) - bar.n)
                    check_interrupt()
        except KeyboardInterrupt:
            stopped = True
    right = not stopped and all(one.right for one in checked)
    if arguments.json:
        print_json({"game": game.name, "rules_hash": game.hash, "verified": right, "whole": sample is None,
                    "seed": arguments.seed, "files": [_document(one) for one in checked],
                    "complete": not stopped})  # fmt: skip
    else:
        for one in checked:
            _print(one)
        if stopped:
            print(f"stopped; {sum(one.checksum is not None for one in checked)} of {len(files)} files were checked")
    return 130 if stopped else 0 if right else 1


def _document(checked: "Checked") -> dict[str, Any]:
    return {
        "file": str(checked.file),
        "positions": checked.positions,
        "different": checked.different,
        "checksum": checked.checksum,
        "differences": [vars(difference) for difference in checked.differences],
    }


def _print(checked: "Checked") -> None:
    checksum = CHECKSUMS[checked.checksum]
    values = f"{checked.different:,} DIFFER" if checked.different else "all as the moves say"
    print(f"{checked.file}: {checksum}; {checked.positions:,} positions checked, {values}")
    for difference in checked.differences:
        print(f"  {difference}")
    if checked.different > len(checked.differences):
        print(f"  and {checked.different - len(checked.differences):,} more")
