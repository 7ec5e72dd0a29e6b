"""`hunt-ai check-presets`: whether presets are whole, unchanged, and played here as they say."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json

HELP = "check presets: schema, checksums, and that this program plays all of their conformance vectors"
EXAMPLE = "check-presets presets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("presets", metavar="DIR", type=named_path, help="the folder, or its presets.json")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.levels.conformance_check import choices, differences
    from hunt_ai.levels.presets_load import load

    presets = load(arguments.presets)
    found = []
    for name in presets.games:
        game = presets[name]
        unlike = list(differences(game))
        vectors = game.conformance.vectors
        found.append(
            {"game": name, "vectors": len(vectors), "moves_of_levels": choices(vectors), "differences": unlike}
        )
        if not arguments.json:
            print(f"{name}: {len(vectors)} vectors, {choices(vectors)} moves of levels, {len(unlike)} differences")
            for line in unlike:
                print(f"  {line}")
    if arguments.json:
        print_json({"presets": str(presets.path), "checksum": presets.document.checksum, "games": found})
    return int(any(game["differences"] for game in found))
