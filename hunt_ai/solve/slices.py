"""Slices of a hunt game: the positions with as many dogs on the board, in hand, and in groups on the group points.

A capture takes a dog off the board, a placement takes one out of the hand, a dog that leaves a group lowers it, and
nothing ever undoes these: a game only goes from a slice to itself and to slices after it.
"""

from dataclasses import dataclass

import numpy as np

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.hunt_layout import BYTE, CAPTURED_SHIFT, HAND_SHIFT, HEIGHTS_SHIFT
from hunt_ai.games.ruleset import Automorphism, Row


@dataclass(frozen=True, order=True)
class Slice:
    """on_board and in_hand: numbers of dogs. heights: dogs above the first on each group point, in the game's order."""

    on_board: int
    in_hand: int = 0
    heights: tuple[int, ...] = ()

    @property
    def singles(self) -> int:
        """Dogs that stand alone on a point."""
        return self.on_board - sum(height + 1 for height in self.heights if height)

    @property
    def is_flat(self) -> bool:
        """Whether no dog is in hand and none in a group: then dogs only step, and play can go in circles."""
        return not self.in_hand and not any(self.heights)


def slice_of(game: HuntGame, row: Row) -> Slice:
    """The slice of a position."""
    _, pack, counters = (int(word) for word in row)
    heights = tuple(
        counters >> int(HEIGHTS_SHIFT) + 2 * number & 3 for number in range(len(game.settings.group_points))
    )
    return Slice(pack.bit_count() + sum(heights), counters >> int(HAND_SHIFT) & int(BYTE), heights)


def captured(game: HuntGame, here: Slice) -> int:
    """Dogs that the quarry has taken in every position of a slice."""
    return game.dogs - here.on_board - here.in_hand


def slice_counters(game: HuntGame, here: Slice) -> int:
    """The third word of the slice's positions with the quarry to move and no ply without progress."""
    word = here.in_hand << int(HAND_SHIFT) | captured(game, here) << int(CAPTURED_SHIFT)
    for number, height in enumerate(here.heights):
        word |= height << int(HEIGHTS_SHIFT) + 2 * number
    return word


def image_of_heights(game: HuntGame, heights: tuple[int, ...], automorphism: Automorphism) -> tuple[int, ...]:
    """The heights of the images of positions with these heights."""
    order = {point: number for number, point in enumerate(game.points)}
    groups = game.settings.group_points
    moved = dict.fromkeys(groups, 0)
    for point, height in zip(groups, heights, strict=True):
        moved[game.points[automorphism.points[order[point]]]] = height
    return tuple(moved.values())


def canonical_slice(game: HuntGame, here: Slice) -> tuple[Slice, Automorphism]:
    """The slice that stands for all images of `here` (with the greatest heights), and what takes positions there."""
    images = [(image_of_heights(game, here.heights, a), -number) for number, a in enumerate(game.automorphisms)]
    heights, number = max(images)
    return Slice(here.on_board, here.in_hand, heights), game.automorphisms[-number]


def flat_slices(game: HuntGame) -> list[Slice]:
    """The slices where dogs only step, the game goes on and all else is settled, in the order to solve them in.

    They run from the fewest dogs with which the quarry has not won to the most that there are and that find room.
    """
    heights = (0,) * len(game.settings.group_points)
    area = len(game.settings.pack_area)
    room = area - max(0, game.quarry_count - (len(game.points) - area))
    fewest = game.dogs - game.settings.capture_goal + 1
    return [Slice(dogs, 0, heights) for dogs in range(fewest, min(game.dogs, room) + 1)]


def slice_row(game: HuntGame, here: Slice, quarry: int, pack: int, side: int) -> Row:
    """The position of a slice with these masks and this side to move."""
    return np.array([quarry, pack, slice_counters(game, here) | side], dtype=np.uint64)
