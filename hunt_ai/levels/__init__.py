"""Difficulty levels for other programs: the presets document, its files, its checks."""
