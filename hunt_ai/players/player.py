"""What a player is, and the players that need no search."""

import abc
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.result import Score


@dataclass(frozen=True)
class Turn:
    """What a player knows of its turn besides the game.

    seconds: until its clock runs out, None where no clock runs.
    patience: seconds beyond that (beyond the turn's beginning without a clock) after which it counts as hanging.
    draw_offered: whether the other side's offer of a draw stands.
    """

    seconds: float | None = None
    patience: float = 60.0
    draw_offered: bool = False


@dataclass(frozen=True)
class Answer:
    """What a player does with its turn.

    move: value of the move; None resigns.
    draw: accepts the other side's offer of a draw where one stands (the move is then not played), else offers one.
    """

    move: int | None
    draw: bool = False
    score: Score | None = None


class PlayerFailed(Exception):
    """A player that cannot go on; `termination` is how the game then ends, the message says more."""

    def __init__(self, termination: Literal["crash", "hang", "illegal-move"], detail: str) -> None:
        super().__init__(detail)
        self.termination = termination


class Player(abc.ABC):
    """Picks moves: the same ones for the same seed and game. Reset between games, it remembers nothing."""

    text: str  # the text that makes this player
    proofs_hold = False  # whether a `win` or `loss` in its scores may be taken for the truth
    runs_program = False  # whether it is another program: a text from a file is not run unasked
    seconds = 0.0  # that it takes for a move by its own settings where no clock runs

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        """The player that `text` names, `settings` being what stands behind its colon; UserError."""
        if settings is not None:
            raise UserError(f"{text}: this player has no settings")
        return cls()

    def check(self, rules: Ruleset) -> None:
        """UserError where its settings do not fit a game that it is to play."""

    @abc.abstractmethod
    def reset(self, seed: int) -> None:
        """Begin a new game with random numbers from `seed`, 0 to 2**64 - 1."""

    def prepare(self, game: Game) -> None:
        """Get ready for the game that begins, outside any clock. Called after `reset`, before the first turn."""

    @abc.abstractmethod
    def choose(self, game: Game) -> int:
        """The value of a legal move; `game` is not over and is left as it was."""

    def answer(self, game: Game, turn: Turn) -> Answer:
        """What to do with a turn; may raise PlayerFailed."""
        return Answer(self.choose(game))

    def close(self) -> None:
        """Give back what the player holds (processes); it is not used any more."""


class RandomPlayer(Player):
    """Each legal move alike."""

    text = "random"

    def __init__(self) -> None:
        self._random = np.zeros(1, dtype=np.uint64)  # state of the generator

    def reset(self, seed: int) -> None:
        self._random[0] = seed or 1  # xorshift stands still at zero

    def prepare(self, game: Game) -> None:
        if game.outcome() is None:
            before = self._random[0]
            self.choose(game)  # compiled code is loaded now
            self._random[0] = before

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
