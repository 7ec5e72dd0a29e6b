"""Maps of one bit a number: arrays [words] uint64, bit i at bit i mod 64 of word i / 64. Indices are int64."""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from hunt_ai.core.kernel_cache import inlined
from hunt_ai.core.kernels.bits import ONE


def or_into(words, at, mask):
    """`words[at] |= mask` in one indivisible step, so that no thread loses another's bits.

    Without the compiler it is an ordinary step, for one thread only. `at` is from 0 on, and is not checked.
    """
    words[at] |= mask


@intrinsic
def _atomic_or(typing_context, words, at, mask):
    def codegen(context, builder, signature, arguments):
        array_type = signature.args[0]
        array = context.make_array(array_type)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, array_type, array, [arguments[1]], wraparound=False)
        builder.atomic_rmw("or", place, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(words, types.int64, types.uint64), codegen


@overload(or_into, inline="always")
def _or_into(words, at, mask):
    return lambda words, at, mask: _atomic_or(words, at, mask)


@inlined
def has_bit(words, i):
    """Bit i, as uint64 0 or 1."""
    return (words[i >> 6] >> np.uint64(i & 63)) & ONE


@inlined
def add_bit(words, i):
    """Set bit i; other threads may set bits of the same word meanwhile."""
    or_into(words, i >> 6, ONE << np.uint64(i & 63))
