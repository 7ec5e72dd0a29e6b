"""A player that takes its process down. Importing this module, as unpickling `DyingRules` does, makes it known."""

import os
import signal
from typing import Any

from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.games.game import Game
from hunt_ai.players import parse
from hunt_ai.players.player import RandomPlayer


class DyingPlayer(RandomPlayer):
    """Plays at random, but not on after a capture has been made."""

    text = "dies"

    def choose(self, game: Game) -> int:
        if any("x" in move for move in game.moves):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game)


class DyingRules(MatchRules):
    """Match rules that bring that player along."""


known: Any = parse.PLAYERS
known["dies"] = DyingPlayer
