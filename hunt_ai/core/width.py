"""Columns that text takes where all letters are as wide, as in a terminal: Chinese characters take two."""

import unicodedata


def display_width(text: str) -> int:
    """Columns of a text without control characters."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """`text` with spaces behind it, so many columns wide or more."""
    return text + " " * (columns - display_width(text))


def clip(text: str, columns: int) -> str:
    """`text`, or as much of its beginning as fits so many columns with an ellipsis."""
    if display_width(text) <= columns:
        return text
    while text and display_width(text) > columns - 1:
        text = text[:-1]
    return text + "…" if columns > 0 else ""


def clip_left(text: str, columns: int) -> str:
    """`text`, or as much of its end as fits."""
    surplus, start = display_width(text) - columns, 0
    while surplus > 0 and start < len(text):
        surplus -= _columns(text[start])
        start += 1
    return text[start:]


def wrap(text: str, columns: int) -> list[str]:
    """`text` in lines of at most so many columns, broken at spaces where there are any."""
    lines = []
    while display_width(text) > columns > 1:
        end = next(n for n in range(1, len(text)) if display_width(text[: n + 1]) > columns)
        space = text.rfind(" ", end // 2, end + 1)
        lines.append(text[: space if space > 0 else end].rstrip())
        text = text[space if space > 0 else end :].lstrip()
    return [*lines, text]
