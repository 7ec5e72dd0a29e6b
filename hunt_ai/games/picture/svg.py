"""A scene as SVG text: standalone, the same bytes for the same scene, nothing loaded from elsewhere."""

import re
from xml.sax.saxutils import escape, quoteattr

from hunt_ai.games.picture.scene import Circle, Polygon, Scene, Segment, Shape, Text

FONTS = "DejaVu Sans, Helvetica, Arial, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def scene_to_svg(scene: Scene) -> str:
    """The whole document, ending with a newline."""
    size = f"{_number(scene.width)} {_number(scene.height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{_number(scene.width)}" '
        f'height="{_number(scene.height)}" font-family={quoteattr(FONTS)}>',
        f"<title>{_text(scene.title)}</title>",
        *(_element(shape) for shape in scene.shapes),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _text(value: str) -> str:
    """Escaped; a character that XML cannot hold becomes U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", value))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _attributes(**values: float | str | None) -> str:
    named = ((name.replace("_", "-"), value) for name, value in values.items() if value is not None)
    return " ".join(f"{n}={quoteattr(v if isinstance(v, str) else _number(v))}" for n, v in named)


def _stroke(colour: str | None, width: float, dashed: bool = False) -> dict[str, float | str | None]:
    dashes = f"{_number(2.5 * width)} {_number(2 * width)}" if dashed else None
    return {"stroke": colour, "stroke_width": width if colour else None, "stroke_dasharray": dashes}


def _opacity(value: float) -> float | None:
    return value if value < 1 else None


def _element(shape: Shape) -> str:
    match shape:
        case Polygon(points, fill, stroke, width, opacity):
            corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            drawn = _attributes(points=corners, fill=fill, opacity=_opacity(opacity), **_stroke(stroke, width))
            return f"<polygon {drawn}/>"
        case Circle(x, y, radius, fill, stroke, width, dashed):
            return (
                f"<circle {_attributes(cx=x, cy=y, r=radius, fill=fill or 'none', **_stroke(stroke, width, dashed))}/>"
            )
        case Segment(x1, y1, x2, y2, stroke, width, dashed, opacity):
            drawn = _attributes(x1=x1, y1=y1, x2=x2, y2=y2, opacity=_opacity(opacity), **_stroke(stroke, width, dashed))
            return f"<line {drawn}/>"
        case Text(x, y, text, size, fill, bold):
            weight = "bold" if bold else None
            drawn = _attributes(
                x=x, y=y + 0.35 * size, font_size=size, fill=fill, font_weight=weight, text_anchor="middle"
            )  # fmt: skip
            return f"<text {drawn}>{_text(text)}</text>"
