"""The family of hunt games: one quarry or a few against a pack, described by data."""
