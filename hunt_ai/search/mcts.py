"""`MCTS`: Monte Carlo tree search of one position at a time, with a kernel or a batch evaluator."""

import time
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.game import TIMEOUT, Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts_evaluators import checked, default_evaluator
from hunt_ai.search.mcts_settings import PLAY, MCTSSettings
from hunt_ai.search.mcts_tree import (
    begin_search,
    best_child,
    child_values,
    children_of,
    gumbel_results,
    keep_child,
    make_tree,
    node_score,
    set_root,
    visit_policy,
)
from hunt_ai.search.result import SearchResult

SLICE_SECONDS = 0.004  # aimed at; at most about twice that
MOST_SIMULATIONS = 1 << 16  # of a slice
FIRST_REPORT = 1024  # simulations; then at every doubling


class MCTS:
    """A search tree of `nodes` places (42 bytes each) that lives on between the moves of a game.

    `evaluator` is a kernel evaluator, a batch evaluator (called with one row at a time), or None for the default, which
    has its own default settings.
    When the tree is full, simulations go on without expanding. Where the rules count repetitions, the moves of the game
    and of the tree count, so proofs hold; evaluations of leaves know of no past.
    """

    def __init__(
        self,
        rules: Ruleset,
        evaluator: Any = None,
        settings: MCTSSettings | None = None,
        nodes: int = 4_000_000,
    ) -> None:
        self.rules = rules
        self.evaluator = default_evaluator(rules) if evaluator is None else evaluator
        self.settings = settings or (PLAY if evaluator is None else MCTSSettings())
        self.tree = make_tree(rules, 1, nodes)
        self._game = Game(rules)  # up to the root
        self._selection = self.settings.selection(1)
        begin_search(self.tree, [1])
        self._run(0)  # compiles

    # -- the tree between searches

    def clear(self) -> None:
        """Forget all that was found."""
        set_root(self.tree, 0, self.tree.roots[0].copy())

    def advance(self, move: int) -> None:
        """Make the position after the legal `move` the root, keeping what was found below it."""
        self._game.push_value(move)
        keep_child(self.rules, self.tree, 0, move)

    def root_visits(self) -> dict[int, int]:
        """Visit counts of the root's children by move, in the order of the rules; empty before the first search."""
        at = children_of(self.tree, 0)
        return dict(zip(self.tree.moves[at].tolist(), self.tree.visits[at].tolist(), strict=True))

    # -- searching

    def search(
        self,
        game: Game,
        limits: Limits,
        seed: int = 1,
        stop: Callable[[], bool] | None = None,
        on_info: Callable[[SearchResult], None] | None = None,
        moves: Collection[int] = (),
    ) -> SearchResult:
        """Search the position of `game` until it is proved, a limit is reached or `stop()` is true.

        What was found is kept where the game goes on from the one searched last, or stands at its position; another
        game clears the tree. Limits and the counts of the result are of this search alone; `limits.depth` is not looked
        at. `seed`, 0 to 2**64 - 1, is for rollouts, noise and Gumbel numbers. UserError where the game is over, or
        where nothing would ever end the search. `moves`: values of the only moves to choose from, where all others are
        known to be worse; none: all of them. It needs the solver and does not go with Gumbel search.
        """
        started = time.perf_counter()
        if game.outcome() is not None:
            raise UserError("the game is over: there is nothing to search")
        counts = [count for count in (limits.simulations, limits.nodes) if count is not None]
        if not counts and limits.seconds is None and stop is None:
            raise UserError("MCTS needs a limit of simulations, nodes or seconds, or a way to stop it")
        if self.settings.gumbel and limits.simulations is None:
            raise UserError("Gumbel search needs a number of simulations")
        self._go_to(game)
        self._selection = self.settings.selection(limits.simulations or 1)
        begin_search(self.tree, [seed])
        done, size, report = self._pass_over_others(moves) if moves else 0, 1, FIRST_REPORT
        while not self.tree.proofs[0] and (left := self._left(limits, done)) > 0:
            sliced = time.perf_counter()
            wanted = min(size, left, report - done)
            done += self._run(wanted)
            now = time.perf_counter()
            if wanted == size:
                size = next_size(size, now - sliced)
            check_interrupt()
            if done >= report:
                report *= 2
                if on_info is not None:
                    on_info(self.result(now - started))
            if (limits.seconds is not None and now - started >= limits.seconds) or (stop is not None and stop()):
                break
        return self.result(time.perf_counter() - started)

    def _go_to(self, game: Game) -> None:
        """Make the position of `game` the root, keeping what may be kept."""
        known, moves = self._game.moves, game.moves
        later = moves[len(known) :]
        same_start = game.start_position() == self._game.start_position()
        if same_start and moves[: len(known)] == known and TIMEOUT not in later:
            for move in later:
                self.advance(self._game.move_value(move))
        elif self.rules.settings.repetition_draw or not np.array_equal(game.row, self.tree.roots[0]):
            set_root(self.tree, 0, game.row)
        self._game = game.copy()
        if self.rules.settings.repetition_draw:
            self.tree = self.tree._replace(past=_keys_before(game))

    def _pass_over_others(self, moves: Collection[int]) -> int:
        """Have the search pass over all moves of the root but these, as over proved losses; the simulations run."""
        done = self._run(1)
        tree, at = self.tree, children_of(self.tree, 0)
        others = at.start + np.flatnonzero(~np.isin(tree.moves[at], list(moves)))
        tree.proofs[others] = 2 - int(tree.sides[0])
        return done

    def _left(self, limits: Limits, done: int) -> int:
        """Simulations that may run without passing a count."""
        from hunt_ai.search.kernels.mcts_tree import EVALUATED, MAX_VISITS

        left = int(MAX_VISITS - self.tree.visits[0])
        if limits.simulations is not None:
            left = min(left, limits.simulations - done)
        if limits.nodes is not None:
            left = min(left, limits.nodes - int(self.tree.heads[0, EVALUATED]))
        return left

    def _run(self, simulations: int) -> int:
        """Run so many simulations, fewer where the root is proved; the number run."""
        if isinstance(self.evaluator, tuple):
            from hunt_ai.search.kernels.mcts import simulate

            rules, size = self.rules.kernel_rules, min(simulations, MOST_SIMULATIONS)
            return int(simulate(rules, self.evaluator, self._selection, self.tree, size))
        return self._run_batch(simulations)

    def _run_batch(self, simulations: int) -> int:
        from hunt_ai.search.kernels.mcts_batch import back_up_leaves, select_leaves
        from hunt_ai.search.kernels.mcts_tree import SIMULATIONS

        rules, tree = self.rules.kernel_rules, self.tree
        before = int(tree.heads[0, SIMULATIONS])
        target = np.array([before + min(simulations, 16)])
        needed = np.zeros(1, dtype=np.bool_)
        while select_leaves(rules, self._selection, tree, target, needed, 0, 1):
            if needed[0]:
                priors, values = checked(self.evaluator(tree.leaves), 1, len(self.rules.actions))
                back_up_leaves(rules, self._selection, tree, needed, priors, values)
        return int(tree.heads[0, SIMULATIONS]) - before

    # -- what was found

    def result(self, seconds: float = 0.0) -> SearchResult:
        """What the tree says of its root, which must have been searched."""
        from hunt_ai.search.kernels.mcts_tree import DEEPEST, EVALUATED, SIMULATIONS

        tree, at = self.tree, children_of(self.tree, 0)
        scores, policy = None, visit_policy(tree, 0)
        if self.settings.gumbel and not tree.proofs[0]:
            scores, policy = gumbel_results(tree, 0)
        best = best_child(tree, 0, scores)
        if best is None:
            best = at.start + int(policy.argmax())
        value = float(tree.totals[0] / tree.visits[0]) * (1 if tree.sides[0] == 0 else -1)
        if tree.visits[best] or tree.proofs[best]:
            value = float(child_values(tree, 0)[best - at.start])
        head = tree.heads[0].tolist()
        return SearchResult(
            move=int(tree.moves[best]),
            side=int(tree.sides[0]),
            value=value,
            score=node_score(tree, 0, value),
            pv=self._line(best),
            nodes=head[EVALUATED],
            depth=head[DEEPEST],
            simulations=head[SIMULATIONS],
            seconds=seconds,
            policy=dict(zip(tree.moves[at].tolist(), policy.tolist(), strict=True)),
        )

    def _line(self, node: int | None) -> tuple[int, ...]:
        """The moves from the root's child `node` on, by best children."""
        line = []
        while node is not None:
            line.append(int(self.tree.moves[node]))
            node = best_child(self.tree, node)
        return tuple(line)


def _keys_before(game: Game) -> np.ndarray:
    """[P] uint64: keys of the positions of `game` before the one it stands at."""
    from hunt_ai.games.kernels.rows import row_key

    before, keys = game.copy(), []
    while before.moves:
        before.pop()
        keys.append(row_key(game.rules.kernel_rules, before.row))
    return np.array(keys, dtype=np.uint64)


def next_size(size: int, seconds: float) -> int:
    """Simulations, or steps, of the next slice after one of `size` that took so long."""
    if seconds > SLICE_SECONDS:
        return max(1, size // 2)
    return min(2 * size, MOST_SIMULATIONS) if seconds < SLICE_SECONDS / 2 else size
