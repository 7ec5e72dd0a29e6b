"""The kernels as plain Python, and compiled with bounds checks: the same games as compiled for speed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from all_games import ALL_GAMES

SCRIPT = """
import sys, warnings
from random import Random
warnings.simplefilter("ignore")
from hunt_ai import Game, perft
from hunt_ai.arena.match import play_games
for game in sys.argv[1:]:
    rng, played = Random(1), Game(game)
    while not played.outcome() and len(played.moves) < 60:
        played.push(rng.choice(played.legal_moves()))
    print(game, perft(game, 2), played.position(), *played.moves, int(played.legal_mask().sum()))
print(play_games("double-tiger", "greedy", "random", range(2), 1, None))
"""


def output(folder: Path, **settings: str) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), **settings}
    finished = subprocess.run(
        [sys.executable, "-c", SCRIPT, *ALL_GAMES], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_the_same_games(setting: str, tmp_path: Path) -> None:
    assert output(tmp_path, **{setting: "1"}) == output(tmp_path)
