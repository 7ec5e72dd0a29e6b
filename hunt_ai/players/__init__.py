"""Players: things that pick a move. Imports games and below."""
