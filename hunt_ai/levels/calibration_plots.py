"""A calibration as plots. Each function draws on a matplotlib figure of its own and returns it."""

from typing import Any

from hunt_ai.games.picture.plotting import PALE, SIDE_COLOURS, default_style
from hunt_ai.games.picture.png import new_figure
from hunt_ai.levels.calibration import Calibration
from hunt_ai.levels.settings import CalibrationSettings
from hunt_ai.players.level_table import LEVELS, Interval

MARKS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")  # of the panel's players


def plot_levels(found: Calibration, settings: CalibrationSettings) -> Any:
    """Scores against the level below within the bounds, and each side's rating."""
    with default_style():
        levels = found.table.levels
        figure = new_figure(10, 4.5, layout="constrained")
        steps, ratings = figure.subplots(1, 2)
        steps.axhspan(settings.low, settings.high, color=PALE, label="wanted")
        _points(steps, range(2, LEVELS + 1), [level.above for level in levels[1:] if level.above], "black", "o", None)
        steps.set_ylim(0.4, 1)
        steps.set_ylabel("score against the level below, 95 % intervals")
        steps.legend(frameon=False, fontsize=8)
        for side, colour in zip(levels[0].sides, SIDE_COLOURS, strict=True):
            values = [level.sides[side].rating for level in levels]
            _points(ratings, range(1, LEVELS + 1), values, colour, "o-", side)
        ratings.set_ylabel("Elo above level 1 with the side, 95 % intervals")
        ratings.legend(frameon=False, fontsize=8)
        return _finished(figure, f"{found.table.game}: levels")


def plot_curves(found: Calibration, settings: CalibrationSettings) -> Any:
    """Scores of each level with each side against each of the panel."""
    with default_style():
        sides = list(found.table.levels[0].sides)
        figure = new_figure(10, 4.5, layout="constrained")
        for side, colour, axes in zip(sides, SIDE_COLOURS, figure.subplots(1, 2, sharey=True), strict=True):
            for number, opponent in enumerate(settings.panel):
                points = [point for point in found.curve if (point.side, point.opponent) == (side, opponent)]
                shift = 0.12 * (number - (len(settings.panel) - 1) / 2)
                places = [point.level + shift for point in points]
                _points(axes, places, [point.score for point in points], colour, f"{MARKS[number]}-", opponent)
            axes.set_title(side, parse_math=False)
            axes.set_ylim(-0.03, 1.03)
            axes.legend(frameon=False, fontsize=8)
        figure.axes[0].set_ylabel("score, 95 % intervals")
        return _finished(figure, f"{found.table.game}: each side's levels against fixed opponents")


def _points(axes: Any, places: Any, values: list[Interval], colour: str, style: str, label: str | None) -> None:
    axes.errorbar(
        list(places),
        [value.value for value in values],
        yerr=[[value.value - value.low for value in values], [value.high - value.value for value in values]],
        fmt=style, color=colour, capsize=3, markersize=5, linewidth=1, label=label,
    )  # fmt: skip


def _finished(figure: Any, title: str) -> Any:
    figure.suptitle(title, parse_math=False)
    for axes in figure.axes:
        axes.set_xlabel("level")
        axes.set_xticks(range(1, LEVELS + 1))
        axes.spines[["top", "right"]].set_visible(False)
    return figure
