"""The forward pass against its slow twin and torch, in every batch alike; and the searches that it guides."""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from naive_network import forward, progress, some_games, some_network

from hunt_ai.core.errors import UserError
from hunt_ai.network.network import Network, batch_evaluator, new_network, shapes
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.search.kernels.evaluators import StaticEvaluator
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_batched import BatchedMCTS
from hunt_ai.search.mcts_evaluators import lift
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.search.weights import load_evaluation

pytestmark = pytest.mark.slow  # most of the time is compiling

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
JUNGLE = FIVE[3:]
five = pytest.mark.parametrize("name", FIVE)


@five
@pytest.mark.parametrize("widths", [(16,), (32, 16), (48, 32, 16)], ids=str)
def test_the_forward_pass_is_the_twins(name: str, widths: tuple[int, ...]) -> None:
    network, games = some_network(name, widths), some_games(name, 30)
    priors, values = batch_evaluator(network)(np.array([game.row for game in games]))
    assert (priors.dtype, values.dtype) == (np.float32, np.float32)
    for game, policy, value in zip(games, priors, values, strict=True):
        expected, expected_value = forward(network, game)
        assert np.abs(policy - expected).max() < 1e-5
        assert abs(value - expected_value) < 1e-5
        assert not policy[~game.legal_mask()].any()
        assert policy.sum() == pytest.approx(1, abs=1e-6)
    assert values.std() > 0.1
    assert priors.max() > 0.3


@five
def test_the_same_numbers_in_every_batch(name: str) -> None:
    network, rng = some_network(name, (48, 32)), np.random.default_rng(1)
    rows = np.array([game.row for game in some_games(name, 40)])
    evaluate = batch_evaluator(network)
    priors, values = evaluate(rows)
    for size in (1, 7, 40):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows), size):
            part = order[start : start + size]
            other_priors, other_values = evaluate(rows[part])
            assert np.array_equal(other_priors, priors[part])
            assert np.array_equal(other_values, values[part])


@five
def test_what_a_draw_is_worth(name: str) -> None:
    """The more of its goal side 0 has captured; to moves it makes no difference."""
    from hunt_ai.network.torch_network import torch_evaluator

    network, games = some_network(name, (32, 16)), some_games(name, 30)
    rules, rows = games[0].rules, np.array([game.row for game in games])
    plain, (priors, values) = batch_evaluator(network)(rows), lift(rules, network.evaluator(0.7))(rows)
    expected = [forward(network, game, 0.7)[1] for game in games]
    assert np.abs(values - expected).max() < 2e-5
    assert np.abs(torch_evaluator(network, draws=0.7)(rows)[1] - expected).max() < 1e-5
    assert np.abs(priors - plain[0]).max() < 2e-5
    assert (np.abs(values - plain[1]).max() < 2e-5) == (name in JUNGLE)
    assert len({progress(game) for game in games}) > (name not in JUNGLE)


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
@pytest.mark.parametrize("widths", [(16,), (48, 32, 16)], ids=str)
def test_torch_agrees(name: str, widths: tuple[int, ...]) -> None:
    from hunt_ai.network.torch_network import TorchNetwork, numbers, torch_evaluator

    network = some_network(name, widths)
    rows = np.array([game.row for game in some_games(name, 40)])
    for one, other in zip(batch_evaluator(network)(rows), torch_evaluator(network)(rows), strict=True):
        assert np.abs(one - other).max() < 1e-5
    back = Network(network.rules, network.settings, numbers(TorchNetwork(network).state_dict()))
    assert (back.rules, back.settings) == (network.rules, network.settings)
    assert list(back.arrays) == list(network.arrays) == list(shapes(network.rules, network.settings))
    assert all(np.array_equal(back.arrays[array], network.arrays[array]) for array in network.arrays)


def test_exponential() -> None:
    from hunt_ai.network.kernels.forward import exponential

    halves = 0.5 ** np.arange(61)
    for x in [0.0, -1e-300, *-np.geomspace(1e-12, 41, 2000), *-np.arange(0, 41, 0.5) * math.log(2)]:
        assert exponential(x, halves) == pytest.approx(math.exp(x), rel=1e-12)
    assert exponential(-43.0, halves) == exponential(-1e30, halves) == exponential(-math.inf, halves) == 0
    assert exponential(math.nan, halves) == 0


def test_a_new_network_thinks_all_alike() -> None:
    games = some_games("double-tiger", 10)
    network = new_network(games[0].rules, NetworkSettings(), 3)
    priors, values = batch_evaluator(network)(np.array([game.row for game in games]))
    assert np.abs(values).max() < 0.3
    for game, policy in zip(games, priors, strict=True):
        assert policy.max() < 3 / game.legal_mask().sum()
    again = new_network(games[0].rules, NetworkSettings(), 3)
    assert all(np.array_equal(again.arrays[name], network.arrays[name]) for name in network.arrays)


def test_sums_that_overflow_know_nothing() -> None:
    game = some_games("double-tiger", 1)[0]
    network = some_network("double-tiger", (4,))
    network.arrays["embedding_bias"][:] = 3e38
    network.arrays["heads"][:] = 6e4
    priors, values = batch_evaluator(network)(game.row[None])
    assert not priors.any()
    assert not values.any()
    found = MCTS(game.rules, network.evaluator()).search(game, Limits(simulations=20))
    assert found.move in game.legal_move_values()


# -- searches


SETTINGS = ({}, {"noise": 0.25}, {"gumbel": 8}, {"probe": 1}, {"probe": 2, "proving": 2}, {"gumbel": 16, "probe": 1})


@five
def test_one_tree_and_many_are_searched_alike(name: str) -> None:
    games = some_games(name, 8, 12)
    rules, network = games[0].rules, some_network(name)
    for given in SETTINGS:
        settings = MCTSSettings(**given)
        batched = BatchedMCTS(rules, len(games), 20_000, settings)
        for b, game in enumerate(games):
            batched.set_root(b, game.row)
        batched.search(batch_evaluator(network), 150, range(10, 10 + len(games)))
        alone = MCTS(rules, network.evaluator(), settings, 20_000)
        for b, game in enumerate(games):
            alone.clear()
            found = alone.search(game, Limits(simulations=150), seed=10 + b)
            assert batched.root_visits(b) == alone.root_visits(), (given, b)
            assert batched.policy(b) == found.policy
            assert batched.value(b) == found.value
            assert batched.best_move(b) == found.move


@five
def test_compiled_searches_are_the_same(name: str) -> None:
    """A kernel evaluator within the search comes to what it does in batches."""
    games = some_games(name, 8, 12)
    rules, network = games[0].rules, some_network(name)
    static = StaticEvaluator(load_evaluation(rules), 100)
    for one, other in ((network.evaluator(), batch_evaluator(network)), (static, lift(rules, static))):
        for given in SETTINGS:
            trees, evaluations = [], []
            for evaluator in (one, other):
                batched = BatchedMCTS(rules, len(games), 1000, MCTSSettings(**given))
                batched.plant(np.arange(len(games)), np.array([game.row for game in games]))
                for seed in (1, 50):  # the second goes on from the first, beyond what there is room for
                    simulations = np.array([150, 0, 150, 150, 0, 150, 150, 150])
                    evaluations.append(batched.search(evaluator, simulations, range(seed, seed + 8)))
                trees.append(batched.tree)
            assert evaluations[:2] == evaluations[2:]
            for field in ("heads", "random", "gumbels", "before", "leaves"):
                assert np.array_equal(getattr(trees[0], field), getattr(trees[1], field)), (given, field)
            for field in ("visits", "totals", "priors", "moves", "children", "proofs", "values"):
                for b in range(len(games)):
                    used = slice(trees[0].heads[b, 0], trees[0].heads[b, 1])
                    assert np.array_equal(getattr(trees[0], field)[used], getattr(trees[1], field)[used]), (
                        given,
                        field,
                    )


def decide_as_one_by_one(batched: BatchedMCTS, games: list) -> int:
    """Check `decide` of all trees at once; how many of the roots are proved."""
    for chosen in (np.arange(len(games)), np.array([len(games) - 1, 0])):
        moves, policies, values = batched.decide(chosen)
        for k, b in enumerate(chosen.tolist()):
            game = games[b]
            expected = np.zeros(len(game.rules.actions), dtype=np.float32)
            number = {move: action for action, move in enumerate(game.rules.actions)}
            for move, share in batched.policy(b).items():
                text = game.rules.move_text(game.row, move)
                expected[number[text.replace("x", "-")]] = share
            assert moves[k] == batched.best_move(b)
            assert values[k] == np.float32(batched.value(b))
            assert np.array_equal(policies[k], expected)
    return sum(batched.proved(b) is not None for b in range(len(games)))


@pytest.mark.parametrize("name", ["double-tiger{capture_goal=2}", "dog-deer", "jungle-arena"])
def test_decisions_are_what_is_said_tree_by_tree(name: str) -> None:
    games = some_games(name, 16, 7)
    evaluate = batch_evaluator(some_network(name))
    proved = 0
    for given in (
        {},
        {"noise": 0.25},
        {"gumbel": 4},
        {"gumbel": 16, "gumbel_scale": 0.0, "probe": 2},
        {"solver": False},
    ):
        batched = BatchedMCTS(games[0].rules, len(games), 20_000, MCTSSettings(**given))
        for simulations in (1, 2, 9, 60, 300):
            batched.plant(np.arange(len(games)), np.array([game.row for game in games]))
            batched.search(evaluate, simulations, range(len(games)))
            proved += decide_as_one_by_one(batched, games)
    assert proved or "capture_goal" not in name


def test_decisions_on_trees_made_by_hand() -> None:
    """Proofs, distances, visits and values of the root's children at random, as few searches leave them."""
    games = some_games("double-tiger", 400, 1)
    rng = np.random.default_rng(1)
    for given in ({}, {"gumbel": 4}, {"solver": False}):
        batched = BatchedMCTS(games[0].rules, len(games), 400, MCTSSettings(**given))
        batched.plant(np.arange(len(games)), np.array([game.row for game in games]))
        batched.search(batch_evaluator(some_network("double-tiger")), 8, range(len(games)))
        tree = batched.tree
        for b in range(len(games)):
            root = int(tree.heads[b, 0])
            at = slice(int(tree.children[root]), int(tree.children[root]) + int(tree.counts[root]))
            count = at.stop - at.start
            kinds = [int(kind) for kind in rng.choice(["0", "1", "2", "3", "01", "02", "03", "23", "13", "0123"])]
            tree.proofs[at] = rng.choice(kinds, count)
            tree.distances[at] = rng.integers(0, 4, count)
            tree.visits[at] = rng.integers(0, 3, count) * rng.integers(0, 2)
            tree.totals[at] = tree.visits[at] * rng.integers(-2, 3, count) / 2
            tree.before[b, :count] = np.minimum(rng.integers(0, 3, count), tree.visits[at])
            won, lost = 1 + tree.sides[root], 2 - tree.sides[root]
            proofs = tree.proofs[at]
            tree.proofs[root] = 0
            if given.get("solver", True) and ((proofs == won).any() or proofs.all()):
                drawn = 3 if (proofs == 3).any() else lost
                tree.proofs[root] = won if (proofs == won).any() else drawn
            best = np.flatnonzero(tree.moves[at] == batched.best_move(b))[0]
            assert proofs[best] != lost or (proofs == lost).all()
        decide_as_one_by_one(batched, games)


def test_where_repetitions_count_no_settings_prove() -> None:
    games = some_games("fox-and-geese{repetition_draw=3}", 1)
    batched = BatchedMCTS(games[0].rules, 1)
    assert not batched.settings.solver
    batched.settings = MCTSSettings(gumbel=4)
    assert (batched.settings.solver, batched.settings.gumbel) == (False, 4)


# -- ONNX


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
def test_onnx_gives_the_same_numbers(name: str, tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    import torch

    from hunt_ai.network.observation import Observation, spread
    from hunt_ai.network.onnx_export import INPUT, OUTPUTS, export_onnx
    from hunt_ai.network.torch_network import TorchNetwork

    network, games = some_network(name, (48, 32, 16)), some_games(name, 40)
    path = tmp_path / "new" / "network.onnx"
    export_onnx(network, path)
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    described = session.get_modelmeta().custom_metadata_map
    assert described["game"] == network.rules.name
    assert described["hash"] == network.rules.hash
    assert tuple(json.loads(described["actions"])) == network.rules.actions
    observation = Observation(network.rules)
    features = spread(observation.active(np.array([game.row for game in games])), observation.size)
    for count in (1, 3, 40):
        found = session.run(list(OUTPUTS), {INPUT: features[:count]})
        with torch.inference_mode():
            expected = TorchNetwork(network)(torch.from_numpy(features[:count]))
        assert [part.shape for part in found] == [(count, 3), (count, len(network.rules.actions))]
        for one, other in zip(found, expected, strict=True):
            assert np.abs(one - other.numpy()).max() < 1e-5


def test_onnx_without_its_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hunt_ai.network.onnx_export import export_onnx

    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(UserError, match=r"not installed \(onnx\): pip install hunt-ai\[onnx\]"):
        export_onnx(some_network("double-tiger"), tmp_path / "network.onnx")
    assert not list(tmp_path.iterdir())
