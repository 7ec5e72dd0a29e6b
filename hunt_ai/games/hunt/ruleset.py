"""A hunt game: settings turned into texts, moves, actions, symmetry and the kernels' record."""

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from hunt_ai.games.boards import POINT_NAME, grid_place
from hunt_ai.games.hunt.spec import HuntSettings
from hunt_ai.games.hunt.text import (
    HuntPosition,
    pack_row,
    read_pieces,
    read_position,
    unpack_row,
    write_position,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_layout import IDLE_FIELD, IDLE_SHIFT, JUMP, PASS, PLACEMENT, POSITION_WORDS
from hunt_ai.games.picture.diagram import Area, Diagram, Line, Piece
from hunt_ai.games.ruleset import Automorphism, InvalidPosition, Row, Ruleset
from hunt_ai.games.settings import InvalidGame
from hunt_ai.games.symmetry import automorphisms


class HuntGame(Ruleset):
    """One hunt game or variant; InvalidGame where its start position contradicts its settings."""

    family = "hunt"
    words = POSITION_WORDS
    settings: HuntSettings

    def __init__(self, name: str, settings: HuntSettings) -> None:
        super().__init__(name, settings)
        self.board = settings.layout
        self.points = self.board.points
        self.bits = self.board.bits
        self.sides = (settings.quarry.name, settings.pack.name)
        try:
            quarry, pack = read_pieces(settings, settings.start)
        except InvalidPosition as error:
            raise InvalidGame(f"{name}: start: {str(error).removeprefix('position: ')}") from None
        self.quarry_count = len(quarry)
        self.dogs = sum(pack.values()) + settings.hand
        self._start = HuntPosition(quarry, pack, self.first, settings.hand, 0, 0)
        if not quarry:
            raise InvalidGame(f"{name}: start: there is no {settings.quarry.letter!r} on the board")
        if not 1 <= self.dogs <= 64:
            raise InvalidGame(
                f"{name}: start: {self.dogs} {settings.pack.name} on the board and in hand; a pack is 1 to 64"
            )
        if settings.capture_goal > self.dogs:
            pack_size = f"{self.dogs} {settings.pack.name}"
            raise InvalidGame(f"{name}: capture_goal: {settings.capture_goal} is more than the game's {pack_size}")
        self.max_moves = max(
            len(settings.quarry_steps) + len(self.board.jumps), len(settings.pack_steps), len(self.points)
        )

    @property
    def first(self) -> int:
        return 0 if self.settings.first == "quarry" else 1

    @property
    def start_text(self) -> str:
        return write_position(self.settings, self._start)

    @property
    def side_titles(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return self.settings.quarry.title.model_dump(), self.settings.pack.title.model_dump()

    # -- texts

    def parse_position(self, text: str) -> Row:
        return pack_row(self.settings, read_position(self.settings, text, self.quarry_count, self.dogs))

    def format_position(self, row: Row) -> str:
        return write_position(self.settings, unpack_row(self.settings, row))

    def plies_left(self, row: Row) -> int:
        """Plies without progress until the game is drawn."""
        return self.settings.no_progress_limit - (int(row[2]) >> int(IDLE_SHIFT) & int(IDLE_FIELD))

    @functools.cached_property
    def _names(self) -> dict[int, str]:
        return {bit: point for point, bit in self.bits.items()}

    def move_text(self, row: Row, move: int) -> str:
        kind = move >> 18
        if kind == PASS:
            return "pass"
        to = self._names[move >> 6 & 63]
        if kind == PLACEMENT:
            return f"@{to}"
        return f"{self._names[move & 63]}{'x' if kind == JUMP else '-'}{to}"

    def why_illegal(self, row: Row, text: str) -> str:
        position = unpack_row(self.settings, row)
        names = self.sides
        if text == "pass":
            return f"nobody may pass by choice, and {names[position.side]} can move"
        if text.startswith("@"):
            return self._why_no_placement(position, text[1:])
        for mark in "-x":
            start, found, to = text.partition(mark)
            if found and POINT_NAME.fullmatch(start) and POINT_NAME.fullmatch(to):
                return self._why_no_step(position, start, to, mark)
        return "it is no move text such as a3-b3, a3xc1, @c4 or pass"

    def _why_no_placement(self, position: HuntPosition, to: str) -> str:
        if position.side == 0:
            return f"{self.sides[0]} are to move, and only {self.sides[1]} are placed"
        if not position.hand:
            return f"no {self.sides[1]} are in hand"
        if to not in self.bits:
            return f"{to!r} is no point of the board"
        if to not in self.settings.placement_area:
            return f"{self.sides[1]} may not be placed on {to}"
        return f"{to} is not empty"

    def _why_no_step(self, position: HuntPosition, start: str, to: str, mark: str) -> str:
        for point in (start, to):
            if point not in self.bits:
                return f"{point!r} is no point of the board"
        own, other = (position.quarry, position.pack) if position.side == 0 else (position.pack, position.quarry)
        side = self.sides[position.side]
        if start not in own:
            return f"{start} holds no piece of the side to move, {side}" + (
                f" (it is not the turn of {start})" if start in other else ""
            )
        if position.side == 1 and position.hand:
            return f"while {side} are in hand, one must be placed"
        if to in position.quarry or to in position.pack:
            return f"{to} is not empty"
        if position.side == 1:
            return self._why_no_pack_step(position, start, to, mark)
        jump = next((over for a, over, c in self.board.jumps if (a, c) == (start, to)), None)
        if (start, to) in self.settings.quarry_steps:
            return f"{start}-{to} is a step and takes nothing: write {start}-{to}"
        if (start, to) in self.board.lines:
            return f"{side} may not step {self.board.direction(start, to)}"
        if jump is None:
            return f"no line leads from {start} to {to}"
        return (
            f"there is nothing to take on {jump}"
            if jump not in position.pack
            else f"it takes what stands on {jump}: write {start}x{to}"
        )

    def _why_no_pack_step(self, position: HuntPosition, start: str, to: str, mark: str) -> str:
        side = self.sides[1]
        if mark == "x":
            return f"{side} never capture"
        if (start, to) not in self.board.lines:
            return f"no line leads from {start} to {to}"
        if to not in self.settings.pack_area:
            return f"{side} may not enter {to}"
        if (start, to) not in self.settings.pack_steps:
            return f"{side} may not step {self.board.direction(start, to)}"
        return f"while a group stands, one of a group must step, and {start} holds a single one"

    # -- pictures

    def pieces(self, row: Row) -> dict[str, Piece]:
        position = unpack_row(self.settings, row)
        quarry, pack = self.settings.quarry, self.settings.pack
        placed = {point: Piece(0, quarry.letter, 1, quarry.title.en) for point in position.quarry}
        return placed | {point: Piece(1, pack.letter, dogs, pack.title.en) for point, dogs in position.pack.items()}

    def caption(self, row: Row, language: str = "en") -> str:
        position = unpack_row(self.settings, row)
        limit = self.settings.no_progress_limit
        side = self.side_titles[position.side][language]
        goal = self.settings.capture_goal
        if language == "zh":
            hand = f"手中 {position.hand} · " if self.settings.hand else ""
            return f"轮到{side} · {hand}已吃 {position.captured}/{goal} · 无进展 {position.idle}/{limit}"
        hand = f"{position.hand} in hand · " if self.settings.hand else ""
        return f"{side} to move · {hand}{position.captured} of {goal} taken · {position.idle} of {limit} plies idle"

    def ascii_board(self, row: Row) -> str:
        rows = self.format_position(row).split(" ")[0].split("/")
        placed = {
            point: c
            for points, part in zip(self.board.ranks, rows, strict=True)
            for point, c in zip(points, part, strict=True)
        }
        columns = [grid_place(point)[0] for point in self.points]
        files = range(min(columns), max(columns) + 1)
        lines = []
        for points in self.board.ranks:
            here = {grid_place(point)[0]: placed[point] for point in points}
            rank = points[0][1:]
            lines.append(f"{rank:>2} " + " ".join(here.get(file, " ") for file in files).rstrip())
        lines.append("   " + " ".join(chr(ord("a") + file) for file in files))
        return "\n".join(lines)

    @functools.cached_property
    def diagram(self) -> Diagram:
        lines = tuple(
            Line(
                a,
                b,
                quarry_only=(a, b) not in self.settings.pack_steps
                and (b, a) not in self.settings.pack_steps
                and self.settings.pack_area.issuperset((a, b)),
            )
            for a, b in sorted(self.board.lines)
            if a < b
        )
        areas = [
            Area(name, tuple(p for p in self.points if p in points)) for name, points in self.board.regions.items()
        ]
        if self.settings.group_points:
            areas.append(Area("group", self.settings.group_points))
        return Diagram("points", dict(self.board.places), lines, tuple(areas))

    # -- what kernels and searchers take

    @functools.cached_property
    def kernel_rules(self) -> Any:
        from hunt_ai.games.hunt.table import build_table
        from hunt_ai.games.kernels.hunt import HuntRules

        return HuntRules(build_table(self.settings))

    @functools.cached_property
    def _action_pairs(self) -> tuple[tuple[str, str], ...]:
        from hunt_ai.games.hunt.table import list_actions

        return list_actions(self.settings)

    @functools.cached_property
    def actions(self) -> tuple[str, ...]:
        from hunt_ai.games.hunt.table import action_text

        return tuple(action_text(pair) for pair in self._action_pairs)

    @functools.cached_property
    def automorphisms(self) -> tuple[Automorphism, ...]:
        settings, order = self.settings, {point: number for number, point in enumerate(self.points)}
        home = self.board.regions[settings.driven_out_of] if settings.driven_out_of else frozenset()
        colours = [
            (p in settings.pack_area, p in settings.placement_area, p in home, p in settings.group_points)
            for p in self.points
        ]
        steps = [[(order[a], order[b]) for a, b in steps] for steps in (settings.quarry_steps, settings.pack_steps)]
        jumps = [(order[a], order[b], order[c]) for a, b, c in self.board.jumps]
        number = {pair: n for n, pair in enumerate(self._action_pairs)}
        result = []
        for mapping in automorphisms(colours, steps, jumps):
            image = {point: self.points[mapping[n]] for point, n in order.items()} | {"": ""}
            actions = [number[image[start], image[to]] for start, to in self._action_pairs]
            result.append(Automorphism(np.array(mapping), np.array(actions)))
        return tuple(result)

    def transform(self, row: Row, automorphism: Automorphism) -> Row:
        image = {point: self.points[automorphism.points[n]] for n, point in enumerate(self.points)}
        position = unpack_row(self.settings, row)
        moved = replace(
            position,
            quarry=frozenset(image[point] for point in position.quarry),
            pack={image[point]: dogs for point, dogs in position.pack.items()},
        )
        return pack_row(self.settings, moved)

    def image_table(self, automorphism: Automorphism) -> np.ndarray:
        from hunt_ai.games.hunt.table import move_zobrist_words

        image = {point: self.points[automorphism.points[n]] for n, point in enumerate(self.points)}
        return move_zobrist_words(self.kernel_rules.table, self.settings, image)
