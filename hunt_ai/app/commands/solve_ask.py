"""`hunt-ai solve ask`: questions that one slice of a hunt game answers, with one bit a position."""

import argparse
import contextlib
import time
from typing import TYPE_CHECKING, Any

from hunt_ai.app.arguments import add_game, add_json, add_position, add_threads, named_path, print_json

if TYPE_CHECKING:
    from hunt_ai.games.hunt.ruleset import HuntGame
    from hunt_ai.solve.one_slice import Answer

HELP = "ask what the positions with as many dogs tell by themselves: who can force a capture, who can hold for ever"
EXAMPLE = "solve ask beat-the-wolf --question win --out tables"
QUESTIONS = {
    "win": "can the {pack} win without ever losing one",
    "confine": "can the {pack} win against {quarry} that never take one",
    "capture": "can the {quarry} force a capture",
}
RESULTS = {0: "the {quarry} win", 1: "the {pack} win", None: "a draw"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--question", choices=QUESTIONS, action="append", default=[],
        help="once or more often (default: all). win: can the pack win without ever losing a dog; confine: can it win "
        "against a quarry that never takes one (if not, the quarry does not lose); capture: can the quarry force a "
        "capture (if not, the pack does not lose)",
    )  # fmt: skip
    add_position(parser)
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=named_path,
        help="folder to keep what is found, every five minutes and at the end; a run that is stopped goes on from it",
    )
    parser.add_argument(
        "--line",
        action="store_true",
        help="also find out how: a yes comes with a line of best play (a byte for two positions, in memory and file)",
    )
    parser.add_argument("--dry-run", action="store_true", help="say how much memory it takes, and stop")
    add_threads(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.app.solving import checked_room, hunt_game, room_text, slice_document, slice_name
    from hunt_ai.core.interrupts import check_interrupt
    from hunt_ai.solve.forcing import Forcing
    from hunt_ai.solve.hunt_index import slice_size
    from hunt_ai.solve.one_slice import Question, ask, check_askable, file_bytes, map_bytes, possible_results
    from hunt_ai.solve.slices import slice_of
    from hunt_ai.solve.table_file import sole_solver

    game = hunt_game(arguments.game)
    row = game.start if arguments.position is None else game.parse_position(arguments.position)
    here = slice_of(game, row)
    check_askable(game, row)
    questions = [Question(name) for name in arguments.question or QUESTIONS]
    disk = file_bytes(game, here, questions, arguments.out, arguments.line) if arguments.out else 0
    room = checked_room(game.name, map_bytes(game, here, arguments.line), disk, arguments.out)
    document: dict[str, Any] = {
        "game": game.name,
        "rules_hash": game.hash,
        "position": game.format_position(row),
        "slice": slice_document(here),
        "positions": 2 * slice_size(game, here),
        **room.as_document(),
    }
    if not arguments.json:
        positions = f"{document['positions']:,} positions with {slice_name(here)} dogs"
        print(f"{game.name}: {positions}; at most {room_text(room)}", flush=True)
    found: list[dict[str, Any]] = []
    results, stopped = possible_results(()), False
    lock = sole_solver(arguments.out) if arguments.out and not arguments.dry_run else contextlib.nullcontext()
    try:
        with lock:
            for question in [] if arguments.dry_run else questions:
                begun = time.perf_counter()
                with tqdm(desc=question.value, unit="position", unit_scale=True, disable=None) as bar:

                    def report(rounds: int, new: int) -> None:
                        bar.set_postfix_str(f"ply {rounds}", refresh=False)
                        bar.update(new)
                        check_interrupt()

                    answer = ask(
                        game, question, row, threads=arguments.threads, report=report, folder=arguments.out,
                        timed=arguments.line,
                    )  # fmt: skip
                one = _document(answer, time.perf_counter() - begun)
                if arguments.line:
                    one["line"] = Forcing(answer).line(row) if answer.holds else []
                results &= possible_results([answer])
                found.append(one)
                if not arguments.json:
                    asked = _text(game, QUESTIONS[question.value])
                    print(f"{asked}: {_verdict(answer)}; {one['seconds']:.0f} s", flush=True)
                    if one.get("line"):
                        print(f"best play: {' '.join(one['line'])}", flush=True)
                del answer  # its maps are not needed any more, and the next question's take as much memory
    except KeyboardInterrupt:
        stopped = True
    if arguments.json:
        names = [{0: "quarry", 1: "pack", None: "draw"}[result] for result in results]
        print_json(
            document | {"answers": found, "possible": sorted(names), "complete": not (stopped or arguments.dry_run)}
        )
    elif found:
        ends = " or ".join(_text(game, RESULTS[result]) for result in (0, 1, None) if result in results)
        print(f"with best play: {ends}")
    if stopped and not arguments.json:
        kept = f"; what was found is in {arguments.out}, and started again it goes on" if arguments.out else ""
        print(f"stopped{kept}")
    return 130 if stopped else 0


def _text(game: "HuntGame", text: str) -> str:
    return text.format(quarry=game.sides[0], pack=game.sides[1])


def _verdict(answer: "Answer") -> str:
    if answer.holds and answer.question.value == "capture" and answer.plies is not None:
        return f"yes, after {answer.plies} plies one is possible"
    if answer.holds:
        return "yes" if answer.plies is None else f"yes, in {answer.plies} plies"
    return f"no, whatever the number of plies ({answer.rounds} looked at)"


def _document(answer: "Answer", seconds: float) -> dict[str, Any]:
    return {
        "question": answer.question.value,
        "holds": answer.holds,
        "plies": answer.plies,
        "rounds": answer.rounds,
        "complete": answer.complete,
        "seconds": seconds,
    }
