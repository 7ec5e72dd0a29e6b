"""A solved slice as it is stored, with distances or with results only, and what its values follow from."""

from typing import NamedTuple

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.core.kernels.bits import popcount
from hunt_ai.games.kernels.hunt_layout import SIDE
from hunt_ai.games.kernels.outcomes import ONGOING, WINNER_BITS
from hunt_ai.games.kernels.verbs import count_moves, judge, legal_moves, play
from hunt_ai.solve.kernels.hunt_index import SliceIndex, rank, unrank
from hunt_ai.solve.kernels.hunt_index_layout import COUNTERS, SINGLES
from hunt_ai.solve.kernels.hunt_tables import IDLE_OFF
from hunt_ai.solve.kernels.results import read_result, word_of_result
from hunt_ai.solve.kernels.values import DRAWN, distance_of, read_word, value_word, winner_of


class StoredSlice(NamedTuple):
    """The values of a slice; the arrays of the kind that is not there are empty."""

    numbering: SliceIndex
    quarry_words: np.ndarray  # [size] uint16, values with the quarry to move
    pack_words: np.ndarray
    quarry_results: np.ndarray  # [size / 4, rounded up] uint8, see `results.py`
    pack_results: np.ndarray


@inlined
def stored_word(stored, side, i):
    """The word at an index; of distance 0 where only results are stored."""
    if len(stored.quarry_words):
        return read_word(stored.pack_words, i) if side else read_word(stored.quarry_words, i)
    return word_of_result(read_result(stored.pack_results, i) if side else read_result(stored.quarry_results, i))


@inlined
def word_after(rules, here, lower, position):
    """The word of a position of the slice `here`, or of `lower`, the slice with one dog less, or of a finished one."""
    code = judge(rules, position, count_moves(rules, position))
    if code != ONGOING:
        return value_word((code & WINNER_BITS) - 1, 0)
    quarry, pack, counters = position
    side = np.int64(counters & SIDE)
    if np.int64(popcount(pack)) == here.numbering.numbers[SINGLES]:
        return stored_word(here, side, rank(here.numbering, quarry, pack))
    return stored_word(lower, side, rank(lower.numbering, quarry, pack))


@inlined
def word_by_moves(rules, here, lower, position, moves):
    """What the word of a position must be by the rules and the words of the positions after each of its moves."""
    count = legal_moves(rules, position, moves)
    code = judge(rules, position, count)
    if code != ONGOING:
        return value_word((code & WINNER_BITS) - 1, 0)
    mover = np.int64(position[2] & SIDE)
    holds, shortest, longest = False, -1, 0
    for i in range(count):
        quarry, pack, counters = play(rules, position, moves[i])
        word = word_after(rules, here, lower, (quarry, pack, counters & IDLE_OFF))
        if word == DRAWN:
            holds = True
        elif winner_of(word) != mover:
            longest = max(longest, distance_of(word))
        elif shortest == -1 or distance_of(word) < shortest:
            shortest = distance_of(word)
    if shortest != -1:
        return value_word(mover, shortest + 1)
    return DRAWN if holds else value_word(1 - mover, longest + 1)


@kernel
def words_by_moves(rules, here, lower, side, indices, moves, words):
    """Write what the words at `indices` [n] int64 must be into `words` [n] int64.

    Nothing here is the solver's but the numbering of positions: moves and ends are those of every game. `lower` is
    never looked at where a capture ends the game. `moves` [max_moves] int32 is scratch.
    """
    counters = here.numbering.masks[COUNTERS] | np.uint64(side)
    for n in range(len(indices)):
        quarry, pack = unrank(here.numbering, indices[n])
        words[n] = word_by_moves(rules, here, lower, (quarry, pack, counters), moves)


@kernel
def words_at(stored, side, indices, words):
    """Write the stored words at `indices` [n] int64 into `words` [n] int64."""
    for n in range(len(indices)):
        words[n] = stored_word(stored, side, indices[n])
