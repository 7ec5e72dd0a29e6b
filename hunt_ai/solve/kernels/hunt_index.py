"""Numbering the positions of one slice of a hunt game: rank and unrank; the layout is in `hunt_index_layout.py`.

Positions are (quarry, pack) masks; side to move and counters are the slice's. Indices are int64.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE, ZERO, lowest, popcount
from hunt_ai.solve.kernels.hunt_index_layout import (
    BINOMIALS,
    CHUNK,
    CHUNK_AT,
    CHUNK_BITS,
    CLASS_END,
    CLASS_FREE,
    CLASS_LOWS_AT,
    CLASS_NUMBERS,
    CLASS_OFFSET,
    CLASS_POINTS_AT,
    CLASS_STABILISER,
    CLASS_STABILISERS,
    CLASSES,
    CLASSES_AT,
    END_BYTE,
    FIRST_BYTE,
    LOWS_AT,
    MASK_BYTES,
    ORDINAL_BYTES,
    PERMUTED,
    PLACEMENT_AUTOMORPHISM,
    PLACEMENT_CLASS,
    PLACEMENT_NUMBERS,
    PLACEMENT_OFFSET,
    PLACEMENTS_AT,
    QUARRY_COUNT,
    QUARRY_ORDER,
    RAISED,
    REPRESENTATIVES_AT,
    SINGLES,
    SPREAD,
    STABILISERS_AT,
)  # fmt: skip

_BYTE = np.uint64(255)
_CHUNK_MASK = np.uint64(CHUNK - 1)
_CHUNK_SHIFT = np.uint64(CHUNK_BITS)
_EIGHT = np.uint64(8)
NEAR = 24  # so many sets further on, it is quicker to count up to a set than to make it from its rank


class SliceIndex(NamedTuple):
    """The numbering of one slice, for kernels; made by `hunt_ai.solve.hunt_index.build_index`."""

    numbers: np.ndarray  # [..] int64
    masks: np.ndarray  # [..] uint64


@inlined
def placement_number(index, quarry):
    """Colex rank of the quarry's set of points."""
    numbers = index.numbers
    rank = 0
    k = 0
    while quarry:
        k += 1
        rank += numbers[BINOMIALS + 65 * numbers[QUARRY_ORDER + np.int64(lowest(quarry))] + k]
        quarry &= quarry - ONE
    return rank


@inlined
def permuted_ordinals(index, automorphism, pack):
    """Ordinals of the single dogs of `pack` moved by an automorphism."""
    numbers, masks = index.numbers, index.masks
    ordinals = ZERO
    at = PERMUTED + automorphism * (MASK_BYTES * 256)
    for byte in range(numbers[FIRST_BYTE], numbers[END_BYTE]):
        ordinals |= masks[at + 256 * byte + np.int64((pack >> (_EIGHT * np.uint64(byte))) & _BYTE)]
    return ordinals


@inlined
def free_ordinals(index, lows_at, ordinals):
    """The set of dogs among the free points: ordinals with the quarry's points taken out."""
    masks = index.masks
    for i in range(lows_at, lows_at + index.numbers[QUARRY_COUNT]):
        low = masks[i]
        ordinals = (ordinals & low) | ((ordinals >> ONE) & ~low)
    return ordinals


@inlined
def colex_rank(index, dogs):
    """Colex rank of a set, a mask of numbers from 0."""
    numbers = index.numbers
    rank = 0
    lower = 0
    chunk = CHUNK_AT
    while dogs:
        bits = dogs & _CHUNK_MASK
        rank += numbers[numbers[chunk] + CHUNK * lower + np.int64(bits)]
        lower += np.int64(popcount(bits))
        dogs >>= _CHUNK_SHIFT
        chunk += 1
    return rank


@inlined
def write_images(index, pack, images):
    """Write the ordinals of `pack` moved by each automorphism into `images` [automorphisms], for `rank_among`."""
    for automorphism in range(len(images)):
        images[automorphism] = permuted_ordinals(index, automorphism, pack)


@inlined
def rank_among(index, placement, images):
    """Index of the position with the quarry on this placement and the dogs whose images are given."""
    numbers = index.numbers
    record = numbers[PLACEMENTS_AT] + PLACEMENT_NUMBERS * placement
    lows_at = np.int64(index.masks[LOWS_AT]) + numbers[QUARRY_COUNT] * placement
    dogs = free_ordinals(index, lows_at, images[numbers[record + PLACEMENT_AUTOMORPHISM]])
    return numbers[record + PLACEMENT_OFFSET] + colex_rank(index, dogs)


@inlined
def rank_at(index, placement, pack):
    """Index of the position with the quarry on this placement and these dogs."""
    numbers = index.numbers
    record = numbers[PLACEMENTS_AT] + PLACEMENT_NUMBERS * placement
    ordinals = permuted_ordinals(index, numbers[record + PLACEMENT_AUTOMORPHISM], pack)
    lows_at = np.int64(index.masks[LOWS_AT]) + numbers[QUARRY_COUNT] * placement
    return numbers[record + PLACEMENT_OFFSET] + colex_rank(index, free_ordinals(index, lows_at, ordinals))


@kernel
def rank(index, quarry, pack):
    """Index of a position, which must be of the slice."""
    return rank_at(index, placement_number(index, quarry), pack)


@inlined
def class_record(index, number):
    """Where the record of a class begins in `numbers`."""
    return index.numbers[CLASSES_AT] + CLASS_NUMBERS * number


@kernel
def class_of_index(index, position_index):
    """Number of the class that an index belongs to, by bisection."""
    low, high = 0, index.numbers[CLASSES] - 1
    while low < high:
        middle = (low + high + 1) >> 1
        if index.numbers[class_record(index, middle) + CLASS_OFFSET] <= position_index:
            low = middle
        else:
            high = middle - 1
    return low


@inlined
def class_of_placement(index, placement):
    """Number of the class of a placement, by its number."""
    return index.numbers[index.numbers[PLACEMENTS_AT] + PLACEMENT_NUMBERS * placement + PLACEMENT_CLASS]


@kernel
def nth_set(index, points, members, colex):
    """The set of so many `members` among the numbers below `points` that has the colex rank, as a mask."""
    numbers = index.numbers
    dogs = ZERO
    for k in range(members, 0, -1):
        points -= 1
        while numbers[BINOMIALS + 65 * points + k] > colex:
            points -= 1
        dogs |= ONE << np.uint64(points)
        colex -= numbers[BINOMIALS + 65 * points + k]
    return dogs


@inlined
def dogs_at(index, record, position_index):
    """The dogs of a stored position, as a set among the free points; `record` is that of its class."""
    numbers = index.numbers
    colex = position_index - numbers[record + CLASS_OFFSET]
    return nth_set(index, numbers[record + CLASS_FREE], numbers[SINGLES], colex)


@kernel
def next_set(dogs):
    """The set that follows in colex order among those with as many members (Gosper's hack); not after the last."""
    lowest_bit = dogs & (~dogs + ONE)
    ripple = dogs + lowest_bit
    return ripple | (((dogs ^ ripple) >> np.uint64(2)) >> lowest(lowest_bit))


@inlined
def walk_to(index, last, i, number, dogs):
    """(class, set of dogs) of index `i`, from those of index `last` before it; `number` is -1 where it is unknown."""
    if number >= 0 and i < index.numbers[class_record(index, number) + CLASS_END]:
        if i - last > NEAR:
            return number, dogs_at(index, class_record(index, number), i)
        for _ in range(i - last):
            dogs = next_set(dogs)
        return number, dogs
    number = class_of_index(index, i)
    return number, dogs_at(index, class_record(index, number), i)


@inlined
def class_points(index, number):
    """Where the free points of a class begin in `masks`: [64] by point, the mask of its number, 0 for none."""
    return np.int64(index.masks[CLASS_POINTS_AT]) + 64 * number


@inlined
def points_of(index, ordinals):
    """The pack's mask for single dogs given as ordinals, raised points included."""
    masks = index.masks
    pack = masks[RAISED]
    for byte in range(index.numbers[ORDINAL_BYTES]):
        pack |= masks[SPREAD + 256 * byte + np.int64((ordinals >> (_EIGHT * np.uint64(byte))) & _BYTE)]
    return pack


@inlined
def pack_of(index, number, dogs):
    """The pack's mask for a set of dogs among the free points of a class, raised points included."""
    numbers, masks = index.numbers, index.masks
    lows_at = np.int64(masks[CLASS_LOWS_AT]) + numbers[QUARRY_COUNT] * number
    for i in range(lows_at + numbers[QUARRY_COUNT] - 1, lows_at - 1, -1):
        low = masks[i]
        dogs = (dogs & low) | ((dogs & ~low) << ONE)
    return points_of(index, dogs)


@inlined
def representative(index, number):
    """The quarry's mask in the positions stored for a class."""
    return index.masks[np.int64(index.masks[REPRESENTATIVES_AT]) + number]


@kernel
def unrank(index, position_index):
    """(quarry, pack) of the position stored at an index."""
    number = class_of_index(index, position_index)
    record = class_record(index, number)
    dogs = dogs_at(index, record, position_index)
    return representative(index, number), pack_of(index, number, dogs)


@inlined
def copy_index(index, number, k, pack):
    """Index of the image of a stored position of a class by the k-th automorphism of the class's stabiliser."""
    numbers = index.numbers
    record = class_record(index, number)
    automorphism = numbers[numbers[STABILISERS_AT] + numbers[record + CLASS_STABILISER] + k]
    lows_at = np.int64(index.masks[CLASS_LOWS_AT]) + numbers[QUARRY_COUNT] * number
    dogs = free_ordinals(index, lows_at, permuted_ordinals(index, automorphism, pack))
    return numbers[record + CLASS_OFFSET] + colex_rank(index, dogs)


@kernel
def is_canonical(index, number, position_index, pack):
    """Whether a stored position has the lowest index of its copies."""
    for k in range(1, index.numbers[class_record(index, number) + CLASS_STABILISERS]):
        if copy_index(index, number, k, pack) < position_index:
            return False
    return True


@kernel
def unrank_all(index, begin, end, quarries, packs):
    """Write the positions of indices `begin` to `end` into `quarries` and `packs` [end - begin] uint64."""
    for i in range(begin, end):
        quarry, pack = unrank(index, i)
        quarries[i - begin] = quarry
        packs[i - begin] = pack


@kernel
def rank_all(index, quarries, packs, indices):
    """Write the indices of the positions `quarries`, `packs` [n] uint64 into `indices` [n] int64."""
    for i in range(len(quarries)):
        indices[i] = rank(index, quarries[i], packs[i])


@kernel
def count_class(index, number):
    """(indices of a class, canonical ones among them)."""
    record = class_record(index, number)
    begin, end = index.numbers[record + CLASS_OFFSET], index.numbers[record + CLASS_END]
    canonical = 0
    for i in range(begin, end):
        _, pack = unrank(index, i)
        canonical += np.int64(is_canonical(index, number, i, pack))
    return end - begin, canonical
