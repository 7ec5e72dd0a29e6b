"""Counting the values of a solved slice."""

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.solve.kernels.hunt_index import (
    class_of_index,
    class_record,
    dogs_at,
    is_canonical,
    pack_of,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    CLASS_END,
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
    number = class_of_index(index, begin)
    record = class_record(index, number)
    for i in range(begin, end):
        if i == index.numbers[record + CLASS_END]:
            number = class_of_index(index, i)
            record = class_record(index, number)
        word = stored_word(stored, side, i)
        result = 2 if word == DRAWN else winner_of(word)
        raw[result] += index.numbers[record + CLASS_ORBIT]
        if index.numbers[record + CLASS_STABILISERS] == 1:
            canonical[word] += 1
        elif is_canonical(index, number, i, pack_of(index, number, dogs_at(index, record, i))):
            canonical[word] += 1
