"""`hunt-ai solve stats`: what comes of the positions of solved slices."""

import argparse
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_json, named_path, print_json

if TYPE_CHECKING:
    from hunt_ai.games.hunt.ruleset import HuntGame
    from hunt_ai.solve.statistics import SideCounts
    from hunt_ai.solve.table import SliceFile

HELP = "count the won, drawn and lost positions of solved slices, and find the longest wins"
EXAMPLE = "solve stats tables --json"
SIDES = ("quarry", "pack")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=named_path, help="folder of solved slices")
    parser.add_argument("--game", metavar="GAME", help="the game, where the tables name a file that is elsewhere now")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.core.interrupts import check_interrupt
    from hunt_ai.solve.statistics import side_counts
    from hunt_ai.solve.verify import load_file, verifiable

    game, files = verifiable(arguments.folder, arguments.game)
    chosen = {file.slice: file for file in reversed(files)}  # with distances, where both kinds are there
    counts: list[tuple[SliceFile, list[SideCounts]]] = []
    stopped = False
    try:
        for here in tqdm(sorted(chosen), unit="slice", disable=None):
            table = load_file(game, chosen[here], check=True)
            counts.append((chosen[here], [side_counts(table, side) for side in range(2)]))
            check_interrupt()
    except KeyboardInterrupt:
        stopped = True
    if arguments.json:
        print_json([_document(file, side, one) for file, both in counts for side, one in enumerate(both)])
    else:
        _print(game, counts)
        if stopped:
            print(f"\nstopped; {len(counts)} of {len(chosen)} slices were counted")
    return 130 if stopped else 0


def _document(file: "SliceFile", side: int, counts: "SideCounts") -> dict[str, Any]:
    from hunt_ai.app.solving import counts_document, slice_document

    return {
        "slice": slice_document(file.slice),
        "to_move": SIDES[side],
        **counts_document(counts, SIDES),
        "table": file.kind.name,
        "bytes": file.path.stat().st_size,
    }


def _print(game: "HuntGame", counts: "list[tuple[SliceFile, list[SideCounts]]]") -> None:
    from hunt_ai.app.solving import aligned, slice_name
    from hunt_ai.core.resources import readable_bytes

    print(f"{game.name}: positions by dogs on the board and side to move; in brackets those that symmetry leaves\n")
    titles = (*(f"won by {side}" for side in game.sides), "drawn")
    rows = [("dogs", "to move", *(title for name in titles for title in (name, "")), "longest win", "table")]
    examples = []
    for file, both in counts:
        size = f"{file.kind.name} {readable_bytes(file.path.stat().st_size)}"
        for side, one in enumerate(both):
            pairs = zip(one.raw, one.canonical, strict=True)
            shown = (text for raw, canonical in pairs for text in (f"{raw:,}", f"({canonical:,})"))
            longest = "" if one.longest is None else f"{one.longest} plies" if one.example else "none"
            rows.append((slice_name(file.slice), game.sides[side], *shown, longest, size))
            if one.example:
                assert one.winner is not None
                examples.append(f"{one.longest} plies to the win of {game.sides[one.winner]}: {one.example}")
    print("\n".join(aligned(rows)))
    if examples:
        print("\n" + "\n".join(examples))
