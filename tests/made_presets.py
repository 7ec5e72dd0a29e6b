"""Presets of made-up levels and networks, so that tests do not hang on what ships."""

from pathlib import Path

import pytest
from naive_network import some_network

from hunt_ai import load_game
from hunt_ai.network.weights_file import save_network
from hunt_ai.players.level_table import Interval, Level, LevelTable, SideLevel, network_digest

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
PLAYERS = (
    ("net:policy,temperature=2,least=0.1", "net:policy,temperature=3"),
    ("net:policy,temperature=1", "net:policy,temperature=1"),
    ("net:policy,wins,temperature=0.7,least=0.05", "net:policy,wins,temperature=0.5"),
    ("net:policy,wins", "net:policy,wins,temperature=0.3,least=0.2"),
    ("net:simulations=8,temperature=0.5,least=0.2", "net:simulations=8,temperature=0.5,least=0.2"),
    ("mcts:simulations=20,exploration=2", "mcts:simulations=20"),
    ("alphabeta:nodes=300", "alphabeta:nodes=300,selectivity=none"),
    ("net:simulations=16,exploration=1.5", "net:simulations=16"),
)  # by level, for side 0 and side 1


def interval(value: float) -> Interval:
    return Interval(value=value, low=value - 0.1, high=value + 0.1)


def made_levels(game: str, players: tuple[tuple[str, str], ...] = PLAYERS) -> LevelTable:
    """Levels of a game with the network that ships for it, or seems to."""
    rules = load_game(game)
    levels = tuple(
        Level(
            sides={
                side: SideLevel(player=text, rating=interval(100.0 * number), think_ms=0.5 * number)
                for side, text in zip(rules.sides, texts, strict=True)
            },
            even={side: interval(0.5) for side in rules.sides},
            above=interval(0.7) if number else None,
            pairs=60 if number else 0,
        )
        for number, texts in enumerate(players)
    )
    return LevelTable(
        game=game, rules_hash=rules.hash, network=network_digest(rules), seed=7, levels=levels, notes=("made up",)
    )


def make_shipped(folder: Path, monkeypatch: pytest.MonkeyPatch, games: tuple[str, ...] = FIVE) -> None:
    """Small networks and levels of these games, in `folder`, take the place of those that ship."""
    networks, levels = folder / "networks", folder / "levels"
    networks.mkdir()
    levels.mkdir()
    monkeypatch.setattr("hunt_ai.network.trained_networks.TRAINED", networks)
    monkeypatch.setattr("hunt_ai.players.level_table.FOLDER", levels)
    for game in games:
        save_network(networks / f"{game}.safetensors", some_network(game, (12, 8)))
        (levels / f"{game}.json").write_text(made_levels(game).model_dump_json(indent=1), encoding="utf-8")
