"""`hunt-ai solve endings`: exact values of Dou Shou Qi with few beasts left, into files."""

import argparse
import time
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_game, add_json, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.core.resources import Room
    from hunt_ai.solve.jungle_endings import EndingPlan
    from hunt_ai.solve.jungle_retrograde import SolvedEnding
    from hunt_ai.solve.statistics import SideCounts

HELP = "solve endings of Dou Shou Qi of up to four beasts, without the bans and without the no-progress limit"
EXAMPLE = "solve endings jungle-arena ER-LC --out tables"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "endings", metavar="ENDING", nargs="+",
        help="red beasts, a hyphen, blue beasts: ER-LC is red elephant and rat against blue lion and cat",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="DIR", type=named_path, required=True,
        help="folder of the tables; what is there already is not solved again",
    )  # fmt: skip
    parser.add_argument(
        "--check", metavar="N", type=whole_number(1, 2**40), default=1000,
        help="check so many random positions of each ending by the rules: each value against those after its moves "
        "(default: 1000)",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), default=0, help="seed (default: 0)")
    parser.add_argument("--dry-run", action="store_true", help="say what it takes in memory and disk, and stop")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.app.solving import checked_room
    from hunt_ai.core.interrupts import check_interrupt
    from hunt_ai.games.catalog import load_game
    from hunt_ai.solve.jungle_check import differences
    from hunt_ai.solve.jungle_endings import parse_ending, plan_endings
    from hunt_ai.solve.jungle_table import KIND, ending_path, jungle_game, solve_endings
    from hunt_ai.solve.table_file import sole_solver

    game = jungle_game(load_game(arguments.game))
    plan = plan_endings(
        *(parse_ending(text) for text in arguments.endings),
        done=lambda ending: ending_path(arguments.out, ending).exists(),
    )
    room = checked_room(game.name, plan.memory, plan.disk, arguments.out)
    if not arguments.json:
        print(_plan_line(plan, room), flush=True)
    if arguments.dry_run:
        if arguments.json:
            print_json(_plan_document(plan, room))
        return 0
    found: list[dict[str, Any]] = []
    wrong, stopped = 0, False
    with sole_solver(arguments.out, KIND), tqdm(total=len(plan.endings), unit="ending", disable=None) as bar:

        def report(ending: Any, distance: int, written: int) -> None:
            bar.set_postfix_str(f"{ending}, ply {distance}")
            check_interrupt()

        begun, solved = time.perf_counter(), {}
        try:
            for one in solve_endings(game, *plan.endings, folder=arguments.out, report=report):
                seconds = time.perf_counter() - begun
                solved[one.ending] = one
                false = differences(one, solved, arguments.check, arguments.seed)
                counts = [one.counts(side) for side in range(2)]
                wrong += len(false)
                found += [_document(one, side, count, seconds) for side, count in enumerate(counts)]
                if not arguments.json:
                    with tqdm.external_write_mode():
                        print(
                            "\n".join([*_lines(one, counts, seconds), *(f"  DIFFERS: {text}" for text in false)]),
                            flush=True,
                        )
                bar.update()
                begun = time.perf_counter()
        except KeyboardInterrupt:
            stopped = True
    if arguments.json:
        print_json(_plan_document(plan, room) | {"different": wrong, "endings": found, "complete": not stopped})
    elif stopped:
        print(f"stopped; the finished endings are in {arguments.out}, and started again it goes on")
    return 130 if stopped else 1 if wrong else 0


def _plan_line(plan: "EndingPlan", room: "Room") -> str:
    from hunt_ai.app.solving import room_text

    return f"{len(plan.endings)} endings, {plan.positions:,} positions: {room_text(room)}; 1 to 2 million positions/s"


def _plan_document(plan: "EndingPlan", room: "Room") -> dict[str, Any]:
    return {"needed": list(map(str, plan.endings)), "positions": plan.positions, **room.as_document()}


def _document(solved: "SolvedEnding", side: int, counts: "SideCounts", seconds: float) -> dict[str, Any]:
    from hunt_ai.app.solving import counts_document

    sides = solved.game.sides
    about = {"ending": str(solved.ending), "to_move": sides[side]}
    return about | counts_document(counts, sides) | {"seconds": seconds}


def _lines(solved: "SolvedEnding", counts: "list[SideCounts]", seconds: float) -> list[str]:
    sides = solved.game.sides
    lines = [f"{solved.ending}: {2 * solved.ending.size:,} positions, {seconds:.1f} s"]
    for side, one in enumerate(counts):
        results = ", ".join(f"{name} {count:,}" for name, count in zip((*sides, "drawn"), one.raw, strict=True))
        longest = f"; longest win {one.longest} plies: {one.example}" if one.example else ""
        lines.append(f"  {sides[side]} to move: {results}{longest}")
    return lines
