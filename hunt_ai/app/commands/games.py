"""`hunt-ai games`: what there is to play."""

import argparse

from hunt_ai.app.arguments import add_json, print_json

HELP = "list the games, with their titles in both languages"
EXAMPLE = "games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.games.catalog import GAMES, MORE_GAMES, load_game

    listed = [load_game(name) for name in (*GAMES, *MORE_GAMES)]
    if arguments.json:
        print_json(
            [
                {
                    "name": rules.name,
                    "title": rules.settings.title.model_dump(),
                    "family": rules.family,
                    "sides": list(rules.sides_in_order),
                    "points": len(rules.points),
                    "position": rules.start_text,
                    "rules_hash": rules.hash,
                }
                for rules in listed
            ]
        )
        return 0
    width = max(len(rules.name) for rules in listed)
    for rules in listed:
        first, second = rules.sides_in_order
        sides = f"{first} against {second}"
        print(f"{rules.name:<{width}}  {sides:<22}  {rules.settings.title.en} · {rules.settings.title.zh}")
    print(
        "\nThe side named first moves first. A variant is written NAME{key=value}; a game of your own is a TOML file."
    )
    return 0
