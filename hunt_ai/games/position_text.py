"""Reading the parts of a position text that all games share; every refusal says what is wrong and where."""

import re
from collections.abc import Sequence

from hunt_ai.games.ruleset import InvalidPosition

_DECIMAL = re.compile(r"0|[1-9][0-9]*")
MAX_TEXT = 400


def split_fields(text: str, names: Sequence[str]) -> list[str]:
    """The fields of `text`, one space apart, as many as `names`."""
    if not isinstance(text, str):
        raise InvalidPosition(f"a position is a text, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise InvalidPosition(f"position: {len(text)} characters are too many for any position")
    fields = text.split(" ")
    if len(fields) != len(names) or not all(fields):
        found = len([part for part in fields if part])
        spaced = (
            "fields are not separated by one space" if found == len(names) else f"found {found} of {len(names)} fields"
        )
        raise InvalidPosition(f"position {text!r}: {spaced}; it must read {' '.join(names)}")
    return fields


def read_rows(rows: str, ranks: Sequence[Sequence[str]]) -> dict[str, str]:
    """The character on each point, from rows written from the top rank down."""
    parts = rows.split("/")
    if len(parts) != len(ranks):
        kind = "missing" if len(parts) < len(ranks) else "extra"
        raise InvalidPosition(f"position: {len(parts)} ranks where the board has {len(ranks)} ({kind} rank)")
    placed: dict[str, str] = {}
    for part, points in zip(parts, ranks, strict=True):
        rank = points[0][1:]
        if len(part) != len(points):
            kind = "missing" if len(part) < len(points) else "extra"
            raise InvalidPosition(
                f"position: rank {rank} {part!r} has {len(part)} points, the board has {len(points)} ({kind} point)"
            )
        placed.update(zip(points, part, strict=True))
    return placed


def write_rows(placed: dict[str, str], ranks: Sequence[Sequence[str]]) -> str:
    """The inverse of `read_rows`; points not in `placed` are empty."""
    return "/".join("".join(placed.get(point, ".") for point in points) for points in ranks)


def read_count(name: str, text: str, limit: int) -> int:
    """A number in plain decimal form from 0 to `limit`."""
    if not _DECIMAL.fullmatch(text):
        raise InvalidPosition(f"position: {name} {text!r} is not a number in plain decimal form")
    if len(text) > 9 or int(text) > limit:
        raise InvalidPosition(f"position: {name} {text} is past its limit of {limit}")
    return int(text)


def read_side(text: str, letters: Sequence[str]) -> int:
    """The number of the side whose letter `text` is."""
    if text not in letters:
        raise InvalidPosition(f"position: side {text!r} is none of this game's: {' or '.join(letters)}")
    return letters.index(text)
