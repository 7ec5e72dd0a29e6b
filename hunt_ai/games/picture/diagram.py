"""What rule sets say about a board so that it can be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Line:
    start: str
    end: str
    quarry_only: bool = False


@dataclass(frozen=True)
class Area:
    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Diagram:
    style: Literal["points", "cells"]
    places: Mapping[str, tuple[float, float]]
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()


@dataclass(frozen=True)
class Piece:
    side: int
    letter: str
    count: int = 1
    title: str = ""


@dataclass(frozen=True)
class Mark:
    start: str | None
    end: str
