"""`hunt-ai show`: the board of a position, in ASCII, SVG and PNG."""

import argparse

from hunt_ai.app.arguments import (
    add_game,
    add_json,
    add_language,
    add_moves,
    add_position,
    given_game,
    named_path,
    print_json,
)

HELP = "show the board of a position, as text or as a picture"
EXAMPLE = "show jungle-arena --moves a3-a4 --png board.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_moves(parser)
    parser.add_argument("--svg", metavar="FILE", type=named_path, help="write an SVG picture")
    parser.add_argument("--png", metavar="FILE", type=named_path, help="write a PNG picture")
    parser.add_argument("--arrow", metavar="MOVE", action="append", default=[], help="draw a move as an arrow")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.play.texts import result_line
    from hunt_ai.core.errors import UserError
    from hunt_ai.games.picture.save import save_png, save_svg

    if arguments.arrow and not (arguments.svg or arguments.png):
        raise UserError("--arrow needs a picture to be drawn in: --svg or --png")

    game = given_game(arguments)
    outcome = game.outcome()
    if arguments.svg:
        save_svg(game, arguments.svg, arrows=arguments.arrow, language=arguments.lang)
    if arguments.png:
        save_png(game, arguments.png, arrows=arguments.arrow, language=arguments.lang)
    if arguments.json:
        print_json(
            {
                "game": game.rules.name,
                "position": game.position(),
                "side_to_move": game.side_to_move,
                "outcome": outcome and {"winner": outcome.winner, "termination": outcome.termination},
                "board": game.rules.ascii_board(game.row),
            }
        )
        return 0
    print(game.rules.ascii_board(game.row))
    print(game.rules.caption(game.row, arguments.lang))
    if outcome:
        print(result_line(game, outcome, arguments.lang))
    print(game.position())
    return 0
