"""Retrograde analysis of one flat slice of a hunt game (no dogs in hand, no groups), for both sides to move.

Values are settled in the order of their distance (Thompson 1986; Ströhlein 1970): ply by ply, the predecessors of all
positions settled at the last distance are looked at. One whose mover wins is settled at once. One whose mover may have
lost is settled after all its successors have been looked at, rather than by counting down: positions are stored up to
symmetry, where a position has fewer distinct neighbours than moves. For the pack, which has many moves, the direction
of the step that still held is noted in the position's word, and the next look begins there.

A capture leads to a slice that is settled already, so its value may be of any distance. A value that follows from
captures is written down ahead of its time, and counts as settled once its distance has come: words of a distance above
the current one are *scheduled*. A scheduled win may still be replaced by a shorter one.

Every write goes to all copies of a position (see `hunt_index_layout.py`), and only canonical copies are worked on.

Several threads may share the words, each with `writes` and `images` of its own and a part of the indices, if they wait
for one another between sweeps: a sweep only builds on words of smaller distance than it writes, so that two that come
upon the same position write the same.
"""

import numpy as np

from hunt_ai.core.kernel_cache import kernel
from hunt_ai.core.kernels.bits import ZERO
from hunt_ai.games.kernels.hunt import count_moves, judge
from hunt_ai.games.kernels.hunt_layout import (
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
    SIDE,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import count_steps
from hunt_ai.games.kernels.outcomes import ONGOING, WINNER_BITS
from hunt_ai.solve.kernels.hunt_index import (
    class_of_index,
    class_points,
    class_record,
    dogs_at,
    is_canonical,
    pack_of,
    representative,
    walk_to,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    CLASS_OFFSET,
    COUNTERS,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_settling import (
    NO_EXIT,
    before_pack_step,
    before_quarry_step,
    exits,
    pack_is_stuck,
    settle,
    step_that_holds,
)
from hunt_ai.solve.kernels.values import (
    DRAWN,
    SCAN,
    find_word,
    is_open,
    is_win,
    note_of,
    open_word,
    read_word,
    value_word,
)  # fmt: skip


@kernel
def set_out(work, begin, end):
    """Write down what can be told of the positions `begin` to `end` without their slice: ends, and captures.

    Both sides to move; the words must be 0 before.
    """
    rules, table, index = work.rules, work.rules.table, work.numbering
    counters = index.masks[COUNTERS]
    number, dogs = -1, ZERO
    for i in range(begin, end):
        number, dogs = walk_to(index, i - 1, i, number, dogs)
        pack = pack_of(index, number, dogs)
        if not is_canonical(index, number, i, pack):
            continue
        quarry = representative(index, number)
        position = (quarry, pack, counters | SIDE)
        code = judge(rules, position, count_moves(rules, position))
        if code != ONGOING:
            settle(index, work.pack_words, work.writes[1], i, number, value_word((code & WINNER_BITS) - 1, 0))
        position = (quarry, pack, counters)
        code = judge(rules, position, count_moves(rules, position))
        if code != ONGOING:
            settle(index, work.quarry_words, work.writes[0], i, number, value_word((code & WINNER_BITS) - 1, 0))
            continue
        shortest, longest = exits(work, quarry, pack)
        if shortest != NO_EXIT:
            settle(index, work.quarry_words, work.writes[0], i, number, value_word(0, shortest + 1))
        elif longest != NO_EXIT:
            end_of_steps = np.int64(table[QUARRY_STEPS_END])
            if not count_steps(table, np.int64(table[QUARRY_STEPS_AT]), end_of_steps, quarry, ~(quarry | pack)):
                settle(index, work.quarry_words, work.writes[0], i, number, value_word(1, longest + 1))


@kernel
def settle_before_quarry(work, winner, distance, begin, end, budget):
    """Settle positions with the pack to move at `distance` that lead to wins of `winner` at one less.

    The latter are looked for among indices `begin` to `end`. The index to go on from: `end`, or less once about so many
    predecessors and SCANs of words (`budget`) were seen.
    """
    table, index = work.rules.table, work.numbering
    i = begin
    while budget > 0:
        start = i
        stop = min(end, start + SCAN * budget)
        i = find_word(work.quarry_words, start, stop, value_word(winner, distance - 1))
        if i == stop:
            return stop
        budget -= 1 + (i - start) // SCAN
        number = class_of_index(index, i)
        record = class_record(index, number)
        dogs = dogs_at(index, record, i)
        pack = pack_of(index, number, dogs)
        if is_canonical(index, number, i, pack):
            quarry = representative(index, number)
            budget -= before_pack_step(work, winner, distance, number, quarry, pack, dogs)
            if is_open(read_word(work.pack_words, i)) and pack_is_stuck(table, quarry, pack):  # it passes
                settle(index, work.pack_words, work.writes[1], i, number, value_word(winner, distance))
        i += 1
    return i


@kernel
def settle_before_pack(work, winner, distance, begin, end, budget):
    """The same the other way round: positions with the quarry to move that lead to those with the pack to move."""
    index = work.numbering
    i = begin
    while budget > 0:
        start = i
        stop = min(end, start + SCAN * budget)
        i = find_word(work.pack_words, start, stop, value_word(winner, distance - 1))
        if i == stop:
            return stop
        budget -= 1 + (i - start) // SCAN
        number = class_of_index(index, i)
        pack = pack_of(index, number, dogs_at(index, class_record(index, number), i))
        if is_canonical(index, number, i, pack):
            budget -= before_quarry_step(work, winner, distance, representative(index, number), pack)
        i += 1
    return i


@kernel
def settle_lost_packs(work, distance, begin, end):
    """Settle what the pack to move has lost at `distance`, by a look at each open position of `begin` to `end`.

    It does the work of `settle_before_quarry` for wins of the quarry, and sooner where these are many.
    """
    table, index = work.rules.table, work.numbering
    number, dogs = -1, ZERO
    for i in range(begin, end):
        number, dogs = walk_to(index, i - 1, i, number, dogs)
        word = read_word(work.pack_words, i)
        if not is_open(word):
            continue
        quarry, pack = representative(index, number), pack_of(index, number, dogs)
        offset = index.numbers[class_record(index, number) + CLASS_OFFSET]
        points_at = class_points(index, number)
        first = note_of(word)
        holds = step_that_holds(work, offset, points_at, quarry, pack, dogs, first, distance - 1)
        if holds > first:
            work.pack_words[i] = np.uint16(open_word(holds))
        elif holds == -1:
            passes = pack_is_stuck(table, quarry, pack)
            if not passes or is_win(read_word(work.quarry_words, i), 0, distance - 1):
                settle(index, work.pack_words, work.writes[1], i, number, value_word(0, distance))


@kernel
def close(work, begin, end):
    """Make the positions from `begin` to `end` that never were settled drawn."""
    for i in range(begin, end):
        if is_open(read_word(work.pack_words, i)):
            work.pack_words[i] = np.uint16(DRAWN)
