"""`hunt-ai rules`: the rules of a game in words."""

import argparse

from hunt_ai.app.arguments import add_game, add_json, add_language, print_json

HELP = "print the rules of a game, in English or Chinese"
EXAMPLE = "rules dog-deer --lang zh"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.games.catalog import load_game
    from hunt_ai.games.rules_text import rules_text

    rules = load_game(arguments.game)
    text = rules_text(rules, arguments.lang)
    if arguments.json:
        print_json(
            {
                "game": rules.name,
                "rules_hash": rules.hash,
                "language": arguments.lang,
                "text": text,
                "settings": rules.settings.model_dump(mode="json"),
            }
        )
    else:
        print(text)
    return 0
