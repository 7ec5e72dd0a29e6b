"""Positions for games of self-play to begin from."""

from collections.abc import Callable

import numpy as np

from hunt_ai.arena.accuracy import random_row
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.search.mcts_evaluators import BatchEvaluator
from hunt_ai.train.settings import StartSettings

START, RANDOM, EARLIER, SCATTERED = range(4)
START_KINDS = ("start", "random", "earlier", "scattered")
_TRIES = 100


def start_rows(
    rules: Ruleset,
    evaluator: BatchEvaluator,
    settings: StartSettings,
    count: int,
    earlier: np.ndarray,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """(kinds [count] int8, rows [count, K]) of unfinished positions.

    earlier: [groups, n, K], of earlier games by how they ended, may be none: each group is drawn from as often.
    Of several candidates for a game the most even is taken, but of scattered ones any, for the ends that are near.
    """
    shares = np.array([getattr(settings, kind) for kind in START_KINDS])
    kinds = rng.choice(len(START_KINDS), count, p=shares / shares.sum()).astype(np.int8)
    if not len(earlier):
        kinds[kinds == EARLIER] = RANDOM
    candidates = settings.candidates
    rows = np.tile(rules.start, (count, candidates, 1))
    makers: dict[int, Callable[[tuple[int, int]], np.ndarray]] = {
        RANDOM: lambda shape: wandered(rules, np.tile(rules.start, (*shape, 1)), settings.random_plies, rng),
        EARLIER: lambda shape: wandered(rules, _earlier(earlier, shape, rng), settings.earlier_plies, rng),
        SCATTERED: lambda shape: np.array([[scattered(rules, rng)] for _ in range(shape[0])]),  # no candidates
    }
    for kind, make in makers.items():
        chosen = kinds == kind
        if chosen.any():
            rows[chosen] = make((int(chosen.sum()), candidates))
    most_even = np.zeros(count, dtype=np.int64)
    if candidates > 1:
        values = evaluator(rows.reshape(-1, rules.words))[1].reshape(count, candidates)
        most_even = np.where(kinds == SCATTERED, 0, np.abs(values).argmin(axis=1))
    return kinds, rows[np.arange(count), most_even]


def wandered(rules: Ruleset, rows: np.ndarray, most_plies: int, rng: np.random.Generator) -> np.ndarray:
    """[*, K]: positions up to `most_plies` random plies after rows [*, K]."""
    from hunt_ai.train.kernels.starts import wander

    flat = rows.reshape(-1, rules.words).copy()
    plies = rng.integers(0, most_plies + 1, len(flat))
    wander(rules.kernel_rules, plies, rng.integers(1, 2**63, dtype=np.uint64), flat)
    return flat.reshape(rows.shape)


def _earlier(earlier: np.ndarray, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """[*shape, K]: positions of earlier games, those of a line from one group."""
    groups = rng.integers(len(earlier), size=(shape[0], 1))
    rows: np.ndarray = earlier[groups, rng.integers(earlier.shape[1], size=shape)]
    return rows


def scattered(rules: Ruleset, rng: np.random.Generator) -> Row:
    """Pieces anywhere: of a hunt game as many dogs as a slice has in which dogs only step; of Dou Shou Qi some beasts.

    The start where only positions that are over come up.
    """
    from hunt_ai.games.kernels.rows import row_moves

    moves = np.empty(rules.max_moves, dtype=np.int32)
    for _ in range(_TRIES):
        row = _scattered_hunt(rules, rng) if isinstance(rules, HuntGame) else _scattered_beasts(rules, rng)
        if not row_moves(rules.kernel_rules, row, moves)[1]:
            return row
    return rules.start


def _scattered_hunt(game: HuntGame, rng: np.random.Generator) -> Row:
    from hunt_ai.solve.slices import flat_slices

    slices = flat_slices(game)
    return random_row(game, slices[rng.integers(len(slices))], int(rng.integers(2)), rng)


def _scattered_beasts(rules: Ruleset, rng: np.random.Generator) -> Row:
    from hunt_ai.games.kernels.jungle_layout import DENS, WATER

    table = rules.kernel_rules.table
    row = rules.start
    row[:5] = 0
    row[9] = rng.integers(2)
    water, dens = int(table[WATER]), int(table[DENS]) | int(table[DENS + 1])
    free = rng.permutation([cell for cell in range(63) if not dens >> cell & 1]).tolist()
    for side in (0, 1):
        for beast in rng.choice(8, size=rng.integers(1, 9), replace=False).tolist():
            cell = next(cell for cell in free if beast == 0 or not water >> cell & 1)
            free.remove(cell)
            for word in (side, *(2 + plane for plane in range(3) if beast >> plane & 1)):
                row[word] |= np.uint64(1 << cell)
    return row
