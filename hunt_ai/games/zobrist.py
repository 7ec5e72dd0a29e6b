"""Fixed random words for Zobrist keys: the same for every game, machine and version."""

import numpy as np

_SEED = 0x48554E54


def zobrist_words(n: int) -> np.ndarray:
    """[n] uint64 random words; a longer list begins with a shorter one."""
    return np.asarray(np.random.PCG64(_SEED).random_raw(n), dtype=np.uint64)
