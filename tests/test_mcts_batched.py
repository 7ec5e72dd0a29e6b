"""Many trees in lock step: each as it is alone, evaluated by one call."""

import numpy as np
import pytest
from all_games import random_game

from hunt_ai import Game, load_game
from hunt_ai.core.errors import UserError
from hunt_ai.search.kernels.evaluators import StaticEvaluator, UniformEvaluator
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_batched import BatchedMCTS
from hunt_ai.search.mcts_evaluators import legal_masks, lift
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.search.weights import load_evaluation

pytestmark = pytest.mark.slow  # most of the time is compiling

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")


def positions(name: str, count: int) -> list[Game]:
    games = []
    for seed in range(count):
        game = random_game(name, seed, 9 * seed)
        while game.outcome():
            game.pop()
        games.append(game)
    return games


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("settings", [{}, {"noise": 0.25}, {"gumbel": 8}, {"proving": 2, "probe": 2}], ids=str)
def test_each_tree_is_searched_as_if_alone(name: str, settings: dict[str, float]) -> None:
    games = positions(name, 6)
    rules, settings = games[0].rules, MCTSSettings(**settings)
    evaluator = StaticEvaluator(load_evaluation(rules), 100)
    batched = BatchedMCTS(rules, len(games), 20_000, settings)
    for b, game in enumerate(games):
        batched.set_root(b, game.row)
    batched.search(lift(rules, evaluator), 120, range(10, 16))
    for b, game in enumerate(games):
        alone = MCTS(rules, evaluator, settings, 20_000)
        found = alone.search(game, Limits(simulations=120), seed=10 + b)
        assert batched.root_visits(b) == alone.root_visits()
        assert batched.best_move(b) == found.move
        assert batched.value(b) == found.value
        assert batched.policy(b) == found.policy
        assert (batched.proved(b) is None) == (not alone.tree.proofs[0])


def test_selecting_and_backing_up_by_hand() -> None:
    games = positions("double-tiger", 4)
    rules = games[0].rules
    batched = BatchedMCTS(rules, 4)
    for b, game in enumerate(games):
        batched.set_root(b, game.row)
    batched.begin([50, 0, 1, 20], [1, 2, 3, 4])
    calls = 0
    while True:
        rows = batched.select()
        if not batched.left:
            break
        assert rows.shape == (4, rules.words)
        assert not batched.needed[1]
        legal = legal_masks(rules, rows)
        if calls == 0:
            for b in (0, 2, 3):
                assert np.array_equal(legal[b], games[b].legal_mask())
        batched.back_up(legal / legal.sum(axis=1, keepdims=True), np.zeros(4))
        calls += 1
    assert 1 < calls <= 50
    assert [sum(batched.root_visits(b).values()) for b in range(4)] == [49, 0, 0, 19]


def test_a_game_of_self_play() -> None:
    """Trees advance with their games, keep what they know, and visit legal moves only."""
    rules = load_game("double-tiger")
    evaluator = lift(rules, StaticEvaluator(load_evaluation(rules), 100))
    batched = BatchedMCTS(rules, 5, 5000, MCTSSettings(noise=0.25))
    games, rng = [Game(rules) for _ in range(5)], np.random.default_rng(1)
    for ply in range(40):
        live = [game.outcome() is None for game in games]
        batched.search(evaluator, [64 * alive for alive in live], [100 * ply + b for b in range(5)])
        for b, game in enumerate(games):
            if live[b]:
                assert list(batched.root_visits(b)) == game.legal_move_values()
                assert sum(batched.policy(b).values()) == pytest.approx(1)
                move = batched.sample_move(b, 1.0, rng)
                game.push_value(move)
                if game.outcome() is None:
                    batched.advance(b, move)
                    assert np.array_equal(batched.tree.roots[b], game.row)


def test_temperature() -> None:
    game = Game("double-tiger")
    batched = BatchedMCTS(game.rules, 1)
    batched.search(lift(game.rules, StaticEvaluator(load_evaluation(game.rules), 100)), [200], [1])
    policy, rng = batched.policy(0), np.random.default_rng(2)
    for temperature in (0.5, 1.0, 2.0):
        counts = dict.fromkeys(policy, 0)
        for _ in range(4000):
            counts[batched.sample_move(0, temperature, rng)] += 1
        total = sum(share ** (1 / temperature) for share in policy.values())
        for move, share in policy.items():
            expected = share ** (1 / temperature) / total
            assert counts[move] / 4000 == pytest.approx(expected, abs=5 * (expected / 4000) ** 0.5 + 1e-3)
    assert {batched.sample_move(0, 0.0, rng) for _ in range(10)} == {batched.best_move(0)}


def test_wrong_numbers_are_refused() -> None:
    batched = BatchedMCTS(load_game("double-tiger"), 2, settings=MCTSSettings(gumbel=4))
    with pytest.raises(UserError, match="seeds"):
        batched.begin(10, [1])
    with pytest.raises(UserError, match="Gumbel"):
        batched.begin([10, 20], [1, 2])
    batched.begin([10, 0], [1, 2])


def test_priors_of_illegal_actions_are_not_looked_at() -> None:
    game = Game("double-tiger")
    legal = game.legal_mask()

    def evaluator(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        masks = legal_masks(game.rules, rows)
        return np.where(masks, 0.25, 1000.0).astype(np.float32), np.zeros(len(rows), np.float32)

    one, other = BatchedMCTS(game.rules, 1), BatchedMCTS(game.rules, 1)
    one.search(evaluator, 100, [1])
    other.search(lift(game.rules, UniformEvaluator()), 100, [1])
    assert one.root_visits(0) == other.root_visits(0)
    assert len(one.root_visits(0)) == legal.sum()
