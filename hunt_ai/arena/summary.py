"""What a set of game records says: per-side win rates with intervals, draws, lengths and terminations."""

import collections
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hunt_ai.arena.record import read_records
from hunt_ai.arena.statistics import wilson_interval
from hunt_ai.core.errors import UserError, one_line
from hunt_ai.core.files import whole_file
from hunt_ai.games.picture.png import new_figure


@dataclass(frozen=True)
class Share:
    """A count out of a number of games, and its 95 % Wilson interval; of no games, anything from 0 to 1."""

    count: int
    games: int

    @property
    def rate(self) -> float:
        return self.count / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.count, self.games) if self.games else (0.0, 1.0)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:6.1%} [{low:.1%}, {high:.1%}]"

    def as_document(self) -> dict[str, Any]:
        return {"count": self.count, "rate": self.rate, "interval": list(self.interval)}


@dataclass(frozen=True)
class Summary:
    """The results of one pairing: a game, and who played which side. Unscored games are in no share."""

    game: str
    position: str  # that the games began from
    players: Mapping[str, str]  # by side, the first mover first
    wins: Mapping[str, Share]
    draws: Share
    truncated: int
    unscored: int  # over too soon to be scored, and not among the games
    mean_plies: float
    terminations: Mapping[str, int]

    @property
    def games(self) -> int:
        return self.draws.games

    def as_document(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "position": self.position,
            "players": dict(self.players),
            "games": self.games,
            "wins": {side: share.as_document() for side, share in self.wins.items()},
            "draws": self.draws.as_document(),
            "truncated": self.truncated,
            "unscored": self.unscored,
            "mean_plies": self.mean_plies,
            "terminations": dict(self.terminations),
        }


def summarise_records(records: Sequence[Mapping[str, Any]]) -> Summary:
    """The summary of records of one pairing, at least one."""
    counted = [record for record in records if record.get("scored", True) or record["termination"] == "truncated"]
    n = len(counted)
    terminations = collections.Counter(record["termination"] for record in counted)
    winners = collections.Counter(record["winner"] for record in counted)
    truncated = terminations["truncated"]
    return Summary(
        game=records[0]["game"],
        position=records[0]["position"],
        players=records[0]["players"],
        wins={side: Share(winners[side], n) for side in records[0]["players"]},
        draws=Share(winners[None] - truncated, n),
        truncated=truncated,
        unscored=len(records) - n,
        mean_plies=sum(len(record["moves"]) for record in counted) / max(n, 1),
        terminations=dict(terminations.most_common()),
    )


def summarise_files(paths: Iterable[Path]) -> list[Summary]:
    """A summary for each pairing in the files, in the order in which they are met."""
    pairings: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in seen:
            raise UserError(f"{path}: the file is named twice")
        seen.add(path.resolve())
        empty = True
        for line, record in read_records(path):
            empty = False
            if len(record["players"]) != 2 or record["winner"] not in (None, *record["players"]):
                raise UserError(f"{path}:{line}: the winner {record['winner']!r} is none of the record's two sides")
            key = record["game"], record.get("rules_hash"), record["position"], *record["players"].items()
            pairings.setdefault(key, []).append(record)
        if empty:
            raise UserError(f"{path}: the file holds no games")
    return [summarise_records(records) for records in pairings.values()]


def format_table(summaries: Sequence[Summary]) -> str:
    """One line a side of each pairing, then its draws, length and terminations."""
    names = [[one_line(f"{side} ({player})") for side, player in summary.players.items()] for summary in summaries]
    width = max(len(name) for pair in names for name in pair)
    lines = []
    for summary, pair in zip(summaries, names, strict=True):
        others = [other for other in summaries if (other.game, other.players) == (summary.game, summary.players)]
        start = f" from {summary.position}" if len(others) > 1 else ""
        what = one_line(f"{summary.game}{start}")
        lines.append(f"{what}: {summary.games} games, {summary.mean_plies:.1f} plies on average")
        for name, share in zip(pair, summary.wins.values(), strict=True):
            lines.append(f"  {name:<{width}}  {share.count:>6} won   {share}")
        lines.append(f"  {'draws':<{width}}  {summary.draws.count:>6}       {summary.draws}")
        ends = ", ".join(f"{one_line(name)} {count}" for name, count in summary.terminations.items())
        lines.append(f"  ended by {ends}" if ends else "  none of them scored")
        if summary.unscored:
            lines.append(f"  and {summary.unscored} games that were over too soon to be scored")
    lines.append("rates with 95 % Wilson intervals")
    return "\n".join(lines)


def draw_chart(summaries: Sequence[Summary], path: Path) -> None:
    """A PNG of each pairing's win rates and draws with their intervals; written whole or not at all."""
    figure = new_figure(max(6.0, 1.9 * len(summaries) + 1.5), 4.5, layout="constrained")
    axes = figure.add_subplot()
    colours = ("#0072B2", "#E69F00", "#8C8C8C")
    labels = ("moves first", "moves second", "draw")
    for place, summary in enumerate(summaries):
        shares = [*summary.wins.items(), ("draw", summary.draws)]
        for bar, (name, share) in enumerate(shares):
            low, high = share.interval
            x = place + 0.27 * (bar - 1)
            axes.bar(x, share.rate, 0.25, color=colours[bar], label=labels[bar] if place == 0 else None)
            axes.errorbar(
                x, share.rate, [[share.rate - low], [high - share.rate]], color="black", capsize=3, linewidth=1
            )
            axes.annotate(name, (x, high), (0, 3), textcoords="offset points", ha="center", fontsize=8)
    axes.set_xticks(
        range(len(summaries)), [f"{summary.game}\n{summary.games} games" for summary in summaries], fontsize=9
    )
    axes.set_ylim(0, 1.12)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_ylabel("share of games won, 95 % Wilson interval")
    pairs = {tuple(summary.players.values()) for summary in summaries}
    axes.set_title("Win rate per side" + (f": {' against '.join(pairs.pop())}" if len(pairs) == 1 else ""), pad=28)
    axes.legend(frameon=False, fontsize=8, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    axes.spines[["top", "right"]].set_visible(False)
    with whole_file(path, "picture") as part:
        figure.savefig(part, format="png", dpi=150, metadata={"Software": None})
