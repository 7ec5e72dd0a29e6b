"""MCTS where the rules count repetitions: the game's moves and the tree's count, so that proofs hold."""

from random import Random

import mcts_twin
import numpy as np
import pytest
from all_games import back_and_forth, random_game
from naive_proofs import wins_playing
from test_mcts import check_tree, walked

from hunt_ai import Game
from hunt_ai.players.parse import make_player
from hunt_ai.search.kernels.evaluators import StaticEvaluator, UniformEvaluator
from hunt_ai.search.limits import Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_batched import BatchedMCTS
from hunt_ai.search.mcts_evaluators import lift
from hunt_ai.search.mcts_settings import PLAY, MCTSSettings
from hunt_ai.search.weights import load_evaluation

pytestmark = pytest.mark.slow  # most of the time is compiling

GAMES = {  # and the same without counting repetitions
    "double-tiger{repetition_draw=2}": "double-tiger",
    "double-tiger{repetition_draw=3}": "double-tiger",
    "dog-deer{repetition_draw=2}": "dog-deer",
    "jungle-arena{repetition_draw=2}": "jungle-arena",
}
SMALL = 200_000  # places


def endings(name: str, count: int, seed: int) -> list[Game]:
    """Unfinished games from a few plies before a win, with some moves to and fro."""
    rng, games = Random(seed), []
    while len(games) < count:
        won = random_game(GAMES[name], rng.randrange(10**6), 1000)
        if won.outcome() is None or won.outcome().winner is None:
            continue
        for _ in range(rng.randrange(1, 4)):
            won.pop()
        game = to_and_fro(name, won.position(), rng.randrange(7), rng)
        if not game.outcome():
            games.append(game)
    return games


def to_and_fro(name: str, position: str, plies: int, rng: Random) -> Game:
    """A game from `position` on, of so many plies at most, in which moves are taken back where they can be."""
    game = Game(name, position)
    for _ in range(plies):
        moves = game.legal_moves()
        if moves:
            game.push(back_and_forth(game.moves, moves) or rng.choice(moves))
    return game


def check(game: Game, found, most: int = 3) -> int:
    """Check a result against recursion over the game's true history; how many proofs were checked."""
    other = game.copy()
    for move in found.pv:
        assert other.outcome() is None
        other.push_value(move)
    if found.score.kind == "cp":
        assert not any(wins_playing(game, game.side, plies) for plies in range(1, most))
        return 0
    if found.score.number > most:
        return 0
    winner = game.side if found.score.kind == "win" else 1 - game.side
    assert wins_playing(game, winner, found.score.number), (game.start_position(), game.moves)
    return 1


def test_a_win_is_not_thrown_away() -> None:
    """Of three moves one repeats: the game would be drawn at once, and it hinders no win of the others."""
    name = "double-tiger{repetition_draw=2,capture_goal=4}"
    game = Game(name, "o..oo/ooooT/..oo./oooo./..T.. p 0 3 5", ["a2-a1", "c1-d1", "a1-a2"])
    found = MCTS(game.rules, nodes=SMALL).search(game, Limits(simulations=10_000))
    assert game.rules.move_text(game.row, found.move) == "e4-e3"
    assert (found.score.kind, found.score.number) == ("win", 3)
    assert wins_playing(game, game.side, 3)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("settings", [{}, {"proving": 2, "probe": 2}, {"solver": False}], ids=str)
def test_visits_are_those_of_the_definition(name: str, settings: dict[str, int]) -> None:
    games, repeated = endings(name, 2, 2), 0
    games += [to_and_fro(name, random_game(GAMES[name], seed, 4).position(), 3, Random(seed)) for seed in range(6)]
    for game in (game for game in games if not game.outcome()):
        evaluation = load_evaluation(game.rules)
        chosen = MCTSSettings(**settings)
        twin = mcts_twin.search(game, chosen, 250, evaluation, 100)
        mcts = MCTS(game.rules, StaticEvaluator(evaluation, 100), chosen, SMALL)
        mcts.search(game, Limits(simulations=250))
        check_tree(mcts, 0, twin)
        outcomes = (node.game.outcome() for node in walked(twin))
        repeated += sum(outcome is not None and outcome.termination == "repetition" for outcome in outcomes)
    assert repeated > 0 or "repetition_draw=3" in name


@pytest.mark.parametrize("name", GAMES)
def test_no_proof_is_false(name: str) -> None:
    proofs = 0
    for settings, evaluator in ((PLAY, None), (MCTSSettings(exploration=1.5), UniformEvaluator())):
        mcts = None
        for game in endings(name, 20, 1):
            mcts = mcts or MCTS(game.rules, evaluator, settings, SMALL)
            proofs += check(game, mcts.search(game, Limits(simulations=5000)))
    assert proofs > 3


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("double-tiger")])
def test_nor_where_the_tree_is_kept(name: str) -> None:
    """Games of one tree with random answers: what was kept of the search before minds the moves since."""
    kept = 0
    for seed in range(12):
        game, rng = endings(name, 1, 10 + seed)[0], Random(seed)
        mcts = MCTS(game.rules, nodes=SMALL)
        for _ in range(6):
            found = mcts.search(game, Limits(simulations=800))
            kept += int(mcts.tree.visits[0]) > found.simulations
            check(game, found)
            game.push_value(found.move)
            if not game.outcome():
                game.push_value(rng.choice(game.legal_move_values()))
            if game.outcome():
                break
    assert kept > 3


def test_the_past_makes_another_position() -> None:
    """The same position twice in a game: what was found the first time is not what holds the second time."""
    game = Game("double-tiger{repetition_draw=3}")
    mcts = MCTS(game.rules, nodes=SMALL)
    mcts.search(game, Limits(simulations=100))
    other = Game(game.rules, game.start_position())
    for move in ("a3-a2", "a5-a4"):
        if move in other.legal_moves():
            other.push(move)
    back = Game(game.rules, other.position())
    mcts.search(other, Limits(simulations=100))
    assert np.array_equal(other.row, back.row)
    mcts.search(back, Limits(simulations=100))
    assert mcts.tree.visits[0] == 100
    assert len(mcts.tree.past) == 0


def test_the_player_draws_no_won_game() -> None:
    """The player's proofs hold, as it says of itself."""
    name = "double-tiger{repetition_draw=2,capture_goal=4}"
    game = Game(name, "o..oo/ooooT/..oo./oooo./..T.. p 0 3 5", ["a2-a1", "c1-d1", "a1-a2"])
    player = make_player("mcts:simulations=3000,table=16")
    assert player.proofs_hold
    player.reset(1)
    while not game.outcome():
        game.push_value(player.choose(game))
    assert game.outcome().winner == "tigers"


def test_trees_in_lock_step_prove_nothing() -> None:
    game = Game("double-tiger{repetition_draw=2,capture_goal=1}")
    batched = BatchedMCTS(game.rules, 1, settings=MCTSSettings(proving=2, probe=2))
    batched.search(lift(game.rules, UniformEvaluator()), 200, [1])
    assert batched.proved(0) is None
    assert sum(batched.root_visits(0).values()) == 199
