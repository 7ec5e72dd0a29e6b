"""Arguments that several commands share, and printing of results. Imports nothing heavy."""

import argparse
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hunt_ai.arena.match_rules import MatchRules
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


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers", metavar="W", type=whole_number(0, 1024), default=_cores(), help="processes (default: one a core)"
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", metavar="N", type=whole_number(1, 1024), default=_cores(), help="threads (default: one a core)"
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_match_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--turn-seconds", metavar="S", type=number(0, 86_400), help="clock of each turn, 0: none (default: the game's)"
    )
    parser.add_argument(
        "--max-plies", metavar="N", type=whole_number(1, 10**6), help="games so long end without a result"
    )


def given_match_rules(arguments: argparse.Namespace, **more: Any) -> "MatchRules":
    """The match rules of `add_match_rules`, and `more`."""
    from hunt_ai.arena.match_rules import MatchRules

    return MatchRules(turn_seconds=arguments.turn_seconds, max_plies=arguments.max_plies, **more)


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` to `high`."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 25 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return parse


def number(low: float, high: float) -> Callable[[str], float]:
    """An argparse type: a number from `low` to `high`."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low:g} to {high:g}")
        return value

    return parse


def named_path(text: str) -> Path:
    """An argparse type: a path. An empty one, which an unset variable leaves, does not mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no path")
    return Path(text)


def given_game(arguments: argparse.Namespace) -> "Game":
    """The game at `--position` after `--moves`."""
    from hunt_ai.games.game import Game

    return Game(arguments.game, position=arguments.position, moves=getattr(arguments, "moves", ()))


def print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))
