"""A scene as a PNG, drawn by matplotlib without a display; the same picture as the SVG."""

import os
from typing import Any, BinaryIO

from hunt_ai.core.errors import UserError
from hunt_ai.games.picture.scene import Circle, Polygon, Scene, Segment, Shape, Text

CHINESE_FONTS = (
    "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei", "SimHei", "Heiti SC", "Arial Unicode MS", "Droid Sans Fallback",
)  # fmt: skip
DPI = 100
POINTS = 72 / DPI  # a pixel of the scene in matplotlib's points


def new_figure(width: float, height: float, **settings: Any) -> Any:
    """A matplotlib Figure of so many inches that is drawn without a display, whatever backend the environment names."""
    named = os.environ.pop("MPLBACKEND", None)  # an unknown one stops the import, and none is used
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    finally:
        if named is not None:
            os.environ["MPLBACKEND"] = named
    figure = Figure(figsize=(width, height), **settings)
    FigureCanvasAgg(figure)
    return figure


def write_png(scene: Scene, stream: BinaryIO, scale: float = 2.0) -> None:
    """Write the picture, `scale` pixels for each of the scene's. UserError for text that no font here can show."""
    new_figure(1, 1)
    from matplotlib import style

    with style.context("default"):  # whatever a user's matplotlibrc or notebook has set
        figure = new_figure(scene.width / DPI, scene.height / DPI, dpi=DPI * scale)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, scene.width)
        axes.set_ylim(scene.height, 0)
        axes.set_axis_off()
        fonts = _fonts(scene)
        for order, shape in enumerate(scene.shapes):
            _draw(axes, shape, order, fonts)
        figure.savefig(stream, format="png", dpi=DPI * scale, metadata={"Software": None})


def _fonts(scene: Scene) -> list[str]:
    """The font families that have all characters of the scene."""
    from matplotlib import font_manager

    texts = [shape for shape in scene.shapes if isinstance(shape, Text)]
    missing = _missing("DejaVu Sans", {(c, text.bold) for text in texts for c in text.text if c != "\n"})
    if not missing:
        return ["DejaVu Sans"]
    installed = {font.name for font in font_manager.fontManager.ttflist}
    for name in CHINESE_FONTS:
        if name in installed and not _missing(name, missing):
            return ["DejaVu Sans", name]
    shown = "".join(sorted({c for c, _ in missing}))[:20]
    raise UserError(
        f"a PNG cannot show {shown!r}: no font here has it (Chinese text needs a Chinese font, such as Noto Sans CJK); "
        "an SVG can"
    )


def _missing(family: str, characters: set[tuple[str, bool]]) -> set[tuple[str, bool]]:
    """Those of the (character, bold) pairs that the family has no glyph for."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    glyphs = {
        bold: get_font(findfont(FontProperties(family=family, weight="bold" if bold else "normal"))).get_charmap()
        for bold in (False, True)
    }
    return {(c, bold) for c, bold in characters if ord(c) not in glyphs[bold]}


def _dashes(dashed: bool) -> Any:
    return (0, (2.5, 2)) if dashed else "solid"


def _draw(axes: Any, shape: Shape, order: int, fonts: list[str]) -> None:
    from matplotlib import patches
    from matplotlib.lines import Line2D

    match shape:
        case Polygon(points, fill, stroke, width, opacity):
            axes.add_patch(
                patches.Polygon(
                    points, facecolor=fill, edgecolor=stroke or "none", linewidth=width * POINTS, alpha=opacity,
                    zorder=order,
                )
            )  # fmt: skip
        case Circle(x, y, radius, fill, stroke, width, dashed):
            axes.add_patch(
                patches.Circle(
                    (x, y), radius, facecolor=fill or "none", edgecolor=stroke or "none", linewidth=width * POINTS,
                    linestyle=_dashes(dashed), zorder=order,
                )
            )  # fmt: skip
        case Segment(x1, y1, x2, y2, stroke, width, dashed, opacity):
            axes.add_line(
                Line2D(
                    [x1, x2], [y1, y2], color=stroke, linewidth=width * POINTS, linestyle=_dashes(dashed),
                    solid_capstyle="butt", alpha=opacity, zorder=order,
                )
            )  # fmt: skip
        case Text(x, y, text, size, fill, bold):
            axes.text(
                x, y + 0.35 * size, text, fontsize=size * POINTS, color=fill, weight="bold" if bold else "normal",
                ha="center", va="baseline", family=fonts, parse_math=False, zorder=order,
            )  # fmt: skip
