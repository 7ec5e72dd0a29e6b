"""`hunt-ai results`: look at, verify, export and report on a results file."""

import argparse
from typing import TYPE_CHECKING

from hunt_ai.app.arguments import add_json, named_path, print_json

if TYPE_CHECKING:
    from hunt_ai.arena.store import ResultsStore

HELP = "show, verify, export or report on a results file"
EXAMPLE = "results verify results/quickstart.db"
ACTIONS = {
    "show": "tables of ratings, win rates, scores and ends",
    "verify": "replay every stored game through the rules",
    "export": "the games as CSV or as records (JSON Lines)",
    "report": "a Markdown page with plots",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    examples = {
        "show": "show results/quickstart.db --game double-tiger",
        "verify": "verify results/quickstart.db",
        "export": "export results/quickstart.db --csv games.csv",
        "report": "report results/quickstart.db --out results/report",
    }
    for name, words in ACTIONS.items():
        action = actions.add_parser(
            name, help=words, description=words, epilog=f"example: hunt-ai results {examples[name]}"
        )
        action.add_argument("file", metavar="DB", type=named_path, help="the results file of a tournament")
        if name == "show":
            action.add_argument("--game", metavar="GAME", help="this game only")
        if name == "export":
            action.add_argument("--csv", metavar="FILE", type=named_path, help="write a table there, one line a game")
            action.add_argument(
                "--records", metavar="FILE", type=named_path, help="write game records there, one a line"
            )
        if name == "report":
            action.add_argument("--out", metavar="DIR", type=named_path, required=True, help="folder of the report")
        if name in ("show", "verify"):
            add_json(action)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.arena.store import read_results

    actions = {"show": _show, "verify": _verify, "export": _export, "report": _report}
    with read_results(arguments.file) as store:
        actions[arguments.action](store, arguments)
    return 0


def _show(store: "ResultsStore", arguments: argparse.Namespace) -> None:
    from hunt_ai.app.results_output import print_results, results_as_document

    if arguments.json:
        print_json(results_as_document(store, arguments.game))
    else:
        print_results(store, arguments.game)


def _verify(store: "ResultsStore", arguments: argparse.Namespace) -> None:
    from tqdm import tqdm

    from hunt_ai.arena.export import verified

    games = sum(1 for _ in tqdm(verified(store), total=len(store.fixtures()), unit="game", disable=None))
    if arguments.json:
        print_json({"file": str(store.path), "games": games, "verified": True})
    else:
        print(f"{games} games replayed; every move was legal and every result is what the rules say")


def _export(store: "ResultsStore", arguments: argparse.Namespace) -> None:
    from hunt_ai.arena.export import write_csv, write_records
    from hunt_ai.core.errors import UserError

    if not (arguments.csv or arguments.records):
        raise UserError("results export: name a file to write with --csv or --records")
    named = [path.resolve() for path in (arguments.file, arguments.csv, arguments.records) if path]
    if len({*named}) < len(named):
        raise UserError("results export: two of the files are the same")
    if arguments.csv:
        print(f"{write_csv(store, arguments.csv)} games written to {arguments.csv}")
    if arguments.records:
        print(f"{write_records(store, arguments.records)} games written to {arguments.records}")


def _report(store: "ResultsStore", arguments: argparse.Namespace) -> None:
    from hunt_ai.arena.report import write_report

    print(f"report in {write_report(store, arguments.out)}")
