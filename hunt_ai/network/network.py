"""`Network`: a policy-value network as plain arrays, without torch."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.kernels.network_layout import LEAST_POWER, RESULTS
from hunt_ai.network.observation import Observation
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.search.mcts_evaluators import BatchEvaluator

ACTIVE = 64  # features that are 1 in a position, about
Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Network:
    """arrays: float32 by name, with the shapes of `shapes`; those after the first layer are by side to move."""

    rules: Ruleset
    settings: NetworkSettings
    arrays: Mapping[str, np.ndarray]

    def evaluator(self, draws: float | None = None) -> Any:
        """The kernel evaluator, a NetworkEvaluator; for one thread at a time. draws: in place of the settings'."""
        from hunt_ai.network.kernels.forward import NetworkEvaluator

        observation, arrays = Observation(self.rules), self.arrays
        names = [name for name in shapes(self.rules, self.settings) if not name.startswith("embedding")]
        layers = np.concatenate([arrays[name].reshape(2, -1) for name in names], axis=1)
        return NetworkEvaluator(
            observer=observation.observer,
            embedding=np.ascontiguousarray(arrays["embedding"], dtype=np.float32).ravel(),
            embedding_bias=np.ascontiguousarray(arrays["embedding_bias"], dtype=np.float32),
            layers=np.ascontiguousarray(layers, dtype=np.float32),
            widths=np.array(self.settings.widths, dtype=np.int64),
            active=np.empty(observation.most, dtype=np.int32),
            rows=np.empty(max(self.settings.widths), dtype=np.int32),
            hidden=np.empty(sum(self.settings.widths), dtype=np.float32),
            logits=np.empty(RESULTS + len(self.rules.actions), dtype=np.float32),
            actions=np.empty(self.rules.max_moves, dtype=np.int64),
            halves=0.5 ** np.arange(LEAST_POWER + 1),
            draws=float(self.settings.draws if draws is None else draws),
        )


def shapes(rules: Ruleset, settings: NetworkSettings) -> Shapes:
    """The arrays of a network, in order: each layer's matrix [units before, units] and bias, by side after the first.

    The heads give logits of the results, then of the actions.
    """
    widths = settings.widths
    found: Shapes = {"embedding": (Observation(rules).size, widths[0]), "embedding_bias": (widths[0],)}
    for number, (before, units) in enumerate(itertools.pairwise(widths), 1):
        found |= {f"layer{number}": (2, before, units), f"layer{number}_bias": (2, units)}
    outputs = RESULTS + len(rules.actions)
    return found | {"heads": (2, widths[-1], outputs), "heads_bias": (2, outputs)}


def is_finite(network: Network) -> bool:
    """Whether all its numbers are."""
    return all(bool(np.isfinite(array).all()) for array in network.arrays.values())


def new_network(rules: Ruleset, settings: NetworkSettings, seed: int) -> Network:
    """A network that has learnt nothing: weights by He et al. 2015, heads near 0, so that all moves are about alike."""
    rng = np.random.default_rng(seed)
    arrays = {}
    for name, shape in shapes(rules, settings).items():
        if name.endswith("_bias"):
            arrays[name] = np.zeros(shape, dtype=np.float32)
            continue
        inputs = ACTIVE if name == "embedding" else shape[-2]
        scale = 0.1 if name == "heads" else 1.0
        arrays[name] = (scale * rng.normal(size=shape) * np.sqrt(2 / inputs)).astype(np.float32)
    return Network(rules, settings, arrays)


def batch_evaluator(network: Network) -> BatchEvaluator:
    """The network as a batch evaluator on the reference forward pass; the same numbers in every batch.

    Values are chances of winning, whatever its settings say of draws.
    """
    from hunt_ai.network.kernels.forward import evaluate_rows

    rules = network.rules
    evaluator = network.evaluator()
    moves, weights = np.empty(rules.max_moves, dtype=np.int32), np.empty(rules.max_moves, dtype=np.float32)

    def evaluate(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        priors = np.empty((len(rows), len(rules.actions)), dtype=np.float32)
        values = np.empty(len(rows), dtype=np.float32)
        evaluate_rows(evaluator, rules.kernel_rules, rows, moves, weights, priors, values)
        return priors, values

    return evaluate
