"""Difficulty presets as `hunt-ai export-presets` writes them: `load(path)` checks them and gives players.

>>> presets = hunt_ai.presets.load("presets")                                # doctest: +SKIP
>>> player = presets["double-tiger"].level(4)                                # doctest: +SKIP
"""

from hunt_ai.levels.presets_load import GamePresets, Presets, load

__all__ = ["GamePresets", "Presets", "load"]
