"""The kernels as plain Python, and compiled with bounds checks: the same games as compiled for speed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RULES = """
import sys, warnings
import numpy as np
warnings.simplefilter("ignore")  # without the compiler, numpy tells of every uint64 that runs over
from all_games import ALL_GAMES, random_game
from hunt_ai import load_game, perft
from hunt_ai.games.kernels.playout import playouts
from hunt_ai.games.kernels import rows
from hunt_ai.players.parse import make_player
from law_kernels import next_key_of, nth_moves, random_moves

many = int(sys.argv[1])
for name in ALL_GAMES:
    rules = load_game(name)
    kernel_rules, after = rules.kernel_rules, np.empty_like(rules.start)
    for seed in range(3):
        game = random_game(name, seed, 15 + 20 * seed)
        row, values, key = game.row, game.legal_move_values(), np.uint64(rows.row_key(kernel_rules, game.row))
        print(name, game.position(), *game.moves, game.outcome(), int(game.legal_mask().sum()), int(key))
        assert nth_moves(kernel_rules, row, len(values)) == values
        print([(int(n), int(move)) for n, move in random_moves(kernel_rules, row, np.array([5, 2**63], np.uint64))])
        for move in values:
            rows.row_play(kernel_rules, row, move, after)
            assert next_key_of(kernel_rules, row, key, move) == rows.row_key(kernel_rules, after)
        if values:
            player = make_player("greedy")
            player.reset(seed)
            print([player.choose(game) for _ in range(3)])
            game.push("timeout")
            print(game.position(), perft(name, 2, game.position()))
    print(perft(name, 2 if len(rules.actions) > 100 else 3))
    tally = np.zeros(64, np.int64)
    moves, state = playouts(kernel_rules, rules.start, 2, np.uint64(7), tally)
    print(int(moves), int(state), *tally)
    playouts(kernel_rules, rules.start, many, np.uint64(state), tally)
"""

SEARCHES = """
import sys, warnings
warnings.simplefilter("ignore")
from all_games import random_game
from hunt_ai.games.catalog import GAMES
from hunt_ai.players.parse import make_player

many = int(sys.argv[1])
for name in GAMES:
    for seed in range(3):
        game = random_game(name, seed, 8 + 20 * seed)
        for text in ("alphabeta:depth=2,table=1", "mcts:simulations=40,table=1", "mcts:simulations=20,rollouts=1,table=1"):
            if not game.outcome():
                player = make_player(text)
                player.reset(7)
                found = player.search(game)
                print(name, text, found.move, found.score, found.nodes, found.simulations)
                if many:
                    make_player(text.replace("depth=2", f"nodes={20 * many}").replace("=40", f"={20 * many}")).search(game)
"""

QUESTIONS = """
import sys, warnings
warnings.simplefilter("ignore")
from test_one_slice import LITTLE
from hunt_ai import load_game
from hunt_ai.solve.one_slice import Question, ask

many = int(sys.argv[1])
keys = "start='.../.../.....oo/...W.../......./.../...',capture_goal=2"
for name in (LITTLE + "{start='o.o/.T./o.o',capture_goal=4}", LITTLE + "{start='ooo/.T./.oo'}", f"beat-the-wolf{{{keys}}}"):
    game = load_game(name)
    for question in Question:
        answer = ask(game, question, whole=True, report=print)
        print(name, question, answer.holds, answer.plies, answer.counts(0), answer.counts(1))
if many:
    keys = "start='ooo../..o../T...T/...../.....',capture_goal=2"
    for question in Question:
        ask(load_game(f"double-tiger{{{keys}}}"), question, whole=True)
"""

ENDINGS = """
import sys, warnings
import zlib
warnings.simplefilter("ignore")
from hunt_ai.games.catalog import load_game
from hunt_ai.solve.jungle_endings import parse_ending
from hunt_ai.solve.jungle_table import solve_ending

for name in ("jungle-arena", "jungle-bighead"):
    game = load_game(name)
    for ending in ("T-R", "L-T"):
        found = solve_ending(game, parse_ending(ending), report=lambda *progress: print(*progress))
        print([(zlib.crc32(found.words[side]), found.counts(side)) for side in (0, 1)])
        for side in (0, 1):
            print(found.value(game.parse_position(found.counts(side).example)))
    if int(sys.argv[1]):
        solve_ending(game, parse_ending("RT-R"))
"""


NETWORKS = """
import sys, warnings
warnings.simplefilter("ignore")
import numpy as np
from naive_network import some_games, some_network
from hunt_ai.network.network import batch_evaluator
from hunt_ai.network.observation import Observation, spread
from hunt_ai.search.mcts_batched import BatchedMCTS
from hunt_ai.search.mcts_settings import MCTSSettings

many = int(sys.argv[1])
for name in ("double-tiger", "dog-deer", "jungle-arena"):
    games, network = some_games(name, 5 + many // 50, 20), some_network(name, (6, 5))
    rows, observation = np.array([game.row for game in games]), Observation(network.rules)
    active = observation.active(rows)
    for features in active[:5]:
        print(name, *features)
    print(spread(active[:5], observation.size).sum())
    priors, values = batch_evaluator(network)(rows)
    print(priors.argmax(axis=1)[:5], [round(float(number), 4) for number in (*values[:5], *priors.max(axis=1)[:5])])
    for evaluator in (batch_evaluator(network), network.evaluator()):
        for settings in (MCTSSettings(probe=1, noise=0.25), MCTSSettings(gumbel=4)):
            batched = BatchedMCTS(network.rules, len(games), 1000, settings)
            batched.plant(np.arange(len(games)), rows)
            print(batched.search(evaluator, [12] * 5 + [0] * (len(games) - 5), range(len(games))))
            moves, policies, values = batched.decide(np.arange(5))
            print(*moves, policies.argmax(axis=1), [round(float(value), 3) for value in values])
            if many:
                batched.search(evaluator, many // 5, range(len(games)))
"""


def output(script: str, folder: Path, many: int, **settings: str) -> str:
    """What the script prints; with `many` it plays so many random games, or searches or solves more, besides, in silence."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    paths = {"PYTHONPATH": str(Path(__file__).parent), "NUMBA_CACHE_DIR": str(folder)}
    finished = subprocess.run(
        [sys.executable, "-c", script, str(many)],
        cwd=Path(__file__).parent.parent,
        env=kept | paths | settings,
        capture_output=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("\n") > 30
    return finished.stdout


@pytest.fixture(
    scope="module",
    params=[RULES, SEARCHES, NETWORKS, QUESTIONS, ENDINGS],
    ids=["rules", "searches", "networks", "questions", "endings"],
)
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """(a script, what it prints when compiled for speed)."""
    return request.param, output(request.param, tmp_path_factory.mktemp("compiled"), 0)


def test_plain_python_plays_the_same_games(compiled: tuple[str, str], tmp_path: Path) -> None:
    script, expected = compiled
    assert output(script, tmp_path, 0, NUMBA_DISABLE_JIT="1") == expected
    assert not list(tmp_path.iterdir())


def test_no_read_is_out_of_bounds(compiled: tuple[str, str], tmp_path: Path) -> None:
    script, expected = compiled
    assert output(script, tmp_path, 1000, NUMBA_BOUNDSCHECK="1") == expected
