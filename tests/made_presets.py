"""Presets of made-up levels and networks, so that tests do not hang on what ships."""

from pathlib import Path

import pytest
from level_tables import made_levels
from naive_network import some_network

from hunt_ai.network.weights_file import save_network

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
PLAYERS = (
    ("net:policy,temperature=2,least=0.1", "net:policy,temperature=3"),
    ("net:policy,temperature=1", "net:policy,temperature=1"),
    ("net:policy,wins,temperature=0.7,least=0.05", "net:policy,wins,temperature=0.5"),
    ("net:policy,wins", "net:policy,wins,temperature=0.3,least=0.2"),
    ("net:simulations=8,temperature=0.5,least=0.2", "net:simulations=8,temperature=0.5,least=0.2"),
    ("mcts:simulations=20,exploration=2", "mcts:simulations=20"),
    ("alphabeta:nodes=300,noise=40,forget=1", "alphabeta:nodes=300,selectivity=none"),
    ("net:simulations=16,exploration=1.5", "net:simulations=16,forget=1"),
)  # by level, for side 0 and side 1


def make_shipped(folder: Path, monkeypatch: pytest.MonkeyPatch, games: tuple[str, ...] = FIVE) -> None:
    """Small networks and levels of these games, in `folder`, take the place of those that ship."""
    networks, levels = folder / "networks", folder / "levels"
    networks.mkdir()
    levels.mkdir()
    monkeypatch.setattr("hunt_ai.network.trained_networks.TRAINED", networks)
    monkeypatch.setattr("hunt_ai.players.level_table.FOLDER", levels)
    for game in games:
        save_network(networks / f"{game}.safetensors", some_network(game, (12, 8)))
        (levels / f"{game}.json").write_text(made_levels(game, PLAYERS).model_dump_json(indent=1), encoding="utf-8")
