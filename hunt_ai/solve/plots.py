"""What was found out about a game as plots, each on a matplotlib figure of its own, and a line of play in pictures."""

import io
from collections.abc import Sequence
from typing import Any

from hunt_ai.games.game import Game
from hunt_ai.games.picture.plotting import GREY, SIDE_COLOURS, default_style
from hunt_ai.games.picture.png import new_figure, write_png
from hunt_ai.games.picture.rows import in_rows
from hunt_ai.games.picture.save import game_scene
from hunt_ai.solve.report import SolvedGame, line_plies

COLUMNS = 3  # of the pictures of a line
TITLE_MOVES = 5  # as many as find room
ORDER = (0, 2, 1)  # of results: the quarry's wins, draws, the pack's wins
COLOURS = (*SIDE_COLOURS, GREY)


def plot_shares(solved: SolvedGame) -> Any:
    """Shares of positions that each side wins and of draws, by dogs on the board; a panel for each side to move."""
    with default_style():
        figure = new_figure(10, 1.9 + 0.3 * len(solved.counts), layout="constrained")
        figure.get_layout_engine().set(wspace=0.08)
        panels = figure.subplots(1, 2, sharey=True)
        sides = solved.rules.sides
        names = (f"won by {sides[0]}", f"won by {sides[1]}", "drawn")
        for side, axes in enumerate(panels):
            for place, both in enumerate(solved.counts.values()):
                left, raw = 0.0, both[side].raw
                for result in ORDER:
                    share = raw[result] / max(1, sum(raw))
                    label = names[result] if place == 0 else None
                    axes.barh(place, share, 0.8, left=left, color=COLOURS[result], edgecolor="white", label=label)
                    left += share
            axes.set_xlim(0, 1)
            axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
            axes.set_title(f"{sides[side]} to move", fontsize=11)
            axes.spines[["top", "right"]].set_visible(False)
        panels[0].set_yticks(range(len(solved.counts)), [str(here.on_board) for here in solved.counts])
        panels[0].set_ylim(len(solved.counts) - 0.5, -0.5)
        panels[0].set_ylabel("dogs on the board")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
        figure.suptitle(f"{solved.title}: shares of all positions")
        return figure


def plot_longest(solved: SolvedGame) -> Any:
    """The longest wins by dogs on the board and side to move, in the colour of the side that wins."""
    with default_style():
        from matplotlib.patches import Patch

        figure = new_figure(10, 3.6, layout="constrained")
        axes = figure.add_subplot()
        sides = solved.rules.sides
        for place, both in enumerate(solved.counts.values()):
            for side, one in enumerate(both):
                if one.longest is None or one.winner is None:
                    continue
                x = place + 0.4 * (side - 0.5)
                bar = {"facecolor": COLOURS[one.winner], "edgecolor": "white", "hatch": ("", "///")[side]}
                axes.bar(x, one.longest, 0.38, **bar)
                axes.annotate(
                    str(one.longest), (x, one.longest), (0, 2), textcoords="offset points", ha="center", fontsize=9
                )
        axes.set_xticks(range(len(solved.counts)), [str(here.on_board) for here in solved.counts])
        axes.set_xlim(-0.6, len(solved.counts) - 0.4)
        longest = max(one.longest or 0 for both in solved.counts.values() for one in both)
        axes.set_ylim(0, 1.1 * max(1, longest))
        axes.set_xlabel("dogs on the board")
        axes.set_ylabel("plies")
        axes.spines[["top", "right"]].set_visible(False)
        handles = [Patch(facecolor=COLOURS[side], label=f"won by {sides[side]}") for side in range(2)]
        for side in range(2):
            hatch = ("", "///")[side]
            handles.append(Patch(facecolor=GREY, edgecolor="white", hatch=hatch, label=f"{sides[side]} to move"))
        figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
        axes.set_title(f"{solved.title}: the longest win")
        return figure


def line_png(solved: SolvedGame, scale: float = 1.0) -> bytes:
    """Best play from the start, which is solved, as a PNG: a board every few plies, under the moves since the last."""
    start = solved.start
    assert start is not None
    scenes, shown = [], 0
    for ply in line_plies(len(start.line)):
        game = Game(solved.rules, start.position, start.line[:ply])
        outcome = game.outcome()
        end = f"   won by {outcome.winner}" if outcome and outcome.winner else ""
        scenes.append(game_scene(game, title=_title(start.line, shown, ply) + end))
        shown = ply
    stream = io.BytesIO()
    write_png(in_rows(scenes, COLUMNS), stream, scale)
    return stream.getvalue()


def _title(line: Sequence[str], shown: int, ply: int) -> str:
    if ply == 0:
        return "start"
    if ply - shown > TITLE_MOVES:
        return f"after {ply} plies: {line[ply - 1]}"
    return "  ".join(f"{number}. {line[number - 1]}" for number in range(shown + 1, ply + 1))
