"""`hunt-ai analyse`: the best moves of a position."""

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
    whole_number,
)

HELP = "find the best moves of a position, with values and lines of play"
MOST_ARROWS = 8
EXAMPLE = "analyse double-tiger --moves a3-a2 --player alphabeta:nodes=1000000 --png board.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_moves(parser)
    parser.add_argument(
        "--player", metavar="PLAYER", default="alphabeta:nodes=1000000",
        help="who searches (default: alphabeta:nodes=1000000)",
    )  # fmt: skip
    parser.add_argument("--top", metavar="N", type=whole_number(1, 1000), default=3, help="so many moves (default: 3)")
    parser.add_argument(
        "--svg", metavar="FILE", type=named_path,
        help=f"write a picture with the moves as arrows, at most {MOST_ARROWS}, the best the boldest",
    )  # fmt: skip
    parser.add_argument("--png", metavar="FILE", type=named_path, help="the same as PNG")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.app.analysis import analyse
    from hunt_ai.core.errors import UserError
    from hunt_ai.games.picture.save import drawable, save_png, save_svg
    from hunt_ai.players.parse import make_player
    from hunt_ai.players.search_players import SearchPlayer

    game = given_game(arguments)
    player = make_player(arguments.player)
    if not isinstance(player, SearchPlayer):
        raise UserError(f"--player {arguments.player}: it does not search; take alphabeta, mcts or perfect")
    found, lines, complete = analyse(game, player, arguments.top)
    arrows = [line.move for line in lines if drawable(game, line.move)][:MOST_ARROWS]
    if arguments.svg:
        save_svg(game, arguments.svg, arrows, arguments.lang, ranked=True)
    if arguments.png:
        save_png(game, arguments.png, arrows, arguments.lang, ranked=True)
    if arguments.json:
        print_json(
            {
                "game": game.rules.name,
                "position": game.position(),
                "side_to_move": game.side_to_move,
                "player": arguments.player,
                "depth": found.depth,
                "nodes": found.nodes,
                "simulations": found.simulations,
                "moves": [line.as_document() for line in lines],
                "complete": complete,
            }
        )
        return 0 if complete else 130
    print(game.rules.ascii_board(game.row))
    print(game.rules.caption(game.row, arguments.lang))
    for line in lines:
        print(
            f"{line.move:<8} {_words(line.score.kind, line.score.number):>16}  {line.value:+.3f}  {' '.join(line.pv)}"
        )
    spent = f"{found.simulations} simulations" if found.simulations else f"depth {found.depth}, {found.nodes} nodes"
    print(f"{arguments.player}: {spent}; values for {game.side_to_move}, -1 (lost) to +1 (won)")
    if len(lines) > 1:
        print("Moves after the first are searched less deep.")
    if not complete:
        print("Stopped before the end.")
    return 0 if complete else 130


def _words(kind: str, number: int) -> str:
    return f"{number / 100:+.2f}" if kind == "cp" else f"{kind} in {number} {'ply' if number == 1 else 'plies'}"
