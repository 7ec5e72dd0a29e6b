"""The report on a results file: one Markdown page with its plots as PNG beside it."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from hunt_ai.arena.plots import plot_games, plot_ratings, plot_sides, save_plot
from hunt_ai.arena.ratings import Ratings
from hunt_ai.arena.results import GameResults, collect_results
from hunt_ai.arena.store import ResultsStore
from hunt_ai.arena.tables import game_tables
from hunt_ai.core.files import whole_file
from hunt_ai.core.text_table import format_table

EXPLANATION = """\
*Ratings* are maximum-likelihood strengths in Elo for each player and side (Davidson's model with draws), with a weak
prior; the anchor's two strengths are 0. *Above next* is the likelihood of superiority over the player below.
*Scores* count a win 1 and a draw ½, over complete game pairs (the same opening with sides swapped). Truncated games are
no draws: they are in the win rates' total, and in no score or rating.
"""


def write_report(store: ResultsStore, folder: Path) -> Path:
    """Write report.md and its plots into `folder`; the path of the page. UserError."""
    results = collect_results(store.games(), store.rulesets())
    ratings = {game: result.ratings() for game, result in results.items()}
    plots = {game: _save_plots(result, ratings[game], folder) for game, result in results.items()}
    page = folder / "report.md"
    with whole_file(page, "report") as part:
        part.write_text(_page(store, results, ratings, plots), encoding="utf-8")
    return page


def _save_plots(result: GameResults, ratings: Ratings | None, folder: Path) -> list[tuple[str, str]]:
    """(title, file name) of the plots of a game."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", result.rules.name).strip("-")
    if name != result.rules.name:  # others may have the same readable part
        name = f"{name[:60]}-{hashlib.sha256(result.rules.name.encode()).hexdigest()[:6]}"
    figures = [
        *([("ratings", plot_ratings(result, ratings))] if ratings else []),
        ("sides", plot_sides(result)),
        ("games", plot_games(result)),
    ]
    saved = []
    for title, figure in figures:
        save_plot(figure, folder / f"{name}-{title}.png")
        saved.append((title, f"{name}-{title}.png"))
    return saved


def _page(
    store: ResultsStore,
    results: Mapping[str, GameResults],
    ratings: Mapping[str, Ratings | None],
    plots: Mapping[str, list[tuple[str, str]]],
) -> str:
    about, settings = store.about(), store.settings()
    total = sum(result.games for result in results.values())
    players = format_table(["player", "made by"], [[name, f"`{text}`"] for name, text in store.players().items()], 2)
    lines = [f"# {about.get('title', store.path.stem)}", "", f"{total} games.", "", players, "", EXPLANATION]
    for game, result in results.items():
        lines += [f"## {game}", ""]
        for heading, text in game_tables(result, ratings[game]):
            lines += [f"### {heading}", "", text, ""]
        for title, file in plots[game]:
            lines += [f"![{game}: {title}]({file})", ""]
    lines += ["## How to run it again", ""]
    if "command" in about:
        lines += ["```console", f"$ {about['command']}", "```", ""]
    if "configuration" in about:
        lines += ["with the configuration", "", "```toml", about["configuration"].strip(), "```", ""]
    hashes = ", ".join(f"{name} `{rules.hash}`" for name, rules in store.rulesets().items())
    lines += [
        f"The same seed ({settings.get('seed')}) gives the same games, whatever the number of workers. "
        f"Written by hunt_ai {about.get('version', '')}; rules: {hashes}.",
        "",
    ]
    return "\n".join(lines)
