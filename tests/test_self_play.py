"""Games of self-play against games played one by one, their targets by hand, starts and resignation."""

import functools
import itertools
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import check_settings
from hunt_ai.core.tasks import TaskPool
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.games.kernels.rows import row_play
from hunt_ai.network.network import batch_evaluator, new_network
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.network.weights_file import load_network, save_network
from hunt_ai.search.mcts_batched import BatchedMCTS
from hunt_ai.search.mcts_evaluators import legal_masks, lift
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.train import self_play
from hunt_ai.train.examples import UNDECIDED, Examples, chances, join, load_examples, save_examples
from hunt_ai.train.kernels.starts import wander
from hunt_ai.train.self_play import Games, Generation, generate, play_games
from hunt_ai.train.settings import SelfPlaySettings, StartSettings
from hunt_ai.train.starts import EARLIER, RANDOM, SCATTERED, START, scattered, start_rows

GAME = "double-tiger"
SHORT = "double-tiger{capture_goal=2}"
NONE = np.empty((0, 0, 3), dtype=np.uint64)
SMALL = {"games": 3, "together": 3, "simulations": 12, "fast_simulations": 5, "full_share": 0.5, "gumbel": 4,
         "exploring_plies": 6, "max_plies": 40, "resign_at": 0.3, "resign_plies": 3, "no_resign_share": 0.4}  # fmt: skip
PUCT = {"gumbel": 0, "noise": 0.25}
STARTS = {"start": 1.0, "random": 0.0, "earlier": 0.0, "scattered": 0.0}


def settings(**changes: Any) -> SelfPlaySettings:
    return check_settings(SelfPlaySettings, SMALL | changes, "here")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a small network of a game."""
    folder = tmp_path_factory.mktemp("networks")

    def path(game: str, draws: float = 0.0) -> Path:
        rules = load_game(game)
        path = folder / f"{rules.hash}-{draws}.safetensors"
        if not path.exists():
            save_network(path, new_network(rules, NetworkSettings(widths=(16, 8), draws=draws), 1))
        return path

    return path


def task(path: Path, seed: int = 1, game: str = GAME, earlier: np.ndarray = NONE, **changes: Any) -> Generation:
    return Generation(game, path, "cpu", settings(**changes), (seed, 2, 3), earlier)


def assert_same(one: Games | Examples, other: Games | Examples) -> None:
    """Alike in everything but processor time."""
    for field in fields(one):
        mine, yours = getattr(one, field.name), getattr(other, field.name)
        if field.name == "examples":
            assert_same(mine, yours)
        elif isinstance(mine, np.ndarray):
            assert mine.dtype == yours.dtype
            np.testing.assert_array_equal(mine, yours, err_msg=field.name)
        elif field.name != "seconds":
            assert mine == yours, field.name


# -- games


def naive_games(task: Generation) -> tuple[list[tuple[Any, ...]], list[int], list[int], int, int]:
    """The same games with a tree for each position: (examples, outcomes, plies, would resign, wrongly)."""
    rules, settings, rng = load_game(task.game), task.settings, np.random.default_rng(task.seed)
    network = load_network(task.network, rules)
    evaluate, searching = batch_evaluator(network), lift(rules, network.evaluator())
    count = settings.together
    _, rows = start_rows(rules, evaluate, settings.starts, count, task.earlier, rng)
    games = [Game(rules, position=rules.format_position(row)) for row in rows]
    plays_on = rng.random(count) < settings.no_resign_share
    values: list[list[float]] = [[] for _ in games]
    examples, outcomes, resigned = [], [UNDECIDED] * count, [UNDECIDED] * count
    ends: list[float | None] = [None] * count
    alive = list(range(count))
    for step in itertools.count():
        if not alive:
            break
        full = rng.random() < settings.full_share
        exploring = full or step < settings.exploring_plies
        seeds = rng.integers(1, 2**63, count, dtype=np.uint64)
        trees = {b: BatchedMCTS(rules, 1, 5000, settings.search(exploring)) for b in alive}
        policies = {b: np.zeros(len(rules.actions), dtype=np.float32) for b in alive}
        for b, tree in trees.items():
            tree.set_root(0, games[b].row)
            tree.search(searching, settings.simulations if full else settings.fast_simulations, [seeds[b]])
            for move, share in tree.policy(0).items():
                policies[b][action_of(games[b], move)] = share
        noises = {}
        if exploring and not settings.gumbel:
            noises = dict(zip(alive, rng.gumbel(size=(len(alive), len(rules.actions))), strict=True))
        for b in alive:
            tree, proved = trees[b], trees[b].proved(0) is not None
            value = evaluate(games[b].row[None])[1][0] if network.settings.draws and not proved else tree.value(0)
            value *= 1 if games[b].side == 0 else -1
            value = value if proved else float(np.clip(value, -0.9999, 0.9999))
            move = tree.best_move(0)
            if full:
                examples.append((games[b].row.copy(), policies[b].astype(np.float16), value, b, len(values[b])))
            values[b].append(value)
            if b in noises:
                drawn = np.where(policies[b] > 0, np.log(np.maximum(policies[b], 1e-30)) + noises[b], -np.inf)
                move = next(m for m in games[b].legal_move_values() if action_of(games[b], m) == drawn.argmax())
            games[b].push_value(move)
        for b in list(alive):
            if outcome := games[b].outcome():
                outcomes[b] = 2 if outcome.winner is None else rules.sides.index(outcome.winner)
                ends[b] = {0: 1.0, 1: -1.0, 2: 0.0}[outcomes[b]]
                alive.remove(b)
                continue
            last = values[b][-settings.resign_plies :]
            if resigned[b] == UNDECIDED and settings.resign_at and len(last) == settings.resign_plies:
                for side, sign in ((0, 1), (1, -1)):
                    if all(sign * value >= settings.resign_at for value in last):
                        resigned[b] = side
            if resigned[b] != UNDECIDED and not plays_on[b]:
                outcomes[b] = resigned[b]
                alive.remove(b)
            elif len(values[b]) == settings.max_plies:
                alive.remove(b)
    plies = [len(one) for one in values]
    worth = [values[b][-1] if end is None else end for b, end in enumerate(ends)]
    found = [(row, policy, value, outcomes[b], worth[b], plies[b] - ply) for row, policy, value, b, ply in examples]
    would = [b for b in range(count) if plays_on[b] and resigned[b] != UNDECIDED]
    return found, outcomes, plies, len(would), sum(resigned[b] != outcomes[b] for b in would)


@functools.cache
def actions_by_text(game: str) -> dict[str, int]:
    return {text: number for number, text in enumerate(load_game(game).actions)}


def action_of(game: Game, move: int) -> int:
    return actions_by_text(game.rules.name)[game.rules.move_text(game.row, move).replace("x", "-")]


def moves_by_text(game: Game) -> dict[str, int]:
    return {game.rules.move_text(game.row, move): move for move in game.legal_move_values()}


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "changes",
    [{}, PUCT, {"full_share": 1.0, "probe": 0, "resign_at": None}, {"no_resign_share": 0.5}],
    ids=str,
)  # fmt: skip
def test_games_are_those_played_one_by_one(
    changes: dict[str, Any], seed: int, draws: float, network: Callable[..., Path]
) -> None:
    one = task(network(SHORT, draws), seed, SHORT, **changes)
    played = play_games(one)
    examples, outcomes, plies, would_resign, wrongly = naive_games(one)
    assert played.outcomes.tolist() == outcomes
    assert played.plies.tolist() == plies
    assert (played.positions, played.would_resign, played.wrongly) == (sum(plies), would_resign, wrongly)
    assert len(played.examples) == len(examples)
    for place, expected in enumerate(examples):
        for field, value in zip(fields(Examples), expected, strict=True):
            np.testing.assert_array_equal(
                getattr(played.examples, field.name)[place], np.float32(value) if isinstance(value, float) else value
            )


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_workers_change_nothing(workers: int, network: Callable[[str], Path]) -> None:
    tasks = [task(network(GAME), seed) for seed in range(3)]
    with TaskPool(0) as here, TaskPool(workers) as pool:
        alone = list(generate(tasks, here))
        for one, other in zip(alone, generate(tasks, pool), strict=True):
            assert_same(one, other)
        for one, other in zip(alone, reversed(list(generate(tasks[::-1], here))), strict=True):
            assert_same(one, other)
    assert any((alone[0].examples.rows[:3] != one.examples.rows[:3]).any() for one in alone[1:])


@pytest.mark.parametrize("changes", [{}, PUCT], ids=str)
def test_examples_are_of_full_searches_of_unfinished_positions(
    changes: dict[str, Any], network: Callable[[str], Path]
) -> None:
    rules = load_game(GAME)
    played = play_games(task(network(GAME), together=8, games=8, resign_at=None, **changes))
    examples = played.examples
    assert 0 < len(examples) < played.positions
    for row in examples.rows:
        assert Game(rules, position=rules.format_position(row)).outcome() is None
    legal, policies = legal_masks(rules, examples.rows), examples.policies.astype(np.float64)
    assert not policies[~legal].any()
    np.testing.assert_allclose(policies.sum(axis=1), 1, atol=2e-3)
    assert (np.abs(examples.values) <= 1).all()
    assert examples.plies_left.min() >= 1
    assert examples.plies_left.max() <= played.plies.max()
    assert play_games(task(network(GAME), full_share=1e-9)).examples.rows.shape == (0, 3)
    every = play_games(task(network(GAME), full_share=1.0))
    assert len(every.examples) == every.positions


def test_games_that_are_cut_off_are_no_draws(network: Callable[[str], Path]) -> None:
    played = play_games(task(network(GAME), max_plies=5, full_share=1.0, resign_at=None, starts=STARTS))
    assert (played.outcomes == UNDECIDED).all()
    assert (played.plies == 5).all()
    examples = played.examples
    assert sorted(examples.plies_left.tolist()) == sorted([1, 2, 3, 4, 5] * 3)
    last = examples.take(examples.plies_left == 1)
    np.testing.assert_array_equal(last.values, last.ends)
    np.testing.assert_allclose(examples.result_targets(0, 1), chances(examples.ends))


# -- resignation


@pytest.fixture
def sure_of_side(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Networks are replaced by one that is sure that a side wins and likes all moves alike."""

    def replace(winner: int) -> None:
        def evaluate(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            sides = (rows[:, -1] & np.uint64(1)).astype(int)
            priors = np.ones((len(rows), len(load_game(GAME).actions)), dtype=np.float32)
            return priors, np.where(sides == winner, 1.0, -1.0).astype(np.float32)

        monkeypatch.setattr(self_play, "_evaluators", lambda network, device: (evaluate, evaluate))

    return replace


@pytest.mark.parametrize("winner", [0, 1])
def test_who_is_sure_to_lose_resigns(
    winner: int, sure_of_side: Callable[[int], None], network: Callable[[str], Path]
) -> None:
    sure_of_side(winner)
    played = play_games(task(network(GAME), resign_at=0.97, no_resign_share=0.0, full_share=1.0, starts=STARTS))
    assert (played.outcomes == winner).all()
    assert (played.plies == 3).all()
    assert (played.would_resign, played.wrongly) == (0, 0)
    assert (np.abs(played.examples.values) < 1).all()  # nothing is proved
    targets = played.examples.result_targets(0.5, 1.0)
    np.testing.assert_allclose(targets[:, 2 * winner], 0.9999)
    proved = play_games(task(network(GAME), resign_at=1.0, no_resign_share=0.0, starts=STARTS, max_plies=6))
    assert (proved.plies == 6).all()


def test_false_resigns_are_counted(sure_of_side: Callable[[int], None], network: Callable[[str], Path]) -> None:
    sure_of_side(1)
    changes = {"games": 8, "together": 8, "resign_at": 0.97, "no_resign_share": 1.0, "max_plies": 200, "starts": STARTS}
    played = play_games(task(network(GAME), **changes))
    assert played.would_resign == 8
    assert played.wrongly == (played.outcomes != 1).sum()
    assert played.wrongly > 4
    assert (played.plies > 3).all()
    some = play_games(task(network(GAME), **changes | {"no_resign_share": 0.5}))
    assert 0 < some.would_resign < 8
    assert some.would_resign == (some.plies > 3).sum()
    assert some.wrongly == (some.outcomes != 1).sum()


# -- starts


def starts(**changes: Any) -> StartSettings:
    return check_settings(StartSettings, STARTS | {"candidates": 1} | changes, "here")


def even_by_second_word(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values that differ from position to position."""
    values = (rows[:, 1] % np.uint64(997)).astype(np.float32) / 997
    return np.empty((len(rows), 0)), np.where(rows[:, 0] % np.uint64(2) == 0, values, -values)


def test_shares_of_the_starts() -> None:
    rules, rng = load_game(GAME), np.random.default_rng(1)
    earlier = np.stack([rules.start] * 4)
    earlier[:, 2] += np.array([0, 2, 4, 4], dtype=np.uint64)
    earlier = earlier.reshape(2, 2, 3)
    mixed = starts(start=0.4, random=0.2, earlier=0.3, scattered=0.1, earlier_plies=0)
    kinds, rows = start_rows(rules, even_by_second_word, mixed, 4000, earlier, rng)
    np.testing.assert_allclose(np.bincount(kinds) / 4000, [0.4, 0.2, 0.3, 0.1], atol=0.03)
    assert (rows[kinds == START] == rules.start).all()
    _, counts = np.unique(rows[kinds == EARLIER][:, 2], return_counts=True)
    np.testing.assert_allclose(counts / counts.sum(), [0.25, 0.25, 0.5], atol=0.06)
    assert len({row.tobytes() for row in rows[kinds == RANDOM]}) > 500
    kinds, rows = start_rows(rules, even_by_second_word, starts(start=0.0, earlier=1.0), 500, earlier, rng)
    assert len({row.tobytes() for row in rows}) > 100
    kinds, rows = start_rows(rules, even_by_second_word, mixed, 200, NONE, rng)
    assert set(kinds.tolist()) == {START, RANDOM, SCATTERED}
    assert (rows[kinds == RANDOM] != rules.start).any(axis=1).mean() > 0.9


@pytest.mark.parametrize("name", ["dog-deer", "beat-the-wolf", GAME, "jungle-arena", "jungle-bighead", "fox-and-geese"])
def test_scattered_pieces_are_unfinished_positions(name: str) -> None:
    rules, rng = load_game(name), np.random.default_rng(1)
    rows = [scattered(rules, rng) for _ in range(200)]
    assert len({row.tobytes() for row in rows}) > 190
    assert {rules.side_of(row) for row in rows} == {0, 1}
    for row in rows:
        text = rules.format_position(row)
        assert Game(rules, position=text).outcome() is None
        np.testing.assert_array_equal(rules.parse_position(text), row)
    settings = starts(start=0.0, scattered=1.0)
    kinds, drawn = start_rows(rules, even_by_second_word, settings, 5, NONE, rng)
    assert (kinds == SCATTERED).all()
    assert (drawn != rules.start).any(axis=1).all()


@pytest.mark.parametrize("kind", ["random", "earlier"])
def test_the_most_even_candidate_is_taken(kind: str) -> None:
    rules, rng = load_game(GAME), np.random.default_rng(1)
    earlier = np.empty((500, 3), dtype=np.uint64)
    earlier[:] = rules.start
    wander(rules.kernel_rules, np.full(500, 12), np.uint64(5), earlier)
    asked: list[np.ndarray] = []

    def evaluate(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.append(rows.copy())
        return even_by_second_word(rows)

    chosen = starts(**{"start": 0.0, kind: 1.0, "candidates": 5})
    _, rows = start_rows(rules, evaluate, chosen, 20, earlier.reshape(2, 250, 3), rng)
    assert len(asked) == 1
    for candidates, row in zip(asked[0].reshape(20, 5, 3), rows, strict=True):
        values = np.abs(even_by_second_word(candidates)[1])
        assert (row == candidates[values.argmin()]).all()


@pytest.mark.parametrize(
    "name",
    [
        "double-tiger{capture_goal=1}",
        GAME,
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("dog-deer", "jungle-arena")),
    ],
)
def test_wandering_never_ends_a_game(name: str) -> None:
    rules = load_game(name)
    rows, again, other = (np.tile(rules.start, (300, 1)) for _ in range(3))
    plies = np.arange(300) % 100
    ends = [int(wander(rules.kernel_rules, plies, np.uint64(7), array)) for array in (rows, again)]
    np.testing.assert_array_equal(rows, again)
    assert ends[0] == ends[1]
    for row, far in zip(rows, plies, strict=True):
        if rules.family != "jungle":  # whose history no text carries
            assert Game(rules, position=rules.format_position(row)).outcome() is None
        assert (row == rules.start).all() or far > 0
    if name == GAME:
        few = plies < 9
        assert (rows[few, -1] & np.uint64(1) == (plies[few] % 2 != rules.first)).all()
        first = {rules_after(rules, move).tobytes() for move in Game(rules).legal_move_values()}
        assert {row.tobytes() for row in rows[plies == 1]} <= first
    wander(rules.kernel_rules, plies, np.uint64(8), other)
    assert (other != rows).any()


def rules_after(rules: Any, move: int) -> np.ndarray:
    after = np.empty_like(rules.start)
    row_play(rules.kernel_rules, rules.start, move, after)
    return after


# -- targets


def examples_of(values: list[float], ends: list[float], left: list[int]) -> Examples:
    n = len(values)
    return Examples(
        rows=np.zeros((n, 3), dtype=np.uint64),
        policies=np.zeros((n, 4), dtype=np.float16),
        values=np.array(values, dtype=np.float32),
        outcomes=np.zeros(n, dtype=np.int8),
        ends=np.array(ends, dtype=np.float32),
        plies_left=np.array(left, dtype=np.int16),
    )


def test_result_targets_by_hand() -> None:
    examples = examples_of(
        values=[0.5, -0.5, 0.0, 0.5, 1.0, -1.0, 0.0],
        ends=[1.0, -1.0, 0.0, -0.5, -1.0, 0.5, 1.0],
        left=[1, 2, 3, 1, 1, 2, 30_000],
    )
    expected = [
        [1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0.5, 0.5],  # won, lost, drawn, cut off
        [1, 0, 0], [0, 0, 1],  # proved, whatever came of it
        [1, 0, 0],
    ]  # fmt: skip
    np.testing.assert_array_equal(examples.result_targets(0.0, 1.0), np.array(expected, dtype=np.float32))
    half = [
        [0.5, 0.5, 0], [0, 0.75, 0.25], [0, 1, 0], [0, 0.75, 0.25],
        [0.5, 0.5, 0], [0, 0.75, 0.25],
        [0, 1, 0],
    ]  # fmt: skip
    np.testing.assert_array_equal(examples.result_targets(0.0, 0.5), np.array(half, dtype=np.float32))
    mixed = [
        [0.5, 0.5, 0], [0, 0.6875, 0.3125], [0, 1, 0], [0.125, 0.6875, 0.1875],
        [0.625, 0.375, 0], [0, 0.5625, 0.4375],
        [0, 1, 0],
    ]  # fmt: skip
    np.testing.assert_array_equal(examples.result_targets(0.25, 0.5), np.array(mixed, dtype=np.float32))


class Constructed:
    """An evaluator of one position and those after its moves: priors by move, and values of the positions after them.

    Positions further down are worth what the first move is.
    """

    def __init__(self, game: Game, priors: dict[str, float], root: float, values: dict[str, float]) -> None:
        self._start, self._root, self._side = game.row.copy(), root, game.side
        self._first = next(iter(values.values()))
        self._priors = np.zeros(len(game.rules.actions), dtype=np.float32)
        self._values = {}
        for text, move in moves_by_text(game).items():
            self._priors[action_of(game, move)] = priors.get(text, 0.0)
            game.push_value(move)
            self._values[game.row.tobytes()] = values[text]
            game.pop()

    def __call__(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.tile(self._priors, (len(rows), 1)), np.array([self._value(row) for row in rows], dtype=np.float32)

    def _value(self, row: np.ndarray) -> float:
        if (row == self._start).all():
            return self._root
        return self._values.get(row.tobytes(), self._first if int(row[-1]) & 1 != self._side else -self._first)


def decided(game: Game, evaluator: Constructed, simulations: int, settings: MCTSSettings) -> dict[str, float]:
    """The policy target by move."""
    trees = BatchedMCTS(game.rules, 1, 5000, settings)
    trees.set_root(0, game.row)
    trees.search(evaluator, simulations, [1])
    policy = trees.decide(np.array([0])).policies[0]
    return {text: float(policy[action_of(game, move)]) for text, move in moves_by_text(game).items()}


def test_gumbel_targets_by_hand() -> None:
    """The softmax of log priors and (50 + most visits) times the values, brought to 0 to 1, of the visited moves."""
    game = Game(GAME)
    texts = game.legal_moves()
    priors = {text: (number + 1) / 55 for number, text in enumerate(texts)}
    values = {text: (number % 4) / 64 for number, text in enumerate(texts)}  # for the dogs
    evaluator = Constructed(game, priors, 0.0, values)
    search = MCTSSettings(gumbel=16, gumbel_scale=0.0)
    only_root = decided(game, evaluator, 1, search)
    assert only_root == pytest.approx(priors, abs=1e-6)
    each_once = decided(game, evaluator, 1 + len(texts), search)
    weights = {text: priors[text] * np.exp(51 * (1 - values[text]) / 2) for text in texts}
    assert each_once == pytest.approx({text: weights[text] / sum(weights.values()) for text in texts}, abs=1e-6)


def test_gumbel_targets_of_moves_not_visited() -> None:
    """They count as the root's value mixed with the visited moves' mean by prior (appendix D of Danihelka et al.)."""
    game = Game(GAME)
    texts = game.legal_moves()
    priors = {text: 0.3 if text in texts[:2] else 0.4 / (len(texts) - 2) for text in texts}
    values = {text: 0.25 if text == texts[0] else -0.125 for text in texts}
    found = decided(game, Constructed(game, priors, 0.5, values), 3, MCTSSettings(gumbel=2, gumbel_scale=0.0))
    mixed = (0.5 + 2 * (0.3 * -0.25 + 0.3 * 0.125) / 0.6) / 3
    completed = {text: {texts[0]: -0.25, texts[1]: 0.125}.get(text, mixed) for text in texts}
    weights = {text: priors[text] * np.exp(51 * (completed[text] + 1) / 2) for text in texts}
    assert found == pytest.approx({text: weights[text] / sum(weights.values()) for text in texts}, abs=1e-6)


def test_what_is_proved_lost_is_not_chosen() -> None:
    """The most visited move is proved lost: another is played, worth the root's mean while nothing went there."""
    game = Game(GAME)
    trees = BatchedMCTS(game.rules, 1, 5000, MCTSSettings(gumbel=2, gumbel_scale=0.0))
    texts = game.legal_moves()
    trees.set_root(0, game.row)
    trees.search(Constructed(game, {texts[1]: 1.0}, 0.25, dict.fromkeys(texts, 0.0)), 1, [1])
    tree, at = trees.tree, 1
    for text, move in moves_by_text(game).items():
        child = int(np.flatnonzero(tree.moves == move)[0])
        if text == texts[1]:
            tree.proofs[child], tree.visits[child], tree.distances[child] = 2, 3, 2
        elif text == texts[2]:
            tree.priors[child] = 0.5
            at = move
    found = trees.decide(np.array([0]))
    assert (found.moves[0], found.values[0]) == (at, 0.25)
    assert (trees.best_move(0), trees.value(0)) == (at, 0.25)


def test_puct_targets_by_hand() -> None:
    """Shares of visits: 1.25 * prior * sqrt(visits of the root) / (1 + visits) and the mean value decide."""
    game = Game(GAME)
    texts = game.legal_moves()
    priors = {texts[0]: 0.75, texts[1]: 0.25}
    values = dict.fromkeys(texts, 0.5) | {texts[0]: 0.25}
    # after the root: the first; then -0.25 + 1.25 * 0.75 * sqrt(2) / 2 = 0.41 to 0 - 0.125 + 1.25 * 0.25 * sqrt(2)
    # = 0.32: the first; then 0.29 to 0.37: the second; then -0.25 + 0.625 to -0.5 + 0.3125: the first
    found = decided(game, Constructed(game, priors, 0.0, values), 5, MCTSSettings(probe=0))
    assert found == dict.fromkeys(texts, 0.0) | {texts[0]: 0.75, texts[1]: 0.25}


@pytest.mark.parametrize("search", [MCTSSettings(gumbel=4), MCTSSettings(), MCTSSettings(probe=1)], ids=str)
def test_a_proved_win_is_the_whole_target(search: MCTSSettings) -> None:
    game = Game(f"{GAME}{{capture_goal=1}}")
    texts = game.legal_moves()
    evaluator = Constructed(game, dict.fromkeys(texts, 0.1), 0.0, dict.fromkeys(texts, 0.0))
    found = decided(game, evaluator, 40, search)
    assert sorted(found.values()) == [0.0] * (len(texts) - 1) + [1.0]
    assert "x" in max(found, key=lambda text: found[text])


# -- files


def test_examples_come_back(tmp_path: Path, network: Callable[[str], Path]) -> None:
    examples = play_games(task(network(GAME))).examples
    for one in (examples, examples.take(np.arange(0)), join([examples, examples.take(slice(2, 5))])):
        save_examples(tmp_path / "games", one)
        assert_same(load_examples(tmp_path / "games"), one)
    content = (tmp_path / "games").read_bytes()
    for bad in (b"", b"x" * 100, content[:-1], content[: len(content) // 2], network(GAME).read_bytes()):
        (tmp_path / "games").write_bytes(bad)
        with pytest.raises(UserError, match="no games, or they are damaged"):
            load_examples(tmp_path / "games")
    with pytest.raises(UserError, match="cannot be read"):
        load_examples(tmp_path / "none")
