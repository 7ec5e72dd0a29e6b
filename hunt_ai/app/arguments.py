"""Arguments that several commands share, and printing of results. Imports nothing heavy."""

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hunt_ai.games.game import Game

LANGUAGES = ("en", "zh")


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name, NAME{key=value,...}, or the path of a TOML file")


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="TEXT", help="position text (default: the start)")


def add_moves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--moves", metavar="MOVE", nargs="+", default=[], help="moves to play first")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` to `high`."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 25 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return parse


def given_game(arguments: argparse.Namespace) -> "Game":
    """The game at `--position` after `--moves`."""
    from hunt_ai.games.game import Game

    return Game(arguments.game, position=arguments.position, moves=getattr(arguments, "moves", ()))


def print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))
