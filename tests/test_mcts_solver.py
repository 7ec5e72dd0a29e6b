"""Proofs of MCTS against exhaustive search: none is false, and wins of few plies are found."""

from random import Random

import pytest
from all_games import random_game
from mcts_positions import FIVE, read_wins, small_game
from naive_proofs import NaiveProver

from hunt_ai import Game, load_game
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.kernels.evaluators import RolloutEvaluator, UniformEvaluator
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_evaluators import default_evaluator
from hunt_ai.search.mcts_settings import PLAY, MCTSSettings
from hunt_ai.search.result import Score, SearchResult
from hunt_ai.search.weights import load_evaluation

pytestmark = pytest.mark.slow  # most of the time is compiling

MOST = 5  # plies that the naive prover looks ahead
OPEN = "./.../Do..D/...../o..o./.o.../o..../.../... q 13 6 0"  # a win that only descents by proof numbers find in time


def exact(game: Game, plies: int) -> int | None:
    """Result for the side to move: 1, 0 or -1, None where so many plies do not settle it; draws by the rules count."""
    outcome = game.outcome()
    if outcome:
        return 0 if outcome.winner is None else (1 if outcome.winner == game.side_to_move else -1)
    if plies == 0:
        return None
    side, results = game.side, []
    for move in game.legal_moves():
        game.push(move)
        result = exact(game, plies - 1)
        if result is not None and game.side != side:
            result = -result
        game.pop()
        if result == 1:
            return 1
        results.append(result)
    return None if None in results else max(results)


def wins_within(game: Game, plies: int) -> bool:
    """Whether the side to move can force a win within so many plies."""
    return _forced(game, game.side_to_move, plies)


def _forced(game: Game, winner: str, plies: int) -> bool:
    outcome = game.outcome()
    if outcome:
        return outcome.winner == winner
    if plies == 0:
        return False
    any_or_all = any if game.side_to_move == winner else all

    def after(move: str) -> bool:
        game.push(move)
        result = _forced(game, winner, plies - 1)
        game.pop()
        return result

    return any_or_all(after(move) for move in game.legal_moves())


def search(game: Game, simulations: int, evaluator=None) -> SearchResult:
    mcts = MCTS(game.rules, evaluator or UniformEvaluator(), MCTSSettings(exploration=1.5), 2_000_000)
    return mcts.search(game, Limits(simulations=simulations))


def endings(name: str, count: int, seed: int = 0) -> list[Game]:
    """Unfinished games a few plies before their ends."""
    rng, games = Random(seed), []
    while len(games) < count:
        game = random_game(name, rng.randrange(10**6), 1000)
        if not game.outcome():
            continue
        for _ in range(rng.randrange(1, 7)):
            if game.moves:
                game.pop()
        games.append(game)
    return games


@pytest.mark.parametrize(
    "name",
    ["double-tiger", "dog-deer", "beat-the-wolf", "jungle-arena", "jungle-bighead", "bagh-chal", "fox-and-geese",
     "double-tiger{no_progress_limit=3}", "jungle-arena{no_progress_limit=3}"],
)  # fmt: skip
def test_no_proof_is_false_and_no_short_win_is_missed(name: str) -> None:
    """Exhaustive search of three plies agrees with what is proved, and proofs within three plies are found."""
    proofs = 0
    for game in endings(name, 8):
        result = exact(game, 3)
        evaluation = load_evaluation(game.rules)
        for evaluator in (UniformEvaluator(), RolloutEvaluator(evaluation, 1, 5)):
            found = search(game, 20_000, evaluator)
            kind = found.score.kind
            if result is not None:
                assert kind == {1: "win", -1: "loss"}.get(result, "cp"), game.position()
                assert found.value == result
                proofs += 1
            if kind == "win" and found.score.number <= 4:
                assert wins_within(game, found.score.number), game.position()
                proofs += 1
            if kind == "loss" and found.score.number <= 3:
                assert result == -1
                proofs += 1
    assert proofs > 2


@pytest.mark.parametrize("name", ["double-tiger{capture_goal=2}", "jungle-arena", "dog-deer"])
def test_a_proved_line_ends_as_proved(name: str) -> None:
    """Played on by the search against itself, a proved win is won within its distance."""
    played = 0
    for game in endings(name, 20, 1):
        found = search(game, 30_000)
        if found.score.kind != "win":
            continue
        winner, left = game.side_to_move, found.score.number
        played += 1
        while not game.outcome():
            found = search(game, 200_000)
            if game.side_to_move == winner:
                assert found.score.kind == "win"
                game.push_value(found.move)
            else:
                game.push_value(Random(left).choice(game.legal_move_values()))
            left -= 1
        assert game.outcome().winner == winner
    assert played > 2


@pytest.mark.parametrize("name", ["double-tiger{no_progress_limit=3}", "jungle-bighead{no_progress_limit=2}"])
def test_draws_are_proved(name: str) -> None:
    drawn = [game for game in endings(name, 20, 2) if exact(game, 2) == 0]
    assert len(drawn) > 1
    for game in drawn:
        mcts = MCTS(game.rules, UniformEvaluator(), nodes=500_000)
        found = mcts.search(game, Limits(simulations=20_000))
        assert found.simulations < 20_000
        assert mcts.tree.proofs[0] == 3
        assert (found.score.kind, found.score.number, found.value) == ("cp", 0, 0)
        game.push_value(found.move)
        assert exact(game, 1) == 0


@pytest.mark.parametrize("name", FIVE)
def test_small_positions_are_proved_as_by_exhaustive_search(name: str) -> None:
    """What is forced within MOST plies is found, and what is said to be forced within them is."""
    prover, known = NaiveProver(load_game(name)), 0
    games = [game for game in (small_game(name, Random(seed)) for seed in range(30)) if not game.outcome()]
    for settings in (MCTSSettings(), PLAY):
        for evaluator in (UniformEvaluator(), default_evaluator(prover.rules)):
            mcts = MCTS(prover.rules, evaluator, settings, 500_000)
            for game in games:
                forced = prover.result(game.row.tobytes(), MOST)
                score = mcts.search(game, Limits(simulations=20_000)).score
                if forced:
                    known += 1
                    assert score.kind == forced[0], game.position()
                    assert score.number >= forced[1], game.position()
                elif score.kind != "cp":
                    assert score.number > MOST, game.position()
    assert known > 20


@pytest.mark.parametrize("name", FIVE)
def test_wins_in_up_to_nine_plies_are_found(name: str) -> None:
    """Alpha-beta proves the length of each win; the solver finds it, on small positions whatever the evaluator."""
    rules = load_game(name)
    alphabeta, play = AlphaBeta(rules), MCTS(rules, nodes=3_000_000)
    uniform = MCTS(rules, UniformEvaluator(), PLAY, 3_000_000)
    proofs = MCTS(rules, None, MCTSSettings(proving=1, probe=2), 3_000_000)
    wins = [(source, position, plies) for source, game, position, plies in read_wins() if game == name]
    assert {plies for _, _, plies in wins} == {5, 7, 9}
    for source, position, plies in wins:
        game = Game(name, position)
        alphabeta.clear()
        assert alphabeta.search(game, Limits(depth=10)).score == Score("win", plies)
        for searcher in (proofs,) if position == OPEN else (play, uniform) if source == "small" else (play,):
            found = searcher.search(game, Limits(simulations=200_000))
            assert found.score.kind == "win", position
            assert found.score.number >= plies


def test_without_the_solver_nothing_is_proved() -> None:
    game = Game("double-tiger{capture_goal=1}")
    mcts = MCTS(game.rules, UniformEvaluator(), MCTSSettings(solver=False), 100_000)
    found = mcts.search(game, Limits(simulations=500))
    assert found.score.kind == "cp"
    assert found.simulations == 500
    assert search(game, 500).score.kind == "win"
    assert search(game, 500).score.number == 1
