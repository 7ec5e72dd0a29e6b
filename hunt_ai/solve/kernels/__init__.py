"""Compiled parts of solving; they may import kernels of the floors below."""
