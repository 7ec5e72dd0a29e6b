"""Counting the values of a solved slice."""

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ZERO
from hunt_ai.solve.kernels.hunt_index import (
    class_record,
    is_canonical,
    pack_of,
    walk_to,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    CLASS_ORBIT,
    CLASS_STABILISERS,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_stored import stored_word
from hunt_ai.solve.kernels.values import DRAWN, winner_of


@kernel
def count_values(stored, side, raw, canonical, begin, end):
    """Count the values of indices `begin` to `end` with `side` to move.

    Positions are added to `raw` [3] int64, won by side 0, won by side 1, drawn; canonical ones to `canonical` [65536]
    int64 by their words.
    """
    index = stored.numbering
    number, dogs = -1, ZERO
    for i in range(begin, end):
        number, dogs = walk_to(index, i - 1, i, number, dogs)
        record = class_record(index, number)
        word = stored_word(stored, side, i)
        result = 2 if word == DRAWN else winner_of(word)
        raw[result] += index.numbers[record + CLASS_ORBIT]
        if index.numbers[record + CLASS_STABILISERS] == 1:
            canonical[word] += 1
        elif is_canonical(index, number, i, pack_of(index, number, dogs)):
            canonical[word] += 1
