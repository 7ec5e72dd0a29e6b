"""`hunt-ai perft`: count the leaves of the game tree."""

import argparse

from hunt_ai.app.arguments import add_game, add_json, add_position, print_json, whole_number

HELP = "count the move sequences of a length"
EXAMPLE = "perft double-tiger 4 --divide"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, 100), help="plies")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="the count behind each move, then the whole")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.games.perft import divide, perft

    game, depth, position = arguments.game, arguments.depth, arguments.position
    counts = divide(game, depth, position) if arguments.divide else {}
    leaves = sum(counts.values()) if arguments.divide else perft(game, depth, position)
    if arguments.json:
        document = {"game": game, "position": position, "depth": depth, "leaves": leaves}
        print_json(document | {"divide": counts} if arguments.divide else document)
        return 0
    for move, count in counts.items():
        print(f"{move} {count}")
    print(leaves)
    return 0
