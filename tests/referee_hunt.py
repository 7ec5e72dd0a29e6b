"""The naive referee of the hunt games: a quarry of few pieces against a pack. Imports referee_base only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee_base import Outcome, Referee, words

HUNT_EVENTS = words(
    """
    step jump jump-over-group jump-over-gate pack-step group-step group-last-dog placement timeout
    pass-stuck pass-no-room pass-groups-stuck singles-stay-put dogs-wait-for-the-hand
    quarry-partly-stuck one-deer-out-other-stuck
    captures driven-out immobilised pack-immobilised no-progress
    captures-before-driven-out captures-before-immobilised captures-before-no-progress
    driven-out-before-immobilised driven-out-before-no-progress immobilised-before-no-progress
    """
)

Neighbours = dict[str, frozenset[str]]


@dataclass(frozen=True)
class HuntDefinition:
    """The rules of one hunt game. Points are names such as `c7`.

    orthogonal, diagonal: the drawn lines, both ways; the quarry uses all of them.
    straight: (from, over, to) for every jump the drawn lines allow.
    start_rows: the board part of the start's position text. first: "quarry" or "pack".
    pack_directions: a subset of up, down, left, right, diagonal.
    pack_region: where the pack may stand.
    driven_out: points where a quarry piece counts as driven out; empty where the game has no such end.
    group_points: where two or more of the pack may stand on one point; empty where there are no groups.
    pack_stuck: "pass" or "loses", for a pack without a move. groups_stuck: "pass", or "free" for single dogs to move.
    progress: which of capture, placement, leave-group start the no-progress count again; limit None = no such draw.
    """

    points: frozenset[str]
    orthogonal: Neighbours
    diagonal: Neighbours
    straight: frozenset[tuple[str, str, str]]
    quarry_side: str
    quarry_letter: str
    start_rows: str
    capture_goal: int
    pack_region: frozenset[str]
    pack_side: str = "dogs"
    pack_letter: str = "o"
    first: str = "quarry"
    hand: int = 0
    pack_directions: frozenset[str] = frozenset({"up", "down", "left", "right", "diagonal"})
    driven_out: frozenset[str] = frozenset()
    group_points: frozenset[str] = frozenset()
    pack_stuck: str = "pass"
    groups_stuck: str = "pass"
    progress: frozenset[str] = frozenset({"capture", "placement", "leave-group"})
    no_progress_limit: int | None = 200

    @cached_property
    def rows(self) -> list[list[str]]:
        """The points as the position text lists them: ranks from the top down, files from the left."""
        ranks = sorted({int(point[1:]) for point in self.points}, reverse=True)
        return [sorted(point for point in self.points if int(point[1:]) == rank) for rank in ranks]

    @cached_property
    def lines(self) -> Neighbours:
        return {point: self.orthogonal[point] | self.diagonal[point] for point in self.points}

    @cached_property
    def jumps(self) -> dict[str, list[tuple[str, str]]]:
        """(over, to) by the point the jump starts from."""
        return {point: [(over, to) for start, over, to in self.straight if start == point] for point in self.points}

    @cached_property
    def pack_steps(self) -> dict[str, list[str]]:
        return {
            point: [
                to
                for to in self.lines[point]
                if to in self.pack_region and direction(point, to) in self.pack_directions
            ]
            for point in self.points
        }

    @property
    def start(self) -> str:
        return f"{self.start_rows} {self.first[0]} {self.hand} 0 0"


def direction(start: str, to: str) -> str:
    """The compass word for a line from `start` to `to`."""
    right, up = ord(to[0]) - ord(start[0]), int(to[1:]) - int(start[1:])
    if right and up:
        return "diagonal"
    if right:
        return "right" if right > 0 else "left"
    return "up" if up > 0 else "down"


class HuntReferee(Referee):
    """State: `quarry` a set of points, `pack` a dict from point to number of dogs, and the three counters."""

    def __init__(self, definition: HuntDefinition, position: str | None = None) -> None:
        super().__init__()
        self.definition = definition
        rows, side, hand, captured, idle = (position or definition.start).split(" ")
        self.quarry, self.pack = self._read_rows(rows)
        self.mover = {"q": "quarry", "p": "pack"}[side]
        self.hand, self.captured, self.idle = int(hand), int(captured), int(idle)

    def _read_rows(self, rows: str) -> tuple[set[str], dict[str, int]]:
        quarry, pack = set(), {}
        for points, letters in zip(self.definition.rows, rows.split("/"), strict=True):
            for point, letter in zip(points, letters, strict=True):
                if letter == self.definition.quarry_letter:
                    quarry.add(point)
                elif letter == self.definition.pack_letter:
                    pack[point] = 1
                elif letter in "234":
                    pack[point] = int(letter)
                elif letter != ".":
                    raise ValueError(f"unknown letter {letter} on {point}")
        return quarry, pack

    def _letter(self, point: str) -> str:
        if point in self.quarry:
            return self.definition.quarry_letter
        dogs = self.pack.get(point, 0)
        return (".", self.definition.pack_letter, "2", "3", "4")[dogs]

    def position(self) -> str:
        rows = "/".join("".join(map(self._letter, points)) for points in self.definition.rows)
        return f"{rows} {self.mover[0]} {self.hand} {self.captured} {self.idle}"

    @property
    def side_to_move(self) -> str:
        return self.definition.quarry_side if self.mover == "quarry" else self.definition.pack_side

    def copy(self) -> HuntReferee:
        other = object.__new__(HuntReferee)
        Referee.__init__(other)
        other.definition = self.definition
        other.quarry, other.pack = set(self.quarry), dict(self.pack)
        other.mover, other.hand, other.captured, other.idle = self.mover, self.hand, self.captured, self.idle
        other._judged = self._judged
        return other

    def _empty(self, point: str) -> bool:
        return point not in self.quarry and point not in self.pack

    def _assess(self) -> tuple[list[Outcome], dict[str, tuple], set[str]]:
        game = self.definition
        moves, notes = self._quarry_moves() if self.mover == "quarry" else self._pack_moves()
        ends: list[Outcome] = []
        if self.captured >= game.capture_goal:
            ends.append((game.quarry_side, "captures"))
        if game.driven_out and self.quarry <= game.driven_out:
            ends.append((game.pack_side, "driven-out"))
        if not moves:
            ends.append((game.pack_side if self.mover == "quarry" else game.quarry_side, "immobilised"))
        if game.no_progress_limit is not None and self.idle >= game.no_progress_limit:
            ends.append((None, "no-progress"))
        if ends:
            pack_is_stuck = ends[0][1] == "immobilised" and self.mover == "pack"
            notes = {"pack-immobilised" if pack_is_stuck else ends[0][1]}
        return ends, moves, notes

    def _quarry_moves(self) -> tuple[dict[str, tuple], set[str]]:
        game, moves, can_move = self.definition, {}, set()
        for start in self.quarry:
            for to in game.lines[start]:
                if self._empty(to):
                    moves[f"{start}-{to}"] = ("step", start, to)
                    can_move.add(start)
            for over, to in game.jumps[start]:
                if over in self.pack and self._empty(to):
                    moves[f"{start}x{to}"] = ("jump", start, over, to)
                    can_move.add(start)
        stuck, notes = self.quarry - can_move, set()
        if stuck and can_move:
            notes.add("quarry-partly-stuck")
            if can_move <= game.driven_out and not stuck & game.driven_out:
                notes.add("one-deer-out-other-stuck")
        return moves, notes

    def _pack_moves(self) -> tuple[dict[str, tuple], set[str]]:
        groups = {point for point, dogs in self.pack.items() if dogs > 1}
        group_steps, single_steps = self._steps(groups), self._steps(self.pack.keys() - groups)
        if self.hand:
            placements = {f"@{point}": ("place", point) for point in self.definition.pack_region if self._empty(point)}
            if placements:
                return placements, {"dogs-wait-for-the-hand"} if group_steps or single_steps else set()
            return self._no_move("pass-no-room")
        if group_steps:
            return group_steps, {"singles-stay-put"} if single_steps else set()
        if groups and self.definition.groups_stuck == "pass":
            return {"pass": ("pass",)}, {"pass-groups-stuck"}
        if single_steps:
            return single_steps, set()
        return self._no_move("pass-stuck")

    def _steps(self, starts: set[str]) -> dict[str, tuple]:
        return {
            f"{start}-{to}": ("pack-step", start, to)
            for start in starts
            for to in self.definition.pack_steps[start]
            if self._empty(to)
        }

    def _no_move(self, note: str) -> tuple[dict[str, tuple], set[str]]:
        if self.definition.pack_stuck == "loses":
            return {}, set()
        return {"pass": ("pass",)}, {note}

    def _play(self, move: tuple) -> None:
        kind, *points = move
        progress = {"step": self._step, "jump": self._jump, "pack-step": self._pack_step, "place": self._place}
        made = progress[kind](*points) if kind != "pass" else None
        self._end_ply(made in self.definition.progress)

    def _time_out(self) -> None:
        self._end_ply(False)

    def _end_ply(self, progress: bool) -> None:
        self.idle = 0 if progress else self.idle + 1
        self.mover = "pack" if self.mover == "quarry" else "quarry"

    def _step(self, start: str, to: str) -> None:
        self.events["step"] += 1
        self.quarry.remove(start)
        self.quarry.add(to)

    def _jump(self, start: str, over: str, to: str) -> str:
        self.events["jump"] += 1
        if not {start, to} <= self.definition.pack_region:
            self.events["jump-over-gate"] += 1
        if self.pack[over] > 1:
            self.events["jump-over-group"] += 1
        self.quarry.remove(start)
        self.quarry.add(to)
        self._take_dog_from(over)
        self.captured += 1
        return "capture"

    def _pack_step(self, start: str, to: str) -> str | None:
        from_group = self.pack[start] > 1
        self.events["group-step" if from_group else "pack-step"] += 1
        self._take_dog_from(start)
        self.pack[to] = 1
        return "leave-group" if from_group else None

    def _take_dog_from(self, point: str) -> None:
        self.pack[point] -= 1
        if self.pack[point] == 0:
            del self.pack[point]
        elif self.pack[point] == 1:
            self.events["group-last-dog"] += 1

    def _place(self, point: str) -> str:
        self.events["placement"] += 1
        self.pack[point] = 1
        self.hand -= 1
        return "placement"
