"""From the text that names a player to the player."""

import difflib

from hunt_ai.core.errors import UserError
from hunt_ai.players.player import GreedyPlayer, Player, RandomPlayer

PLAYERS: dict[str, type[Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def make_player(text: str) -> Player:
    """A new player; UserError says which there are."""
    if text not in PLAYERS:
        near = difflib.get_close_matches(text, PLAYERS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(PLAYERS)}"
        raise UserError(f"no player is named {text!r}; {hint}")
    return PLAYERS[text]()
