"""Games of a network against itself, many at once; the same games whatever the number of workers."""

import functools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hunt_ai.core.tasks import TaskPool
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.network import Network, batch_evaluator
from hunt_ai.network.weights_file import load_network
from hunt_ai.search.mcts_batched import BatchedMCTS, KernelEvaluator
from hunt_ai.search.mcts_evaluators import BatchEvaluator
from hunt_ai.search.mcts_tree import NODE_BYTES
from hunt_ai.train.examples import ENDS, UNDECIDED, Examples
from hunt_ai.train.settings import SelfPlaySettings
from hunt_ai.train.starts import start_rows

NODES_A_SIMULATION = 24  # places of a tree; a full tree goes on without growing
LIKELY = 0.9999  # the most that a value is which is not proved, whatever the network thinks


@dataclass(frozen=True)
class Generation:
    """One task: `settings.together` games. earlier: [groups, n, K] uint64, positions of earlier games, may be none."""

    game: str
    network: Path
    device: str
    settings: SelfPlaySettings
    seed: tuple[int, ...]
    earlier: np.ndarray


@dataclass(frozen=True)
class Games:
    """What a task played.

    outcomes [g] int8: 0 and 1 for the winner, 2 for a draw, 3 for cut off; kinds [g] int8: index into START_KINDS;
    plies [g] int32. evaluations: positions that the network saw in searches. would_resign, wrongly: games played on to
    their end though a side would have resigned, and those of them that it did not lose. seconds: processor time.
    """

    examples: Examples
    outcomes: np.ndarray
    kinds: np.ndarray
    plies: np.ndarray
    positions: int
    evaluations: int
    would_resign: int
    wrongly: int
    seconds: float


def trees_bytes(rules: Ruleset, settings: SelfPlaySettings) -> int:
    """What the trees of a task take."""
    return settings.together * _nodes(rules, settings) * NODE_BYTES


def _nodes(rules: Ruleset, settings: SelfPlaySettings) -> int:
    """Places of the tree of a game."""
    return 2 * rules.max_moves + 1 + NODES_A_SIMULATION * settings.simulations


def generate(tasks: list[Generation], pool: TaskPool) -> Iterator[Games]:
    """The games of the tasks, in their order."""
    return pool.map(functools.partial(play_games, task) for task in tasks)


def play_games(task: Generation) -> Games:
    """All games of a task, to their ends."""
    begun = time.process_time()
    rules = load_game(task.game)
    network = load_network(task.network, rules)
    evaluator, searching = _evaluators(network, task.device)
    rng = np.random.default_rng(task.seed)
    kinds, rows = start_rows(rules, evaluator, task.settings.starts, task.settings.together, task.earlier, rng)
    played = _Play(network, evaluator, searching, task.settings, rows, rng)
    while len(played.alive):
        played.step()
    judged = played.given_up & played.plays_on & (played.outcomes != UNDECIDED)
    return Games(
        examples=played.examples(),
        outcomes=played.outcomes,
        kinds=kinds,
        plies=played.plies,
        positions=int(played.plies.sum()),
        evaluations=played.evaluations,
        would_resign=int(judged.sum()),
        wrongly=int((judged & (played.outcomes != played.likely_winner)).sum()),
        seconds=time.process_time() - begun,
    )


class _Play:
    """Games in lock step. Arrays are by game; `alive` lists those that go on."""

    def __init__(
        self,
        network: Network,
        evaluator: BatchEvaluator,
        searcher: BatchEvaluator | KernelEvaluator,
        settings: SelfPlaySettings,
        rows: np.ndarray,
        rng: np.random.Generator,
    ) -> None:
        rules, count = network.rules, len(rows)
        self._weighs_draws = network.settings.draws > 0
        self._rules, self._evaluator, self._searcher = rules, evaluator, searcher
        self._settings, self._rng = settings, rng
        self._trees = BatchedMCTS(rules, count, _nodes(rules, settings), settings.search(True))
        self._rows = rows
        self._parts: list[tuple[np.ndarray, ...]] = []
        self.alive = np.arange(count)
        self.outcomes = np.full(count, UNDECIDED, dtype=np.int8)
        self.plies = np.zeros(count, dtype=np.int32)
        self.plays_on = rng.random(count) < settings.no_resign_share
        self.given_up = np.zeros(count, dtype=np.bool_)  # a side would have resigned
        self.likely_winner = np.full(count, UNDECIDED, dtype=np.int8)  # by then
        self._hopeless = np.zeros(count, dtype=np.int32)  # plies in a row, negative where side 1 is winning
        self._ends = np.zeros(count, dtype=np.float32)  # for side 0: root values, until the rules say
        self._step = 0
        self.evaluations = 0  # in searches

    def step(self) -> None:
        """A move in every game that goes on."""
        from hunt_ai.games.kernels.rows import play_rows

        settings, alive, trees = self._settings, self.alive, self._trees
        full = self._rng.random() < settings.full_share
        exploring = full or self._step < settings.exploring_plies
        trees.settings = settings.search(exploring)
        trees.plant(alive, self._rows[alive])
        simulations = np.zeros(len(self._rows), dtype=np.int64)
        rows = self._rows[alive]
        sides = (rows[:, -1] & np.uint64(1)).astype(np.int8)
        simulations[alive] = settings.simulations if full else settings.fast_simulations
        seeds = self._rng.integers(1, 2**63, len(self._rows), dtype=np.uint64)
        self.evaluations += trees.search(self._searcher, simulations, seeds)
        moves, policies, values = trees.decide(alive)
        if exploring and not settings.gumbel:
            moves = self._drawn(rows, policies)
        proved = np.array([trees.proved(b) is not None for b in alive.tolist()])
        if self._weighs_draws and not proved.all():  # the search's values are no chances of winning
            values[~proved] = self._evaluator(rows[~proved])[1]
        most = np.where(proved, 1.0, LIKELY).astype(np.float32)
        values = np.clip(np.where(sides == 0, values, -values), -most, most)
        if full:
            plies = self.plies[alive].astype(np.int16)
            self._parts.append((rows.copy(), policies.astype(np.float16), values, alive, plies))
        codes = np.empty(len(alive), dtype=np.int64)
        play_rows(self._rules.kernel_rules, rows, moves, codes)
        self._rows[alive] = rows
        self.plies[alive] += 1
        self._ends[alive] = values
        self._step += 1
        self._end_games(alive, values, codes)

    def _end_games(self, alive: np.ndarray, values: np.ndarray, codes: np.ndarray) -> None:
        settings = self._settings
        over = codes > 0
        self.outcomes[alive[over]] = (codes[over] & 3) - 1
        self._ends[alive[over]] = ENDS[self.outcomes[alive[over]]]
        going = alive[~over]
        if settings.resign_at is not None:
            sure = np.where(np.abs(values) >= settings.resign_at, np.sign(values), 0).astype(np.int32)[~over]
            before = self._hopeless[going]
            now = np.where(sure == 0, 0, np.where(np.sign(before) == sure, before + sure, sure))
            self._hopeless[going] = now
            given_up = (np.abs(now) >= settings.resign_plies) & ~self.given_up[going]
            self.given_up[going[given_up]] = True
            self.likely_winner[going[given_up]] = np.where(now[given_up] > 0, 0, 1)
            resigned = self.given_up[going] & ~self.plays_on[going]
            self.outcomes[going[resigned]] = self.likely_winner[going[resigned]]
            going = going[~resigned]
        self.alive = going[self.plies[going] < settings.max_plies]

    def _drawn(self, rows: np.ndarray, policies: np.ndarray) -> np.ndarray:
        """[n] int32: moves drawn by the policies."""
        from hunt_ai.games.kernels.rows import row_action_move

        noisy = np.log(np.maximum(policies, 1e-30)) + self._rng.gumbel(size=policies.shape)
        actions = np.where(policies > 0, noisy, -np.inf).argmax(axis=1)
        drawn = (row_action_move(self._rules.kernel_rules, *one) for one in zip(rows, actions, strict=True))
        return np.fromiter(drawn, dtype=np.int32, count=len(rows))

    def examples(self) -> Examples:
        """The positions whose policies are targets, once all games are over."""
        if not self._parts:
            actions = len(self._rules.actions)
            empty = np.empty(0, dtype=np.float32)
            rows, policies = np.empty((0, self._rules.words), np.uint64), np.empty((0, actions), np.float16)
            return Examples(rows, policies, empty, empty.astype(np.int8), empty, empty.astype(np.int16))
        rows, policies, values, games, plies = (np.concatenate(parts) for parts in zip(*self._parts, strict=True))
        left = (self.plies[games] - plies).astype(np.int16)
        return Examples(rows, policies, values, self.outcomes[games], self._ends[games], left)


def _evaluators(network: Network, device: str) -> tuple[BatchEvaluator, BatchEvaluator | KernelEvaluator]:
    """(what evaluates many positions at once, what searches evaluate with)."""
    if device == "cpu":
        return batch_evaluator(network), network.evaluator()
    from hunt_ai.network.torch_network import torch_evaluator

    return torch_evaluator(network, device), torch_evaluator(network, device, network.settings.draws)
