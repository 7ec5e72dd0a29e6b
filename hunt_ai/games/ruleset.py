"""What every rule set offers in Python: texts, moves, actions, symmetry and the record that kernels take.

A row is a position as `uint64[words]`; a move is an int (the kernels' int32); side numbers are 0 and 1. A rule set is
made by `catalog.load_game`; its two kinds are `hunt.ruleset.HuntGame` and `jungle.ruleset.JungleGame`.
"""

import abc
import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.picture.diagram import Diagram, Piece
from hunt_ai.games.settings import GameSettings

Row = np.ndarray  # [words] uint64


class InvalidPosition(UserError):
    """A text that cannot be a position of the game; the message says what is wrong and where."""


class IllegalMove(UserError):
    """A move that the rules do not allow here; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side's name, None for a draw; and the name of the termination."""

    winner: str | None
    termination: str


@dataclass(frozen=True)
class Automorphism:
    """A symmetry of the board that the rules cannot tell from none.

    points: [points] int64, the image of each point by its place in `Ruleset.points`.
    actions: [actions] int64, the image of each action.
    """

    points: np.ndarray
    actions: np.ndarray


class Ruleset(abc.ABC):
    """One game or variant. `name` is the text it was asked for by; `hash` (16 hex digits) stands for its rules."""

    family: str
    words: int  # uint64 words of a position
    sides: tuple[str, str]  # names by side number
    points: tuple[str, ...]  # names of points or cells, by rank from below, then by file
    bits: Mapping[str, int]  # bit of each point in the position's masks
    max_moves: int  # no position has more legal moves

    def __init__(self, name: str, settings: GameSettings) -> None:
        self.name = name
        self.settings = settings

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @functools.cached_property
    def hash(self) -> str:
        """Changes with anything that changes what is legal or who wins; titles, clock and match rules are left out."""
        left_out = {"format", "title", "turn_seconds", "time_out", "unscored_rounds"}
        rules = self.settings.model_dump(mode="json", exclude=left_out)
        for side in ("quarry", "pack"):
            if side in rules:
                rules[side].pop("title")
        return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:16]

    def side_of(self, row: Row) -> int:
        """Number of the side to move: the lowest bit of a position's last word, in both families."""
        return int(row[-1]) & 1

    @property
    @abc.abstractmethod
    def first(self) -> int:
        """The side that moves first in the start position."""

    @property
    def sides_in_order(self) -> tuple[str, str]:
        """The sides' names, the one that moves first in front."""
        return self.sides if self.first == 0 else (self.sides[1], self.sides[0])

    @property
    @abc.abstractmethod
    def start_text(self) -> str:
        """Position text of the start."""

    @property
    @abc.abstractmethod
    def side_titles(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The sides' titles by side number and language."""

    @abc.abstractmethod
    def parse_position(self, text: str) -> Row:
        """The position that `text` says; InvalidPosition."""

    @abc.abstractmethod
    def format_position(self, row: Row) -> str:
        """Position text; the inverse of `parse_position` but for history, which texts do not carry."""

    @abc.abstractmethod
    def move_text(self, row: Row, move: int) -> str:
        """Text of a legal move."""

    @abc.abstractmethod
    def why_illegal(self, row: Row, text: str) -> str:
        """Why the move `text`, which is not among the legal moves of an unfinished position, is not."""

    @abc.abstractmethod
    def pieces(self, row: Row) -> dict[str, Piece]:
        """What stands where, by point name."""

    @abc.abstractmethod
    def caption(self, row: Row, language: str = "en") -> str:
        """One line of what the board does not show: side to move, counters."""

    @abc.abstractmethod
    def ascii_board(self, row: Row) -> str:
        """The board in ASCII, several lines."""

    @functools.cached_property
    @abc.abstractmethod
    def diagram(self) -> Diagram:
        """The empty board, to draw."""

    @functools.cached_property
    @abc.abstractmethod
    def kernel_rules(self) -> Any:
        """The record that kernels take: a NamedTuple around one flat table."""

    @functools.cached_property
    @abc.abstractmethod
    def actions(self) -> tuple[str, ...]:
        """Every move the game can ever have, in a fixed order: `a3-b3` (a capture too), `@c4`, `pass`."""

    @functools.cached_property
    @abc.abstractmethod
    def automorphisms(self) -> tuple[Automorphism, ...]:
        """All symmetries of the rules, the identity first."""

    @abc.abstractmethod
    def transform(self, row: Row, automorphism: Automorphism) -> Row:
        """The image of a position, history included."""

    @abc.abstractmethod
    def image_table(self, automorphism: Automorphism) -> np.ndarray:
        """The kernels' table with the Zobrist words moved, so that it gives each position the key of its image."""

    @property
    def start(self) -> Row:
        """The start position, a new row each time."""
        return self.parse_position(self.start_text)
