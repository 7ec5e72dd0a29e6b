"""Kernels of the core. Files in a folder of this name import only numpy, numba, `core.kernel_cache` and each other."""
