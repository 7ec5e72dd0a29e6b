"""Difficulty levels: calibration by tournaments, and what is made of its result."""
