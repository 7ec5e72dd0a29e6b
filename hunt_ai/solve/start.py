"""The value of a game's start position from its solved slices."""

from pathlib import Path

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.phases import PhaseSearch, Report
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import Slice, flat_slices, slice_of
from hunt_ai.solve.table import load_slice
from hunt_ai.solve.tables import load_tables


def slices_for_start(game: HuntGame) -> list[Slice]:
    """The flat slices that the value of the start is made of."""
    here = slice_of(game, game.start)
    return [flat for flat in flat_slices(game) if not here.is_flat or flat.on_board <= here.on_board]


def start_value(game: HuntGame, folder: Path, memory_mb: int, report: Report | None = None) -> Value:
    """The value of the start; `slices_for_start` must be in the folder.

    A search over the phases before the dogs only step takes `memory_mb` MiB for each side.
    """
    here, row = slice_of(game, game.start), game.start
    if here.is_flat:
        return load_slice(folder, game, here, check=False).value(row)
    return PhaseSearch(game, load_tables(folder, game, check=False), memory_mb).value(row, report)
