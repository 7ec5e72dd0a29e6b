"""Made-up tables of levels."""

from typing import Any

from hunt_ai import load_game
from hunt_ai.players.level_table import LEVELS, Interval, Level, LevelTable, SideLevel, network_digest


def interval(value: float) -> Interval:
    return Interval(value=value, low=value - 0.1, high=value + 0.1)


def made_levels(game: str, players: tuple[tuple[str, str], ...]) -> LevelTable:
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


def some_table(game: str, **changes: Any) -> dict[str, Any]:
    """As JSON: odd levels play by policy, even ones search, the sides with other temperatures."""
    kinds = ("policy", "simulations=6,forget=1") * (LEVELS // 2)
    players = tuple((f"net:{kind},temperature=0.5", f"net:{kind},temperature=1.5") for kind in kinds)
    return made_levels(game, players).model_dump(mode="json") | changes
