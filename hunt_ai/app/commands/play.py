"""`hunt-ai play`: a game in the terminal."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from hunt_ai.app.arguments import LANGUAGES, add_position, named_path, number, whole_number

if TYPE_CHECKING:
    from hunt_ai.app.play.saved import SavedGame
    from hunt_ai.app.play.session import Session
    from hunt_ai.games.game import Game

HELP = "play a game in the terminal, by move text or number"
EXAMPLE = "play double-tiger --as dogs --against greedy --lang zh"
DEFAULT_LEVEL = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a name, NAME{key=value,...}, or the path of a TOML file"
    )
    parser.add_argument(
        "--as", dest="side", metavar="SIDE", help="your side, by name, or both (default: the first mover)"
    )
    opponent = parser.add_mutually_exclusive_group()
    opponent.add_argument(
        "--level",
        metavar="N",
        type=whole_number(1, 8),
        help=f"your opponent's level, 1 to 8 (default: {DEFAULT_LEVEL} where the game has levels)",
    )
    opponent.add_argument(
        "--against", metavar="PLAYER", help="any other player as your opponent (greedy where the game has no levels)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0, 2**64 - 1), help="the opponent's seed (default: another each time)"
    )
    add_position(parser)
    parser.add_argument(
        "--turn-seconds",
        metavar="S",
        type=number(0, 86_400),
        help="clock of each turn, 0: none (default: what the game says; none where no terminal is)",
    )
    parser.add_argument("--resume", metavar="FILE", type=named_path, help="go on with a game that was saved")
    parser.add_argument(
        "--allow-programs", action="store_true", help="run the program that a saved game names as opponent"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=named_path, help="add the game, once it is over, to a file of games"
    )
    parser.add_argument("--no-colour", action="store_true", help="plain text, nothing is redrawn (so does NO_COLOR)")
    parser.add_argument("--lang", choices=LANGUAGES, help="language (default: en)")


def run(arguments: argparse.Namespace) -> int:
    from contextlib import nullcontext

    from hunt_ai.app.play.display import Display
    from hunt_ai.app.play.keyboard import StreamReader, TerminalReader, can_edit
    from hunt_ai.app.play.session import Session
    from hunt_ai.arena.contest import Contest
    from hunt_ai.arena.match_rules import MatchRules

    setup, game = _resumed(arguments) if arguments.resume else _begun(arguments)
    if arguments.out:
        _check_records(arguments.out)
    terminal = can_edit()
    seconds = setup.turn_seconds if terminal or setup.turn_seconds is not None else 0
    rules = MatchRules(turn_seconds=seconds)
    if rules.clock(game.rules) is None:
        rules = rules.model_copy(update={"patience": 86_400.0})  # without a clock a player may think for ever
    contest = Contest(game, rules)
    with TerminalReader() if terminal else nullcontext(StreamReader()) as reader:
        display = Display(contest, setup, terminal, terminal and _colour(arguments))
        session = Session(contest, setup, reader, display)
        try:
            session.play()
        finally:
            if arguments.out:
                _add_record(session, arguments.out)
    return 0


def _begun(arguments: argparse.Namespace) -> "tuple[SavedGame, Game]":
    """A new game, and who plays it."""
    import secrets

    from hunt_ai.app.play.saved import SavedGame
    from hunt_ai.core.errors import UserError
    from hunt_ai.core.settings import check_settings
    from hunt_ai.games.game import Game
    from hunt_ai.players.level_table import level_path
    from hunt_ai.players.parse import make_player

    if arguments.game is None:
        raise UserError("which game? hunt-ai games lists them; --resume FILE goes on with a saved one")
    game = Game(arguments.game, position=arguments.position)
    side = game.rules.sides_in_order[0] if arguments.side is None else arguments.side
    if side not in (*game.rules.sides, "both"):
        raise UserError(
            f"--as {side}: the sides of {arguments.game} are {' and '.join(game.rules.sides_in_order)}, or both"
        )
    opponent = _opponent(arguments)
    if side == "both":
        if opponent is not None:
            raise UserError("--as both leaves no side for an opponent")
    elif opponent is None:
        opponent = f"level:{DEFAULT_LEVEL}" if level_path(game.rules) else "greedy"
    if opponent is not None:
        make_player(opponent).check(game.rules)
    settings = {
        "game": arguments.game,
        "rules_hash": game.rules.hash,
        "position": game.position(),
        "human": game.rules.sides if side == "both" else (side,),
        "opponent": opponent,
        "seed": secrets.randbits(64) if arguments.seed is None else arguments.seed,
        "language": arguments.lang or "en",
        "turn_seconds": arguments.turn_seconds,
    }
    return check_settings(SavedGame, settings, "play"), game


def _opponent(arguments: argparse.Namespace) -> str | None:
    """The opponent that is asked for."""
    text: str | None = arguments.against
    return text if arguments.level is None else f"level:{arguments.level}"


def _resumed(arguments: argparse.Namespace) -> "tuple[SavedGame, Game]":
    """A saved game, with what is asked for otherwise."""
    from hunt_ai.app.play.saved import read_saved
    from hunt_ai.core.errors import UserError
    from hunt_ai.players.parse import runs_program

    saved = read_saved(arguments.resume)
    for option, value in (("--as", arguments.side), ("--position", arguments.position), ("--seed", arguments.seed)):
        if value is not None:
            raise UserError(f"{option}: {arguments.resume} says so already")
    if arguments.game not in (None, saved.game):
        raise UserError(f"{arguments.resume}: this is a game of {saved.game}, not of {arguments.game}")
    game = saved.replay(str(arguments.resume))
    changes = {"opponent": _opponent(arguments), "language": arguments.lang, "turn_seconds": arguments.turn_seconds}
    if saved.opponent is None and changes["opponent"] is not None:
        raise UserError(f"{arguments.resume}: a person plays both sides of this game")
    setup = saved.model_copy(update={key: value for key, value in changes.items() if value is not None})
    if changes["opponent"] is None and runs_program(saved.opponent or "") and not arguments.allow_programs:
        raise UserError(
            f"{arguments.resume}: the opponent {saved.opponent!r} runs a program; "
            f"if you trust the file, say --allow-programs"
        )
    return setup, game


def _colour(arguments: argparse.Namespace) -> bool:
    """Whether a terminal's screen may be drawn anew, in colour."""
    import os

    return not (arguments.no_colour or os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb"))


def _check_records(path: Path) -> None:
    """UserError where a game cannot be added to the file because it holds something else."""
    from hunt_ai.arena.record import read_records

    if path.exists():
        for _ in read_records(path):
            pass


def _add_record(session: "Session", path: Path) -> None:
    from hunt_ai.app.play.texts import TEXTS
    from hunt_ai.arena.record import append_record, contest_record

    say, setup = TEXTS[session.setup.language], session.setup
    if session.contest.outcome is None:
        print(say["not_recorded"].format(file=path))
        return
    sides = session.game.rules.sides_in_order
    players = {side: "human" if side in setup.human else str(setup.opponent) for side in sides}
    more = {"opponents": session.changes} if session.changes else {}
    append_record(contest_record(session.contest, players, seed=setup.seed, **more), path)
    print(say["recorded"].format(file=path))
