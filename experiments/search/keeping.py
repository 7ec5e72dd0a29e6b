"""How often the searchers keep what hard positions are worth: `python experiments/search/keeping.py`.

Each position of hard-positions.txt is put to `hunt-ai engine` with `alphabeta` and with `mcts`, a second a move. Prints
a line for each move that gives the value away, then the shares.
"""

import argparse
import shlex
import sys
from collections import Counter
from pathlib import Path

from hunt_ai import Game
from hunt_ai.players.parse import make_player

POSITIONS = Path(__file__).parent / "hard-positions.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=Path, default=POSITIONS)
    parser.add_argument("--movetime", type=int, default=1000, help="milliseconds a move")
    parser.add_argument("--players", nargs="+", default=["alphabeta", "mcts"])
    arguments = parser.parse_args()
    asked: Counter[tuple[str, str]] = Counter()
    kept: Counter[tuple[str, str]] = Counter()
    for name in arguments.players:
        engine = f"{shlex.quote(sys.executable)} -m hunt_ai engine"
        player = make_player(f"ugi:movetime={arguments.movetime} Player={name} {engine}")
        for line in arguments.positions.read_text().splitlines():
            kind_and_game, position, plies, keeping = line.split("|")
            kind, game_name = kind_and_game.split(" ")
            game = Game(game_name, position)
            player.reset(1)
            player.prepare(game)
            move = game.rules.move_text(game.row, player.choose(game))
            asked[name, game_name] += 1
            kept[name, game_name] += move in keeping.split(" ")
            if move not in keeping.split(" "):
                print(f"{name} {game_name} {kind} {plies}: {position}: {move}, not {keeping}", flush=True)
        player.close()
    for (name, game_name), count in asked.items():
        print(f"{name} {game_name}: {kept[name, game_name]} of {count} kept")


if __name__ == "__main__":
    main()
