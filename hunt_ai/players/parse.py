"""From the text that names a player to the player: NAME, or NAME:SETTINGS."""

import difflib
from collections.abc import Mapping

from hunt_ai.core.errors import UserError
from hunt_ai.players.level_player import LevelPlayer
from hunt_ai.players.network_player import NetPlayer
from hunt_ai.players.perfect import PerfectPlayer
from hunt_ai.players.player import GreedyPlayer, Player, RandomPlayer
from hunt_ai.players.search_players import AlphaBetaPlayer, MctsPlayer
from hunt_ai.players.ugi import UgiPlayer

PLAYERS: Mapping[str, type[Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "alphabeta": AlphaBetaPlayer,
    "mcts": MctsPlayer,
    "net": NetPlayer,
    "perfect": PerfectPlayer,
    "level": LevelPlayer,
    "ugi": UgiPlayer,
}


def make_player(text: str) -> Player:
    """A new player; UserError says which there are."""
    name, colon, settings = text.partition(":")
    if name not in PLAYERS:
        near = difflib.get_close_matches(name, PLAYERS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(PLAYERS)}"
        raise UserError(f"no player is named {text!r}; {hint}")
    return PLAYERS[name].parse(settings if colon else None, text)


def runs_program(text: str) -> bool:
    """Whether the player that a text names is another program."""
    kind = PLAYERS.get(text.partition(":")[0])
    return kind is not None and kind.runs_program
