"""The root of alpha-beta search: deepening, aspiration windows, exact proofs and the clock. Imports the kernels."""

import time
from collections.abc import Callable, Collection
from typing import Literal

import numpy as np

from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.game import Game
from hunt_ai.games.kernels.rows import row_action_move, row_key, row_moves, row_play
from hunt_ai.games.ruleset import Row
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.kernels import alphabeta_frame as at
from hunt_ai.search.kernels import scores
from hunt_ai.search.kernels.alphabeta import search_slice, static_score_of
from hunt_ai.search.kernels.position_keys import known_action
from hunt_ai.search.kernels.transposition import AGES
from hunt_ai.search.limits import MAX_COUNT, MAX_DEPTH, Limits
from hunt_ai.search.result import Score, SearchResult

WIN, PROVED, LIKELY, LEAST_LIKELY, MAX_STATIC = (
    int(score) for score in (scores.WIN, scores.PROVED, scores.LIKELY, scores.LEAST_LIKELY, scores.MAX_STATIC)
)
SLICE_SECONDS = 0.004
LEAST_SLICE = 50  # nodes
WINDOW = 30  # half of the first aspiration window
EXACT_LEAST, EXACT_TIMES = 100_000, 10  # nodes to make a distance exact where depth alone is limited: more than spent
REACH_BEYOND = 8  # plies of captures behind the deepest iteration


class _Stopped(Exception):
    """A limit was reached, or stop() said so."""


class RootSearch:
    """One search in progress: iterative deepening over compiled slices."""

    def __init__(
        self,
        searcher: AlphaBeta,
        game: Game | Row,
        limits: Limits,
        stop: Callable[[], bool] | None,
        moves: Collection[int] = (),
    ) -> None:
        self.begun = time.perf_counter()
        self.searcher, self.limits, self.stop = searcher, limits, stop
        self.rules = searcher.rules
        self.game = game.copy() if isinstance(game, Game) else None
        self.row = game.row if isinstance(game, Game) else np.asarray(game, dtype=np.uint64)
        buffer = np.empty(self.rules.max_moves, dtype=np.int32)
        count, code = row_moves(self.rules.kernel_rules, self.row, buffer)
        if code or (isinstance(game, Game) and game.outcome()):
            raise ValueError("the game is over: there is nothing to search")
        self.legal = [move for move in buffer[:count].tolist() if not moves or move in moves]
        self.chosen = np.array(self.legal if moves else [], dtype=np.int32)
        self.side = self.rules.side_of(self.row)
        self._prepare(game)
        self.score, self.line, self.depth = self._static(), [self.legal[0]], 0

    def _prepare(self, game: Game | Row) -> None:
        """Lay the root, its symmetries and its past into the memory."""
        memory, rules = self.searcher.memory, self.rules
        repetitions = rules.settings.repetition_draw
        symmetries = [
            a for a in rules.automorphisms if not repetitions and np.array_equal(rules.transform(self.row, a), self.row)
        ] or [rules.automorphisms[0]]
        actions = np.array([a.actions for a in symmetries], dtype=np.int32)
        past = []
        if repetitions and isinstance(game, Game):
            before = game.copy()
            while before.moves:
                before.pop()
                past.append(row_key(rules.kernel_rules, before.row))
        self.memory = memory._replace(
            images=np.array([rules.image_table(a) for a in symmetries]),
            image_actions=np.concatenate([actions, np.argsort(actions, axis=1).astype(np.int32)]),
            keys=np.zeros((len(memory.rows), len(symmetries) + 1), dtype=np.uint64),
            chosen=self.chosen,
            past=np.array(past, dtype=np.uint64),
        )
        self.memory.rows[0] = self.row
        self.memory.history[:] = 0
        self.memory.frames[:] = -1
        state = self.memory.state
        state[at.NODES], state[at.REPETITIONS] = 0, repetitions
        parts = self.searcher.selectivity
        state[at.REDUCTIONS], state[at.QUIESCENCE] = "reductions" in parts, "quiescence" in parts
        state[at.AGE] = (state[at.AGE] + 1) % AGES

    # -- the search

    def run(self, on_iteration: Callable[[SearchResult], None] | None) -> SearchResult:
        try:
            for depth in range(1, (self.limits.depth or MAX_DEPTH) + 1):
                self._iterate(depth)
                self.depth = depth
                if LEAST_LIKELY < abs(self.score) < PROVED:
                    self._try_to_prove()
                if on_iteration:
                    on_iteration(self.result())
                if abs(self.score) > PROVED:
                    self._make_exact()
                    if on_iteration:
                        on_iteration(self.result())
                    break
        except _Stopped:
            pass
        return self.result()

    def _iterate(self, depth: int) -> None:
        """Search to `depth`, in windows around the last score that widen until the score lies inside."""
        state = self.memory.state
        state[at.REACH] = depth + REACH_BEYOND
        state[at.EXTEND_UNTIL] = min(2 * depth, at.MAX_PLY - 2) if "extensions" in self.searcher.selectivity else 0
        low = high = 2 * WIN
        if depth > 3 and abs(self.score) < MAX_STATIC:
            low = high = WINDOW
        centre = self.score
        while True:
            alpha, beta = max(centre - low, -WIN), min(centre + high, WIN)
            score = None
            try:
                score = self._search_window(alpha, beta, depth)
            finally:
                self._take_over(finished=score is not None)
            assert score is not None
            if score <= alpha > -WIN:
                low = low * 4 if low < MAX_STATIC // 8 else 2 * WIN
            elif score >= beta < WIN:
                high = high * 4 if high < MAX_STATIC // 8 else 2 * WIN
            else:
                return

    def _take_over(self, finished: bool) -> None:
        """The best move of the root and its score become the result, unless the best so far is a loss among others."""
        frame = self.memory.frames[0]
        if frame[at.BEST_ACTION] >= 0 and (finished or frame[at.BEST] > -LEAST_LIKELY):
            self.score = int(frame[at.BEST])
            self.line = self._root_line()

    def _root_line(self) -> list[int]:
        moves: list[int] = self.memory.lines[0, : self.memory.frames[0, at.LINE]].tolist()
        return moves

    def _try_to_prove(self) -> None:
        """See, at no great cost, whether the likely result holds under the true history."""
        gap, most = WIN - LIKELY, 2000 + int(self.memory.state[at.NODES]) // 4
        if self.score > 0:
            wanted = self.score + gap
            score = self._search_window(wanted - 1, wanted, MAX_DEPTH, most)
            if score is not None and score >= wanted:
                self.score, self.line = score, self._root_line()
        else:
            wanted = self.score - gap
            score = self._search_window(wanted, wanted + 1, MAX_DEPTH, most)
            if score is not None and score <= wanted:
                self.score = score

    def _make_exact(self) -> None:
        """Shorten a proved win, or find the longest defence of a loss, until no better distance is possible."""
        bounded = self.limits.nodes is not None or self.limits.seconds is not None or self.stop is not None
        most = MAX_COUNT if bounded else EXACT_LEAST + EXACT_TIMES * int(self.memory.state[at.NODES])
        while 0 < self.score < WIN - 1:
            score = self._search_window(self.score, self.score + 1, MAX_DEPTH, most)
            if score is None or score <= self.score:
                return
            self.score, self.line = score, self._root_line()
        while self.score < 0:  # is there a defence against every loss sooner than this one?
            score = self._search_window(self.score - 1, self.score, MAX_DEPTH, most)
            if score is None:
                return
            if score >= self.score:
                self.line = self._root_line()
                return
            self.score = score

    def _search_window(self, alpha: int, beta: int, depth: int, prove_nodes: int = 0) -> int | None:
        """The score of the root inside the window, a bound outside.

        With `prove_nodes` proofs alone are looked for; None when they would take more nodes than that.
        """
        memory, state = self.memory, self.memory.state
        memory.frames[0, [at.ALPHA, at.BETA, at.DEPTH, at.BEST_ACTION]] = alpha, beta, depth, -1
        state[at.PLY], state[at.ENTERING], state[at.VALUE] = 0, 1, 0
        state[at.PROVING] = prove_nodes > 0
        begun_at = int(state[at.NODES])
        while state[at.PLY] >= 0:
            before = int(state[at.NODES])
            budget = self._budget(before)
            if prove_nodes:
                budget = min(budget, begun_at + prove_nodes - before)
                if budget <= 0:
                    return None
            begun = time.perf_counter()
            search_slice(self.rules.kernel_rules, self.searcher.evaluation, memory, budget)
            if int(state[at.NODES]) - before == budget:
                self._adapt(budget, time.perf_counter() - begun)
        return int(state[at.VALUE])

    def _budget(self, nodes: int) -> int:
        """Nodes of the next slice; _Stopped where a limit is reached, one of time or `stop` after the first depth."""
        check_interrupt()
        if self.stop and self.stop() and self.depth:
            raise _Stopped
        slice_nodes = self.searcher.slice_nodes or self.searcher.next_slice
        if self.limits.seconds is not None and self.depth:
            left = self.begun + self.limits.seconds - time.perf_counter()
            if left <= 0:
                raise _Stopped
        if self.limits.nodes is not None:
            if nodes >= self.limits.nodes:
                raise _Stopped
            return min(slice_nodes, self.limits.nodes - nodes)
        return slice_nodes

    def _adapt(self, nodes: int, seconds: float) -> None:
        """Slices as long as SLICE_SECONDS allows."""
        wanted = int(nodes * SLICE_SECONDS / max(seconds, 1e-6))
        self.searcher.next_slice = max(LEAST_SLICE, min(wanted, 2 * nodes))

    # -- the result

    def _whole_line(self, most: int) -> tuple[int, ...]:
        """The principal variation, carried on by what the table knows up to `most` moves."""
        rules, line = self.rules.kernel_rules, list(self.line)
        row, after = self.row.copy(), np.empty_like(self.row)
        buffer = np.empty(self.rules.max_moves, dtype=np.int32)
        for ply in range(most):
            count, code = row_moves(rules, row, buffer)
            if code:
                break
            if ply == len(line):
                action = int(known_action(rules, self.memory, row))
                move = int(row_action_move(rules, row, action)) if action >= 0 else -1
                if move not in buffer[:count]:
                    break
                line.append(move)
            row_play(rules, row, line[ply], after)
            row, after = after, row
        return tuple(line)

    def _playable(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The line as far as the game goes on: repetitions of its past may end it."""
        if self.game is None or not self.rules.settings.repetition_draw:
            return line
        after = self.game.copy()
        for ply, move in enumerate(line):
            if after.outcome():
                return line[:ply]
            after.push_value(move)
        return line

    def _static(self) -> int:
        return int(static_score_of(self.rules.kernel_rules, self.searcher.evaluation, self.row))

    def result(self) -> SearchResult:
        kind: Literal["cp", "win", "loss"] = "cp"
        number, length = max(-MAX_STATIC, min(MAX_STATIC, self.score)), self.depth
        value = 2.0 / (1.0 + 10.0 ** (-self.score / 400.0)) - 1.0
        if abs(self.score) > PROVED:
            kind, value = ("win", 1.0) if self.score > 0 else ("loss", -1.0)
            number = length = WIN - abs(self.score)
        return SearchResult(
            move=self.line[0],
            side=self.side,
            value=value,
            score=Score(kind, number),
            pv=self._playable(self._whole_line(length)),
            nodes=int(self.memory.state[at.NODES]),
            depth=self.depth,
            seconds=time.perf_counter() - self.begun,
            policy={move: float(move == self.line[0]) for move in self.legal},
        )
