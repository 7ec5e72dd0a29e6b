"""The laws of the rules, for every game of the catalog, variants and files."""

import numpy as np
import pytest
from all_games import ALL_GAMES, random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from law_kernels import next_key_of, nth_moves, random_moves

from hunt_ai import Game, load_game, perft
from hunt_ai.games.kernels import rows

games = pytest.mark.parametrize("game", ALL_GAMES)
somewhere = given(seed=st.integers(0, 10**6), plies=st.integers(0, 120))
quick = settings(max_examples=25, deadline=None)


@games
@quick
@somewhere
def test_play_then_take_back_is_the_identity(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    before = played.position(), played.legal_moves(), played.row.copy(), played.moves
    for move in [*played.legal_moves(), *(["timeout"] if played.outcome() is None else [])]:
        played.push(move)
        assert played.pop() == move
        assert (played.position(), played.legal_moves(), played.moves) == (before[0], before[1], before[3])
        assert np.array_equal(played.row, before[2])


@games
@quick
@somewhere
def test_the_incremental_key_is_the_fresh_key(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    rules = played.rules.kernel_rules
    key = np.uint64(rows.row_key(rules, played.row))
    after = np.empty_like(played.row)
    for move in played.legal_move_values():
        rows.row_play(rules, played.row, move, after)
        assert next_key_of(rules, played.row, key, move) == rows.row_key(rules, after)


@games
@quick
@somewhere
def test_images_have_image_moves_and_equal_outcomes(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    rules = played.rules
    for symmetry in rules.automorphisms:
        image = played.copy()
        image._rows[-1], image._status = rules.transform(played.row, symmetry), None
        assert image.outcome() == played.outcome()
        mask = np.zeros(len(rules.actions), dtype=np.bool_)
        mask[symmetry.actions[np.flatnonzero(played.legal_mask())]] = True
        assert np.array_equal(image.legal_mask(), mask)


@games
@quick
@somewhere
def test_texts_round_trip(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    text = played.position()
    again = Game(game, position=text)
    assert again.position() == text
    if played.rules.family == "hunt":  # jungle texts carry no history
        assert np.array_equal(again.row, played.row)
        assert again.legal_moves() == played.legal_moves()


@games
@quick
@somewhere
def test_the_legal_mask_says_the_legal_moves(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    rules = played.rules
    mask = played.legal_mask()
    from_mask = [rows.row_action_move(rules.kernel_rules, played.row, action) for action in np.flatnonzero(mask)]
    assert sorted(from_mask) == sorted(played.legal_move_values())
    texts = {rules.actions[action] for action in np.flatnonzero(mask)}
    assert texts == {move.replace("x", "-") for move in played.legal_moves()}


@games
@quick
@somewhere
def test_counting_drawing_and_listing_moves_agree(game: str, seed: int, plies: int) -> None:
    played = random_game(game, seed, plies)
    rules = played.rules
    buffer = np.empty(rules.max_moves, dtype=np.int32)
    count, _ = rows.row_moves(rules.kernel_rules, played.row, buffer)
    assert len(set(buffer[:count].tolist())) == count
    assert nth_moves(rules.kernel_rules, played.row, count) == buffer[:count].tolist()
    words = np.random.default_rng(seed).integers(0, 2**64, size=64, dtype=np.uint64)
    for drawn_count, move in random_moves(rules.kernel_rules, played.row, words):
        assert drawn_count == count
        assert move in buffer[:count] or (count == 0 and move == -1)


@games
def test_drawn_moves_reach_every_move(game: str) -> None:
    played = random_game(game, 3, 6)
    words = np.random.default_rng(1).integers(0, 2**64, size=4000, dtype=np.uint64)
    drawn = {move for _, move in random_moves(played.rules.kernel_rules, played.row, words)}
    assert drawn >= set(played.legal_move_values())


@games
def test_perft_counts_what_games_can_play(game: str) -> None:
    def count(played: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in played.legal_moves():
            played.push(move)
            total += count(played, depth - 1)
            played.pop()
        return total

    depth = 3 if len(Game(game).legal_moves()) < 12 else 2
    for seed in range(3):
        position = random_game(game, seed, 30 * seed).position()
        assert perft(game, depth, position=position) == count(Game(game, position=position), depth)


@games
def test_actions_are_a_fixed_list_with_a_group_of_permutations(game: str) -> None:
    rules = load_game(game)
    assert len(set(rules.actions)) == len(rules.actions)
    first = rules.automorphisms[0]
    assert first.points.tolist() == list(range(len(rules.points)))
    permutations = {tuple(symmetry.actions) for symmetry in rules.automorphisms}
    assert all(sorted(p) == list(range(len(rules.actions))) for p in permutations)
    for a in permutations:
        for b in permutations:
            assert tuple(a[i] for i in b) in permutations
