"""hunt_ai: an engine and laboratory for traditional hunt games and Dou Shou Qi.

    >>> import hunt_ai
    >>> game = hunt_ai.Game("double-tiger")
    >>> game.push("a3xc1")
    >>> game.side_to_move
    'dogs'

Names are loaded when they are first used, so that importing the package costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hunt_ai.games.catalog import load_game as load_game
    from hunt_ai.games.game import Game as Game
    from hunt_ai.games.perft import divide as divide
    from hunt_ai.games.perft import perft as perft
    from hunt_ai.games.ruleset import IllegalMove as IllegalMove
    from hunt_ai.games.ruleset import InvalidPosition as InvalidPosition
    from hunt_ai.games.ruleset import Outcome as Outcome
    from hunt_ai.games.settings import InvalidGame as InvalidGame

__version__ = "0.1.0"
_HOMES = {
    "Game": "games.game",
    "IllegalMove": "games.ruleset",
    "InvalidGame": "games.settings",
    "InvalidPosition": "games.ruleset",
    "Outcome": "games.ruleset",
    "divide": "games.perft",
    "load_game": "games.catalog",
    "perft": "games.perft",
}
_MODULES = {"presets"}
__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_MODULES})
