"""Kernels of the training floor."""
