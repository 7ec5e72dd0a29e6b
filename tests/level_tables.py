"""Made-up tables of levels."""

from typing import Any

from hunt_ai import load_game
from hunt_ai.players.level_table import LEVELS, network_digest


def some_table(game: str, **changes: Any) -> dict[str, Any]:
    """A made-up table: odd levels play by policy, even ones search; the sides' temperatures differ."""
    rules = load_game(game)
    score = {"value": 0.5, "low": 0.4, "high": 0.6}
    levels = []
    for number in range(1, LEVELS + 1):
        kind = "policy" if number % 2 else "simulations=6,forget=1"
        sides = {
            side: {"player": f"net:{kind},temperature={0.5 + place}", "rating": score, "think_ms": 1.5}
            for place, side in enumerate(rules.sides)
        }
        levels.append(
            {
                "sides": sides,
                "even": dict.fromkeys(rules.sides, score),
                "above": score if number > 1 else None,
                "pairs": 9,
            }
        )
    return {
        "format": 1, "game": game, "rules_hash": rules.hash, "network": network_digest(rules), "seed": 1,
        "levels": levels,
    } | changes  # fmt: skip
