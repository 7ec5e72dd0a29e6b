"""One-bit questions about one flat slice of a hunt game: the set of positions from which a side can force something.

Such a set is the least one that holds the *targets*, the positions whose mover asks and has a move into the set, and
those whose mover does not ask and has moves into the set only (an attractor: Grädel, Thomas and Wilke 2002). Only steps
are moves here, and the pass of a pack that is stuck: what a jump means is said by the question (see JUMP_...).

The set grows by rounds, a round a ply. Maps of one bit an index hold, by side to move, its *members*, those among them
that are new of the *last* round, and the *next* ones that this round finds. These come either from the last ones, by
steps taken back, or from a look at all positions that are no members. All maps treat the copies of a position alike.

Several threads may share the work of a round. In it members are only read, and words of `last` belong to the thread
that goes over them. Next ones are only added to, by indivisible steps where another thread may add to the same word;
nobody builds on them before all threads have finished. So the result is the same with any number of threads.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bit_maps import add_bit, has_bit
from hunt_ai.core.kernels.bits import ONE, ZERO, bit, lowest, popcount, rotate
from hunt_ai.games.kernels.hunt_layout import (
    HOME_MASK,
    LANES,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    PACK_STUCK_LOSES,
    POINT_FIELD,
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_belonging import (
    asker_has_won,
    is_driven_out,
    pack_belongs,
    quarry_belongs,
    quarry_is_target,
)
from hunt_ai.solve.kernels.hunt_index import (
    class_of_placement,
    class_points,
    class_record,
    colex_rank,
    copy_index,
    is_canonical,
    pack_of,
    permuted_ordinals,
    placement_number,
    points_of,
    rank_at,
    representative,
    walk_to,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    CLASS_OFFSET,
    CLASS_ORBIT,
    CLASS_STABILISERS,
    PLACEMENT_AUTOMORPHISM,
    PLACEMENT_NUMBERS,
    PLACEMENTS_AT,
    SIZE,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_settling import pack_is_stuck

_WORD = np.uint64(64)


@kernel
def find_targets(quest, begin, end, budget):
    """Add the targets to the next ones, for words `begin` to `end`; where to go on after `budget` words, or `end`."""
    table, index = quest.rules.table, quest.numbering
    pack_may_be_over = table[HOME_MASK] != ZERO or table[PACK_STUCK_LOSES] != ZERO
    end = min(end, begin + budget)
    number, dogs = -1, ZERO
    for i in range(begin << 6, min(end << 6, index.numbers[SIZE])):
        number, dogs = walk_to(index, i - 1, i, number, dogs)
        quarry, pack = representative(index, number), pack_of(index, number, dogs)
        if quarry_is_target(quest, quarry, pack):
            quest.quarry_next[i >> 6] |= ONE << np.uint64(i & 63)
        if pack_may_be_over and asker_has_won(quest, quarry, pack, 1):
            quest.pack_next[i >> 6] |= ONE << np.uint64(i & 63)
    return end


@kernel
def packs_before(quest, begin, end, budget):
    """Find next positions with the pack to move before the last ones with the quarry to move in words `begin` to `end`.

    The words are cleared. It answers with the word to go on from: `end`, or less once about so many steps were seen.
    """
    table, index = quest.rules.table, quest.numbering
    number, dogs, last = -1, ZERO, 0
    for word in range(begin, end):
        if budget <= 0:
            return word
        bits = quest.quarry_last[word]
        if bits == ZERO:
            continue
        quest.quarry_last[word] = ZERO
        while bits:
            i = (word << 6) + np.int64(lowest(bits))
            bits &= bits - ONE
            number, dogs = walk_to(index, last, i, number, dogs)
            last = i
            quarry = representative(index, number)
            if not is_driven_out(table, quarry):
                budget -= 1 + _before_pack_step(quest, i, number, quarry, pack_of(index, number, dogs), dogs)
    return end


@inlined
def _before_pack_step(quest, i, number, quarry, pack, dogs):
    """Add what belongs of the positions from which a step of the pack, or a pass, led here; their number."""
    table, index = quest.rules.table, quest.numbering
    offset = index.numbers[class_record(index, number) + CLASS_OFFSET]
    points_at = class_points(index, number)
    empty = ~(quarry | pack)
    seen = 0
    for block in range(np.int64(table[PACK_STEPS_AT]), np.int64(table[PACK_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            starts = rotate(pack, _WORD - shift) & table[block + LANES + lane] & empty
            while starts:
                start = lowest(starts)
                starts &= starts - ONE
                seen += 1
                to = (start + shift) & POINT_FIELD
                before = dogs ^ index.masks[points_at + np.int64(start)] ^ index.masks[points_at + np.int64(to)]
                j = offset + colex_rank(index, before)
                if has_bit(quest.pack_members, j) | has_bit(quest.pack_next, j):
                    continue
                if quest.asker == 0:
                    pack_before = pack ^ bit(start) ^ bit(to)
                    if not pack_belongs(quest, j, offset, points_at, quarry, pack_before, before):
                        continue
                add_bit(quest.pack_next, j)
    if not table[PACK_STUCK_LOSES] and pack_is_stuck(table, quarry, pack) and not has_bit(quest.pack_members, i):
        add_bit(quest.pack_next, i)
    return seen


@kernel
def quarries_before(quest, begin, end, budget):
    """The same the other way round: next positions with the quarry to move before the last ones of the pack."""
    index = quest.numbering
    number, dogs, last = -1, ZERO, 0
    for word in range(begin, end):
        if budget <= 0:
            return word
        bits = quest.pack_last[word]
        if bits == ZERO:
            continue
        quest.pack_last[word] = ZERO
        while bits:
            i = (word << 6) + np.int64(lowest(bits))
            bits &= bits - ONE
            number, dogs = walk_to(index, last, i, number, dogs)
            last = i
            pack = pack_of(index, number, dogs)
            budget -= 1
            if is_canonical(index, number, i, pack):
                budget -= _before_quarry_step(quest, representative(index, number), pack)
    return end


@inlined
def _before_quarry_step(quest, quarry, pack):
    """Add what belongs of the positions from which a step of the quarry led here, and their copies; their number."""
    table, index = quest.rules.table, quest.numbering
    empty = ~(quarry | pack)
    seen = 0
    for block in range(np.int64(table[QUARRY_STEPS_AT]), np.int64(table[QUARRY_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            starts = rotate(quarry, _WORD - shift) & table[block + LANES + lane] & empty
            while starts:
                start = lowest(starts)
                starts &= starts - ONE
                seen += 1
                before = quarry ^ bit(start) ^ bit((start + shift) & POINT_FIELD)
                if is_driven_out(table, before):
                    continue
                placement = placement_number(index, before)
                j = rank_at(index, placement, pack)
                if has_bit(quest.quarry_members, j) | has_bit(quest.quarry_next, j):
                    continue
                if quest.asker == 0 or quarry_belongs(quest, before, pack):
                    _add_quarry(quest, placement, pack, j)
    return seen


@inlined
def _add_quarry(quest, placement, pack, j):
    """Add a position with the quarry to move and on this placement, whose index is `j`, and all its copies."""
    index = quest.numbering
    numbers = index.numbers
    add_bit(quest.quarry_next, j)
    number = class_of_placement(index, placement)
    stabilisers = numbers[class_record(index, number) + CLASS_STABILISERS]
    if stabilisers > 1:
        automorphism = numbers[numbers[PLACEMENTS_AT] + PLACEMENT_NUMBERS * placement + PLACEMENT_AUTOMORPHISM]
        stored = points_of(index, permuted_ordinals(index, automorphism, pack))
        for k in range(1, stabilisers):
            add_bit(quest.quarry_next, copy_index(index, number, k, stored))


@kernel
def packs_that_belong(quest, begin, end, budget):
    """Find next positions with the pack to move among all that are no members in words `begin` to `end`.

    It answers with the word to go on from: `end`, or less once so many positions were seen.
    """
    table, index = quest.rules.table, quest.numbering
    number, dogs, last = -1, ZERO, 0
    for word in range(begin, end):
        if budget <= 0:
            return word
        bits = ~quest.pack_members[word]
        while bits:
            i = (word << 6) + np.int64(lowest(bits))
            if i >= index.numbers[SIZE]:
                break
            bits &= bits - ONE
            budget -= 1
            number, dogs = walk_to(index, last, i, number, dogs)
            last = i
            quarry, pack = representative(index, number), pack_of(index, number, dogs)
            offset = index.numbers[class_record(index, number) + CLASS_OFFSET]
            if is_driven_out(table, quarry):
                continue
            if pack_belongs(quest, i, offset, class_points(index, number), quarry, pack, dogs):
                quest.pack_next[word] |= ONE << np.uint64(i & 63)
    return end


@kernel
def quarries_that_belong(quest, begin, end, budget):
    """The same with the quarry to move."""
    table, index = quest.rules.table, quest.numbering
    number, dogs, last = -1, ZERO, 0
    for word in range(begin, end):
        if budget <= 0:
            return word
        bits = ~quest.quarry_members[word]
        while bits:
            i = (word << 6) + np.int64(lowest(bits))
            if i >= index.numbers[SIZE]:
                break
            bits &= bits - ONE
            budget -= 1
            number, dogs = walk_to(index, last, i, number, dogs)
            last = i
            quarry, pack = representative(index, number), pack_of(index, number, dogs)
            if not is_driven_out(table, quarry) and quarry_belongs(quest, quarry, pack):
                quest.quarry_next[word] |= ONE << np.uint64(i & 63)
    return end


@kernel
def merge(members, found, begin, end):
    """Add the words `begin` to `end` of `found` to those of `members`; how many bits these are."""
    total = ZERO
    for word in range(begin, end):
        members[word] |= found[word]
        total += popcount(found[word])
    return np.int64(total)


@kernel
def note_moves(found, halves, half, begin, end):
    """Write `half` for the bits in the words `begin` to `end` of `found`, into [indices] uint8."""
    for word in range(begin, end):
        bits = found[word]
        while bits:
            halves[(word << 6) + np.int64(lowest(bits))] = half
            bits &= bits - ONE
    return end


@kernel
def count_members(index, members, begin, end):
    """(positions, canonical ones) among the members in words `begin` to `end`."""
    raw, canonical = 0, 0
    number, dogs, last = -1, ZERO, 0
    for word in range(begin, end):
        bits = members[word]
        while bits:
            i = (word << 6) + np.int64(lowest(bits))
            bits &= bits - ONE
            number, dogs = walk_to(index, last, i, number, dogs)
            last = i
            raw += index.numbers[class_record(index, number) + CLASS_ORBIT]
            canonical += np.int64(is_canonical(index, number, i, pack_of(index, number, dogs)))
    return raw, canonical
