"""`hunt-ai export-presets`: games and levels for an app, in a folder."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json

HELP = "write the games and their difficulty levels for an app: document, schema, networks, conformance vectors"
EXAMPLE = "export-presets --out presets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", type=named_path, required=True, help="the folder to write")
    parser.add_argument(
        "--games", metavar="GAME", nargs="+", help="these games (default: all that have calibrated levels)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    import sys

    from hunt_ai.levels.presets_load import DOCUMENT
    from hunt_ai.levels.presets_write import export_presets

    out = arguments.out
    document = export_presets(out, arguments.games, lambda game: print(f"{game} ...", file=sys.stderr))
    files = [
        file for game in document.games for file in (game.network.onnx, game.network.safetensors, game.conformance)
    ]
    if arguments.json:
        print_json(
            {
                "out": str(out),
                "document": str(out / DOCUMENT),
                "version": document.version.model_dump(),
                "checksum": document.checksum,
                "games": [game.id for game in document.games],
                "files": [file.model_dump() for file in files],
            }
        )
        return 0
    print(f"wrote {out / DOCUMENT}, version {document.version.major}.{document.version.minor}: ", end="")
    print(", ".join(game.id for game in document.games))
    for file in files:
        print(f"{file.path:<36} {file.bytes:>10,} bytes  {file.sha256[:16]}")
    return 0
