"""The smallest kernels against plain Python, compiled and as the plain Python that runs without the compiler."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from hunt_ai.core.kernels import bits, random

WORDS = st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 63).map(lambda n: 1 << n), st.just(0), st.just(2**64 - 1))
ALL = 2**64 - 1
# The first numbers of splitmix64 from seed 1234567, as published by its authors' tests: mix(seed + n * gamma).
SPLITMIX = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)
GAMMA = 0x9E3779B97F4A7C15

word = given(WORDS)
many = settings(max_examples=300, deadline=None)


@njit
def popcount(x):
    return bits.popcount(x)


@njit
def lowest(x):
    return bits.lowest(x)


def same(counted: object, expected: int) -> None:
    """The number as it should be, unsigned: mixed with a signed one, numba's words would turn into floats."""
    assert int(counted) == expected  # type: ignore[call-overload]
    assert isinstance(counted, int | np.uint64)
    assert counted >= 0


@many
@word
def test_popcount(x: int) -> None:
    same(popcount(np.uint64(x)), bin(x).count("1"))
    same(bits.popcount(np.uint64(x)), bin(x).count("1"))


@many
@word
def test_lowest(x: int) -> None:
    expected = next((i for i in range(64) if x >> i & 1), 64)
    same(lowest(np.uint64(x)), expected)
    same(bits.lowest(np.uint64(x)), expected)


def test_bit() -> None:
    for index in range(64):
        same(bits.bit(np.uint64(index)), 1 << index)
        same(bits.bit.py_func(np.uint64(index)), 1 << index)


@many
@given(x=WORDS, shift=st.integers(1, 63))
def test_rotate(x: int, shift: int) -> None:
    expected = sum(1 << (i + shift) % 64 for i in range(64) if x >> i & 1)
    same(bits.rotate(np.uint64(x), np.uint64(shift)), expected)
    same(bits.rotate.py_func(np.uint64(x), np.uint64(shift)), expected)


@many
@word
def test_nth_bit(x: int) -> None:
    for n, index in enumerate(i for i in range(64) if x >> i & 1):
        same(bits.nth_bit(np.uint64(x), n), index)


def plain_mix(x: int) -> int:
    x = (x + GAMMA) & ALL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & ALL
    return x ^ (x >> 31)


def plain_unmix(x: int) -> int:
    """What `mix` made `x` of, worked out backwards: that there is such a number shows that `mix` is a bijection."""
    x ^= x >> 31 ^ x >> 62
    x = x * pow(0x94D049BB133111EB, -1, 2**64) & ALL
    x ^= x >> 27 ^ x >> 54
    x = x * pow(0xBF58476D1CE4E5B9, -1, 2**64) & ALL
    x ^= x >> 30 ^ x >> 60
    return (x - GAMMA) & ALL


@many
@word
def test_mix(x: int) -> None:
    mixed = int(random.mix(np.uint64(x)))
    same(random.mix(np.uint64(x)), plain_mix(x))
    assert plain_unmix(mixed) == x


def test_mix_is_splitmix64() -> None:
    assert tuple(int(random.mix(np.uint64((1234567 + n * GAMMA) & ALL))) for n in range(5)) == SPLITMIX


def test_mix_scatters() -> None:
    mixed = [int(random.mix(np.uint64(n))) for n in range(4000)]
    assert len(set(mixed)) == len(mixed)
    changed = [(a ^ b).bit_count() for a, b in pairwise(mixed)]
    assert 31 < np.mean(changed) < 33


@many
@given(st.integers(1, ALL))
def test_next_random(state: int) -> None:
    expected = state
    expected ^= expected << 13 & ALL
    expected ^= expected >> 7
    expected ^= expected << 17 & ALL
    same(random.next_random(np.uint64(state)), expected)
    assert expected != 0


def times(matrix: list[int], x: int) -> int:
    """A matrix over two elements, given by its columns, times a word."""
    result = 0
    while x:
        result ^= matrix[(x & -x).bit_length() - 1]
        x &= x - 1
    return result


def test_next_random_goes_through_all_words_but_zero() -> None:
    """It is linear: column i is what becomes of bit i. Its period is 2**64 - 1, and no divisor of that."""
    step = [int(random.next_random(np.uint64(1 << i))) for i in range(64)]
    identity = [1 << i for i in range(64)]
    for x in (0x123456789ABCDEF, ALL, 2**63 + 5):
        assert times(step, x) == int(random.next_random(np.uint64(x)))

    def power(n: int) -> list[int]:
        result, square = identity, step
        while n:
            if n & 1:
                result = [times(square, column) for column in result]
            square = [times(square, column) for column in square]
            n >>= 1
        return result

    factors = (3, 5, 17, 257, 641, 65537, 6700417)
    assert np.prod([1, *factors], dtype=object) == ALL
    assert power(ALL) == identity
    assert all(power(ALL // factor) != identity for factor in factors)


@many
@given(state=WORDS, n=st.integers(1, 2**32 - 1))
def test_below(state: int, n: int) -> None:
    same(random.below(np.uint64(state), np.uint64(n)), (state >> 32) * n >> 32)
    assert random.below(np.uint64(state), np.uint64(n)) < n


@pytest.mark.parametrize("n", [1, 2, 3, 7, 24, 200])
def test_below_is_uniform(n: int) -> None:
    counts = np.zeros(n)
    state = np.uint64(random.mix(np.uint64(n)))
    draws = 500 * n
    for _ in range(draws):
        state = np.uint64(random.next_random(state))
        counts[int(random.below(state, np.uint64(n)))] += 1
    chi_square = np.sum((counts - draws / n) ** 2) / (draws / n)
    assert chi_square < n - 1 + 4 * np.sqrt(2 * n)  # so large by chance less than once in thousands; the seed is fixed
