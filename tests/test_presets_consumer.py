"""The program in experiments/presets-consumer, which is not Python, passes the conformance vectors of every game."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_presets import FIVE, make_shipped

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.levels.presets_write import export_presets
from hunt_ai.players.parse import make_player
from hunt_ai.presets import load

CONSUMER = Path(__file__).parent.parent / "experiments" / "presets-consumer"
NODE = shutil.which("node")
PLIES = 60

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        NODE is None or not (CONSUMER / "node_modules").is_dir(), reason="needs node, and npm ci in that folder"
    ),
]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("presets")
    with pytest.MonkeyPatch.context() as patch:
        make_shipped(folder, patch)
        export_presets(folder / "out")
        yield folder / "out"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(NODE), str(CONSUMER / "main.mjs"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False)


def test_it_passes_and_plays(exported: Path, tmp_path: Path) -> None:
    finished = run(exported, "--svg", tmp_path, "--plies", PLIES, "--seed", 2**53 - 5)
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr.count(" passed ") == len(FIVE)
    records = [json.loads(line) for line in finished.stdout.splitlines()]
    assert [record["game"] for record in records] == list(FIVE)
    for record in records:
        game = Game(record["game"])
        player = make_player("level:2")
        player.reset(int(record["seed"]))
        for move in record["moves"]:
            assert game.rules.move_text(game.row, player.choose(game)) == move
            game.push(move)
        outcome = game.outcome()
        assert (outcome.termination if outcome else "truncated") == record["termination"]
        assert (outcome.winner if outcome else None) == record["winner"]
        assert (tmp_path / f"{record['game']}.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_it_notices(exported: Path, tmp_path: Path) -> None:
    folder = tmp_path / "presets"
    shutil.copytree(exported, folder)
    path = folder / "presets.json"
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b"temperature=1", b"temperature=2", 1))
    with pytest.raises(UserError):
        load(folder)
    finished = run(folder)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert "checksum" in finished.stderr
    path.write_bytes(kept)
    network = folder / "networks" / "double-tiger.onnx"
    network.write_bytes(network.read_bytes()[:-1] + b"?")
    assert "is another file" in run(folder).stderr
