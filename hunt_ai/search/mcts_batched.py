"""`BatchedMCTS`: many trees in lock step around one batch evaluator; what self-play lives on."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.search.mcts import next_size
from hunt_ai.search.mcts_evaluators import BatchEvaluator, checked
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.search.mcts_tree import (
    begin_search,
    best_child,
    child_values,
    children_of,
    gumbel_results,
    keep_child,
    make_tree,
    set_root,
    tempered,
    visit_policy,
)

TREES_A_SLICE = 256
KernelEvaluator = tuple[Any, ...]  # a NamedTuple of `kernels.evaluators`, or entered there


class Decisions(NamedTuple):
    """What n searches came to: best moves [n] int32; root policies [n, A] and values for the movers [n], float32."""

    moves: np.ndarray
    policies: np.ndarray
    values: np.ndarray


class BatchedMCTS:
    """`games` trees of `nodes` places each (42 bytes a place); a node takes its places when it is evaluated.

    One search: `begin`, then `select` and `back_up` in turn until `select` finds nothing left; `search` does it all. A
    tree's results depend on its own position, seed and number of simulations, not on the other trees.
    Where the rules count repetitions nothing is proved, for what was played before a root is not known here.
    """

    def __init__(self, rules: Ruleset, games: int, nodes: int = 20_000, settings: MCTSSettings | None = None) -> None:
        self.rules = rules
        self.games = games
        self.settings = settings or MCTSSettings()
        self.tree = make_tree(rules, games, nodes)
        self.needed = np.zeros(games, dtype=np.bool_)  # [B], which trees wait for an evaluation
        self.left = 0  # trees with simulations left to run, as of the last `select`
        self._selection = self.settings.selection(1)
        self._simulations = np.zeros(games, dtype=np.int64)
        self._steps = 64
        self._priors = np.zeros((games, len(rules.actions)), dtype=np.float32)
        self._values = np.zeros(games, dtype=np.float32)

    @property
    def settings(self) -> MCTSSettings:
        """How the searches that begin from now on choose."""
        return self._settings

    @settings.setter
    def settings(self, settings: MCTSSettings) -> None:
        self._settings = replace(settings, solver=False) if self.rules.settings.repetition_draw else settings

    # -- the trees between searches

    def set_root(self, b: int, row: Row) -> None:
        """Empty tree `b` and make `row` [K], a position that is not over, its root."""
        set_root(self.tree, b, row)

    def plant(self, chosen: np.ndarray, rows: np.ndarray) -> None:
        """The same with the trees `chosen` [n] int64 and rows [n, K], all at once."""
        from hunt_ai.search.kernels.mcts_tree import plant

        plant(self.tree, chosen, rows)

    def advance(self, b: int, move: int) -> None:
        """Make the position after `move` the root of tree `b`, keeping what was found below it."""
        keep_child(self.rules, self.tree, b, move)

    # -- one search

    def begin(self, simulations: int | Sequence[int] | np.ndarray, seeds: Sequence[int] | np.ndarray) -> None:
        """Begin a search of so many simulations (one number, or one a tree; 0: none) with one seed a tree."""
        if len(seeds) != self.games:
            raise UserError(f"seeds: {len(seeds)}, not one for each of {self.games} trees")
        self._simulations[:] = simulations
        most = int(self._simulations.max())
        if self.settings.gumbel and len(set(self._simulations.tolist()) - {0}) > 1:
            raise UserError("Gumbel search needs the same number of simulations for every tree that is searched")
        self._selection = self.settings.selection(max(most, 1))
        begin_search(self.tree, seeds)
        self.needed[:] = False

    def select(self) -> np.ndarray:
        """Go down every tree to a leaf that needs evaluation: rows [B, K] uint64, of which those of `needed` count.

        The other rows are some earlier leaf or a root: evaluating them does no harm. Nothing is left when `left` is 0.
        The rows are the tree's own: not to be changed.
        """
        from hunt_ai.search.kernels.mcts_batch import select_leaves

        self.left = 0
        for start in range(0, self.games, TREES_A_SLICE):
            stop = min(start + TREES_A_SLICE, self.games)
            self.left += int(
                select_leaves(
                    self.rules.kernel_rules, self._selection, self.tree, self._simulations, self.needed, start, stop
                )
            )
        rows: np.ndarray = self.tree.leaves
        return rows

    def back_up(self, priors: np.ndarray, values: np.ndarray) -> None:
        """Take in the evaluations of the leaves last selected: priors [B, A], values [B] for the sides to move."""
        from hunt_ai.search.kernels.mcts_batch import back_up_leaves

        priors, values = checked((priors, values), self.games, len(self.rules.actions))
        back_up_leaves(self.rules.kernel_rules, self._selection, self.tree, self.needed, priors, values)
        self.needed[:] = False

    def search(
        self,
        evaluator: BatchEvaluator | KernelEvaluator,
        simulations: int | Sequence[int] | np.ndarray,
        seeds: Sequence[int] | np.ndarray,
    ) -> int:
        """A whole search of all trees; how many positions were evaluated.

        A kernel evaluator comes to the same as when it is lifted, but for its random numbers, without a call for each
        step of the search.
        """
        self.begin(simulations, seeds)
        if isinstance(evaluator, tuple):
            return self._search_compiled(evaluator)
        evaluations = 0
        while True:
            rows = self.select()
            if not self.left:
                return evaluations
            check_interrupt()
            evaluations += int(self.needed.sum())
            if self.needed.all():
                self.back_up(*evaluator(rows))
            elif self.needed.any():
                self._priors[self.needed], self._values[self.needed] = evaluator(rows[self.needed])
                self.back_up(self._priors, self._values)

    def _search_compiled(self, evaluator: KernelEvaluator) -> int:
        from hunt_ai.search.kernels.mcts_batch import search_trees

        rules, total = self.rules.kernel_rules, 0
        while True:
            most, begun = self._steps, time.perf_counter()
            steps, evaluations = search_trees(rules, evaluator, self._selection, self.tree, self._simulations, most)
            total += int(evaluations)
            check_interrupt()
            if steps < most:
                return total
            self._steps = next_size(most, time.perf_counter() - begun)

    # -- what was found

    def decide(self, chosen: np.ndarray) -> "Decisions":
        """What `best_move`, `policy` and `value` say of the `chosen` trees [n] int64, all at once."""
        from hunt_ai.search.kernels.mcts_decisions import decide

        moves = np.empty(len(chosen), dtype=np.int32)
        policies = np.empty((len(chosen), len(self.rules.actions)), dtype=np.float32)
        values = np.empty(len(chosen), dtype=np.float32)
        scratch = np.empty((2, self.rules.max_moves))
        decide(self.rules.kernel_rules, self._selection, self.tree, chosen, *scratch, moves, policies, values)
        return Decisions(moves, policies, values)

    def root_visits(self, b: int) -> dict[int, int]:
        """Visit counts of the children of the root of tree `b`, by move."""
        at = children_of(self.tree, self._root(b))
        return dict(zip(self.tree.moves[at].tolist(), self.tree.visits[at].tolist(), strict=True))

    def policy(self, b: int) -> dict[int, float]:
        """Root policy of tree `b` by move, summing to 1: of visits, or Gumbel search's improved policy."""
        root = self._root(b)
        at = children_of(self.tree, root)
        gumbel = self.settings.gumbel and not self.tree.proofs[root]
        policy = gumbel_results(self.tree, b)[1] if gumbel else visit_policy(self.tree, root)
        return dict(zip(self.tree.moves[at].tolist(), policy.tolist(), strict=True))

    def value(self, b: int) -> float:
        """Value of the root of tree `b` for its mover: its proof, or that of its best child, or its mean."""
        tree, root, best = self.tree, self._root(b), self._best(b)
        if tree.visits[best] or tree.proofs[best]:
            return float(child_values(tree, root)[best - children_of(tree, root).start])
        return float(tree.totals[root] / tree.visits[root]) * (1 if tree.sides[root] == 0 else -1)

    def proved(self, b: int) -> int | None:
        """Winner of the root of tree `b` where it is proved, 2 for a draw; else None."""
        proof = int(self.tree.proofs[self._root(b)])
        return proof - 1 if proof else None

    def best_move(self, b: int) -> int:
        """The move that tree `b` would play; with Gumbel numbers, the one that they lead to."""
        return int(self.tree.moves[self._best(b)])

    def sample_move(self, b: int, temperature: float, rng: np.random.Generator) -> int:
        """A move by visits ** (1 / temperature); a proved win where there is one, a proved loss only in need."""
        root = self._root(b)
        policy = visit_policy(self.tree, root)
        if temperature < 1e-3:
            return self.best_move(b)
        chosen = int(rng.choice(len(policy), p=tempered(policy, temperature)))
        return int(self.tree.moves[children_of(self.tree, root).start + chosen])

    def _root(self, b: int) -> int:
        return int(self.tree.heads[b, 0])

    def _best(self, b: int) -> int:
        root = self._root(b)
        gumbel = self.settings.gumbel and not self.tree.proofs[root]
        scores = gumbel_results(self.tree, b)[0] if gumbel else None
        best = best_child(self.tree, root, scores)
        if best is None:
            at = children_of(self.tree, root)
            lost = self.tree.proofs[at] == 2 - int(self.tree.sides[root])
            best = at.start + int(np.where(lost, -1, self.tree.priors[at]).argmax())
        return best
