"""What a weights file says: its keys, where each number of theirs goes in the kernels' table, and which are tied.

A family's list of keys for a game is `hunt_parameters.hunt_keys` or `jungle_parameters.jungle_keys`. Imports numpy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset

MAX_WEIGHT = 20_000
Values = Mapping[str, Sequence[int]]  # by "table.key", or "key" where the family's files have no tables


@dataclass(frozen=True)
class Key:
    """One key of a weights file and its numbers.

    labels: of its numbers where they are a table by name; None where they are a plain list, or one number.
    slots: of each number, the words in the set of the side to move that it is added to.
    ties: of each number, its class; numbers of one class are equal, for a symmetry of the game makes them so.
    columns: numbers in a line of the file.
    looseness: how far tuning expects the numbers to move, in parts of what it expects of others.
    """

    name: str
    comment: str
    slots: tuple[tuple[int, ...], ...]
    ties: tuple[int, ...]
    labels: tuple[str, ...] | None = None
    columns: int = 12
    looseness: float = 1.0

    @property
    def is_number(self) -> bool:
        return len(self.slots) == 1


def plain_key(name: str, comment: str, first: int, count: int = 1, looseness: float = 1.0) -> Key:
    """A key of `count` free numbers in neighbouring words from `first` on."""
    slots = tuple((first + i,) for i in range(count))
    return Key(name, comment, slots, tuple(range(count)), looseness=looseness)


def orbits(rules: Ruleset) -> tuple[int, ...]:
    """The class of each of `rules.points` under the symmetries of the game: the least number of a point in it."""
    images = np.array([automorphism.points for automorphism in rules.automorphisms])  # [symmetries, points]
    return tuple(int(least) for least in images.min(axis=0))


def weights_of_side(keys: Sequence[Key], values: Values, words: int) -> np.ndarray:
    """The kernels' set of one side to move, [words] int32."""
    weights = np.zeros(words, dtype=np.int32)
    for key in keys:
        for slots, value in zip(key.slots, values[key.name], strict=True):
            weights[list(slots)] += value
    return weights


def checked_numbers(name: str, number: object, count: int | None, source: str) -> list[int]:
    """A number or list of numbers of a weights file as a list; UserError. `count` None: any count from 1."""
    numbers: list[Any] = number if isinstance(number, list) else [number]
    if not all(type(n) is int and -MAX_WEIGHT <= n <= MAX_WEIGHT for n in numbers):
        raise UserError(f"{source}: {name}: not whole numbers from {-MAX_WEIGHT} to {MAX_WEIGHT}")
    if not numbers or (count is not None and len(numbers) != count):
        raise UserError(f"{source}: {name}: {len(numbers)} numbers, not {count or 'one or more'}")
    return numbers
