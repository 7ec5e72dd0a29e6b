"""From a board and what stands on it to flat shapes: the one place where geometry and colours are decided."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hunt_ai.games.picture.diagram import Area, Diagram, Mark, Piece
from hunt_ai.games.picture.hull import disc_hull

STEP = 64.0  # pixels between neighbouring places
MARGIN = 58.0
TITLE_HEIGHT = 30.0
CAPTION_HEIGHT = 34.0
SMALLEST_TEXT = 8.0

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
    ranked: bool = False,
) -> Scene:
    """The picture of a position; with `ranked` each arrow is thinner and fainter than the one before."""
    page = _Page(diagram, bool(title))
    shapes: list[Shape] = [Polygon(((0, 0), (page.width, 0), (page.width, page.height), (0, page.height)), PAPER)]
    shapes += _cells(diagram, page) if diagram.style == "cells" else _points(diagram, page)
    shapes += _coordinates(diagram, page)
    if last_move:
        shapes += _last_move(last_move, pieces, page, diagram.style)
    from_the_back = sorted(pieces.items(), key=lambda item: page.at(item[0])[::-1])
    for place, piece in from_the_back:
        shapes += _piece(piece, page.at(place), diagram.style)
    for rank, arrow in reversed(list(enumerate(arrows))):
        shapes += _arrow(arrow, pieces, page, diagram.style, 0.75**rank if ranked else 1.0)
    if arrows:  # letters and the heights of groups stay readable under them
        for place, piece in from_the_back:
            shapes += _label(piece, page.at(place), diagram.style)
    if title:
        shapes.append(_fitted(Text(page.width / 2, 24, title, 17, INK, bold=True), page.width - 16))
    if caption:
        shapes.append(_fitted(Text(page.width / 2, page.height - 18, caption, 13, INK), page.width - 16))
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
            shapes.append(Polygon(disc_hull(map(page.at, area.places), 0.40 * STEP), TINTS.get(area.kind, OTHER_TINT)))
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
    return shapes + _label(piece, at, style)


def _label(piece: Piece, at: tuple[float, float], style: str) -> list[Shape]:
    """The height of a group, or the letter of a piece; a plain dog, "o", has none."""
    label = str(piece.count) if piece.count > 1 else piece.letter
    if label == "o":
        return []
    return [Text(*at, label, 22.0 if style == "cells" or piece.side == 0 else 17.0, WHITE, bold=True)]


def _last_move(move: Mark, pieces: Mapping[str, Piece], page: _Page, style: str) -> list[Shape]:
    """A gold disc under the piece that moved, a dashed gold ring where it came from."""
    piece = pieces.get(move.end)
    radius = (_radius(piece, style) if piece else 0.25 * STEP) + 5.5
    shapes: list[Shape] = [Circle(*page.at(move.end), radius, LAST_MOVE)]
    if move.start:
        shapes.append(Circle(*page.at(move.start), 0.25 * STEP, None, LAST_MOVE, 3.0, dashed=True))
    return shapes


def _arrow(move: Mark, pieces: Mapping[str, Piece], page: _Page, style: str, strength: float) -> list[Shape]:
    """From the rim of the piece that moves to the rim of what it takes; a ring where nothing moves.

    strength: 0 to 1, of its width and its opacity.
    """
    x2, y2 = page.at(move.end)
    if move.start is None or move.start == move.end:
        return [Circle(x2, y2, 0.30 * STEP, None, ARROW, 5.0 * strength)]
    x1, y1 = page.at(move.start)
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    # a little way into the discs, so that the arrow of a capture next door is still long enough
    rims = [_radius(pieces[p], style) - 0.09 * STEP if p in pieces else 0.0 for p in (move.start, move.end)]
    tail, tip = max(0.12 * STEP, rims[0]), length - max(0.12 * STEP, rims[1])
    neck, half, opacity = max(tip - 20 * strength, tail), 11 * strength, 0.9 * strength
    head = [(x1 + ux * tip, y1 + uy * tip)]
    head += [(x1 + ux * neck - side * uy * half, y1 + uy * neck + side * ux * half) for side in (1, -1)]
    ends = x1 + ux * tail, y1 + uy * tail, x1 + ux * neck, y1 + uy * neck
    shaft = Segment(*ends, ARROW, 7.0 * strength, opacity=opacity)
    return [shaft, Polygon(tuple(head), ARROW, opacity=opacity)]


def _fitted(text: Text, width: float) -> Text:
    """The text, smaller where it would not fit into `width`; where that is not enough, its beginning."""
    ems = [(1.0 if ord(c) > 0x2E7F else 0.7 if c.isupper() else 0.5) * (1.25 if text.bold else 1.0) for c in text.text]
    size = max(SMALLEST_TEXT, min(text.size, width / sum(ems)))
    room = width / size + 1e-9
    if sum(ems) <= room:
        return replace(text, size=size)
    kept = next(n for n in range(len(ems), -1, -1) if sum(ems[:n]) + 1.0 <= room)
    return replace(text, text=text.text[:kept].rstrip() + "…", size=size)
