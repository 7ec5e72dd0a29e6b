"""Building the numbering of a slice's positions; the layout is in `kernels/hunt_index_layout.py`."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.hunt_layout import MAX_POINTS
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex
from hunt_ai.solve.slices import Slice, image_of_heights, slice_counters

MOST_PLACEMENTS = 2_000_000
MOST_POSITIONS = 2**40  # of one side to move


@dataclass(frozen=True)
class _Class:
    """Placements that are images of one another: the first of them, and the automorphisms that leave it in place."""

    representative: tuple[int, ...]
    stabiliser: tuple[int, ...]
    orbit: int


def slice_size(game: HuntGame, here: Slice) -> int:
    """Number of indices of a slice for each side to move."""
    area = _Area(game, here)
    return sum(math.comb(area.free_points(found.representative), here.singles) for found in area.classes())


def build_index(game: HuntGame, here: Slice) -> SliceIndex:
    """The numbering of a slice; UserError where it has no positions or too many to number."""
    area = _Area(game, here)
    if here.singles < 0 or (any(here.heights) and here.on_board < 1):
        raise UserError(f"{game.name}: no position has {here.on_board} dogs on the board and heights {here.heights}")
    classes = area.classes()
    masks = _Tail(at.PERMUTED, np.uint64)
    numbers = _Tail(at.NUMBERS_HEADER, np.int64)
    _fill_binomials(numbers.header)
    _fill_ranks(numbers, len(area.dog_points), here.singles)
    for number, bit in enumerate(area.quarry_points):
        numbers.header[at.QUARRY_ORDER + bit] = number
    _fill_bytes(masks, area)
    offsets = _fill_classes(numbers, masks, area, classes, here.singles)
    _fill_placements(numbers, masks, area, classes, offsets)
    dog_bits = area.dog_points or [0]
    numbers.header[at.QUARRY_COUNT], numbers.header[at.SINGLES] = game.quarry_count, here.singles
    numbers.header[at.CLASSES], numbers.header[at.SIZE] = len(classes), offsets[-1]
    numbers.header[at.FIRST_BYTE], numbers.header[at.END_BYTE] = dog_bits[0] // 8, dog_bits[-1] // 8 + 1
    numbers.header[at.ORDINAL_BYTES] = -(-len(area.dog_points) // 8)
    numbers.header[at.AUTOMORPHISMS] = len(area.automorphisms)
    masks.header[at.RAISED] = sum(1 << bit for bit in area.raised)
    masks.header[at.COUNTERS] = slice_counters(game, here)
    return SliceIndex(numbers.whole(), masks.whole())


class _Tail:
    """An array that is a header of fixed length and what is appended to it."""

    def __init__(self, header: int, dtype: type) -> None:
        self.header: np.ndarray = np.zeros(header, dtype=dtype)
        self._parts = [self.header]
        self._length = header

    def append(self, values: Sequence[int] | np.ndarray) -> int:
        """Where the values begin."""
        start = self._length
        self._parts.append(np.asarray(values, dtype=self.header.dtype))
        self._length += len(values)
        return start

    def whole(self) -> np.ndarray:
        return np.concatenate(self._parts)


class _Area:
    """Where quarry and single dogs may stand in a slice, by bits, and the automorphisms that keep its heights."""

    def __init__(self, game: HuntGame, here: Slice) -> None:
        groups = game.settings.group_points
        heights = here.heights or (0,) * len(groups)
        bits = game.bits
        self.quarry_count = game.quarry_count
        self.raised = [bits[point] for point, height in zip(groups, heights, strict=True) if height]
        self.quarry_points = sorted(set(bits.values()) - set(self.raised))
        self.dog_points = sorted({bits[point] for point in game.settings.pack_area} - set(self.raised))
        self.automorphisms: list[Mapping[int, int]] = [
            {bits[p]: bits[game.points[automorphism.points[n]]] for n, p in enumerate(game.points)}
            for automorphism in game.automorphisms
            if image_of_heights(game, heights, automorphism) == heights
        ]
        placements = math.comb(len(self.quarry_points), self.quarry_count)
        if placements > MOST_PLACEMENTS:
            raise UserError(
                f"{game.name}: {placements} placements of the {game.sides[0]}, of at most {MOST_PLACEMENTS}"
            )

    def placements(self) -> Iterable[tuple[int, ...]]:
        """All sets of quarry points, in colex order."""
        reverse = self.quarry_points[::-1]
        return reversed([c[::-1] for c in itertools.combinations(reverse, self.quarry_count)])

    def free_points(self, placement: tuple[int, ...]) -> int:
        return len(self.dog_points) - len(set(self.dog_points) & set(placement))

    def classes(self) -> list[_Class]:
        """The classes in the order of their representatives."""
        found, seen = [], set()
        for placement in self.placements():
            if placement in seen:
                continue
            images = [_image(automorphism, placement) for automorphism in self.automorphisms]
            seen.update(images)
            stabiliser = tuple(number for number, image in enumerate(images) if image == placement)
            found.append(_Class(placement, stabiliser, len(set(images))))
        return found

    def lows(self, representative: tuple[int, ...]) -> list[int]:
        """For each quarry point that a dog may stand on, highest first, the mask of the ordinals below it."""
        ordinals = sorted(
            (self.dog_points.index(bit) for bit in representative if bit in self.dog_points), reverse=True
        )
        lows = [(1 << ordinal) - 1 for ordinal in ordinals]
        return lows + [2**64 - 1] * (self.quarry_count - len(lows))


def _image(automorphism: Mapping[int, int], placement: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(automorphism[bit] for bit in placement))


def _fill_binomials(header: np.ndarray) -> None:
    for n, k in itertools.product(range(65), repeat=2):
        header[at.BINOMIALS + 65 * n + k] = math.comb(n, k)


def _fill_ranks(numbers: _Tail, points: int, members: int) -> None:
    """The tables that rank a set chunk by chunk: what a chunk's bits add, by the members in lower chunks."""
    for chunk in range(-(-points // at.CHUNK_BITS)):
        first = chunk * at.CHUNK_BITS
        table = np.zeros((min(first, members) + 1, at.CHUNK), dtype=np.int64)
        for lower, bits in np.ndindex(table.shape):
            ordinals = [first + i for i in range(at.CHUNK_BITS) if bits >> i & 1]
            if ordinals and ordinals[-1] < points and lower + len(ordinals) <= members:
                table[lower, bits] = sum(math.comb(n, lower + k) for k, n in enumerate(ordinals, 1))
        numbers.header[at.CHUNK_AT + chunk] = numbers.append(table.ravel())


def _fill_bytes(masks: _Tail, area: _Area) -> None:
    """SPREAD and PERMUTED; the latter is the first that is appended."""
    for ordinal, bit in enumerate(area.dog_points):
        byte, place = divmod(ordinal, 8)
        for value in range(256):
            if value >> place & 1:
                masks.header[at.SPREAD + 256 * byte + value] |= np.uint64(1 << bit)
    order = {bit: ordinal for ordinal, bit in enumerate(area.dog_points)}
    for automorphism in area.automorphisms:
        table = np.zeros((at.MASK_BYTES, 256), dtype=np.uint64)
        for bit in area.dog_points:
            byte, place = divmod(bit, 8)
            has_bit = (np.arange(256) >> place & 1).astype(bool)
            table[byte, has_bit] |= np.uint64(1 << order[automorphism[bit]])
        masks.append(table.ravel())


def _fill_classes(numbers: _Tail, masks: _Tail, area: _Area, classes: Sequence[_Class], singles: int) -> list[int]:
    """The records of the classes; the offset of each, and their end."""
    free = [area.free_points(found.representative) for found in classes]
    offsets = list(itertools.accumulate((math.comb(points, singles) for points in free), initial=0))
    if not 0 < offsets[-1] <= MOST_POSITIONS:
        raise UserError(f"a slice of {offsets[-1]} positions cannot be numbered: 1 to {MOST_POSITIONS} can")
    records: list[int] = []
    stabilisers: list[int] = []
    lows: list[int] = []
    for number, found in enumerate(classes):
        records += [offsets[number], offsets[number + 1], free[number], found.orbit]
        records += [len(stabilisers), len(found.stabiliser)]
        stabilisers += found.stabiliser
        lows += area.lows(found.representative)
    numbers.header[at.CLASSES_AT] = numbers.append(records)
    numbers.header[at.STABILISERS_AT] = numbers.append(stabilisers)
    representatives = [sum(1 << bit for bit in found.representative) for found in classes]
    masks.header[at.REPRESENTATIVES_AT] = masks.append(representatives)
    masks.header[at.CLASS_LOWS_AT] = masks.append(lows)
    points = np.zeros((len(classes), MAX_POINTS), dtype=np.uint64)
    for number, found in enumerate(classes):
        for place, bit in enumerate(bit for bit in area.dog_points if bit not in found.representative):
            points[number, bit] = 1 << place
    masks.header[at.CLASS_POINTS_AT] = masks.append(points.ravel())
    return offsets


def _fill_placements(
    numbers: _Tail, masks: _Tail, area: _Area, classes: Sequence[_Class], offsets: Sequence[int]
) -> None:
    """A record for each placement in colex order: its class, and the first automorphism that takes it there."""
    inverse = [{to: bit for bit, to in automorphism.items()} for automorphism in area.automorphisms]
    home: dict[tuple[int, ...], tuple[int, int]] = {}
    for number, found in enumerate(classes):
        for automorphism, back in enumerate(inverse):
            home.setdefault(_image(back, found.representative), (number, automorphism))
    class_lows = [area.lows(found.representative) for found in classes]
    records, lows = [], []
    for placement in area.placements():
        number, automorphism = home[placement]
        records += [offsets[number], automorphism, number]
        lows += class_lows[number]
    numbers.header[at.PLACEMENTS_AT] = numbers.append(records)
    masks.header[at.LOWS_AT] = masks.append(lows)
