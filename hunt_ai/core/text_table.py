"""Tables that read well both in a terminal and as Markdown."""

from collections.abc import Sequence

from hunt_ai.core.errors import one_line
from hunt_ai.core.width import display_width

NONE = "–"  # in a cell with nothing to say


def format_table(headers: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int = 1) -> str:
    """A Markdown table, its columns aligned; the first `text_columns` to the left, the others to the right."""
    cells = [[one_line(cell).replace("|", r"\|") for cell in row] for row in (headers, *rows)]
    widths = [max(3, *(display_width(row[column]) for row in cells)) for column in range(len(headers))]
    lines = []
    for row in cells:
        padded = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - display_width(cell))
            padded.append(cell + space if column < text_columns else space + cell)
        lines.append(f"| {' | '.join(padded)} |")
    rule = ["-" * width if column < text_columns else "-" * (width - 1) + ":" for column, width in enumerate(widths)]
    return "\n".join([lines[0], f"| {' | '.join(rule)} |", *lines[1:]])
