"""`hunt-ai replay`: play recorded games again and judge them again."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json, whole_number

HELP = "replay the games of a JSON Lines file through the rules"
EXAMPLE = "replay games.jsonl --show 1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=named_path, help="game records, one a line")
    parser.add_argument("--show", metavar="N", type=whole_number(1, 10**9), help="show the N-th game board by board")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.arena.record import read_records, replay
    from hunt_ai.core.errors import UserError

    games = 0
    shown = False
    replayed = []
    for line, record in read_records(arguments.file):
        games += 1
        if arguments.show not in (None, games):
            continue
        game = replay(record, f"{arguments.file}:{line}")
        result = {
            "number": games,
            "game": record["game"],
            "winner": record["winner"],
            "termination": record["termination"],
            "plies": len(game.moves),
        }
        if arguments.json:
            replayed.append(result | {"position": game.position()})
        elif arguments.show:
            _show(record)
        else:
            print(_line(result))
        shown = True
    if not games:
        raise UserError(f"{arguments.file}: the file holds no games")
    if not shown:
        raise UserError(f"{arguments.file}: there is no game {arguments.show}: the file holds {games}")
    if arguments.json:
        print_json(replayed)
    elif not arguments.show:
        print(f"{games} games replayed; every move was legal and every result is what the rules say")
    return 0


def _line(result: dict[str, object]) -> str:
    end = f"{result['winner']} won by" if result["winner"] else "a draw by"
    return f"{result['number']}: {result['game']}: {end} {result['termination']} after {result['plies']} plies"


def _show(record: dict[str, object]) -> None:
    from hunt_ai.games.game import Game

    game = Game(str(record["game"]), position=str(record["position"]))
    print(game)
    moves = record["moves"]
    assert isinstance(moves, list)
    for ply, move in enumerate(moves, 1):
        side = game.side_to_move
        game.push(move)
        print(f"\n{ply}. {side}: {move}\n{game}")
    print(f"\nwinner: {record['winner'] or 'none'} ({record['termination']})")
