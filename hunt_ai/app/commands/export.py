"""`hunt-ai export`: a network's file in a form that other programs read."""

import argparse

from hunt_ai.app.arguments import add_json, named_path, print_json

HELP = "write a network as ONNX, checked against onnxruntime"
EXAMPLE = "export double-tiger.safetensors --onnx double-tiger.onnx"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", metavar="NET", type=named_path, help="a network's file")
    parser.add_argument("--onnx", metavar="FILE", type=named_path, required=True, help="the ONNX file to write")
    parser.add_argument("--game", metavar="GAME", help="the game (default: the one that the network's file names)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from hunt_ai.core.errors import UserError
    from hunt_ai.games.catalog import load_game
    from hunt_ai.network.onnx_export import INPUT, OUTPUTS, array_widths, export_onnx
    from hunt_ai.network.weights_file import UnknownGame, game_of, load_network

    path, onnx = arguments.network, arguments.onnx
    if arguments.game is not None:
        rules = load_game(arguments.game)
    else:
        try:
            rules = game_of(path)
        except UnknownGame as error:
            raise UserError(f"{error}; --game says it") from None
    network = load_network(path, rules)
    if onnx.exists() and onnx.samefile(path):
        raise UserError(f"--onnx {onnx}: that is the network's own file")
    export_onnx(network, onnx)
    widths = array_widths(network)
    if arguments.json:
        described = [{"name": name, "type": "float32", "shape": ["batch", widths[name]]} for name in (INPUT, *OUTPUTS)]
        print_json(
            {
                "game": rules.name,
                "hash": rules.hash,
                "network": str(path),
                "onnx": str(onnx),
                "bytes": onnx.stat().st_size,
                "inputs": described[:1],
                "outputs": described[1:],
            }
        )
        return 0
    print(f"wrote {onnx}, {onnx.stat().st_size:,} bytes: a network of {rules.name}")
    for name in (INPUT, *OUTPUTS):
        print(f"{'input ' if name == INPUT else 'output'} {name:<8} float32 [batch, {widths[name]}]")
    return 0
