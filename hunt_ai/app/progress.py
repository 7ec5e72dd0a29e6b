"""A progress bar with a table of standings below it, drawn anew as games come in; nothing where nobody watches."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hunt_ai.arena.store import PlayedGame
from hunt_ai.core.errors import one_line

MOST_LINES = 15
REDRAW_SECONDS = 0.25
NAME_WIDTH = 32


@dataclass
class _Standing:
    games: int = 0
    points: float = 0.0

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.0


class LiveStandings:
    """A bar over all games, and each player's games and score; on standard error, if that is a terminal."""

    def __init__(self, total: int, done: int, players: Iterable[str]) -> None:
        from tqdm import tqdm

        self._standings = {name: _Standing() for name in players}
        self._bar: Any = tqdm(total=total, initial=done, unit="game", disable=None)
        lines = 0 if self._bar.disable else 1 + min(len(self._standings), MOST_LINES)
        self._lines: list[Any] = [tqdm(bar_format="{desc}", position=place + 1, leave=False) for place in range(lines)]
        self._drawn = 0.0
        self._draw()

    @property
    def shown(self) -> bool:
        """Whether anybody sees it."""
        return bool(self._lines)

    def add(self, games: Iterable[PlayedGame], new: bool = True) -> None:
        """Count games; those that are not new are in the bar already."""
        count = 0
        for game in games:
            count += 1
            if game.points is None:
                continue
            for name, points in zip((game.fixture.player0, game.fixture.player1), game.points, strict=True):
                self._standings[name].games += 1
                self._standings[name].points += points
        if new:
            self._bar.update(count)
        if time.monotonic() - self._drawn > REDRAW_SECONDS:
            self._draw()

    def _draw(self) -> None:
        if not self._lines:
            return
        self._drawn = time.monotonic()
        ranked = sorted(self._standings.items(), key=lambda item: (-item[1].share, item[0]))
        rows = [f"{'player':<{NAME_WIDTH}} {'games':>8} {'score':>7}"]
        for name, standing in ranked[:MOST_LINES]:
            shown = one_line(name)
            shown = shown if len(shown) <= NAME_WIDTH else shown[: NAME_WIDTH - 1] + "…"
            rows.append(f"{shown:<{NAME_WIDTH}} {standing.games:>8} {standing.share:>7.1%}")
        for line, row in zip(self._lines, rows, strict=True):
            line.set_description_str(row)

    def __enter__(self) -> "LiveStandings":
        return self

    def __exit__(self, *_: object) -> None:
        self._draw()
        for line in reversed(self._lines):
            line.close()
        self._bar.close()
