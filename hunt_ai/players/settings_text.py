"""The settings in a player's text: KEY=VALUE, comma-separated, as in `mcts:simulations=800,rollouts=1`."""

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hunt_ai.core.errors import UserError


class Whole:
    """A whole number from `low` to `high`."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def read(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and self.low <= int(text) <= self.high):
            raise ValueError(f"is not a whole number from {self.low} to {self.high}")
        return int(text)


class Decimal:
    """A number from `low` to `high`."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def read(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not self.low <= value <= self.high:
            raise ValueError(f"is not a number from {self.low:g} to {self.high:g}")
        return value


class Choice:
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(f"is none of {', '.join(self.words)}")
        return text


class Names:
    """Names joined by `+`."""

    def read(self, text: str) -> tuple[str, ...]:
        names = tuple(text.split("+"))
        if not all(re.fullmatch("[a-z_]+", name) for name in names):
            raise ValueError("is not a name, or several joined by +")
        return names


class Folder:
    """A folder that exists. Among other settings its path holds no comma and neither begins nor ends with a space."""

    def read(self, text: str) -> Path:
        if not text.isprintable() or not text:
            raise ValueError("is no path of a folder")
        if not os.path.isdir(text):
            raise ValueError("is no folder that is there")
        return Path(text)


Kind = Whole | Decimal | Choice | Names | Folder


def read_settings(settings: str | None, kinds: Mapping[str, Kind], text: str) -> dict[str, Any]:
    """The values by key, only of the keys that are there; UserError names `text`, the whole of the player's."""
    values: dict[str, Any] = {}
    for part in (settings or "").split(",") if settings is not None else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            comma = (
                "; a folder's path holds no comma here"
                if any(isinstance(kinds.get(key), Folder) for key in values)
                else ""
            )
            raise UserError(
                f"{text}: settings read KEY=VALUE, with commas between{comma}; there are {', '.join(kinds)}"
            )
        if key not in kinds:
            near = difflib.get_close_matches(key, kinds, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(kinds)}"
            raise UserError(f"{text}: {key}: unknown setting; {hint}")
        if key in values:
            raise UserError(f"{text}: {key}: given twice")
        try:
            values[key] = kinds[key].read(value)
        except ValueError as error:
            raise UserError(f"{text}: {key}: {value!r} {error}") from None
    return values
