"""What a player is, and the players that need no search."""

import abc

import numpy as np

from hunt_ai.games.game import Game


class Player(abc.ABC):
    """Picks moves: the same ones for the same seed and game. Reset between games, it remembers nothing."""

    text: str  # the text that makes this player

    @abc.abstractmethod
    def reset(self, seed: int) -> None:
        """Begin a new game with random numbers from `seed`, 0 to 2**64 - 1."""

    @abc.abstractmethod
    def choose(self, game: Game) -> int:
        """The value of a legal move; `game` is not over and is left as it was."""


class RandomPlayer(Player):
    """Each legal move alike."""

    text = "random"

    def __init__(self) -> None:
        self._random = np.zeros(1, dtype=np.uint64)  # state of the generator

    def reset(self, seed: int) -> None:
        self._random[0] = seed or 1  # xorshift stands still at zero

    def choose(self, game: Game) -> int:
        from hunt_ai.players.kernels.simple import choose_random

        moves = np.array(game.legal_move_values(), dtype=np.int32)
        return int(choose_random(moves, self._random))


class GreedyPlayer(RandomPlayer):
    """Takes a win; else avoids a loss next ply; else captures; else any move. Each choice among equals is random."""

    text = "greedy"

    def choose(self, game: Game) -> int:
        from hunt_ai.players.kernels.simple import choose_greedy

        moves = np.array(game.legal_move_values(), dtype=np.int32)
        replies = np.empty(game.rules.max_moves, dtype=np.int32)
        return int(choose_greedy(game.rules.kernel_rules, game.row, moves, replies, self._random))
