"""Games between static evaluations by searches of fixed depth: to learn from, and to compare two evaluations."""

from collections.abc import Callable
from typing import Any

import numpy as np

from hunt_ai.games.kernels.outcomes import DRAW, WINNER_BITS
from hunt_ai.games.ruleset import Ruleset

SEED_STEP = 0x9E3779B97F4A7C15
GamePlayer = Callable[[int], tuple[np.ndarray, np.ndarray, int]]  # rows [M, K], kinds [M], outcome code, 0 for none


class Memory:
    """Scratch of one game and its searches."""

    def __init__(self, rules: Ruleset, depth: int, max_plies: int) -> None:
        from hunt_ai.search.kernels import self_play as at

        plies = depth + at.MORE_PLIES + 1
        self.search = (
            np.zeros((plies, rules.words), dtype=np.uint64),
            np.zeros((plies, rules.max_moves), dtype=np.int32),
            np.zeros((plies, at.FRAME_WORDS), dtype=np.int64),
        )
        self.game = np.zeros((max_plies + 1, rules.words), dtype=np.uint64)
        self.kinds = np.zeros(max_plies + 1, dtype=np.int64)


def _random(seed: int, number: int) -> np.ndarray:
    """[1] uint64, the generator's state of game `number`."""
    from hunt_ai.core.kernels.random import mix

    return np.array([mix(np.uint64((seed * SEED_STEP + number) % 2**64)) | np.uint64(1)], dtype=np.uint64)


def result_for(code: int, side: int) -> float:
    """The result of a finished game for `side`."""
    winner = (code & int(WINNER_BITS)) - 1
    return 0.5 if winner == int(DRAW) else float(winner == side)


class SelfPlay:
    """Games of an evaluation against itself, evened out: results that are always the same teach nothing.

    Every BLOCK games the side that is ahead gets a step weaker: first it searches less deep, then more of its moves are
    random. Where fewer than DECIDED of the games have a winner, more moves of both sides are.
    """

    BLOCK = 50
    AHEAD = 0.8
    DECIDED = 0.25
    MOST_STEPS = 16

    def __init__(
        self, rules: Ruleset, evaluation: Any, seed: int, depth: int, opening: int, strays: int, max_plies: int
    ) -> None:
        """opening, strays: as in TuningSettings."""
        self.rules, self.evaluation = rules, evaluation
        self.seed, self.depth, self.opening, self.strays = seed, depth, opening, strays
        self.handicap = 0  # of side 0 where positive, of side 1 where negative
        self.unrest = 0  # steps that both sides' random moves are raised by
        self.memory = Memory(rules, depth, max_plies)
        self.points: list[float] = []  # of side 0 in the block

    def __call__(self, number: int) -> tuple[np.ndarray, np.ndarray, int]:
        """Play game `number`, in turn: (its rows [M, K], their kinds [M], outcome code, 0 for none)."""
        from hunt_ai.search.kernels.self_play import play_game

        memory = self.memory
        steps = max(self.handicap, 0), max(-self.handicap, 0)
        depths = tuple(max(1, self.depth - n) for n in steps)
        strays = tuple(self.strays * (1 + self.unrest + max(0, n + 1 - self.depth)) for n in steps)
        memory.game[0] = self.rules.start
        plies, code = play_game(
            self.rules.kernel_rules, (self.evaluation, self.evaluation), memory.search, depths,
            number % (self.opening + 1), strays, memory.game, memory.kinds, _random(self.seed, number),
        )  # fmt: skip
        self._even_out(result_for(int(code), 0) if code else 0.5)
        return memory.game[:plies].copy(), memory.kinds[:plies].copy(), int(code)

    def _even_out(self, points: float) -> None:
        self.points.append(points)
        if len(self.points) == self.BLOCK:
            mean, most = sum(self.points) / self.BLOCK, self.MOST_STEPS
            self.handicap = max(-most, min(most, self.handicap + (mean > self.AHEAD) - (mean < 1 - self.AHEAD)))
            decided = 1 - self.points.count(0.5) / self.BLOCK
            change = (decided < self.DECIDED) - (decided > 1.5 * self.DECIDED)
            self.unrest = max(0, min(most, self.unrest + change))
            self.points.clear()


def paired_match(
    rules: Ruleset, first: Any, second: Any, pairs: int, depth: int, seed: int, opening: int = 8, max_plies: int = 500
) -> dict[str, Any]:
    """The result of the evaluation `first` against `second`, each pair of games from one random opening, sides changed.

    By side's name: games, wins, draws and losses of `first` as that side; unfinished games are draws.
    """
    from hunt_ai.search.kernels.self_play import play_game

    memory = Memory(rules, depth, max_plies)
    start = Memory(rules, depth, opening)
    table = {side: {"games": 0, "wins": 0, "draws": 0, "losses": 0} for side in rules.sides}
    for pair in range(pairs):
        random = _random(seed, pair)
        start.game[0] = rules.start
        plies = pair % (opening + 1)
        _, code = play_game(
            rules.kernel_rules, (first, second), start.search, (depth, depth), opening, (0, 0), start.game[: plies + 1],
            start.kinds, random,
        )  # fmt: skip
        if code:
            continue
        for side, name in enumerate(rules.sides):
            memory.game[0] = start.game[plies]
            players = (first, second) if side == 0 else (second, first)
            _, code = play_game(
                rules.kernel_rules, players, memory.search, (depth, depth), 0, (0, 0), memory.game, memory.kinds,
                random.copy(),
            )  # fmt: skip
            points = result_for(int(code), side) if code else 0.5
            table[name]["games"] += 1
            table[name]["wins" if points == 1 else "draws" if points == 0.5 else "losses"] += 1
    return table
