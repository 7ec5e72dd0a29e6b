"""Several scenes on one page."""

from collections.abc import Sequence
from dataclasses import replace

from hunt_ai.games.picture.scene import PAPER, Polygon, Scene, Segment, Shape


def in_rows(scenes: Sequence[Scene], columns: int) -> Scene:
    """The scenes from left to right and from top to bottom, so many in a row; all as large as the largest."""
    width, height = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    rows = -(-len(scenes) // columns)
    right, bottom = min(columns, len(scenes)) * width, rows * height
    shapes: list[Shape] = [Polygon(((0, 0), (right, 0), (right, bottom), (0, bottom)), PAPER)]
    shapes += [
        _moved(shape, number % columns * width, number // columns * height)
        for number, scene in enumerate(scenes)
        for shape in scene.shapes
    ]
    return Scene(right, bottom, scenes[0].title, tuple(shapes))


def _moved(shape: Shape, right: float, down: float) -> Shape:
    match shape:
        case Polygon(points):
            return replace(shape, points=tuple((x + right, y + down) for x, y in points))
        case Segment(x1, y1, x2, y2):
            return replace(shape, x1=x1 + right, y1=y1 + down, x2=x2 + right, y2=y2 + down)
        case _:
            return replace(shape, x=shape.x + right, y=shape.y + down)
