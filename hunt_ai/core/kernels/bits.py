"""Bit tricks on uint64 words, for use inside kernels. Every argument and result is uint64 unless said otherwise.

Each trick has a plain Python body, which is also what runs with NUMBA_DISABLE_JIT=1.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from hunt_ai.core.kernel_cache import kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)


def popcount(word):
    """Number of set bits, uint64."""
    return np.uint64(int(word).bit_count())


def lowest(word):
    """Index of the lowest set bit, uint64; 64 for zero."""
    value = int(word)
    return np.uint64((value & -value).bit_length() - 1 if value else 64)


@intrinsic
def _ctpop(typing_context, word):
    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _cttz(typing_context, word):
    def codegen(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@overload(popcount, inline="always")
def _popcount(word):
    return lambda word: _ctpop(word)


@overload(lowest, inline="always")
def _lowest(word):
    return lambda word: _cttz(word)


@kernel
def bit(index):
    """The word with only bit `index` (uint64, below 64) set."""
    return ONE << index


@kernel
def rotate(word, shift):
    """`word` rotated left by `shift`, 1 to 63: moves every set bit i to (i + shift) mod 64."""
    return (word << shift) | (word >> (WORD - shift))


@kernel
def nth_bit(word, n):
    """Index of the n-th set bit from below, n from 0; `word` must have more than n set bits."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)
