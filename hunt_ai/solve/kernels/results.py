"""Who wins, without the distance, in two bits: four positions a byte, the first in the lowest bits.

0   drawn
1   won by side 0, the quarry
2   won by side 1, the pack
"""

import numpy as np

from hunt_ai.core.kernel_cache import inlined, kernel
from hunt_ai.solve.kernels.values import DRAWN, read_word, value_word, winner_of

IN_A_BYTE = 4


@inlined
def result_of(word):
    """The result that a word says."""
    return 0 if word == DRAWN else 1 + winner_of(word)


@inlined
def read_result(results, i):
    """The result at a place of an array [..] uint8."""
    return (np.int64(results[i >> 2]) >> (2 * (i & 3))) & 3


@inlined
def word_of_result(result):
    """A word with that result, its distance 0."""
    return DRAWN if result == 0 else value_word(result - 1, 0)


@kernel
def pack_results(words, results, begin, end):
    """Write the results of `words` [..] uint16 from `begin`, a multiple of four, to `end` into `results` [..] uint8."""
    for i in range(begin, end, 4):
        byte = 0
        for k in range(min(4, end - i)):
            byte |= result_of(read_word(words, i + k)) << (2 * k)
        results[i >> 2] = np.uint8(byte)
