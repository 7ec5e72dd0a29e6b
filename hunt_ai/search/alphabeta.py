"""Alpha-beta search of one game. What is proved and how is said in `kernels/alphabeta.py`."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import SearchResult
from hunt_ai.search.selectivity import SELECTIVITY, load_selectivity
from hunt_ai.search.weights import load_evaluation

FIRST_SLICE = 1000  # nodes


class AlphaBeta:
    """A searcher of one game with a transposition table of its own, kept between searches until `clear`.

    evaluation: the record for `static_score`; None loads the game's. table_mb: megabytes, rounded down to a power of
    two. selectivity: what of SELECTIVITY is in use; None for what the game's file says.
    Equal limits of depth and nodes, asked after equal searches, give equal results on every machine.
    """

    def __init__(
        self,
        rules: Ruleset,
        evaluation: Any = None,
        table_mb: int = 16,
        selectivity: Collection[str] | None = None,
    ) -> None:
        if table_mb < 1:
            raise ValueError(f"table_mb: {table_mb} is not a number from 1")
        parts = load_selectivity(rules) if selectivity is None else frozenset(selectivity)
        if unknown := parts - set(SELECTIVITY):
            raise ValueError(f"selectivity: {min(unknown)} is none of {', '.join(SELECTIVITY)}")
        self.rules = rules
        self.selectivity = parts
        self.evaluation = load_evaluation(rules) if evaluation is None else evaluation
        self.slice_nodes: int | None = None  # nodes a slice; None adapts to the clock
        self._words = 1 << ((table_mb << 17).bit_length() - 1)
        self.next_slice = FIRST_SLICE
        self.memory = self._make_memory()

    def _make_memory(self) -> Any:
        from hunt_ai.search.kernels import alphabeta_frame as at

        plies, actions = at.MAX_PLY + 2, len(self.rules.actions)
        try:
            table = np.zeros(self._words + 7, dtype=np.uint64)
        except MemoryError:
            raise UserError(f"table: {self._words >> 17} MB of memory cannot be had") from None
        skip = (-table.ctypes.data // 8) % 8  # buckets are cache lines
        return at.Memory(
            rows=np.zeros((plies, self.rules.words), dtype=np.uint64),
            frames=np.full((plies, at.FRAME_WORDS), -1, dtype=np.int64),
            keys=np.zeros((plies, 2), dtype=np.uint64),
            moves=np.zeros((plies, self.rules.max_moves), dtype=np.int64),
            buffer=np.zeros(self.rules.max_moves, dtype=np.int32),
            lines=np.zeros((plies, plies), dtype=np.int32),
            history=np.zeros(2 * actions, dtype=np.int32),
            table=table[skip : skip + self._words],
            images=self.rules.kernel_rules.table[None].copy(),
            image_actions=np.tile(np.arange(actions, dtype=np.int32), (2, 1)),
            chosen=np.zeros(0, dtype=np.int32),
            past=np.zeros(0, dtype=np.uint64),
            state=np.zeros(at.STATE_WORDS, dtype=np.int64),
        )

    def clear(self) -> None:
        """Forget what was found out: for a new game."""
        from hunt_ai.search.kernels.alphabeta_frame import AGE

        self.memory.table[:] = 0
        self.memory.state[AGE] = 0

    def search(
        self,
        game: Game | Row,
        limits: Limits,
        stop: Callable[[], bool] | None = None,
        on_iteration: Callable[[SearchResult], None] | None = None,
        moves: Collection[int] = (),
    ) -> SearchResult:
        """Search the position of `game`, which must not be over (ValueError), to the first limit or to a proof.

        A proof ends the search when its distance is known to be exact; the score says `win` or `loss` before that too.
        `stop` is asked every few milliseconds; `on_iteration` hears of every finished depth. `moves`: the values of the
        only legal moves to choose from, where all others are known to be worse; none: all of them.
        """
        from hunt_ai.search.alphabeta_root import RootSearch

        return RootSearch(self, game, limits, stop, moves).run(on_iteration)
