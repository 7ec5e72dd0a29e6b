"""Retrograde analysis of one jungle ending, for both sides to move, without the bans and the no-progress limit.

Values are settled in the order of their distance (Thompson 1986; Ströhlein 1970): ply by ply, the predecessors of all
positions settled at the last distance are looked at. One whose mover wins is settled at once. For the others the word
of an open position counts the moves that may still hold: it is lost when none is left.

A *quiet* move takes nothing and enters no den. Quiet moves can be taken back: from where it arrives, a beast may step
or jump to where it came from if that is empty, whoever's turn it is. So the predecessors of a position are what quiet
moves of the side that has just moved lead to.

A capture leads to an ending that is solved already, so its value may be of any distance. A value that follows from
captures is written down ahead of its time, and counts as settled once its distance has come: words of a distance above
the current one are *scheduled*. A scheduled win may still be replaced by a shorter one.
"""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import ONE
from hunt_ai.games.kernels.jungle import JungleRules
from hunt_ai.games.kernels.jungle_layout import CELL_FIELD, DENS, TO_SHIFT
from hunt_ai.solve.kernels.jungle_index_layout import (
    BEASTS,
    CELL_WORDS,
    LOWER_PLACES,
    LOWER_STARTS,
    MOST_BEASTS,
    PLACES_AT,
    REDS,
)  # fmt: skip
from hunt_ai.solve.kernels.jungle_placing import (
    mirrored_index,
    moves_but_for_bans,
    place,
    position_of,
    slot_on,
)  # fmt: skip
from hunt_ai.solve.kernels.values import (
    DRAWN,
    OPEN,
    SCAN,
    distance_of,
    find_word,
    is_open,
    note_of,
    open_word,
    read_word,
    value_word,
    winner_of,
)  # fmt: skip

IMPOSSIBLE = 65_535  # the word where two beasts would stand on one cell
NO_EXIT = -1


class JungleWork(NamedTuple):
    """What the kernels work on."""

    rules: JungleRules
    numbers: np.ndarray  # [NUMBERS] int64, see `jungle_index_layout.py`
    words: np.ndarray  # [2, size] uint16, values by side to move
    lower_words: np.ndarray  # [..] uint16, the words of the endings that captures lead to, colours as here
    writes: np.ndarray  # [2, 65536] int64, how often each word was written by side to move
    cells: np.ndarray  # [4] int64, scratch
    moves: np.ndarray  # [2, moves] int32, scratch


@inlined
def _word_after_capture(work, side, start, to):
    """The value after the beast of `side` on `start` took the one on `to`."""
    numbers, cells = work.numbers, work.cells
    beasts, reds = numbers[BEASTS], numbers[REDS]
    if (beasts - reds if side == 0 else reds) == 1:
        return value_word(side, 0)
    taken, mover = slot_on(numbers, cells, to), slot_on(numbers, cells, start)
    i = numbers[LOWER_STARTS + 2 * taken + 1 - side]
    for slot in range(beasts):
        cell = to if slot == mover else cells[slot]
        i += numbers[LOWER_PLACES + CELL_WORDS * (MOST_BEASTS * taken + slot) + cell]
    return read_word(work.lower_words, i)


@kernel
def survey(work, position, side, moves):
    """(quiet moves, whether one enters the den, shortest and longest) with `side` to move; its beasts are on `cells`.

    The latter in plies from after a capture: shortest of those that `side` wins, NO_EXIT where it wins none; longest of
    those that it loses, NO_EXIT where it does not lose them all, and 0 where it has none.
    """
    table = work.rules.table
    enemy, den = position[1 - side], table[DENS + 1 - side]
    quiet, enters, shortest, longest = 0, False, NO_EXIT, 0
    for n in range(moves_but_for_bans(table, position, side, moves)):
        move = np.uint64(moves[n])
        to = move >> TO_SHIFT
        if (enemy >> to) & ONE:
            word = _word_after_capture(work, side, np.int64(move & CELL_FIELD), np.int64(to))
            if word == DRAWN:
                longest = NO_EXIT
            elif winner_of(word) == side:
                longest = NO_EXIT
                if shortest == NO_EXIT or distance_of(word) < shortest:
                    shortest = distance_of(word)
            elif longest != NO_EXIT:
                longest = max(longest, distance_of(word))
        elif (den >> to) & ONE:
            enters = True
        else:
            quiet += 1
    return quiet, enters, shortest, longest


@kernel
def set_out(work, begin, end):
    """Write down what can be told of the positions `begin` to `end` without their ending, and open all others.

    Both sides to move.
    """
    moves = work.moves[0]
    for i in range(begin, end):
        if not place(work.numbers, i, work.cells):
            work.words[0, i] = work.words[1, i] = np.uint16(IMPOSSIBLE)
            continue
        for side in range(2):
            position = position_of(work.numbers, work.cells, side)
            quiet, enters, shortest, longest = survey(work, position, side, moves)
            if enters:
                word = value_word(side, 1)
            elif shortest != NO_EXIT:
                word = value_word(side, shortest + 1)
            elif longest == NO_EXIT:
                word = open_word(quiet + 1)
            elif quiet:
                word = open_word(quiet)
            elif longest:
                word = value_word(1 - side, longest + 1)
            else:
                word = value_word(1 - side, 0)  # no move at all
            work.words[side, i] = np.uint16(word)
            if word < OPEN:
                work.writes[side, word] += 1


@kernel
def settle_before(work, side, winner, distance, begin, end, budget):
    """Settle, at `distance`, positions that lead to wins of `winner` at one less with `side` to move.

    The latter are looked for among indices `begin` to `end`. The index to go on from: `end`, or less once about so many
    predecessors and SCANs of words (`budget`) were seen.
    """
    table, numbers, cells = work.rules.table, work.numbers, work.cells
    mover = 1 - side
    found, words = work.words[side], work.words[mover]
    moves = work.moves[0]
    dens = table[DENS] | table[DENS + 1]
    i = begin
    while budget > 0:
        start = i
        stop = min(end, start + SCAN * budget)
        i = find_word(found, start, stop, value_word(winner, distance - 1))
        if i == stop:
            return stop
        budget -= 1 + (i - start) // SCAN
        place(numbers, i, cells)
        position = position_of(numbers, cells, mover)
        barred = position[0] | position[1] | dens
        for n in range(moves_but_for_bans(table, position, mover, moves)):
            move = np.uint64(moves[n])
            before = move >> TO_SHIFT  # where the beast came from
            if (barred >> before) & ONE:
                continue
            budget -= 1
            here = np.int64(move & CELL_FIELD)
            slot = slot_on(numbers, cells, here)
            places = PLACES_AT + CELL_WORDS * slot
            j = i + numbers[places + np.int64(before)] - numbers[places + here]
            word = read_word(words, j)
            if winner == mover:
                if not (is_open(word) or (winner_of(word) == winner and distance_of(word) > distance)):
                    continue
                word = value_word(winner, distance)
            elif not is_open(word):
                continue
            elif note_of(word) > 1:
                words[j] = np.uint16(open_word(note_of(word) - 1))
                continue
            else:
                cells[slot] = np.int64(before)
                _, _, _, longest = survey(work, position_of(numbers, cells, mover), mover, work.moves[1])
                cells[slot] = here
                word = value_word(winner, max(distance, longest + 1))
            words[j] = np.uint16(word)
            work.writes[mover, word] += 1
        i += 1
    return i


@kernel
def close(work, begin, end):
    """Make the positions from `begin` to `end` that never were settled drawn."""
    for i in range(begin, end):
        for side in range(2):
            word = read_word(work.words[side], i)
            if is_open(word) and word != IMPOSSIBLE:
                work.words[side, i] = np.uint16(DRAWN)


@kernel
def count_values(numbers, words, cells, raw, canonical, begin, end):
    """Count the values of indices `begin` to `end`.

    Each is added to `raw` [65536] int64 by its word, and one of each two mirror images to `canonical` [65536] int64.
    """
    for i in range(begin, end):
        word = read_word(words, i)
        if word != IMPOSSIBLE:
            raw[word] += 1
            place(numbers, i, cells)
            canonical[word] += np.int64(mirrored_index(numbers, cells) >= i)
