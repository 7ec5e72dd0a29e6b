"""Compiled search. Files here import only numpy, numba, `core.kernel_cache` and other `kernels` modules."""
