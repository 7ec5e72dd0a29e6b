"""What a run's metrics look like. Each function draws on a matplotlib figure of its own and returns it."""

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hunt_ai.arena.plots import save_plot
from hunt_ai.arena.ratings import Ratings, rate_players
from hunt_ai.arena.statistics import wilson_interval
from hunt_ai.games.picture.plotting import GREY, PALE, SIDE_COLOURS, default_style
from hunt_ai.games.picture.png import new_figure
from hunt_ai.train.metrics import CUT_OFF

Lines = Sequence[Mapping[str, Any]]
FEW = 20  # points that are marked each
LINE_STYLES = ("--", ":", "-.", (0, (6, 1, 1, 1, 1, 1)))
POOLED = 10  # iterations whose games make one point of the win rates, at most


def plot_run(title: str, sides: Sequence[str], lines: Lines, folder: Path) -> list[Path]:
    """Draw all plots that the metrics have something for, as PNG files in `folder`; their paths."""
    figures = {
        "loss": plot_loss(title, lines),
        "win-rates": plot_win_rates(title, sides, lines),
        "games": plot_games(title, sides, lines),
    }
    evaluated = [line for line in lines if line.get("evaluation", {}).get("matches")]
    if evaluated:
        figures["rating"] = plot_rating(title, evaluated)
        figures["matches"] = plot_matches(title, sides, evaluated)
    if any("accuracy" in line.get("evaluation", {}) for line in lines):
        figures["accuracy"] = plot_accuracy(title, sides, lines)
    paths = []
    for name, figure in figures.items():
        paths.append(folder / f"{name}.png")
        save_plot(figure, paths[-1])
    return paths


def plot_loss(title: str, lines: Lines) -> Any:
    """Cross entropies of policy and value, and the policy targets' entropy, which is the least the former can be."""
    with default_style():
        figure = new_figure(8, 4.5, layout="constrained")
        axes, other = figure.subplots(1, 2)
        learnt = [line for line in lines if line["loss"]]
        numbers = [line["iteration"] for line in learnt]
        style = _points(numbers)
        axes.plot(numbers, [line["loss"]["policy"] for line in learnt], style, color="black", label="loss")
        axes.plot(
            numbers,
            [line["policy_entropy"] for line in learnt],
            style,
            color=GREY,
            label="entropy of the policy targets",
        )
        axes.set_title("policy, nats")
        other.plot(numbers, [line["loss"]["value"] for line in learnt], style, color="black")
        other.set_title("result, nats")
        _finish(figure, f"{title}: losses", axes, other)
        return figure


def plot_win_rates(title: str, sides: Sequence[str], lines: Lines) -> Any:
    """Shares of self-play games by how they ended, with Wilson intervals: all games, and those from the start."""
    with default_style():
        figure = new_figure(8, 4.5, layout="constrained")
        size = max(1, min(POOLED, len(lines) // 12))
        for axes, kind in zip(figure.subplots(1, 2, sharey=True), ("all", "start"), strict=True):
            for name, colour in zip((*sides, "draw", CUT_OFF), (*SIDE_COLOURS, GREY, PALE), strict=True):
                points, rates, lows, highs = [], [], [], []
                for pool in (lines[at : at + size] for at in range(0, len(lines), size)):
                    won = sum(line["outcomes"][kind][name] for line in pool)
                    played = sum(sum(line["outcomes"][kind].values()) for line in pool)
                    if played:
                        low, high = wilson_interval(won, played)
                        points.append(pool[-1]["iteration"])
                        rates.append(won / played)
                        lows.append(low)
                        highs.append(high)
                axes.plot(points, rates, _points(points), color=colour, label=name)
                if len(points) == 1:
                    axes.vlines(points, lows, highs, color=colour, alpha=0.4)
                axes.fill_between(points, lows, highs, color=colour, alpha=0.2, linewidth=0)
            axes.set_title("all games" if kind == "all" else "games from the start position")
            axes.set_ylim(-0.02, 1.02)
        _finish(figure, f"{title}: how the games of self-play end", *figure.axes)
        return figure


def plot_games(title: str, sides: Sequence[str], lines: Lines) -> Any:
    """Length of games, entropy of the policies that are learnt from, and how well values are calibrated at the end."""
    with default_style():
        figure = new_figure(11, 4.2, layout="constrained")
        axes, entropies, calibrated = figure.subplots(1, 3)
        numbers = [line["iteration"] for line in lines]
        style = _points(numbers)
        axes.plot(numbers, [line["plies"] for line in lines], style, color="black")
        axes.set_title("plies of a game")
        for side, colour in zip(sides, SIDE_COLOURS, strict=True):
            entropies.plot(numbers, [line["entropy"][side] for line in lines], style, color=colour, label=side)
        entropies.set_title("entropy of policy targets, nats")
        pool = lines[-max(1, len(lines) // 5) :]
        calibrated.plot([-1, 1], [-1, 1], color=PALE)
        for bins in zip(*(line["calibration"] for line in pool), strict=True):
            count = sum(one[0] for one in bins)
            if count:
                means = [sum(one[0] * one[k] for one in bins) / count for k in (1, 2)]
                calibrated.plot(*means, "o", color="black", markersize=2 + 8 * min(1.0, count / 20000) ** 0.5)
        span = f"iterations {pool[0]['iteration']} to {pool[-1]['iteration']}"
        calibrated.set_title(f"calibration, {span if len(pool) > 1 else 'the last iteration'}")
        calibrated.set_xlabel(f"value of the root for {sides[0]}")
        calibrated.set_ylabel("mean outcome")
        calibrated.spines[["top", "right"]].set_visible(False)
        _finish(figure, f"{title}: games", axes, entropies)
        return figure


def rate_checkpoints(evaluated: Lines) -> Ratings:
    """Ratings of the checkpoints, named by iteration, and of their opponents; the first opponent is the anchor."""
    counts: dict[tuple[str, str], tuple[int, int, int]] = {}
    for line in evaluated:
        name = str(line["iteration"])
        for match in line["evaluation"]["matches"]:
            first, second = (tuple(results) for results in match["sides"].values())
            counts[name, match["opponent"]] = first
            counts[match["opponent"], name] = second[::-1]
    return rate_players(counts, evaluated[0]["evaluation"]["matches"][0]["opponent"])


def plot_rating(title: str, evaluated: Lines) -> Any:
    """The rating curve: checkpoints by iteration with intervals, opponents as lines."""
    with default_style():
        ratings = rate_checkpoints(evaluated)
        figure = new_figure(8, 4.5, layout="constrained")
        axes = figure.add_subplot()
        rated = {player.player: player.overall for player in ratings.players}
        numbers = [line["iteration"] for line in evaluated]
        values = [rated[str(number)] for number in numbers]
        bars = [[one.value - one.low for one in values], [one.high - one.value for one in values]]
        axes.errorbar(
            numbers, [one.value for one in values], yerr=bars, fmt="o-", color="black", capsize=3, markersize=4
        )
        for match, style in zip(evaluated[-1]["evaluation"]["matches"], itertools.cycle(LINE_STYLES), strict=False):
            opponent = match["opponent"]
            axes.axhline(rated[opponent].value, color=GREY, linestyle=style, linewidth=1.2, label=_short(opponent))
        axes.set_ylabel("Elo, 95 % intervals")
        _finish(figure, f"{title}: rating of the checkpoints", axes)
        return figure


def plot_matches(title: str, sides: Sequence[str], evaluated: Lines) -> Any:
    """The checkpoints' scores with each side against each opponent, with Wilson intervals (a draw is half a win)."""
    with default_style():
        opponents = [match["opponent"] for match in evaluated[-1]["evaluation"]["matches"]]
        figure = new_figure(max(5, 4.2 * len(opponents)), 4.2, layout="constrained")
        places = figure.subplots(1, len(opponents), squeeze=False, sharey=True)[0]
        for axes, opponent in zip(places, opponents, strict=True):
            for side, colour in zip(sides, SIDE_COLOURS, strict=True):
                numbers, shares = [], []
                for line in evaluated:
                    for match in line["evaluation"]["matches"]:
                        won, drawn, lost = match["sides"][side]
                        if match["opponent"] == opponent and won + drawn + lost:
                            numbers.append(line["iteration"])
                            points, games = won + drawn / 2, won + drawn + lost
                            shares.append((points / games, wilson_interval(points, games)))
                _shares(axes, numbers, shares, colour, f"with {side}")
            axes.axhline(0.5, color=PALE, zorder=0)
            axes.set_ylim(-0.02, 1.02)
            axes.set_title(f"against {_short(opponent)}", fontsize=10, parse_math=False)
        _finish(figure, f"{title}: scores", *figure.axes)
        return figure


def plot_accuracy(title: str, sides: Sequence[str], lines: Lines) -> Any:
    """The share of positions in which the checkpoints' moves keep the exact value, with Wilson intervals."""
    with default_style():
        figure = new_figure(8, 4.5, layout="constrained")
        axes = figure.add_subplot()
        judged = [line for line in lines if "accuracy" in line.get("evaluation", {})]
        numbers = [line["iteration"] for line in judged]
        for side, colour in zip(sides, SIDE_COLOURS, strict=True):
            kept = [line["evaluation"]["accuracy"]["sides"][side]["kept"] for line in judged]
            _shares(axes, numbers, [(share["rate"], share["interval"]) for share in kept], colour, side)
        axes.set_ylabel("share of exact values kept, 95 % intervals")
        _finish(figure, f"{title}: against the solved tables", axes)
        return figure


def _shares(
    axes: Any, numbers: Sequence[int], shares: Sequence[tuple[float, Sequence[float]]], colour: str, label: str
) -> None:
    """Shares, each with its interval, by iteration; a side's beside the other's."""
    apart = 0.006 * max(numbers, default=0) * (1 if colour == SIDE_COLOURS[0] else -1)
    rates = [rate for rate, _ in shares]
    bars = [[rate - low for rate, (low, _) in shares], [high - rate for rate, (_, high) in shares]]
    axes.errorbar(
        [number + apart for number in numbers],
        rates,
        yerr=bars,
        fmt="o-",
        color=colour,
        capsize=3,
        markersize=4,
        label=label,
    )


def _points(numbers: Sequence[int]) -> str:
    """How so many points are drawn."""
    return ".-" if len(numbers) <= FEW else "-"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _finish(figure: Any, title: str, *axes: Any) -> None:
    """Axes over iterations, a title, and below all of it one legend of everything that has a name."""
    from matplotlib.ticker import MaxNLocator

    for one in axes:
        one.set_xlabel("iteration")
        one.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        one.spines[["top", "right"]].set_visible(False)
    named: dict[str, Any] = {}
    for one in figure.axes:
        named |= dict(zip(*reversed(one.get_legend_handles_labels()), strict=True))
    if named:
        figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=4, frameon=False, fontsize=9)
    figure.suptitle(title, parse_math=False)
