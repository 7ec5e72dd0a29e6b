"""`hunt-ai accuracy`: how well a player plays by exact values."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_json, add_workers, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.arena.accuracy import Judged, Tally

HELP = "how often a player's moves keep the exact value of a position, and how fast it wins, by solved slices"
EXAMPLE = "accuracy alphabeta:nodes=2000 tables/double-tiger --positions 2000"
PLIES = 20  # of a line of the table by ply


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", help="whose moves are judged")
    parser.add_argument("folder", metavar="DIR", type=named_path, help="a folder of solved slices of one game")
    parser.add_argument("--game", metavar="GAME", help="the game (default: the one that the slices were solved for)")
    parser.add_argument(
        "--positions", metavar="N", type=whole_number(1, 10**7), default=1000,
        help="so many of games that the player plays against itself, and as many of the slices at random (1000)",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), default=0, help="seed (default: 0)")
    add_workers(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.arena.accuracy import accuracy
    from hunt_ai.games.catalog import load_game
    from hunt_ai.solve.table import game_of

    name = arguments.game or game_of(arguments.folder)
    found = accuracy(
        arguments.player, arguments.folder, name, arguments.positions, arguments.seed, arguments.workers
    )  # fmt: skip
    sides = load_game(name).sides
    judged: list[Judged] = []
    stopped = False
    try:
        for one in tqdm(found, total=2 * arguments.positions, unit="position", disable=None):
            judged.append(one)
    except KeyboardInterrupt:
        stopped = True
    if arguments.json:
        about = {"player": arguments.player, "game": name, "folder": str(arguments.folder), "seed": arguments.seed}
        print_json(about | as_document(judged, sides) | {"complete": not stopped})
    else:
        print(f"{arguments.player}, {name}, by the solved slices in {arguments.folder}")
        print(format_tables(judged, sides))
        if stopped:
            print("Stopped before the end.")
    return 130 if stopped else 0


def as_document(judged: "Sequence[Judged]", sides: Sequence[str]) -> dict[str, Any]:
    """The tallies by source and side, of games by ply too, of slices by dogs on the board."""
    return {
        "games": {label: found.as_document() for label, found in tallies(judged, sides, "games").items()},
        "slices": {label: found.as_document() for label, found in tallies(judged, sides, "slices").items()},
    }


def tallies(judged: "Sequence[Judged]", sides: Sequence[str], source: str) -> "dict[str, Tally]":
    """The tallies of the positions of a source: each side's, and its parts."""
    from hunt_ai.arena.accuracy import tally

    result = {}
    for number, side in enumerate(sides):
        mine = [one for one in judged if one.source == source and one.side == number]
        result[side] = tally(mine)
        parts = sorted({_part(one) for one in mine})
        for part in parts:
            result[f"{side}, {_label(source, part)}"] = tally(one for one in mine if _part(one) == part)
    return result


def _part(one: "Judged") -> int:
    return one.ply // PLIES if one.source == "games" else one.dogs


def _label(source: str, part: int) -> str:
    return f"plies {PLIES * part}-{PLIES * part + PLIES - 1}" if source == "games" else f"{part} dogs"


def format_tables(judged: "Sequence[Judged]", sides: Sequence[str]) -> str:
    """The same as text."""
    headings = {
        "games": "positions of its games against itself, one move in four at random",
        "slices": "positions of the slices, as many of each, uniform at random in it",
    }
    lines = []
    for source, heading in headings.items():
        found = tallies(judged, sides, source)
        width = max(len(label) for label in found)
        columns = (
            f"{'all':>6} {'lost':>6} {'alike':>6} {'keeps':>23} {'wins':>7} {'draws':>7} {'+plies':>7} {'-plies':>7}"
        )
        lines += ["", heading, f"  {'':<{width}} {columns}"]
        for label, one in found.items():
            if not one.positions:
                lines.append(f"  {label:<{width}} {0:>6}")
                continue
            rates = [f"{share.rate:.1%}" if share.games else "-" for share in (one.wins, one.draws)]
            given = ["-" if mean is None else f"{mean:.2f}" for mean in (one.given_winning, one.given_losing)]
            kept = str(one.kept) if one.kept.games else "-"
            lines.append(
                f"  {label:<{width}} {one.positions:>6} {one.lost:>6} {one.left_out:>6} {kept:>23} "
                f"{rates[0]:>7} {rates[1]:>7} {given[0]:>7} {given[1]:>7}"
            )
    lines += [
        "",
        "keeps: of the positions neither lost nor alike (every move keeps the value), the share in which the player's",
        "move keeps it, with a 95 % Wilson interval; wins, draws: the same of won and of drawn positions. +plies: by",
        "so many its kept wins are longer than the shortest, on average; -plies: by so many its losses are too short.",
    ]
    return "\n".join(lines)
