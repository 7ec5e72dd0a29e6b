"""Networks that teach themselves: self-play, replay, learning, and runs that survive."""
