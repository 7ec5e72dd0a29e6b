"""The value of a position as one uint16 word: who wins and in how many plies, or nobody.

    0                          drawn, or not settled yet
    1 + 2 * distance + winner  `winner` (side 0 or 1) wins, and the game ends after `distance` more plies
    OPEN and above             while solving only: not settled yet, with a note of where to look on

Distance is that of the shortest win against the longest resistance; 0 where the game is over. Words are read as int64.
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined

DRAWN = 0
OPEN = 65_536 - 256
MAX_DISTANCE = (OPEN - 3) // 2
SCAN = 64  # words looked at together


@inlined
def read_word(words, i):
    """The word at a place of an array [..] uint16."""
    return np.int64(words[i])


@inlined
def value_word(winner, distance):
    """The word of a won position."""
    return 1 + 2 * distance + winner


@inlined
def winner_of(word):
    """The side that wins; `word` is that of a won position."""
    return (word - 1) & 1


@inlined
def distance_of(word):
    """Plies to the end of a won position."""
    return (word - 1) >> 1


@inlined
def is_win(word, winner, distance):
    """Whether it is a win of this side in at most so many plies."""
    return 0 < word <= 2 * distance + 2 and winner_of(word) == winner


@inlined
def is_open(word):
    """Whether it is not settled, or drawn."""
    return word == DRAWN or word >= OPEN


@inlined
def open_word(note):
    """The word of a position that is not settled, with a note of 0 to 255; greater ones become 255."""
    return OPEN + min(note, 255)


@inlined
def note_of(word):
    """The note of a position that is not settled; 0 where there is none."""
    return max(word - OPEN, 0)


@inlined
def find_word(words, begin, end, word):
    """The first place of `word` from `begin` on, before `end`; `end` for none."""
    wanted = np.uint16(word)
    i = begin
    while i < end:
        stop = min(i + SCAN, end)
        hits = 0
        for j in range(i, stop):  # without a branch, so that it becomes vector instructions
            hits += np.int64(words[j] == wanted)
        if hits:
            while words[i] != wanted:
                i += 1
            return i
        i = stop
    return end
