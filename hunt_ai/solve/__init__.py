"""Exact values of games: positions numbered in slices, retrograde analysis of the cyclic ones, and their tables."""
