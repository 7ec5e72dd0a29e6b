"""The value of a position as one uint16 word: who wins and in how many plies, or nobody.

    0                          drawn, or not settled yet
    1 + 2 * distance + winner  `winner` (side 0 or 1) wins, and the game ends after `distance` more plies

Distance is that of the shortest win against the longest resistance; 0 where the game is over.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined

DRAWN = 0
MAX_DISTANCE = 32_767 - 1


@inlined
def value_word(winner, distance):
    """The word of a won position, int64."""
    return 1 + 2 * distance + winner


@inlined
def winner_of(word):
    """The side that wins, int64; `word` (int64) is not DRAWN."""
    return (word - 1) & 1


@inlined
def distance_of(word):
    """Plies to the end, int64; -1 for DRAWN."""
    return (word - 1) >> 1


@inlined
def read_word(words, i):
    """The word at a place of an array [..] uint16, as int64."""
    return np.int64(words[i])
