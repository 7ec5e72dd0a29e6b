"""`hunt-ai play`: a game in the terminal."""

import argparse

from hunt_ai.app.arguments import add_game, add_language, add_position, whole_number

HELP = "play a game in the terminal, by move text or number"
EXAMPLE = "play double-tiger --as dogs --against greedy --lang zh"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--as", dest="side", metavar="SIDE", help="your side, by name, or both (default: the first mover)"
    )
    parser.add_argument("--against", metavar="PLAYER", default="greedy", help="your opponent (default: greedy)")
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0, 2**64 - 1), help="the opponent's seed (default: another each time)"
    )
    add_position(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    import secrets

    from hunt_ai.app.terminal import play_in_terminal
    from hunt_ai.core.errors import UserError
    from hunt_ai.games.game import Game
    from hunt_ai.players.parse import make_player

    game = Game(arguments.game, position=arguments.position)
    side = game.rules.sides_in_order[0] if arguments.side is None else arguments.side
    if side not in (*game.rules.sides, "both"):
        raise UserError(
            f"--as {side}: the sides of {arguments.game} are {' and '.join(game.rules.sides_in_order)}, or both"
        )
    opponent = make_player(arguments.against)
    opponent.check(game.rules)
    opponent.reset(secrets.randbits(64) if arguments.seed is None else arguments.seed)
    human = game.rules.sides if side == "both" else (side,)
    play_in_terminal(game, human, opponent, arguments.lang)
    return 0
