"""Learning: batches under symmetries, one batch learnt by heart, running means, and files to go on from."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.network import batch_evaluator, new_network
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.network.torch_network import numbers
from hunt_ai.network.weights_file import save_network
from hunt_ai.search.mcts_evaluators import legal_masks
from hunt_ai.train.batches import Batches
from hunt_ai.train.examples import Examples
from hunt_ai.train.kernels.starts import wander
from hunt_ai.train.learner import Learner
from hunt_ai.train.settings import LearningSettings

GAME = "double-tiger"
BY_HEART = {
    "batch": 48,
    "augment": False,
    "root_value_share": 0.0,
    "discount": 1.0,
    "weight_decay": 0.0,
    "averaging": 0.0,
}


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def learner(game: str = GAME, widths: Sequence[int] = (48, 24), **changes: Any) -> Learner:
    rules = load_game(game)
    settings = check_settings(LearningSettings, {"batch": 32} | changes, "here")
    return Learner(new_network(rules, NetworkSettings(widths=tuple(widths)), 1), settings)


def positions(rules: Ruleset, count: int, seed: int = 1) -> np.ndarray:
    """[count, K] of random play, no two alike."""
    rows = np.empty((4 * count, rules.words), dtype=np.uint64)
    rows[:] = rules.start
    wander(rules.kernel_rules, np.arange(len(rows)) % 25, np.uint64(seed), rows)
    return np.unique(rows, axis=0)[np.random.default_rng(seed).permutation(len(np.unique(rows, axis=0)))[:count]]


def examples(rules: Ruleset, count: int, seed: int = 1, one_hot: bool = True) -> Examples:
    rng, rows = np.random.default_rng(seed), positions(rules, count, seed)
    legal = legal_masks(rules, rows)
    wanted = rng.random(legal.shape) * legal
    policies = (wanted == wanted.max(axis=1, keepdims=True)) if one_hot else wanted / wanted.sum(axis=1, keepdims=True)
    n = len(rows)
    return Examples(
        rows=rows,
        policies=policies.astype(np.float16),
        values=rng.uniform(-0.9, 0.9, n).astype(np.float32),
        outcomes=np.zeros(n, dtype=np.int8),
        ends=rng.integers(-1, 2, n).astype(np.float32),
        plies_left=rng.integers(1, 60, n).astype(np.int16),
    )


def state(one: Learner) -> dict[str, bytes]:
    """All numbers that it learns with."""
    found = {f"model {name}": value for name, value in one.model.state_dict().items()}
    found |= {f"mean {name}": torch.from_numpy(array) for name, array in one.averaged().arrays.items()}
    return {name: value.numpy().tobytes() for name, value in found.items()} | {"steps": bytes([one.steps])}


def test_a_small_batch_is_learnt_by_heart() -> None:
    one = learner(**BY_HEART)
    known, rng = examples(one.rules, 24), np.random.default_rng(1)
    first = one.learn(known, 5, 0.005, rng)
    one.learn(known, 300, 0.005, rng)
    last = one.learn(known, 20, 0.0005, rng)
    assert first.policy > 1
    assert first.value > 0.5
    assert last.policy < 0.02
    assert last.value < 0.02
    assert last.entropy == pytest.approx(0, abs=1e-6)
    priors, values = batch_evaluator(one.averaged())(known.rows)
    assert (priors.argmax(axis=1) == known.policies.argmax(axis=1)).all()
    sides = (known.rows[:, -1] & np.uint64(1)).astype(int)
    expected = known.ends * np.where(sides == 0, 1, -1)
    np.testing.assert_allclose(values, expected, atol=0.05)


def test_losses_are_cross_entropies() -> None:
    """A network that thinks all moves and results alike, at a rate at which nothing is learnt."""
    one = learner(augment=False, batch=64)
    with torch.no_grad():
        one.model.heads.zero_()
    known = examples(one.rules, 40, one_hot=False)
    batches = np.random.default_rng(3).integers(40, size=(1, 64))
    losses = one.learn(known, 1, 1e-9, np.random.default_rng(3))
    moves = legal_masks(one.rules, known.rows).sum(axis=1)
    assert losses.value == pytest.approx(np.log(3), abs=1e-5)
    assert losses.policy == pytest.approx(np.log(moves[batches]).mean(), abs=1e-4)
    policies = known.policies[batches[0]].astype(np.float64)
    policies /= policies.sum(axis=1, keepdims=True)
    entropy = -(policies * np.log(np.maximum(policies, 1e-9))).sum(axis=1).mean()
    assert losses.entropy == pytest.approx(entropy, abs=1e-4)


# -- symmetry


class InOrder:
    """Draws examples one after the other, then the same automorphism for all."""

    def __init__(self, automorphism: int) -> None:
        self._draws = iter((None, automorphism))

    def integers(self, high: int, size: int) -> np.ndarray:
        drawn = next(self._draws)
        return np.arange(size) % high if drawn is None else np.full(size, drawn)


@pytest.mark.parametrize(
    "game",
    [GAME, "double-tiger{start='o...o/.4.4./T...T/.4.4./o...o',hand=3}", *(pytest.param(name, marks=pytest.mark.slow) for name in
     ("dog-deer", "beat-the-wolf", "jungle-arena", "jungle-bighead"))],
)  # fmt: skip
def test_batches_are_images(game: str) -> None:
    """Features, legal masks and policies of the image of a position are the images of those of the position."""
    rules = load_game(game)
    known = examples(rules, 60, one_hot=False)
    batches = Batches(rules, LearningSettings(batch=len(known)))
    assert len(rules.automorphisms) > 1
    for number, automorphism in enumerate(rules.automorphisms):
        found = batches.drawn(known, InOrder(number))  # type: ignore[arg-type]
        turned = np.stack([rules.transform(row, automorphism) for row in known.rows])
        expected = batches.whole(replace(known, rows=turned))
        np.testing.assert_array_equal(found.features, expected.features)
        np.testing.assert_array_equal(found.legal, expected.legal)
        np.testing.assert_array_equal(found.results, expected.results)
        plain = batches.whole(known).policies
        np.testing.assert_allclose(found.policies[:, automorphism.actions], plain, rtol=1e-6)


def test_each_position_is_turned_by_its_own_draw() -> None:
    rules = load_game(GAME)
    known, turns = examples(rules, 30), rules.automorphisms
    images = [{rules.transform(row, turn).tobytes() for turn in turns} for row in known.rows]
    known = known.take(np.array([next(place for place, found in enumerate(images) if len(found) == len(turns))]))
    batch = Batches(rules, LearningSettings(batch=200)).drawn(known, np.random.default_rng(1))
    assert len({features.tobytes() for features in batch.features}) == len(turns)
    features, legal, policies, results = batch
    assert (features.dtype, legal.dtype, policies.dtype, results.dtype) == (np.float32, bool, np.float32, np.float32)
    assert len({row.tobytes() for row in results}) == 1
    assert not policies[~legal].any()
    batch = Batches(rules, LearningSettings(batch=50, augment=False)).drawn(known, np.random.default_rng(1))
    assert len({features.tobytes() for features in batch.features}) == 1


def unlikeness(one: Learner, rows: np.ndarray) -> float:
    """The most that a probability or a value differs between positions and their images."""
    evaluate, rules = batch_evaluator(one.averaged()), one.rules
    priors, values = evaluate(rows)
    most = 0.0
    for automorphism in rules.automorphisms:
        turned, others = evaluate(np.stack([rules.transform(row, automorphism) for row in rows]))
        most = max(most, np.abs(turned[:, automorphism.actions] - priors).max(), np.abs(values - others).max())
    return most


def test_what_is_learnt_is_symmetric() -> None:
    """After augmented learning probabilities and values of images differ by less than 0.1."""
    found = {}
    for augment in (False, True):
        one, rng = learner(**BY_HEART | {"augment": augment}), np.random.default_rng(1)
        known = examples(one.rules, 12)
        for rate in (0.01, 0.002):
            one.learn(known, 200, rate, rng)
        found[augment] = unlikeness(one, known.rows)
    assert found[True] < 0.1
    assert found[False] > 0.5


# -- the running mean


def test_the_mean_follows_the_steps() -> None:
    one, rng = learner(averaging=0.9), np.random.default_rng(1)
    known = examples(one.rules, 40)
    expected = {name: array.astype(np.float64) for name, array in one.averaged().arrays.items()}
    for step in range(1, 120):
        one.learn(known, 1, 0.003, rng)
        kept = min(0.9, (step - 1) / (step + 9))
        now = numbers(one.model.state_dict())
        expected = {name: kept * mean + (1 - kept) * now[name] for name, mean in expected.items()}
    for name, array in one.averaged().arrays.items():
        np.testing.assert_allclose(array, expected[name], atol=1e-5)
        assert (array != now[name]).any()
    sharp, rng = learner(averaging=0.0), np.random.default_rng(1)
    sharp.learn(known, 5, 0.003, rng)
    for name, array in sharp.averaged().arrays.items():
        np.testing.assert_array_equal(array, numbers(sharp.model.state_dict())[name])


# -- going on


def test_the_same_seed_learns_the_same() -> None:
    ends = []
    for seed in (1, 1, 2):
        one = learner()
        one.learn(examples(one.rules, 60), 12, 0.003, np.random.default_rng(seed))
        ends.append(state(one))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


@pytest.mark.parametrize("before", [0, 7])
def test_a_saved_learner_goes_on_bit_for_bit(before: int, tmp_path: Path) -> None:
    through, stopped = learner(), learner()
    known = examples(through.rules, 60)
    for one in (through, stopped):
        one.learn(known, before, 0.003, np.random.default_rng(1))
    stopped.save(tmp_path / "learner")
    again = learner()
    again.load(tmp_path / "learner")
    assert state(again) == state(through)
    for one in (through, again):
        one.learn(known, 9, 0.001, np.random.default_rng(2))
    assert state(again) == state(through)
    again.save(tmp_path / "one")
    through.save(tmp_path / "other")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_files_that_are_refused(tmp_path: Path) -> None:
    one = learner()
    one.learn(examples(one.rules, 20), 2, 0.001, np.random.default_rng(1))
    path = tmp_path / "learner"
    one.save(path)
    content = path.read_bytes()
    save_network(tmp_path / "network", one.averaged())
    for bad in (b"", b"no learner", content[:-1], content[:1000], (tmp_path / "network").read_bytes()):
        path.write_bytes(bad)
        with pytest.raises(UserError, match="no learner, or it is damaged"):
            learner().load(path)
    path.write_bytes(content)
    for other in (learner(widths=(48, 16)), learner(widths=(48, 24, 8)), learner("double-tiger{capture_goal=5}")):
        with pytest.raises(UserError, match=r"no learner, or it is damaged|of another network") as caught:
            other.load(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(UserError, match="cannot be read"):
        learner().load(tmp_path / "none")
    with pytest.raises(UserError, match="cannot be written"):
        one.save(path / "learner")
