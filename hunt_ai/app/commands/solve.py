"""`hunt-ai solve`: exact values of the positions of a hunt game, into files."""

import argparse
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_game, add_json, add_threads, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.solve.estimate import Plan
    from hunt_ai.solve.start import Solution

HELP = "solve a hunt game: the exact value of every position in which dogs only step, and of the start"
EXAMPLE = "solve double-tiger --out tables"
MEMORY_MB = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--out", metavar="DIR", type=named_path, required=True,
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
    start = None
    if plan.start and not stopped:
        start = _solve_start(plan, arguments.memory)
        stopped = start is None
    if arguments.json:
        document["slices"] = [one | run.document(number) for number, one in enumerate(document["slices"])]
        print_json(document | {"start": _start_document(start), "complete": not stopped})
    elif start is not None:
        print("\n".join(_start_lines(plan, start)))
    elif not stopped and not (plan.start or arguments.no_start):
        print("start: not asked for, it needs the slices with more dogs too")
    if stopped and not arguments.json:
        print(f"stopped; the finished slices are in {arguments.out}, and started again it goes on")
    return 130 if stopped else 0


def _solve_start(plan: "Plan", memory_mb: int) -> "Solution | None":
    """What is known of the start; None where Ctrl-C came first."""
    from tqdm import tqdm

    from hunt_ai.solve.start import solve_start

    with tqdm(desc="start", unit="node", unit_scale=True, disable=None) as bar:

        def report(nodes: int, attacker: int) -> None:
            bar.set_description_str(f"start: can {plan.game.sides[attacker]} win", refresh=False)
            bar.update(max(0, nodes - bar.n))

        try:
            return solve_start(plan.game, plan.folder, memory_mb, report)
        except KeyboardInterrupt:
            return None


def _start_document(start: "Solution | None") -> dict[str, Any] | None:
    if start is None:
        return None
    winner = None if start.value.winner is None else ("quarry", "pack")[start.value.winner]
    return {
        "position": start.position,
        "winner": winner,
        "distance": start.value.distance,
        "best": start.best,
        "line": start.line,
    }


def _start_lines(plan: "Plan", start: "Solution") -> list[str]:
    value = start.value
    if value.winner is None:
        return ["start: drawn with best play", f"moves that keep the draw: {' '.join(start.best)}"]
    return [
        f"start: {plan.game.sides[value.winner]} win in {value.distance} plies",
        f"best moves: {' '.join(start.best)}",
        f"best play: {' '.join(start.line)}",
    ]


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
