"""Kernels of the network floor."""
