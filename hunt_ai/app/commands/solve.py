"""`hunt-ai solve`: exact values of the positions of a hunt game, into files."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_game, add_json, add_threads, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.solve.estimate import Plan
    from hunt_ai.solve.retrograde import Value

HELP = "solve a hunt game: the exact value of every position in which dogs only step, and of the start"
EXAMPLE = "solve double-tiger --out tables"
MEMORY_MB = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True,
        help="folder of the tables; what is there already is not solved again",
    )  # fmt: skip
    parser.add_argument(
        "--slices", metavar="N,N-M", type=_numbers, default=(),
        help="solve the positions with so many dogs on the board, such as 17-20,24, and those with fewer, which they "
        "need (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--two-bit", action="store_true",
        help="besides the distances write who wins in two bits a position; solving does not need these files",
    )  # fmt: skip
    parser.add_argument(
        "--memory", metavar="MB", type=whole_number(1, 2**20), default=MEMORY_MB,
        help=f"for each of two searches from the start to where dogs only step (default: {MEMORY_MB})",
    )  # fmt: skip
    parser.add_argument("--no-start", action="store_true", help="leave out the value of the start position")
    parser.add_argument("--dry-run", action="store_true", help="say what it takes in time, memory and disk, and stop")
    add_threads(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.solving import hunt_game, plan_document, plan_lines, solve_plan, solved_lines
    from hunt_ai.solve.estimate import make_plan, measure_speed

    game = hunt_game(arguments.game)
    memory_mb = None if arguments.no_start else arguments.memory
    plan = make_plan(game, arguments.out, arguments.slices, arguments.two_bit, memory_mb)
    sample = measure_speed(game, arguments.threads) if plan.positions else None
    document = plan_document(plan, sample)
    if not arguments.json:
        print("\n".join(plan_lines(plan, sample)), flush=True)
    plan.check()
    if arguments.dry_run:
        if arguments.json:
            print_json(document)
        return 0
    run = solve_plan(plan, arguments.threads)
    stopped = run.stopped
    if not arguments.json:
        print("\n".join(solved_lines(run)), flush=True)
    value = None
    if plan.start and not stopped:
        value = _solve_start(plan, arguments.memory)
        stopped = value is None
    if arguments.json:
        document["slices"] = [one | run.document(number) for number, one in enumerate(document["slices"])]
        print_json(document | {"start": _start_document(plan, value), "complete": not stopped})
    elif value is not None:
        print(f"start: {_value_text(plan, value)}")
    elif not stopped and not (plan.start or arguments.no_start):
        print("start: not asked for, it needs the slices with more dogs too")
    if stopped and not arguments.json:
        print(f"stopped; the finished slices are in {arguments.out}, and started again it goes on")
    return 130 if stopped else 0


def _solve_start(plan: "Plan", memory_mb: int) -> "Value | None":
    """The start's value; None where Ctrl-C came first."""
    from tqdm import tqdm

    from hunt_ai.solve.start import start_value

    with tqdm(desc="start", unit="node", unit_scale=True, disable=None) as bar:

        def report(nodes: int, attacker: int) -> None:
            bar.set_description_str(f"start: can {plan.game.sides[attacker]} win", refresh=False)
            bar.update(max(0, nodes - bar.n))

        try:
            return start_value(plan.game, plan.folder, memory_mb, report)
        except KeyboardInterrupt:
            return None


def _start_document(plan: "Plan", value: "Value | None") -> dict[str, Any] | None:
    if value is None:
        return None
    winner = None if value.winner is None else ("quarry", "pack")[value.winner]
    return {"position": plan.game.start_text, "winner": winner, "distance": value.distance}


def _value_text(plan: "Plan", value: "Value") -> str:
    if value.winner is None:
        return "drawn with best play"
    return f"{plan.game.sides[value.winner]} win in {value.distance} plies"


def _numbers(text: str) -> tuple[int, ...]:
    """An argparse type: whole numbers and ranges of them, in order."""
    parse = whole_number(0, 64)
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        low = parse(first)
        high = parse(last) if dash else low
        if low > high:
            raise argparse.ArgumentTypeError(f"{part!r} runs backwards")
        found.update(range(low, high + 1))
    return tuple(sorted(found))
