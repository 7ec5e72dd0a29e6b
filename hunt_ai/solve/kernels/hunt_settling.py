"""The work of retrograde analysis on single positions: successors looked at, predecessors settled.

How it all goes together is said in `hunt_retrograde.py`.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE, bit, lowest, rotate
from hunt_ai.games.kernels.hunt import HuntRules, count_moves, judge, jump_move
from hunt_ai.games.kernels.hunt_layout import (
    CAPTURED_ONE,
    JUMPS_AT,
    JUMPS_END,
    LANES,
    OVER_SHIFT,
    PACK_STEPS_AT,
    PACK_STEPS_END,
    POINT_FIELD,
    QUARRY_STEPS_AT,
    QUARRY_STEPS_END,
    SIDE,
    TO_SHIFT,
)  # fmt: skip
from hunt_ai.games.kernels.hunt_reach import count_steps, jump_targets, may_jump
from hunt_ai.games.kernels.outcomes import WINNER_BITS
from hunt_ai.solve.kernels.hunt_index import (
    SliceIndex,
    class_of_placement,
    class_points,
    class_record,
    colex_rank,
    copy_index,
    dogs_at,
    pack_of,
    placement_number,
    rank_among,
    rank_at,
    write_images,
)  # fmt: skip
from hunt_ai.solve.kernels.hunt_index_layout import (
    CLASS_OFFSET,
    CLASS_STABILISERS,
    COUNTERS,
)  # fmt: skip
from hunt_ai.solve.kernels.values import (
    DRAWN,
    distance_of,
    is_open,
    is_win,
    note_of,
    open_word,
    read_word,
    value_word,
    winner_of,
)  # fmt: skip

_WORD = np.uint64(64)
NO_EXIT = -1


class Work(NamedTuple):
    """What the kernels work on."""

    rules: HuntRules
    numbering: SliceIndex  # of the slice
    quarry_words: np.ndarray  # [size] uint16, values with the quarry to move
    pack_words: np.ndarray  # [size] uint16, values with the pack to move
    lower: SliceIndex  # of the slice with one dog less; anything where a capture ends the game
    lower_words: np.ndarray  # [size of that slice] uint16, values with the pack to move; empty where it ends the game
    writes: np.ndarray  # [2, 65536] int64, how often each word was written by side to move: at least its positions
    images: np.ndarray  # [automorphisms of the slice] uint64, scratch


@inlined
def settle(index, words, writes, position_index, number, word):
    """Write a value to all copies of a stored position of a class, in place of the one there."""
    writes[word] += 1
    words[position_index] = np.uint16(word)
    record = class_record(index, number)
    stabilisers = index.numbers[record + CLASS_STABILISERS]
    if stabilisers > 1:
        pack = pack_of(index, number, dogs_at(index, record, position_index))
        for k in range(1, stabilisers):
            words[copy_index(index, number, k, pack)] = np.uint16(word)


@inlined
def exits(work, quarry, pack):
    """What captures lead to with the quarry to move: (shortest of them that it wins, longest of them that it loses).

    In plies from after the capture. The first is NO_EXIT where it wins none; the second is NO_EXIT where it does not
    lose them all, and 0 where it has none.
    """
    rules, table = work.rules, work.rules.table
    shortest, longest = NO_EXIT, 0
    if not may_jump(table, quarry, pack):
        return shortest, longest
    empty = ~(quarry | pack)
    for at in range(np.int64(table[JUMPS_AT]), np.int64(table[JUMPS_END]), 3):
        targets = jump_targets(table, at, quarry, pack, empty)
        while targets:
            move = np.uint64(jump_move(table, at, lowest(targets)))
            targets &= targets - ONE
            next_quarry = quarry ^ bit(move & POINT_FIELD) ^ bit((move >> TO_SHIFT) & POINT_FIELD)
            next_pack = pack ^ bit((move >> OVER_SHIFT) & POINT_FIELD)
            if len(work.lower_words):
                number = placement_number(work.lower, next_quarry)
                word = read_word(work.lower_words, rank_at(work.lower, number, next_pack))
            else:
                position = (next_quarry, next_pack, (work.numbering.masks[COUNTERS] | SIDE) + CAPTURED_ONE)
                word = value_word((judge(rules, position, count_moves(rules, position)) & WINNER_BITS) - 1, 0)
            if word == DRAWN:
                longest = NO_EXIT
            elif winner_of(word) == 0:
                distance = distance_of(word)
                longest = NO_EXIT
                if shortest == NO_EXIT or distance < shortest:
                    shortest = distance
            elif longest != NO_EXIT:
                longest = max(longest, distance_of(word))
    return shortest, longest


@kernel
def pack_is_stuck(table, quarry, pack):
    """Whether no dog can step."""
    end_of_steps = np.int64(table[PACK_STEPS_END])
    return count_steps(table, np.int64(table[PACK_STEPS_AT]), end_of_steps, pack, ~(quarry | pack)) == 0


@inlined
def step_that_holds(work, offset, points_at, quarry, pack, dogs, first, distance):
    """Number of a direction in which some step of the pack may keep it from losing; -1 where none does: it has lost.

    That is one to a position which is no win of the quarry in at most `distance` plies. Directions below `first` are
    not looked at. The quarry stands as stored; `dogs` is the pack as a set among the free points.
    """
    table, masks = work.rules.table, work.numbering.masks
    empty = ~(quarry | pack)
    at = np.int64(table[PACK_STEPS_AT])
    for direction in range(first, (np.int64(table[PACK_STEPS_END]) - at) // 2):
        lane_at = at + 2 * LANES * (direction // LANES) + direction % LANES
        shift = table[lane_at]
        targets = rotate(pack & table[lane_at + LANES], shift) & empty
        while targets:
            to = lowest(targets)
            targets &= targets - ONE
            start = (to + _WORD - shift) & POINT_FIELD
            after = dogs ^ masks[points_at + np.int64(to)] ^ masks[points_at + np.int64(start)]
            if not is_win(read_word(work.quarry_words, offset + colex_rank(work.numbering, after)), 0, distance):
                return direction
    return -1


@inlined
def quarry_may_hold(work, quarry, pack, distance):
    """Whether a step of the quarry leads to no win of the pack in at most `distance` plies.

    `work.images` are those of `pack`. Nothing is noted for the next look: it may see another image of the position,
    whose directions are others.
    """
    table, index = work.rules.table, work.numbering
    empty = ~(quarry | pack)
    for block in range(np.int64(table[QUARRY_STEPS_AT]), np.int64(table[QUARRY_STEPS_END]), 2 * LANES):
        for lane in range(LANES):
            shift = table[block + lane]
            targets = rotate(quarry & table[block + LANES + lane], shift) & empty
            while targets:
                to = lowest(targets)
                targets &= targets - ONE
                after = quarry ^ bit(to) ^ bit((to + _WORD - shift) & POINT_FIELD)
                i = rank_among(index, placement_number(index, after), work.images)
                if not is_win(read_word(work.pack_words, i), 1, distance):
                    return True
    return False


@inlined
def before_pack_step(work, winner, distance, number, quarry, pack, dogs):
    """Settle, at `distance`, what can be of the positions from which a step of the pack led here; their number."""
    table, index = work.rules.table, work.numbering
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
                i = offset + colex_rank(index, before)
                word = read_word(work.pack_words, i)
                if not is_open(word):
                    continue
                holds = -1
                if winner == 0:
                    pack_before = pack ^ bit(start) ^ bit(to)
                    first = note_of(word)
                    holds = step_that_holds(work, offset, points_at, quarry, pack_before, before, first, distance - 1)
                    if holds > first:
                        work.pack_words[i] = np.uint16(open_word(holds))
                if holds == -1:
                    settle(index, work.pack_words, work.writes[1], i, number, value_word(winner, distance))
    return seen


@inlined
def before_quarry_step(work, winner, distance, quarry, pack):
    """The same for a step of the quarry."""
    table, index = work.rules.table, work.numbering
    write_images(index, pack, work.images)
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
                placement = placement_number(index, before)
                i = rank_among(index, placement, work.images)
                word = read_word(work.quarry_words, i)
                settled = NO_EXIT
                if winner == 0:
                    if word == DRAWN or distance_of(word) > distance:
                        settled = distance
                elif word == DRAWN and not quarry_may_hold(work, before, pack, distance - 1):
                    _, longest = exits(work, before, pack)
                    if longest != NO_EXIT:
                        settled = max(distance - 1, longest) + 1
                if settled != NO_EXIT:
                    number = class_of_placement(index, placement)
                    settle(index, work.quarry_words, work.writes[0], i, number, value_word(winner, settled))
    return seen
