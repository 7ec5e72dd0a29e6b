"""What a calibration leaves: the levels' table, and a report with plots."""

import json
from pathlib import Path

from hunt_ai.arena.plots import save_plot
from hunt_ai.core.files import whole_file
from hunt_ai.core.text_table import NONE, format_table
from hunt_ai.levels.calibration import Calibration
from hunt_ai.levels.calibration_plots import plot_curves, plot_levels
from hunt_ai.levels.ledger import Ledger
from hunt_ai.levels.settings import CalibrationSettings
from hunt_ai.players.level_table import TITLES, Interval, LevelTable

TABLE = "levels.json"
EXPLANATION = """\
A level is a pair of players, one a side. *Above* is its score over game pairs (a win 1, a draw ½) against the level
below; *even* the score of a side against the same level with the other side. *Rating* is Elo with that side above
level 1 with it. *Think time* is the median of a move's processor time. Intervals are of 95 %.
"""


def write_table(table: LevelTable, folder: Path) -> Path:
    """The file that `level:N,FILE` reads; its path."""
    path = folder / TABLE
    with whole_file(path, "levels") as part:
        part.write_text(
            json.dumps(table.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
    return path


def write_report(found: Calibration, settings: CalibrationSettings, ledger: Ledger, command: str, folder: Path) -> Path:
    """report.md and its plots; the path of the page."""
    save_plot(plot_levels(found, settings), folder / "levels.png")
    save_plot(plot_curves(found, settings), folder / "curves.png")
    page = folder / "report.md"
    with whole_file(page, "report") as part:
        part.write_text(_page(found, settings, ledger, command), encoding="utf-8")
    return page


def _page(found: Calibration, settings: CalibrationSettings, ledger: Ledger, command: str) -> str:
    table = found.table
    sides = list(table.levels[0].sides)
    notes = [f"- {note}" for note in table.notes] or ["- none: every step is within the bounds, no side's curve falls"]
    parts = [
        f"# Levels of {table.game}",
        f"{ledger.total()} games, {len(found.ladders)} ladders tried. The bounds of a step are {settings.low:.0%} and "
        f"{settings.high:.0%}.",
        EXPLANATION.strip(),
        level_table_text(table),
        "![levels](levels.png)",
        "## Players",
        format_table(
            ["level", "side", "player"],
            [
                [str(number), side, f"`{level.sides[side].player}`"]
                for number, level in enumerate(table.levels, 1)
                for side in sides
            ],
            3,
        ),
        "## Each side against fixed opponents",
        format_table(
            ["side", "level", *settings.panel],
            [
                [
                    side,
                    str(number),
                    *(
                        next(
                            percent(point.score)
                            for point in found.curve
                            if (point.side, point.level, point.opponent) == (side, number, opponent)
                        )
                        for opponent in settings.panel
                    ),
                ]
                for side in sides
                for number in range(1, len(table.levels) + 1)
            ],
            2,
        ),
        "![curves](curves.png)",
        "## Where the game does not allow what is wanted",
        "\n".join(notes),
        "## How to run it again",
        f"```console\n$ {command}\n```",
        f"The same seed ({settings.seed}) gives the same games and levels, whatever the number of workers; think times "
        f"differ. Rules: `{table.rules_hash}`, network: `{table.network[:16]}`.",
    ]
    return "\n\n".join(parts) + "\n"


def level_table_text(table: LevelTable) -> str:
    """The levels as a table."""
    sides = list(table.levels[0].sides)
    rows = []
    for number, level in enumerate(table.levels, 1):
        rows.append(
            [
                f"{number} {TITLES[number - 1]['en']}",
                TITLES[number - 1]["zh"],
                percent(level.above) if level.above else NONE,
                str(level.pairs) if level.above else NONE,
                *(elo(level.sides[side].rating) for side in sides),
                percent(level.even[sides[0]]),
                *(f"{level.sides[side].think_ms:.1f}" for side in sides),
            ]
        )
    headers = ["level", "级别", "above", "pairs", *(f"rating, {side}" for side in sides), f"even, {sides[0]}"]
    return format_table([*headers, *(f"think time, {side}, ms" for side in sides)], rows, 2)


def percent(score: Interval) -> str:
    return f"{score.value:.1%} [{score.low:.1%}, {score.high:.1%}]"


def elo(rating: Interval) -> str:
    return f"{rating.value:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}]"
