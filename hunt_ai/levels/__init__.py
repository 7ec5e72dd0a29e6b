"""Difficulty levels: calibration by tournaments, and presets made of its result for other programs."""
