"""Results as plots. Each function draws one game's on a matplotlib figure of its own and returns it."""

import warnings
from pathlib import Path
from typing import Any

from hunt_ai.arena.ratings import Ratings
from hunt_ai.arena.results import GameResults
from hunt_ai.core.files import whole_file
from hunt_ai.games.picture.plotting import GREY, PALE, SIDE_COLOURS, default_style
from hunt_ai.games.picture.png import new_figure


def plot_ratings(result: GameResults, ratings: Ratings) -> Any:
    """Each player's rating overall and with each side, with intervals."""
    with default_style():
        players = ratings.players
        figure = new_figure(8, 1.4 + 0.55 * len(players), layout="constrained")
        axes = figure.add_subplot()
        labels = ("overall", *(f"with {side}" for side in result.rules.sides))
        for place, rated in enumerate(players):
            estimates = (rated.overall, *rated.sides)
            for row, (estimate, colour) in enumerate(zip(estimates, ("black", *SIDE_COLOURS), strict=True)):
                axes.errorbar(
                    estimate.value,
                    place + 0.22 * (row - 1),
                    xerr=[[estimate.value - estimate.low], [estimate.high - estimate.value]],
                    fmt="o", color=colour, capsize=3, markersize=6 if row == 0 else 4,
                    label=labels[row] if place == 0 else None,
                )  # fmt: skip
        axes.axvline(0, color=PALE, zorder=0)
        axes.set_yticks(range(len(players)), [rated.player for rated in players], parse_math=False)
        axes.set_ylim(len(players) - 0.5, -0.5)
        axes.set_xlabel(f"Elo above {ratings.anchor}, 95 % intervals", parse_math=False)
        axes.set_title(f"{result.rules.name}: ratings", parse_math=False)
        _legend(axes)
        return figure


def plot_sides(result: GameResults) -> Any:
    """Shares of games won, drawn and lost by each player with each side, the wins with their Wilson intervals."""
    with default_style():
        rows = [
            (f"{player}\nwith {side}", number, shares)
            for number, side in enumerate(result.rules.sides)
            for player in result.players
            if (shares := result.shares(player, number))["won"].games
        ]
        figure = new_figure(8, 1.6 + 0.5 * len(rows), layout="constrained")
        axes = figure.add_subplot()
        for place, (_, number, shares) in enumerate(rows):
            left = 0.0
            for name, colour in (
                ("won", SIDE_COLOURS[number]),
                ("drawn", GREY),
                ("lost", PALE),
                ("truncated", "white"),
            ):
                share = shares[name]
                axes.barh(place, share.rate, 0.7, left=left, color=colour, edgecolor="white")
                left += share.rate
            low, high = shares["won"].interval
            rate = shares["won"].rate
            axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], color="black", capsize=3, linewidth=1)
        axes.set_yticks(range(len(rows)), [label for label, _, _ in rows], fontsize=9, parse_math=False)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set_xlabel("won (colour, 95 % Wilson interval), drawn (grey), lost (pale)")
        axes.set_title(f"{result.rules.name}: results per player and side", parse_math=False)
        axes.spines[["top", "right"]].set_visible(False)
        return figure


def plot_games(result: GameResults) -> Any:
    """How long the games were, and how they ended."""
    with default_style():
        ends = result.ends()
        figure = new_figure(10, max(3.2, 1.2 + 0.4 * len(ends)), layout="constrained")
        lengths, terminations = figure.subplots(1, 2)
        lengths.hist(result.lengths, bins=min(40, max(10, len({*result.lengths}))), color=GREY, edgecolor="white")
        lengths.set_xlabel("plies")
        lengths.set_ylabel("games")
        lengths.set_title("length")
        for place, ((_, winner), count) in enumerate(ends):
            colour = GREY if winner is None else SIDE_COLOURS[winner]
            terminations.barh(place, count, 0.7, color=colour)
            terminations.annotate(f" {count}", (count, place), va="center", fontsize=9)
        names = [name if winner is None else f"{name} ({result.rules.sides[winner]})" for (name, winner), _ in ends]
        terminations.set_yticks(range(len(ends)), names)
        terminations.set_ylim(len(ends) - 0.4, -0.6)
        terminations.margins(x=0.15)
        terminations.set_xlabel("games")
        terminations.set_title("termination (and winner)")
        for axes in (lengths, terminations):
            axes.spines[["top", "right"]].set_visible(False)
        figure.suptitle(f"{result.rules.name}: the games", parse_math=False)
        return figure


def _legend(axes: Any) -> None:
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def save_plot(figure: Any, path: Path) -> None:
    """As a PNG, the same bytes each time; written whole or not at all."""
    with whole_file(path, "plot") as part, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # where no Chinese font is there
        figure.savefig(part, format="png", dpi=110, metadata={"Software": None})
