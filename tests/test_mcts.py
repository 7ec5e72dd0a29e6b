"""MCTS of one position: against its definition in Python, resumed, reused, bounded, stopped; Gumbel search."""

import time

import mcts_twin
import numpy as np
import pytest
from all_games import ALL_GAMES, random_game

from hunt_ai import Game, load_game
from hunt_ai.core.errors import UserError
from hunt_ai.search.kernels.evaluators import RolloutEvaluator, StaticEvaluator, UniformEvaluator
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_evaluators import lift
from hunt_ai.search.mcts_settings import MCTSSettings, visit_schedule
from hunt_ai.search.mcts_tree import NODE_BYTES, children_of, make_tree
from hunt_ai.search.result import Score
from hunt_ai.search.weights import load_evaluation

pytestmark = pytest.mark.slow  # most of the time is compiling

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
SMALL = 50_000  # places


def searcher(game: Game, evaluator=None, nodes: int = SMALL, **settings) -> MCTS:
    return MCTS(game.rules, evaluator, MCTSSettings(**settings), nodes)


def unfinished(name: str, seed: int) -> Game:
    """A game after some random moves that is not over."""
    game = random_game(name, seed, 10 * seed)
    while game.outcome():
        game.pop()
    return game


# -- the definition


@pytest.mark.parametrize("name", ALL_GAMES)
@pytest.mark.parametrize("kind", ["uniform", "static", "static, solver off", "uniform, proving", "static, proving"])
def test_visits_are_those_of_the_definition(name: str, kind: str) -> None:
    for seed in range(3):
        game = unfinished(name, 4 * seed)
        evaluation = load_evaluation(game.rules)
        proving, probe = ((2, 3, 1)[seed], seed) if "proving" in kind else (None, 0)
        settings = MCTSSettings(urgency=0.1 * seed, solver="off" not in kind, proving=proving, probe=probe)
        spread = 150 * (seed % 2)
        evaluator = UniformEvaluator() if "uniform" in kind else StaticEvaluator(evaluation, spread)
        twin = mcts_twin.search(game, settings, 250, *((evaluation, spread) if "uniform" not in kind else ()))
        mcts = MCTS(game.rules, evaluator, settings, SMALL)
        found = mcts.search(game, Limits(simulations=250))
        assert mcts.root_visits() == {move: len(child.values) for move, child in twin.children.items()}
        assert found.simulations == len(twin.values)
        check_tree(mcts, 0, twin)


def check_tree(mcts: MCTS, node: int, twin: mcts_twin.Node) -> None:
    tree = mcts.tree
    assert tree.visits[node] == len(twin.values)
    assert tree.totals[node] == sum(twin.values)
    assert int(tree.proofs[node]) == {None: 0, 1.0: 1, -1.0: 2, 0.0: 3}[twin.proof]
    if twin.proof is not None:
        assert tree.distances[node] == twin.distance
    elif mcts.settings.proving and twin.judged:
        assert tuple(tree.proof_numbers[node].tolist()) == twin.numbers
    at = children_of(tree, node)
    for child in range(at.start, at.stop):
        if tree.visits[child]:
            check_tree(mcts, child, twin.children[int(tree.moves[child])])


@pytest.mark.parametrize("name", FIVE)
def test_slices_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = unfinished(name, 1)
    evaluator = RolloutEvaluator(load_evaluation(game.rules), 1, 20)
    results = []
    for size in (1, 7, 100_000):
        mcts = searcher(game, evaluator, noise=0.25)
        monkeypatch.setattr("hunt_ai.search.mcts._next_size", lambda size, seconds, fixed=size: fixed)
        found = mcts.search(game, Limits(simulations=1000), seed=5)
        results.append((found.move, mcts.root_visits(), found.value, found.pv))
    assert results[0] == results[1] == results[2]
    assert searched(game, evaluator, 6) != results[0][1]


def searched(game: Game, evaluator, seed: int) -> dict[int, int]:
    mcts = searcher(game, evaluator, noise=0.25)
    mcts.search(game, Limits(simulations=1000), seed=seed)
    return mcts.root_visits()


@pytest.mark.parametrize("name", FIVE)
def test_a_lifted_evaluator_searches_the_same_tree(name: str) -> None:
    game = unfinished(name, 2)
    evaluator = StaticEvaluator(load_evaluation(game.rules), 100)
    alone, lifted = searcher(game, evaluator), searcher(game, lift(game.rules, evaluator))
    for mcts in (alone, lifted):
        mcts.search(game, Limits(simulations=600))
    assert alone.root_visits() == lifted.root_visits()


# -- who is to move


@pytest.mark.parametrize("row", ["Doooo", "oDooo"])
def test_values_across_passes(row: str) -> None:
    """A pack without a move passes, so the quarry makes all the moves there are."""
    game = Game("dog-deer", f"./.../ooooo/{row}/ooooo/ooooo/ooooo/D../... p 0 0 1")
    assert game.legal_moves() == ["pass"]
    evaluation = load_evaluation(game.rules)
    for kind, settings in ((evaluation, {}), (None, {}), (evaluation, {"proving": 2, "probe": 2})):
        twin = mcts_twin.search(game, MCTSSettings(**settings), 300, kind)
        evaluator = UniformEvaluator() if kind is None else StaticEvaluator(evaluation)
        mcts = searcher(game, evaluator, **settings)
        mcts.search(game, Limits(simulations=300))
        check_tree(mcts, 0, twin)
        assert sum(child.game.legal_moves() == ["pass"] for child in walked(twin)) > 3


def walked(node: mcts_twin.Node) -> list[mcts_twin.Node]:
    return [node, *(below for child in node.children.values() for below in walked(child))]


# -- between moves


@pytest.mark.parametrize("name", FIVE)
def test_what_is_kept_is_the_subtree(name: str) -> None:
    game = unfinished(name, 1)
    evaluator = StaticEvaluator(load_evaluation(game.rules), 100)
    mcts, other = searcher(game, evaluator), searcher(game, evaluator)
    found = mcts.search(game, Limits(simulations=3000))
    other.search(game, Limits(simulations=3000))
    at = children_of(other.tree, 0)
    node = at.start + mcts.tree.moves[at].tolist().index(found.move)
    mcts.advance(found.move)
    compare(mcts.tree, 0, other.tree, node)
    game.push_value(found.move)
    before = int(mcts.tree.visits[0])
    assert before > 1
    again = mcts.search(game, Limits(simulations=500))
    assert int(mcts.tree.visits[0]) == before + again.simulations
    mcts.clear()
    fresh = searcher(game, evaluator)
    for each in (mcts, fresh):
        each.search(game, Limits(simulations=500))
    assert mcts.root_visits() == fresh.root_visits()


def compare(tree, node: int, other, other_node: int) -> None:
    for field in ("visits", "totals", "priors", "moves", "counts", "proofs", "values"):
        assert getattr(tree, field)[node] == getattr(other, field)[other_node], field
    at, other_at = children_of(tree, node), children_of(other, other_node)
    for child, other_child in zip(range(at.start, at.stop), range(other_at.start, other_at.stop), strict=True):
        if tree.visits[child]:
            compare(tree, child, other, other_child)
        assert tree.moves[child] == other.moves[other_child]


def test_a_game_goes_on_with_reuse() -> None:
    game = Game("double-tiger")
    mcts = searcher(game, nodes=5000)
    while not game.outcome() and len(game.moves) < 60:
        found = mcts.search(game, Limits(simulations=300))
        assert found.move in game.legal_move_values()
        mcts.advance(found.move)
        game.push_value(found.move)
        assert np.array_equal(mcts.tree.roots[0], game.row)


def test_another_position_clears_the_tree() -> None:
    game = Game("double-tiger")
    mcts = searcher(game)
    mcts.search(game, Limits(simulations=100))
    game.push("timeout")
    mcts.search(game, Limits(simulations=100))
    assert mcts.tree.visits[0] == 100
    assert list(mcts.root_visits()) == game.legal_move_values()


def test_a_search_goes_on_where_the_game_does() -> None:
    """The tree follows the game, whoever made the moves; the limit is of new simulations, and so are the counts."""
    game = Game("double-tiger")
    mcts, other = searcher(game), searcher(game)
    for each in (mcts, other):
        each.search(game, Limits(simulations=2000))
    for _ in range(2):
        at = children_of(other.tree, 0)
        move = int(other.tree.moves[at.start + int(other.tree.visits[at].argmax())])
        other.advance(move)
        game.push_value(move)
    kept = int(other.tree.visits[0])
    assert kept > 1
    found = mcts.search(game, Limits(simulations=300))
    assert mcts.tree.visits[0] == kept + 300
    assert found.simulations == 300 >= found.nodes
    assert mcts.root_visits() != other.root_visits()
    other.search(game, Limits(simulations=300))
    assert mcts.root_visits() == other.root_visits()
    assert mcts.search(game, Limits(nodes=100)).nodes == 100
    assert list(mcts.root_visits()) == game.legal_move_values()


def test_another_game_clears_the_tree() -> None:
    game = Game("double-tiger")
    mcts = searcher(game)
    mcts.search(game, Limits(simulations=500))
    game.push(game.legal_moves()[0])
    mcts.search(game, Limits(simulations=100))
    game.pop()
    game.push(game.legal_moves()[1])  # takes a move back
    mcts.search(game, Limits(simulations=100))
    assert mcts.tree.visits[0] == 100
    moved = Game("double-tiger", game.position(), game.legal_moves()[:1])  # goes on from the same position
    mcts.search(moved, Limits(simulations=100))
    assert mcts.tree.visits[0] == 100
    with pytest.raises(UserError, match="legal"):
        mcts.advance(-1)


# -- bounds


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
def test_a_full_tree_searches_on(name: str) -> None:
    game = Game(name)
    nodes = 2 * game.rules.max_moves + 1
    for evaluator in (RolloutEvaluator(load_evaluation(game.rules), 1, 10), lift(game.rules, UniformEvaluator())):
        mcts = searcher(game, evaluator, nodes=nodes)
        found = mcts.search(game, Limits(simulations=2000))
        assert found.simulations == 2000 == mcts.tree.visits[0]
        assert sum(mcts.root_visits().values()) == 1999
        assert mcts.tree.heads[0, 1] <= nodes
        assert len(mcts.tree.visits) == nodes


def test_the_memory_said_is_the_memory_used() -> None:
    tree = make_tree(load_game("jungle-arena"), 2, 10_000)
    assert sum(field.nbytes for field in tree if len(field) == 20_000) == NODE_BYTES * 20_000
    with pytest.raises(UserError, match="nodes"):
        make_tree(load_game("jungle-arena"), 1, 80)


def test_memory_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("hunt_ai.search.mcts_tree._allocate", refuse)
    nodes = 4096 * 2**20 // NODE_BYTES
    with pytest.raises(UserError, match=r"^table: 4096 MB of memory cannot be had$"):
        make_tree(load_game("jungle-arena"), 1, nodes)


def test_limits_and_stop() -> None:
    game = Game("dog-deer")
    mcts = searcher(game)
    assert mcts.search(game, Limits(simulations=1)).simulations == 1
    mcts.clear()
    assert mcts.search(game, Limits(nodes=77)).nodes == 77
    started = time.perf_counter()
    mcts.search(game, Limits(seconds=0.1))
    assert time.perf_counter() - started > 0.09
    calls = []
    mcts.search(game, Limits(), stop=lambda: len(calls) > 3 or calls.append(1))
    assert len(calls) == 4
    reports = []
    mcts.clear()
    mcts.search(game, Limits(simulations=10_000), on_info=reports.append)
    assert [report.simulations for report in reports] == [1024, 2048, 4096, 8192]
    for limits in (Limits(), Limits(depth=3)):
        with pytest.raises(UserError, match="limit"):
            mcts.search(game, limits)
    with pytest.raises(UserError, match="Gumbel"):
        searcher(game, gumbel=8).search(game, Limits(seconds=1))


def test_a_finished_game_is_refused() -> None:
    game = random_game("double-tiger", 1, 1000)
    assert game.outcome()
    with pytest.raises(UserError, match="over"):
        searcher(game).search(game, Limits(simulations=1))


@pytest.mark.parametrize(
    "setting",
    [{"exploration": 0}, {"noise": 1.5}, {"gumbel": 1}, {"urgency": float("nan")}, {"proving": 0}, {"probe": 3}],
)
def test_settings_out_of_range_are_refused(setting: dict[str, float]) -> None:
    with pytest.raises(UserError, match=next(iter(setting))):
        MCTSSettings(**setting)


@pytest.mark.parametrize(
    "evaluation",
    [(np.ones((1, 3)), np.zeros(1)), (np.ones((1, 193)), np.zeros(2)), (np.ones((1, 193)), np.array([np.nan]))],
)
def test_a_broken_evaluator_is_noticed(evaluation) -> None:
    game = Game("double-tiger")
    with pytest.raises(UserError, match="evaluator"):
        searcher(game, lambda rows: evaluation).search(game, Limits(simulations=5))


def test_a_result_is_whole() -> None:
    for name in FIVE:
        game = unfinished(name, 1)
        found = searcher(game).search(game, Limits(simulations=2000))
        assert found.side == game.side
        assert set(found.policy) == set(game.legal_move_values())
        assert sum(found.policy.values()) == pytest.approx(1)
        assert found.pv[0] == found.move
        assert found.score.kind in ("cp", "win", "loss")
        for move in found.pv:
            game.push_value(move)


# -- Gumbel search


def test_the_schedule_halves() -> None:
    table = visit_schedule(16, 50)
    assert table[16].tolist()[:16] == [0] * 16
    assert table.shape == (17, 50)
    assert table[1].tolist() == list(range(50))
    assert table[16].tolist() == [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4 + [4] * 4 + [
        x for n in range(5, 12) for x in (n, n)
    ]


@pytest.mark.parametrize("name", FIVE)
def test_gumbel_search_visits_as_scheduled(name: str) -> None:
    game = unfinished(name, 1)
    for simulations in (2, 16, 50, 200):
        mcts = searcher(game, gumbel=8)
        found = mcts.search(game, Limits(simulations=simulations), seed=3)
        visits = sorted(mcts.root_visits().values(), reverse=True)
        assert sum(visits) == simulations - 1 or found.score.kind != "cp"
        if found.score.kind == "cp":
            assert sum(count > 0 for count in visits) <= 8
        assert set(found.policy) == set(game.legal_move_values())
        assert sum(found.policy.values()) == pytest.approx(1)
        assert all(share >= 0 for share in found.policy.values())
        assert found.move in game.legal_move_values()


def test_gumbel_search_finds_the_best_move() -> None:
    """Where one capture wins, captures are best; without the solver only their values say so."""
    game = Game("double-tiger{capture_goal=1}")
    captures = {game.move_value(move) for move in game.legal_moves() if "x" in move}
    assert 0 < len(captures) < len(game.legal_moves())
    for seed in range(10):
        settings = {"gumbel": 16, "solver": False}
        found = searcher(game, UniformEvaluator(), **settings).search(game, Limits(simulations=64), seed=seed)
        assert found.move in captures
        assert sum(found.policy[move] for move in captures) > 0.99
    game = Game("double-tiger")
    moves = {
        searcher(game, UniformEvaluator(), gumbel=4).search(game, Limits(simulations=8), seed=seed).move
        for seed in range(30)
    }
    assert len(moves) > 5
    still = {
        searcher(game, UniformEvaluator(), gumbel=4, gumbel_scale=0).search(game, Limits(simulations=8), seed=seed).move
        for seed in range(5)
    }
    assert len(still) == 1


# -- noise


def test_noise_has_the_moments_of_dirichlet() -> None:
    game = Game("beat-the-wolf")
    game.push(game.legal_moves()[0])
    mcts, priors = searcher(game, UniformEvaluator(), noise=1.0), []
    for seed in range(3000):
        mcts.clear()
        mcts.search(game, Limits(simulations=1), seed=seed)
        priors.append(mcts.tree.priors[children_of(mcts.tree, 0)].copy())
    shares = np.array(priors, dtype=np.float64)
    n, alpha = shares.shape[1], 0.5
    assert shares.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert shares.mean(axis=0) == pytest.approx(1 / n, abs=5 * np.sqrt(1 / n / (n * alpha + 1) / 3000))
    variance = (1 / n) * (1 - 1 / n) / (n * alpha + 1)
    assert shares.var() == pytest.approx(variance, rel=0.1)


def test_noise_is_mixed_once() -> None:
    game = Game("double-tiger")
    mcts = searcher(game, UniformEvaluator(), noise=0.25)
    mcts.search(game, Limits(simulations=10), seed=1)
    priors = mcts.tree.priors[children_of(mcts.tree, 0)].copy()
    mcts.search(game, Limits(simulations=10), seed=2)
    assert np.array_equal(mcts.tree.priors[children_of(mcts.tree, 0)], priors)
    assert priors.min() >= np.float32(0.75 / len(priors)) - 1e-6


def test_score_of_a_value() -> None:
    from hunt_ai.search.mcts_tree import value_cp

    assert [value_cp(v) for v in (0.0, 9 / 11, -9 / 11, 1.0, -1.0)] == [0, 400, -400, 2000, -2000]
    assert Score("cp", 0) == Score("cp", 0)
