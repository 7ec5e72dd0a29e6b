"""From a board and what stands on it to flat shapes: the one place where geometry and colours are decided."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hunt_ai.games.picture.diagram import Area, Diagram, Mark, Piece

STEP = 64.0  # pixels between neighbouring places
MARGIN = 58.0
TITLE_HEIGHT = 30.0
CAPTION_HEIGHT = 34.0

INK, MUTED, PAPER, WHITE = "#3B342B", "#7A6F60", "#FBF8F1", "#FFFFFF"
SIDES = ("#C03A2B", "#1F5A94")  # quarry or red, pack or blue; apart for the colour-blind too, and by size or ring
SIDES_DARK = ("#74190F", "#0E3357")
SIDES_PALE = ("#F2CFC6", "#C9DCEF")
TINTS = {
    "grassland": "#DFEBCB", "cliff": "#D5D5DA", "mountain": "#E6D3B4", "river": "#A9D1E8", "land": "#F4EAD3",
}  # fmt: skip
OTHER_TINT = "#E6E0EF"
LINE, GRID, WAVE, TRAP = "#8B7B62", "#BCAB8A", "#5E9FC4", "#8A6A3C"
LAST_MOVE, ARROW = "#F2B705", "#1B7F5C"
LABELLED = ("cliff", "mountain")


@dataclass(frozen=True)
class Polygon:
    points: tuple[tuple[float, float], ...]
    fill: str
    stroke: str | None = None
    width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 0.0
    dashed: bool = False


@dataclass(frozen=True)
class Segment:
    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float
    dashed: bool = False
    opacity: float = 1.0


@dataclass(frozen=True)
class Text:
    """Text centred on (x, y)."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False


Shape = Polygon | Circle | Segment | Text


@dataclass(frozen=True)
class Scene:
    """Shapes from the back to the front on a page of width x height pixels, y down."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def make_scene(
    diagram: Diagram,
    pieces: Mapping[str, Piece],
    *,
    title: str = "",
    caption: str = "",
    last_move: Mark | None = None,
    arrows: Sequence[Mark] = (),
) -> Scene:
    """The picture of a position."""
    page = _Page(diagram, bool(title))
    shapes: list[Shape] = [Polygon(((0, 0), (page.width, 0), (page.width, page.height), (0, page.height)), PAPER)]
    shapes += _cells(diagram, page) if diagram.style == "cells" else _points(diagram, page)
    shapes += _coordinates(diagram, page)
    if last_move:
        shapes += _last_move(last_move, pieces, page, diagram.style)
    for place, piece in sorted(pieces.items(), key=lambda item: page.at(item[0])[::-1]):
        shapes += _piece(piece, page.at(place), diagram.style)
    for arrow in arrows:
        shapes += _arrow(arrow, page)
    if title:
        shapes.append(Text(page.width / 2, 24, title, 17, INK, bold=True))
    if caption:
        shapes.append(Text(page.width / 2, page.height - 18, caption, 13, INK))
    return Scene(page.width, page.height, title, tuple(shapes))


class _Page:
    """Where places lie, in pixels."""

    def __init__(self, diagram: Diagram, titled: bool) -> None:
        xs = [x for x, _ in diagram.places.values()]
        ys = [y for _, y in diagram.places.values()]
        self.places = diagram.places
        self.top = MARGIN + (TITLE_HEIGHT if titled else 0)
        board = (max(xs) - min(xs)) * STEP + 2 * MARGIN
        self.width = max(board, 430.0)
        self.left = MARGIN + (self.width - board) / 2 - min(xs) * STEP
        self.height = self.top + (max(ys) - min(ys)) * STEP + MARGIN + CAPTION_HEIGHT
        self._bottom = self.top + max(ys) * STEP

    def at(self, place: str) -> tuple[float, float]:
        x, y = self.places[place]
        return self.left + x * STEP, self._bottom - y * STEP


def _points(diagram: Diagram, page: _Page) -> list[Shape]:
    shapes: list[Shape] = []
    for area in diagram.areas:
        if area.kind != "group" and area.places:
            shapes.append(Polygon(_outline([page.at(p) for p in area.places]), TINTS.get(area.kind, OTHER_TINT)))
    for area in diagram.areas:
        if area.kind in LABELLED and area.places:
            xs, ys = zip(*(page.at(p) for p in area.places), strict=True)
            shapes.append(Text(max(xs) + 0.25 * STEP, min(ys), area.kind, 12, MUTED))
    for line in diagram.lines:
        width = 1.6 if line.quarry_only else 2.2
        shapes.append(Segment(*page.at(line.start), *page.at(line.end), LINE, width, line.quarry_only))
    shapes += [Circle(*page.at(place), 4.2, LINE) for place in diagram.places]
    for area in diagram.areas:
        if area.kind == "group":
            shapes += [Circle(*page.at(p), 0.44 * STEP, None, SIDES[1], 1.6, dashed=True) for p in area.places]
    return shapes


def _cells(diagram: Diagram, page: _Page) -> list[Shape]:
    shapes: list[Shape] = [_square(page.at(p), STEP, TINTS["land"], GRID, 1.2) for p in diagram.places]
    for area in diagram.areas:
        for place in area.places:
            shapes += _ground(area, page.at(place))
    return shapes


def _ground(area: Area, at: tuple[float, float]) -> list[Shape]:
    x, y = at
    owner = area.owner or 0
    if area.kind == "river":
        shapes: list[Shape] = [_square(at, STEP, TINTS["river"], WAVE, 1.0)]
        for dy in (-14, 4, 22):
            for dx in (-20, 2):
                shapes += [
                    Segment(x + dx, y + dy, x + dx + 7, y + dy - 5, WAVE, 1.5),
                    Segment(x + dx + 7, y + dy - 5, x + dx + 14, y + dy, WAVE, 1.5),
                ]
        return shapes
    if area.kind == "trap":
        half = 0.40 * STEP
        shapes = [_square(at, STEP, SIDES_PALE[owner], GRID, 1.2)]
        for offset in (-0.5, 0.0, 0.5):
            shift, reach = offset * half, half * (1 - abs(offset) / 2)
            shapes.append(
                Segment(x + shift - reach, y - shift - reach, x + shift + reach, y - shift + reach, TRAP, 1.3)
            )
            shapes.append(
                Segment(x + shift - reach, y + shift + reach, x + shift + reach, y + shift - reach, TRAP, 1.3)
            )
        return shapes
    if area.kind == "den":
        roof = ((x - 24, y - 2), (x, y - 26), (x + 24, y - 2), (x + 24, y + 24), (x - 24, y + 24))
        return [
            _square(at, STEP, SIDES_PALE[owner], GRID, 1.2),
            Polygon(roof, SIDES[owner], SIDES_DARK[owner], 1.5),
            Text(x, y + 10, "den", 14, WHITE, bold=True),
        ]
    return [_square(at, STEP, OTHER_TINT, GRID, 1.2)]


def _square(at: tuple[float, float], size: float, fill: str, stroke: str, width: float) -> Polygon:
    x, y = at
    half = size / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Polygon(corners, fill, stroke, width)


def _coordinates(diagram: Diagram, page: _Page) -> list[Shape]:
    """File letters below the board and rank numbers to its left, where they are those of the places' names."""
    files: dict[str, set[float]] = {}
    ranks: dict[str, set[float]] = {}
    for place in diagram.places:
        x, y = page.at(place)
        files.setdefault(place[0], set()).add(x)
        ranks.setdefault(place[1:], set()).add(y)
    bottom = max(page.at(place)[1] for place in diagram.places)
    left = min(page.at(place)[0] for place in diagram.places)
    shapes: list[Shape] = []
    for name, xs in files.items():
        if len(xs) == 1:
            shapes.append(Text(min(xs), bottom + 45, name, 13, MUTED))
    for name, ys in ranks.items():
        if len(ys) == 1:
            shapes.append(Text(left - 45, min(ys), name, 13, MUTED))
    return shapes


def _radius(piece: Piece, style: str) -> float:
    if style == "cells":
        return 0.36 * STEP
    return 0.33 * STEP if piece.side == 0 else 0.25 * STEP


def _piece(piece: Piece, at: tuple[float, float], style: str) -> list[Shape]:
    x, y = at
    fill, dark = SIDES[piece.side], SIDES_DARK[piece.side]
    radius = _radius(piece, style)
    shapes: list[Shape] = []
    for below in range(piece.count - 1, 0, -1):
        shapes.append(Circle(x + 4.5 * below, y - 4.5 * below, radius, fill, PAPER, 1.6))
    shapes.append(Circle(x, y, radius, fill, dark, 2.0))
    if style == "cells" and piece.side == 1:
        shapes.append(Circle(x, y, radius - 4, None, WHITE, 1.2))
    label = str(piece.count) if piece.count > 1 else piece.letter
    if label != "o":
        size = 22.0 if style == "cells" or piece.side == 0 else 17.0
        shapes.append(Text(x, y, label, size, WHITE, bold=True))
    return shapes


def _last_move(move: Mark, pieces: Mapping[str, Piece], page: _Page, style: str) -> list[Shape]:
    """A gold disc under the piece that moved, a dashed gold ring where it came from."""
    piece = pieces.get(move.end)
    radius = (_radius(piece, style) if piece else 0.25 * STEP) + 5.5
    shapes: list[Shape] = [Circle(*page.at(move.end), radius, LAST_MOVE)]
    if move.start:
        shapes.append(Circle(*page.at(move.start), 0.25 * STEP, None, LAST_MOVE, 3.0, dashed=True))
    return shapes


def _arrow(move: Mark, page: _Page) -> list[Shape]:
    x2, y2 = page.at(move.end)
    if move.start is None:
        return [Circle(x2, y2, 0.30 * STEP, None, ARROW, 5.0)]
    x1, y1 = page.at(move.start)
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    tail, tip = 0.12 * STEP, length - 0.12 * STEP
    neck = tip - 20
    head = [(x1 + ux * tip, y1 + uy * tip)]
    head += [(x1 + ux * neck - side * uy * 11, y1 + uy * neck + side * ux * 11) for side in (1, -1)]
    shaft = Segment(x1 + ux * tail, y1 + uy * tail, x1 + ux * neck, y1 + uy * neck, ARROW, 7.0, opacity=0.9)
    return [shaft, Polygon(tuple(head), ARROW, opacity=0.9)]


def _outline(centres: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The convex hull of discs around `centres` (Andrew's monotone chain, 1979)."""
    radius, corners = 0.40 * STEP, 24
    turn = [(math.cos(2 * math.pi * k / corners), math.sin(2 * math.pi * k / corners)) for k in range(corners)]
    points = sorted({(round(x + radius * c, 2), round(y + radius * s, 2)) for x, y in centres for c, s in turn})
    hull: list[tuple[float, float]] = []
    for way in (points, points[::-1]):
        chain: list[tuple[float, float]] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        hull += chain[:-1]
    return tuple(hull)


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
