"""`hunt-ai tournament`: play a tournament into a results file, or what is left of it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from hunt_ai.app.arguments import add_json, add_workers, named_path, print_json, whole_number

if TYPE_CHECKING:
    from hunt_ai.arena.tournament import TournamentSettings

HELP = "play a tournament; stopped at any moment, it goes on where it was when started again"
EXAMPLE = "tournament configs/tournaments/quickstart.toml --workers 2 --report results/report"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=named_path, help="the tournament, a TOML file (see configs/tournaments)"
    )
    parser.add_argument("--out", metavar="DB", type=named_path, help="the results file (default: results/NAME.db)")
    parser.add_argument("--pairs", metavar="N", type=whole_number(1, 10**7), help="game pairs, instead of the file's")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**63 - 1), help="seed, instead of the file's")
    add_workers(parser)
    parser.add_argument("--report", metavar="DIR", type=named_path, help="write a report with plots there afterwards")
    parser.add_argument(
        "--allow-programs", action="store_true", help="run the programs that the file names as players (ugi:COMMAND)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai import __version__
    from hunt_ai.app.progress import LiveStandings
    from hunt_ai.app.results_output import print_results, results_as_document
    from hunt_ai.arena.report import write_report
    from hunt_ai.arena.store import read_results
    from hunt_ai.arena.tournament import Tournament, read_tournament, run_tournament

    given = {"pairs": arguments.pairs, "seed": arguments.seed}
    settings = read_tournament(arguments.file, {key: value for key, value in given.items() if value is not None})
    _check_programs(arguments, settings)
    tournament = Tournament(settings)
    out = arguments.out or Path("results") / f"{settings.name}.db"
    about = {
        "title": settings.name,
        "command": arguments.command_line,
        "configuration": arguments.file.read_text(encoding="utf-8-sig"),
        "version": __version__,
    }
    stopped = False
    try:
        with (
            run_tournament(tournament, out, arguments.workers, about) as run,
            LiveStandings(run.total, run.played, run.store.players()) as standings,
        ):
            if standings.shown:
                standings.add(run.store.games(), new=False)
            for games in run.batches:
                standings.add(games)
    except KeyboardInterrupt:
        if not out.exists():
            raise
        stopped = True
    with read_results(out) as store:
        if arguments.json:
            print_json(results_as_document(store) | {"complete": not stopped})
        else:
            print_results(store)
            print(f"\nresults in {out}" + ("; started again, the tournament goes on" if stopped else ""))
        if arguments.report and not stopped:
            page = write_report(store, arguments.report)
            if not arguments.json:
                print(f"report in {page}")
    return 130 if stopped else 0


def _check_programs(arguments: argparse.Namespace, settings: "TournamentSettings") -> None:
    from hunt_ai.core.errors import UserError
    from hunt_ai.players.parse import runs_program

    for text in settings.texts().values():
        if runs_program(text) and not arguments.allow_programs:
            raise UserError(
                f"{arguments.file}: the player {text!r} runs a program; if you trust the file, say --allow-programs"
            )
