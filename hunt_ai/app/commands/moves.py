"""`hunt-ai moves`: the legal moves of a position."""

import argparse

from hunt_ai.app.arguments import add_game, add_json, add_moves, add_position, given_game, print_json

HELP = "list the legal moves of a position"
EXAMPLE = "moves double-tiger --moves a3xc1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_moves(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = given_game(arguments)
    moves = game.legal_moves()
    if arguments.json:
        print_json(
            {"game": game.rules.name, "position": game.position(), "side_to_move": game.side_to_move, "moves": moves}
        )
    else:
        print("\n".join(moves) if moves else "no moves: the game is over")
    return 0
