"""`hunt-ai engine`: the UGI engine on standard input and output."""

import argparse

HELP = "speak UGI, the Universal Game Interface, on standard input and output"
EXAMPLE = "engine --game double-tiger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", default="dog-deer", help="the game until another is set")


def run(arguments: argparse.Namespace) -> int:
    import sys

    from hunt_ai.app.ugi_engine import UgiEngine

    return UgiEngine(arguments.game, sys.stdin, sys.stdout).run()
