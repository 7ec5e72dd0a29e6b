"""What a rule set says about its board, and a position about its pieces, so that they can be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Line:
    """A drawn line between two places; `quarry_only` lines are dashed."""

    start: str
    end: str
    quarry_only: bool = False


@dataclass(frozen=True)
class Area:
    """Places that look alike: "grassland", "cliff", "mountain", "group", "river", "den", "trap", or any other region.

    `owner` is the side number of a den or trap.
    """

    kind: str
    places: tuple[str, ...]
    owner: int | None = None


@dataclass(frozen=True)
class Diagram:
    """An empty board: lines between points, or a grid of cells. Places by name, x to the right, y up, one step = 1."""

    style: Literal["points", "cells"]
    places: Mapping[str, tuple[float, float]]
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()


@dataclass(frozen=True)
class Piece:
    """What stands on a place: its side's number, its letter, how many of them, and its name."""

    side: int
    letter: str
    count: int = 1
    title: str = ""


@dataclass(frozen=True)
class Mark:
    """A move to show: from a place (None for a placement) to a place."""

    start: str | None
    end: str
