"""`hunt-ai match`: many games between two players, counted per side."""

import argparse
import json
from pathlib import Path

from hunt_ai.app.arguments import (
    add_game,
    add_json,
    add_match_rules,
    add_position,
    given_match_rules,
    named_path,
    print_json,
    whole_number,
)
from hunt_ai.core.files import readable_name

HELP = "play a match and count how often each side wins"
EXAMPLE = "match double-tiger --first greedy --second random --games 200 --workers 2 --seed 1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--first", metavar="PLAYER", default="greedy", help="player of the side that moves first")
    parser.add_argument("--second", metavar="PLAYER", default="greedy", help="player of the other side")
    parser.add_argument("--games", metavar="N", type=whole_number(1, 10**7), default=100, help="games (default: 100)")
    parser.add_argument("--workers", metavar="W", type=whole_number(0, 1024), default=1, help="processes (default: 1)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, 2**64 - 1), default=0, help="seed (default: 0)")
    add_position(parser)
    add_match_rules(parser)
    parser.add_argument(
        "--friendly", action="store_true", help="no competition: what the rules say of games over too soon holds"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=named_path, help="where the games go (default: results/, named by the match)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from hunt_ai.arena.match import play_match
    from hunt_ai.arena.record import RecordFile
    from hunt_ai.arena.summary import format_table, summarise_records

    out = arguments.out or Path("results") / (_slug(arguments) + ".jsonl")
    games = play_match(
        arguments.game, arguments.first, arguments.second, arguments.games, arguments.workers, arguments.seed,
        arguments.position, given_match_rules(arguments, competition=not arguments.friendly),
    )  # fmt: skip
    stopped = False
    with RecordFile(out) as file:
        try:
            for record in tqdm(games, total=arguments.games, unit="game", disable=None):
                file.write(record)
        except KeyboardInterrupt:
            stopped = True
    if file.records:
        summary = summarise_records(file.records)
        if arguments.json:
            print_json(summary.as_document() | {"file": str(out), "seed": arguments.seed, "complete": not stopped})
        else:
            print(format_table([summary]))
    if not arguments.json:
        print(f"{len(file.records)} games written to {out}")
    return 130 if stopped else 0


def _slug(arguments: argparse.Namespace) -> str:
    """A file name for the match: readable, and another one for another match."""
    parts = (arguments.game, arguments.first, arguments.second, f"seed{arguments.seed}")
    rules = [arguments.turn_seconds, arguments.max_plies, arguments.friendly]
    whole = json.dumps([*parts, arguments.position, arguments.games, *rules])
    return readable_name("-".join(parts), whole)
