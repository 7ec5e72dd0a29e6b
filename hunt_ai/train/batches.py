"""What a network is taught from: examples as features and targets."""

from typing import NamedTuple

import numpy as np

from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.observation import Observation, spread
from hunt_ai.search.mcts_evaluators import legal_masks
from hunt_ai.train.examples import Examples
from hunt_ai.train.settings import LearningSettings


class Batch(NamedTuple):
    """features [B, F] float32, legal [B, A] bool, policies [B, A] float32 that sum to 1, results [B, 3] float32."""

    features: np.ndarray
    legal: np.ndarray
    policies: np.ndarray
    results: np.ndarray


class Batches:
    """Batches of a game's examples, with the targets that the settings ask for."""

    def __init__(self, rules: Ruleset, settings: LearningSettings) -> None:
        self.rules, self.settings = rules, settings
        self._observation = Observation(rules)
        self._images = [
            (self._observation.image(automorphism).astype(np.int32), automorphism.actions)
            for automorphism in rules.automorphisms
        ]

    def drawn(self, examples: Examples, rng: np.random.Generator) -> Batch:
        """`settings.batch` examples at random; with `augment` each under an automorphism at random."""
        chosen = examples.take(np.sort(rng.integers(len(examples), size=self.settings.batch)))
        return self._batch(chosen, rng if self.settings.augment and len(self._images) > 1 else None)

    def whole(self, examples: Examples) -> Batch:
        """All of them, as they are."""
        return self._batch(examples, None)

    def _batch(self, examples: Examples, turning: np.random.Generator | None) -> Batch:
        active = self._observation.active(examples.rows)
        legal, policies = legal_masks(self.rules, examples.rows), examples.policies.astype(np.float32)
        if turning is not None:
            self._turn(active, legal, policies, turning)
        policies /= policies.sum(axis=1, keepdims=True)
        results = examples.result_targets(self.settings.root_value_share, self.settings.discount)
        return Batch(spread(active, self._observation.size), legal, policies, results)

    def _turn(self, active: np.ndarray, legal: np.ndarray, policies: np.ndarray, rng: np.random.Generator) -> None:
        """Replace each position by its image under an automorphism drawn at random."""
        drawn = rng.integers(len(self._images), size=len(active))
        for number, (features, actions) in enumerate(self._images):
            rows = np.flatnonzero(drawn == number)
            turned = active[rows]
            active[rows] = np.where(turned >= 0, features[turned], -1)
            for array in (legal, policies):
                image = np.empty_like(array[rows])
                image[:, actions] = array[rows]
                array[rows] = image
