"""A hunt game as data: every key of the TOML format, with its default, its limits and its check.

The limits of the format: up to 64 points, one jump a turn, groups of up to four dogs on up to 14 points, up to 64 dogs.
Rules that the sources leave open (the gaps of the rules page) are keys with the project's decision as the default.
"""

import functools
import itertools
from typing import Annotated, Any, Literal

from pydantic import Field, StrictStr, field_validator, model_validator

from hunt_ai.core.settings import Settings
from hunt_ai.games.boards import DIRECTIONS, NAMED_BOARDS, POINT_NAME, Board, make_board, named_board
from hunt_ai.games.kernels.hunt_layout import FLAG_NAMES, MAX_GROUP_POINTS, MAX_POINTS
from hunt_ai.games.settings import Count, GameSettings, Positive, ProperName, Title, full_order

MAX_GROUP = 4
MAX_PACK = 64
Letter = Annotated[StrictStr, Field(pattern=r"^[A-Za-z]$")]
PointName = Annotated[StrictStr, Field(pattern=rf"^{POINT_NAME.pattern}$")]
Direction = Literal["up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right"]
Progress = Literal["capture", "placement", "ungroup"]
Judgement = Literal["captures", "driven-out", "immobilised", "no-progress"]
Number = Annotated[float, Field(strict=False, allow_inf_nan=False, ge=-1000, le=1000)]


class SideSettings(Settings):
    """One side: its name in records, its letter in texts, its title, its piece's title and the ways it may step."""

    name: ProperName
    letter: Letter
    title: Title
    directions: tuple[Direction, ...] = DIRECTIONS  # type: ignore[assignment]


class BoardSettings(Settings):
    """A board of one's own: points by name (with coordinates where the drawing differs), lines as paths "a1-b1-c2"."""

    points: tuple[PointName, ...] | dict[PointName, tuple[Number, Number]]
    lines: tuple[StrictStr, ...]

    @field_validator("points")
    @classmethod
    def _check_points(cls, points: Any) -> Any:
        if not 2 <= len(points) <= MAX_POINTS:
            raise ValueError(f"a board has 2 to {MAX_POINTS} points, not {len(points)}")
        if not isinstance(points, dict) and len(set(points)) < len(points):
            raise ValueError(f"point {next(p for p in points if points.count(p) > 1)} stands twice")
        if isinstance(points, dict) and len(set(points.values())) < len(points):
            raise ValueError("two points have the same coordinates")
        return points

    @model_validator(mode="after")
    def _check_lines(self) -> "BoardSettings":
        known = set(self.points)
        for path in self.lines:
            names = path.split("-")
            if len(names) < 2:
                raise ValueError(f"lines: {path!r} is no path of two or more points such as a1-b1")
            for name in names:
                if name not in known:
                    raise ValueError(f"lines: {path!r} goes through {name!r}, which is no point of the board")
            if any(a == b for a, b in itertools.pairwise(names)):
                raise ValueError(f"lines: {path!r} joins a point to itself")
        return self

    def build(self) -> Board:
        segments = [pair for path in self.lines for pair in itertools.pairwise(path.split("-"))]
        return make_board(self.points, segments)


class HuntSettings(GameSettings):
    """All keys of a hunt game."""

    family: Literal["hunt"] = "hunt"
    board: StrictStr | BoardSettings
    regions: dict[ProperName, tuple[PointName, ...]] = Field(default_factory=dict)
    quarry: SideSettings
    pack: SideSettings
    first: Literal["quarry", "pack"] = "quarry"
    hand: Annotated[Count, Field(le=MAX_PACK)] = 0
    capture_goal: Positive
    pack_region: ProperName | None = None
    placement_region: ProperName | None = None
    driven_out_of: ProperName | None = None
    group_points: tuple[PointName, ...] = ()
    pack_stuck: Literal["pass", "lose"] = "pass"
    groups_stuck: Literal["pass", "free"] = "pass"
    progress: tuple[Progress, ...] = ("capture", "placement", "ungroup")
    judgement: tuple[Judgement, ...] = FLAG_NAMES  # type: ignore[assignment]

    @field_validator("board")
    @classmethod
    def _check_board(cls, board: Any) -> Any:
        if isinstance(board, str) and board not in NAMED_BOARDS:
            raise ValueError(f"no board is named {board!r}; there are {', '.join(NAMED_BOARDS)}")
        return board

    @field_validator("judgement")
    @classmethod
    def _check_judgement(cls, order: tuple[str, ...]) -> tuple[str, ...]:
        return full_order(order, FLAG_NAMES)

    @model_validator(mode="after")
    def _check_whole(self) -> "HuntSettings":
        if self.quarry.letter == self.pack.letter:
            raise ValueError(f"pack.letter: {self.pack.letter!r} is the quarry's letter too")
        if self.quarry.name == self.pack.name:
            raise ValueError(f"pack.name: {self.pack.name!r} is the quarry's name too")
        for region, points in self.regions.items():
            self._check_points(f"regions.{region}", points)
        for key in ("pack_region", "placement_region", "driven_out_of"):
            name = getattr(self, key)
            if name is not None and name not in self.layout.regions:
                known = ", ".join(self.layout.regions) or "none on this board"
                raise ValueError(f"{key}: no region is named {name!r}; there are {known}")
        self._check_points("group_points", self.group_points)
        if len(self.group_points) > MAX_GROUP_POINTS:
            raise ValueError(f"group_points: at most {MAX_GROUP_POINTS} points can hold groups")
        for key, area in (("group_points", self.group_points), ("placement_region", self.placement_area)):
            if stray := set(area) - self.pack_area:
                raise ValueError(f"{key}: {min(stray)} is outside the pack's region")
        for start, over, to in self.layout.jumps:
            if (start, to) in self.layout.lines:
                raise ValueError(
                    f"board: {start}-{to} is both a step and a jump over {over}: moves are told apart by their ends"
                )
        ends = [(start, to) for start, _, to in self.layout.jumps]
        if len(set(ends)) < len(ends):
            start, to = next(pair for pair in ends if ends.count(pair) > 1)
            raise ValueError(f"board: there are two jumps from {start} to {to}: moves are told apart by their ends")
        return self

    def _check_points(self, key: str, points: tuple[str, ...]) -> None:
        for point in points:
            if point not in self.layout.places:
                raise ValueError(f"{key}: {point} is no point of the board")
            if points.count(point) > 1:
                raise ValueError(f"{key}: point {point} stands twice")

    @functools.cached_property
    def layout(self) -> Board:
        """The board with the regions of both the board and the game."""
        board = named_board(self.board) if isinstance(self.board, str) else self.board.build()
        regions = {**board.regions, **{name: frozenset(points) for name, points in self.regions.items()}}
        return Board(board.places, board.lines, regions)

    @functools.cached_property
    def pack_area(self) -> frozenset[str]:
        """The points that dogs may stand on."""
        return self.layout.regions[self.pack_region] if self.pack_region else frozenset(self.layout.points)

    @functools.cached_property
    def placement_area(self) -> frozenset[str]:
        """The points that dogs may be placed on from the hand."""
        return self.layout.regions[self.placement_region] if self.placement_region else self.pack_area

    @functools.cached_property
    def quarry_steps(self) -> frozenset[tuple[str, str]]:
        """All (from, to) that a quarry piece may step."""
        allowed = set(self.quarry.directions)
        return frozenset(line for line in self.layout.lines if self.layout.direction(*line) in allowed)

    @functools.cached_property
    def pack_steps(self) -> frozenset[tuple[str, str]]:
        """All (from, to) that a dog may step."""
        allowed = set(self.pack.directions)
        return frozenset(
            line
            for line in self.layout.lines
            if self.pack_area.issuperset(line) and self.layout.direction(*line) in allowed
        )
