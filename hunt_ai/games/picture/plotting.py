"""What all plots share: the colours of the sides, and a style that no user's settings change."""

import contextlib
from collections.abc import Iterator

from hunt_ai.games.picture.png import CHINESE_FONTS, new_figure

SIDE_COLOURS = ("#0072B2", "#E69F00")  # of side 0 and side 1 (Okabe and Ito: told apart by everybody)
GREY, PALE = "#8C8C8C", "#D8D8D8"


@contextlib.contextmanager
def default_style() -> Iterator[None]:
    """matplotlib's own defaults, whatever a user's matplotlibrc or notebook has set, with a Chinese font if there."""
    new_figure(1, 1)  # imports matplotlib safely
    from matplotlib import font_manager, style

    there = {font.name for font in font_manager.fontManager.ttflist}
    families = ["DejaVu Sans", *(name for name in CHINESE_FONTS if name in there)]
    with style.context(["default", {"font.family": families}]):
        yield
