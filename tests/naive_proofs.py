"""What is forced in a position, by plain recursion over the rules with the true history: the twin of proofs."""

import functools

import numpy as np

from hunt_ai import Game
from hunt_ai.games.kernels.outcomes import DRAW
from hunt_ai.games.kernels.rows import row_moves, row_play


class NaiveProver:
    """Forced results of one game. A position is its row's bytes, which hold counters and history."""

    def __init__(self, rules):
        self.rules = rules
        self.expand = functools.cache(self._expand)
        self.wins = functools.cache(self._wins)

    def _expand(self, row):
        """(side to move, winner or None while the game goes on, rows after each legal move)."""
        words = np.frombuffer(row, dtype=np.uint64).copy()
        moves = np.empty(self.rules.max_moves, dtype=np.int32)
        count, code = row_moves(self.rules.kernel_rules, words, moves)
        after = np.empty_like(words)
        rows = []
        for move in moves[:count] if not code else []:
            row_play(self.rules.kernel_rules, words, move, after)
            rows.append(after.tobytes())
        return self.rules.side_of(words), (code & 3) - 1 if code else None, tuple(rows)

    def _wins(self, row, side, plies):
        """Whether `side` has won after at most so many more plies, whatever the other side does."""
        mover, winner, after = self.expand(row)
        if winner is not None:
            return winner == side
        if plies == 0:
            return False
        any_or_all = any if mover == side else all
        return any_or_all(self.wins(next_row, side, plies - 1) for next_row in after)

    def result(self, row, most):
        """("win" or "loss", plies) for the side to move where one is forced within `most` plies, else None."""
        mover, winner, _ = self.expand(row)
        assert winner in (None, DRAW)
        for plies in range(1, most + 1):
            for kind, side in (("win", mover), ("loss", 1 - mover)):
                if self.wins(row, side, plies):
                    return kind, plies
        return None


def wins_playing(game: Game, side: int, plies: int) -> bool:
    """The same over `Game` itself, which also counts repetitions: slow."""
    outcome = game.outcome()
    if outcome:
        return outcome.winner == game.rules.sides[side]
    if plies == 0:
        return False
    results = []
    for move in game.legal_moves():
        game.push(move)
        results.append(wins_playing(game, side, plies - 1))
        game.pop()
        if results[-1] == (game.side == side):
            break
    return any(results) if game.side == side else all(results)
