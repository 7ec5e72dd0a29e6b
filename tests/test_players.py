"""The players that need no search: `random` is fair, `greedy` is what its twin on the public interface says it is."""

from collections import Counter

import pytest
from all_games import ALL_GAMES, CATALOG, random_game

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player

# Games whose rules look at the past of a position, which the players' kernels do not.
FORGETFUL = [game for game in ALL_GAMES if not Game(game).rules.settings.repetition_draw]
BUILT_IN = ("random", "greedy")


def seeded(text: str, seed: int) -> Player:
    player = make_player(text)
    player.reset(seed)
    return player


def choices(player: Player, game: Game, times: int) -> Counter[str]:
    return Counter(game.rules.move_text(game.row, player.choose(game)) for _ in range(times))


def grade(game: Game, move: str) -> int:
    """How greedy ranks a move, best first: wins, takes safely, is safe, takes and may lose, may lose."""
    side = game.side_to_move
    game.push(move)
    outcome = game.outcome()
    lost = False
    if outcome is None and game.side_to_move != side:
        for reply in game.legal_moves():
            game.push(reply)
            after = game.outcome()
            lost = lost or (after is not None and after.winner not in (None, side))
            game.pop()
    elif outcome is not None and outcome.winner == side:
        game.pop()
        return 0
    elif outcome is not None:
        lost = outcome.winner is not None
    game.pop()
    if lost:
        return 3 if "x" in move else 4
    return 1 if "x" in move else 2


def best_by_grade(game: Game) -> set[str]:
    grades = {move: grade(game, move) for move in game.legal_moves()}
    return {move for move, value in grades.items() if value == min(grades.values())}


@pytest.mark.parametrize("game", CATALOG)
def test_random_takes_each_move_alike(game: str) -> None:
    """Chi-square below its degrees of freedom and six standard deviations: a fixed seed, so it never fails by chance."""
    played = random_game(game, seed=3, plies=6)
    moves = played.legal_moves()
    times = 200 * len(moves)
    counts = choices(seeded("random", 5), played, times)
    assert set(counts) == set(moves)
    chi_square = sum((counts[move] - 200) ** 2 / 200 for move in moves)
    freedom = len(moves) - 1
    assert chi_square < freedom + 6 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("text", BUILT_IN)
def test_the_same_seed_plays_the_same_and_another_does_not(text: str) -> None:
    def play(seed: int) -> list[str]:
        player, game = seeded(text, seed), Game("beat-the-wolf")
        while game.outcome() is None and len(game.moves) < 40:
            game.push_value(player.choose(game))
        return game.moves

    assert play(1) == play(1)
    assert play(1) != play(2)
    for seed in (0, 2**64 - 1):
        assert play(seed)


@pytest.mark.parametrize("text", BUILT_IN)
def test_a_reset_forgets_the_game_before(text: str) -> None:
    game = Game("jungle-arena")
    player = seeded(text, 8)
    first = [player.choose(game) for _ in range(10)]
    player.reset(8)
    assert [player.choose(game) for _ in range(10)] == first


@pytest.mark.parametrize("text", BUILT_IN)
def test_choosing_leaves_the_game_as_it_was(text: str) -> None:
    game = random_game("dog-deer", seed=1, plies=20)
    before = game.position(), game.moves, game.legal_moves()
    assert seeded(text, 1).choose(game) in game.legal_move_values()
    assert (game.position(), game.moves, game.legal_moves()) == before


@pytest.mark.parametrize("game", FORGETFUL)
def test_greedy_is_its_twin(game: str) -> None:
    """In random positions, greedy chooses among exactly the best graded moves; a few choices see most of them."""
    player = seeded("greedy", 11)
    for seed in range(12):
        played = random_game(game, seed, plies=3 + 7 * seed)
        while played.outcome() is not None:
            played.pop()
        best = best_by_grade(played)
        chosen = set(choices(player, played, 12 * len(best)))
        assert chosen <= best, (played.position(), played.moves)
        assert len(chosen) > 0.9 * len(best)


@pytest.mark.parametrize("game", FORGETFUL)
def test_greedy_wins_in_one_where_it_can(game: str) -> None:
    """Games that end with a win by the side that moved are taken back by that move: greedy wins again at any seed."""
    wins = 0
    for number in range(20):
        played = Game(game)
        players = [seeded("greedy", number), seeded("random", number)]
        while played.outcome() is None:
            played.push_value(players[(played.side + number) % 2].choose(played))
        winner = played.outcome().winner
        played.pop()
        if winner is None or played.side_to_move != winner:
            continue
        for seed in range(5):
            played.push_value(seeded("greedy", seed).choose(played))
            assert played.outcome() is not None
            assert played.outcome().winner == winner
            played.pop()
        wins += 1
    assert wins, f"no game of {game} was won by a move"


def test_greedy_avoids_a_loss_rather_than_capturing() -> None:
    """b6xd8 would take a dog and leave the deer on d8 to be shut in; the other four moves are safe."""
    game = Game("dog-deer", position="./.../ooooo/oDooo/o.ooo/o.oo./o.ooo/.../.D. q 0 4 3")
    safe = {move for move in game.legal_moves() if "x" not in move}
    assert grade(game, "b6xd8") > max(grade(game, move) for move in safe)
    assert set(choices(seeded("greedy", 2), game, 100)) == safe


def test_greedy_prefers_a_safe_capture() -> None:
    game = Game("double-tiger")
    captures = {move for move in game.legal_moves() if "x" in move}
    assert captures
    assert set(choices(seeded("greedy", 4), game, 100)) <= captures


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(UserError, match=r"no player is named 'gredy'; did you mean greedy\?"):
        make_player("gredy")
    with pytest.raises(UserError, match=r"no player is named 'x'; there are random, greedy"):
        make_player("x")
