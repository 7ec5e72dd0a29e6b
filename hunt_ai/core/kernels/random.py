"""Random numbers inside kernels: the state is an argument and a result, never hidden. uint64 throughout."""

import numpy as np

from hunt_ai.core.kernel_cache import kernel

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S7, _S13, _S17, _S27, _S30, _S31, _S32 = (np.uint64(n) for n in (7, 13, 17, 27, 30, 31, 32))


@kernel
def mix(word):
    """A bijection of uint64 that scatters near inputs far apart (the finaliser of splitmix64, Steele et al. 2014)."""
    word = word + _GAMMA
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@kernel
def next_random(state):
    """The next state of a xorshift64 generator (Marsaglia 2003); never zero from a state that is not zero."""
    state ^= state << _S13
    state ^= state >> _S7
    return state ^ (state << _S17)


@kernel
def below(state, n):
    """A number in [0, n) from the upper half of `state`, for n below 2**32; bias below n / 2**32."""
    return ((state >> _S32) * n) >> _S32
