"""Players against players: matches, records, statistics. Imports players and below."""
