"""The networks that ship with the package; experiments/training says how they came about."""

from pathlib import Path

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import GAMES, load_game
from hunt_ai.games.ruleset import Ruleset

TRAINED = Path(__file__).parent / "trained"


def trained_network(rules: Ruleset) -> Path:
    """The file of the network for these rules; UserError where none ships."""
    for name in GAMES:
        if load_game(name).hash == rules.hash and (path := TRAINED / f"{name}.safetensors").is_file():
            return path
    raise UserError(f"no network ships for {rules.name}; hunt-ai train makes one")
