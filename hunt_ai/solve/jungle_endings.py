"""Endings of Dou Shou Qi: the positions with the same beasts on the board, the sides' dens empty.

A capture takes a beast off the board and nothing brings it back: a game only goes from an ending to itself and to
those with one beast less.

Text: the red beasts, a hyphen, the blue beasts, such as `ER-LC`, the strongest first; E elephant, L lion, T tiger,
P leopard, W wolf, D dog, C cat, R rat.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hunt_ai.core.errors import UserError
from hunt_ai.games.jungle.board import BEASTS, DENS, RAT, WATER
from hunt_ai.games.jungle.board import CELLS as BOARD
from hunt_ai.games.jungle.text import SIDES, JunglePosition
from hunt_ai.solve.kernels.jungle_index_layout import MOST_BEASTS
from hunt_ai.solve.table_file import HEADER_BYTES

WORKING_BYTES = 2 * 65536 * 8  # counts of writes
Beasts = tuple[int, ...]


@dataclass(frozen=True)
class Ending:
    """The beasts of each side by number, strongest first; UserError where there is no such ending."""

    red: Beasts
    blue: Beasts

    def __post_init__(self) -> None:
        for name, beasts in zip(SIDES, (self.red, self.blue), strict=True):
            if not beasts:
                raise UserError(f"an ending needs a beast of each side, and {name} has none")
            if any(not 0 <= beast < len(BEASTS) for beast in beasts):
                raise UserError(f"an ending's beasts are numbers from 0 to {len(BEASTS) - 1}, not {beasts}")
            if list(beasts) != sorted(set(beasts), reverse=True):
                raise UserError(f"each beast of {name} stands once, the strongest first, not {beasts}")
        if len(self.red) + len(self.blue) > MOST_BEASTS:
            raise UserError(
                f"an ending of {len(self.red) + len(self.blue)} beasts: at most {MOST_BEASTS} can be solved"
            )

    def __str__(self) -> str:
        return "-".join("".join(BEASTS[beast] for beast in beasts) for beasts in (self.red, self.blue))

    @property
    def beasts(self) -> tuple[tuple[int, int], ...]:
        """(side, beast) of each slot: red's first."""
        return tuple((side, beast) for side, own in enumerate((self.red, self.blue)) for beast in own)

    @property
    def swapped(self) -> "Ending":
        """The ending with the colours changed."""
        return Ending(self.blue, self.red)

    @property
    def standard(self) -> "Ending":
        """This ending or the one with the colours changed, whichever stands for both: red has more, or the stronger.

        A half-turn of the board takes the positions of one to those of the other; no rule tells the colours apart.
        """
        return max(self, self.swapped, key=lambda ending: (len(ending.red), ending.red))

    @property
    def size(self) -> int:
        """Number of indices for each side to move."""
        size = 1
        for _, beast in self.beasts:
            size *= len(cells_of(beast))
        return size

    def without(self, side: int, beast: int) -> "Ending | None":
        """The ending after this beast was taken; None where it was the side's last: that ends the game."""
        red, blue = (
            tuple(other for other in own if (number, other) != (side, beast))
            for number, own in enumerate((self.red, self.blue))
        )
        return Ending(red, blue) if red and blue else None


def cells_of(beast: int) -> tuple[str, ...]:
    """Where a beast may stand while the game goes on: nowhere in a den, and in water only a rat."""
    return tuple(cell for cell in BOARD if cell not in DENS and (beast == RAT or cell not in WATER))


def parse_ending(text: str) -> Ending:
    """The ending that a text such as `ER-LC` says, its letters in any order and case; UserError."""
    sides = text.split("-")
    if len(sides) != 2 or not all(sides):
        raise UserError(f"{text!r} is no ending: write the red beasts, a hyphen and the blue beasts, such as ER-LC")
    numbers = []
    for name, letters in zip(SIDES, sides, strict=True):
        for letter in letters:
            if not letter.isascii() or letter.upper() not in BEASTS:
                known = " ".join(reversed(BEASTS))
                raise UserError(f"ending {text!r}: unknown beast {letter!r}; known are {known}")
        own = sorted((BEASTS.index(letter.upper()) for letter in letters), reverse=True)
        twice = next((BEASTS[a] for a, b in itertools.pairwise(own) if a == b), None)
        if twice:
            raise UserError(f"ending {text!r}: {name} has the beast {twice} twice")
        numbers.append(tuple(own))
    return Ending(numbers[0], numbers[1])


def ending_of(position: JunglePosition) -> Ending:
    """The ending of a position; UserError where a side has no beasts, or there are too many."""
    red, blue = (
        tuple(sorted((beast for owner, beast in position.beasts.values() if owner == side), reverse=True))
        for side in (0, 1)
    )
    return Ending(red, blue)


def all_endings(beasts: int) -> Iterator[Ending]:
    """All standard endings of so many beasts, both sides together."""
    by_count = [list(itertools.combinations(range(len(BEASTS) - 1, -1, -1), n)) for n in range(beasts)]
    for reds in range(1, beasts):
        for red, blue in itertools.product(by_count[reds], by_count[beasts - reds]):
            ending = Ending(red, blue)
            if ending == ending.standard:
                yield ending


def needed_endings(*endings: Ending) -> list[Ending]:
    """The standard endings to solve for these, themselves among them, in the order to solve them in."""
    found: set[Ending] = set()
    waiting = [ending.standard for ending in endings]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            lower = (here.without(*beast) for beast in here.beasts)
            waiting += [ending.standard for ending in lower if ending]
    return sorted(found, key=lambda ending: (len(ending.beasts), str(ending)))


@dataclass(frozen=True)
class EndingPlan:
    """What solving takes.

    endings: all that are needed, in order. positions: indices in all of them, both sides to move. memory: bytes at most
    at any time, interpreter and compiled code apart. disk: bytes of the files that are still to be written.
    """

    endings: tuple[Ending, ...]
    positions: int
    memory: int
    disk: int


def plan_endings(*endings: Ending, done: Callable[[Ending], bool] = lambda ending: False) -> EndingPlan:
    """What it takes to solve these endings and those they lead to; `done`: whether the file of one is there."""
    needed = needed_endings(*endings)
    left = [ending for ending in needed if not done(ending)]
    most = 0
    for here in left:
        lower = {ending.standard for beast in here.beasts if (ending := here.without(*beast))}
        # The values of those one beast below are kept, and copied twice, with either winner, where captures lead to.
        kept = sum(4 * other.size for other in needed if len(other.beasts) == len(here.beasts) - 1)
        most = max(most, 4 * here.size + kept + sum(8 * ending.size for ending in lower))
    positions = sum(2 * here.size for here in needed)
    disk = sum(HEADER_BYTES + 4 * here.size for here in left)
    return EndingPlan(tuple(needed), positions, most + WORKING_BYTES, disk)
