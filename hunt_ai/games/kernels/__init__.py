"""Compiled rules. Files here import only numpy, numba, `core.kernel_cache` and other `kernels` modules.

A position is a tuple of uint64 words, a batch is a `uint64[N, K]` array; a move is an int32; an action is its index in
the game's fixed list. Generic kernels call the verbs of `verbs.py`, never a family's own functions.
"""
