"""The terminal game: its texts, screen, input, saved games, and the session that joins them."""
