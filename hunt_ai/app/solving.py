"""What the solving commands share: a run with a progress bar, and what is printed of it."""

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hunt_ai.core.errors import UserError
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.core.resources import Room, readable_bytes, room_for
from hunt_ai.games.catalog import load_game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.estimate import Plan, Sample
from hunt_ai.solve.slices import Slice
from hunt_ai.solve.statistics import SideCounts
from hunt_ai.solve.table import KINDS, solve_into
from hunt_ai.solve.table_file import sole_solver


def hunt_game(text: str) -> HuntGame:
    """The hunt game that a text names."""
    game = load_game(text)
    if not isinstance(game, HuntGame):
        raise UserError(f"{game.name}: only hunt games are solved whole; of Dou Shou Qi `hunt-ai solve endings`")
    return game


@dataclass
class Run:
    """A plan that was carried out, or was stopped by Ctrl-C. seconds: of each slice; None where it was loaded."""

    plan: Plan
    seconds: list[float | None] = field(default_factory=list)
    stopped: bool = False

    def document(self, number: int) -> dict[str, Any]:
        """What a slice took, as JSON types."""
        if number >= len(self.seconds) or (seconds := self.seconds[number]) is None:
            return {"seconds": None, "positions_per_s": None}
        return {"seconds": seconds, "positions_per_s": self.plan.slices[number].positions / max(seconds, 1e-9)}


def solve_plan(plan: Plan, threads: int) -> Run:
    """Solve the slices of a plan, with a progress bar on standard error where that is a terminal."""
    from tqdm import tqdm

    run = Run(plan)
    bar: Any = tqdm(total=plan.positions, unit="position", unit_scale=True, disable=None)
    slices = iter(plan.slices)
    behind = 0  # positions of the slices that are done

    def report(distance: int, written: int) -> None:
        here = plan.slices[len(run.seconds)]
        bar.set_postfix_str(f"{slice_name(here.slice)} dogs, ply {distance}", refresh=False)
        bar.update(max(0, behind + min(written, here.positions) - bar.n))
        check_interrupt()

    with contextlib.closing(bar), sole_solver(plan.folder, *KINDS):
        last = plan.slices[-1].slice
        solved = solve_into(plan.folder, plan.game, threads, report, last, plan.two_bit)
        try:
            for here, seconds in zip(slices, _timed(solved), strict=True):
                run.seconds.append(None if here.done else seconds)
                behind += 0 if here.done else here.positions
                bar.update(behind - bar.n)
        except KeyboardInterrupt:
            run.stopped = True
    return run


def _timed(work: Iterator[Any]) -> Iterator[float]:
    """The seconds that each item took to come."""
    begun = time.perf_counter()
    for _ in work:
        yield time.perf_counter() - begun
        begun = time.perf_counter()


# -- what is printed


def slice_name(here: Slice) -> str:
    """`11`, or `12+4 in groups 3000` where dogs are in hand or in groups."""
    hand = f"+{here.in_hand}" if here.in_hand else ""
    groups = " in groups " + "".join(map(str, here.heights)) if any(here.heights) else ""
    return f"{here.on_board}{hand}{groups}"


def slice_document(here: Slice) -> dict[str, Any]:
    return {"on_board": here.on_board, "in_hand": here.in_hand, "heights": list(here.heights)}


def counts_document(counts: SideCounts, sides: Sequence[str]) -> dict[str, Any]:
    """Counts as plain JSON types; `sides` are the names of side 0 and 1."""
    return {
        "raw": dict(zip((*sides, "draw"), counts.raw, strict=True)),
        "canonical": dict(zip((*sides, "draw"), counts.canonical, strict=True)),
        "longest": counts.longest,
        "longest_winner": None if counts.winner is None else sides[counts.winner],
        "example": counts.example,
    }


def plan_document(plan: Plan, sample: Sample | None) -> dict[str, Any]:
    """A plan as plain JSON types; sizes in bytes."""
    rate = sample.positions_per_s if sample else None
    return {
        "game": plan.game.name,
        "rules_hash": plan.game.hash,
        "folder": str(plan.folder),
        "sample": sample and asdict(sample) | {"slice": slice_document(sample.slice), "positions_per_s": rate},
        "slices": [
            {
                "slice": slice_document(one.slice),
                "positions": one.positions,
                "distances_bytes": one.distances,
                "two_bit_bytes": one.results,
                "memory": one.memory,
                "done": one.done,
                "estimated_seconds": 0 if one.done or rate is None else one.positions / rate,
            }
            for one in plan.slices
        ],
        **plan.room.as_document(),
    }


def plan_lines(plan: Plan, sample: Sample | None) -> list[str]:
    """A plan as a table."""
    named = "slices by dogs on the board; each needs those above it"
    lines = [f"{plan.game.name}: {named}", ""]
    rows: list[Sequence[str]] = [("dogs", "positions", "distances", "two-bit", "memory", "time")]
    for one in plan.slices:
        seconds = "there" if one.done or not sample else readable_time(one.positions / sample.positions_per_s)
        sizes = [readable_bytes(size) for size in (one.distances, one.results, one.memory)]
        rows.append((slice_name(one.slice), f"{one.positions:,}", *sizes, seconds))
    lines += aligned(rows)
    lines.append("")
    if sample:
        lines.append(
            f"time: about {readable_time(plan.positions / sample.positions_per_s)} at "
            f"{sample.positions_per_s:,.0f} positions/s, measured now with {_counted(sample.threads, 'thread')} on the "
            f"slice with {slice_name(sample.slice)} dogs; larger ones are often faster"
        )
    start = f", {readable_bytes(plan.start_memory)} of it for the start" if plan.start_memory == plan.memory > 0 else ""
    lines.append(f"memory: {readable_bytes(plan.memory)}{start} ({_free(plan.free_memory)})")
    lines.append(f"disk: {readable_bytes(plan.disk)} ({_free(plan.free_disk)}) in {plan.folder}")
    return lines


def solved_lines(run: Run) -> list[str]:
    """What each slice took, as a table."""
    rows: list[Sequence[str]] = [("dogs", "positions", "time", "positions/s")]
    for one, seconds in zip(run.plan.slices, run.seconds, strict=False):
        took = ("loaded", "") if seconds is None else (f"{seconds:.1f} s", f"{one.positions / max(seconds, 1e-9):,.0f}")
        rows.append((slice_name(one.slice), f"{one.positions:,}", *took))
    return ["", *aligned(rows), ""]


def readable_time(seconds: float) -> str:
    """`50 s`, `3.2 min`, `14 h`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.1f} s"


def checked_room(name: str, memory: int, disk: int = 0, folder: Path | None = None) -> Room:
    """The room for solving a game; UserError where memory, or the folder's disk, is too small for so many bytes."""
    room = room_for(memory, disk, folder)
    if room.lack:
        raise UserError(f"{name}: {room.lack}")
    return room


def room_text(room: Room) -> str:
    """`2.0 GB of memory (20 GB free), 1.0 GB of disk (50 GB free)`, the latter where anything is written."""
    memory = f"{readable_bytes(room.memory)} of memory ({_free(room.free_memory)})"
    disk = f", {readable_bytes(room.disk)} of disk ({_free(room.free_disk)})"
    return memory + disk * (room.folder is not None)


def _free(count: int | None) -> str:
    return "nobody knows how much is free" if count is None else f"{readable_bytes(count)} free"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + "s" * (count != 1)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns flush right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
