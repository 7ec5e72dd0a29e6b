"""Alpha-beta: its proofs against a naive prover, and that nothing but the limits changes a result.

`python tests/test_alphabeta.py > tests/signatures/alphabeta.txt` writes the node counts anew.
"""

import threading
from pathlib import Path
from random import Random

import numpy as np
import pytest
from all_games import ALL_GAMES, back_and_forth, random_game
from naive_proofs import NaiveProver, wins_playing
from positions import random_jungle, random_position, stuck_groups, tight_hunt

from hunt_ai import Game, load_game
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits
from hunt_ai.search.selectivity import SELECTIVITY, load_selectivity

SIGNATURES = Path(__file__).parent / "signatures" / "alphabeta.txt"
DEPTHS = {"dog-deer": 9, "beat-the-wolf": 12, "double-tiger": 9, "jungle-arena": 9, "jungle-bighead": 9}
FILES = sorted(str(path) for path in (Path(__file__).parent / "games").glob("*.toml"))
SHORT_BANS = "jungle-arena{ban_repeats=2,ban_window=5,ban_run=6,ban_cells=3,all_banned='lift'}"
ONE_ENTRY = "jungle-bighead{ban_repeats=1,ban_window=3,ban_run=0,first='blue',chase_lifts_ban=false}"
PROVED_GAMES = [*DEPTHS, *FILES, SHORT_BANS, ONE_ENTRY, "bagh-chal", "fox-and-geese"]
MOST = 5  # plies that the naive prover looks ahead


def some_game(name: str, seed: int) -> Game:
    """A game of few pieces or little room, often with pieces going to and fro and near the limit without progress."""
    rng = Random(seed)
    rules = load_game(name)
    if rules.family == "jungle":
        game = Game(rules, position=random_jungle(rng, most=rng.choice([1, 2, 3])))
    elif name in DEPTHS:
        game = Game(rules, position=(tight_hunt if rng.random() < 0.7 else random_position)(name, rng))
    else:
        game = random_game(name, seed, rng.randrange(30))
    if rng.random() < 0.3:
        text, _, idle = game.position().rpartition(" ")
        near = max(int(idle), rules.settings.no_progress_limit - rng.randrange(1, 10))
        game = Game(rules, position=f"{text} {near}")
    for _ in range(rng.randrange(24)):
        moves = game.legal_moves()
        back = back_and_forth(game.moves, moves)
        if moves:
            game.push(back if back and rng.random() < 0.8 else rng.choice(moves))
    return game


@pytest.mark.parametrize("name", PROVED_GAMES, ids=lambda name: Path(name).stem)
def test_proofs_are_those_of_the_naive_prover(name: str) -> None:
    searcher = AlphaBeta(load_game(name), table_mb=1)
    for seed in range(40):
        game = some_game(name, seed)
        if not game.outcome():
            check_proof(game, searcher.search(game, Limits(depth=8, nodes=100_000)))


def test_selectivity_makes_no_proof_and_hinders_none() -> None:
    nodes = {}
    for parts in (SELECTIVITY, *(tuple(set(SELECTIVITY) - {part}) for part in SELECTIVITY), ()):
        nodes[parts] = 0
        for name in ("double-tiger", "jungle-arena"):
            searcher = AlphaBeta(load_game(name), table_mb=1, selectivity=parts)
            for seed in range(15):
                game = some_game(name, seed)
                if not game.outcome():
                    check_proof(game, searcher.search(game, Limits(depth=8, nodes=100_000)))
                game = random_game(name, seed, 10 + 5 * seed)
                if not game.outcome():
                    nodes[parts] += searcher.search(game, Limits(depth=5)).nodes
    assert len(set(nodes.values())) == len(nodes)
    with pytest.raises(ValueError, match="reduction is none of"):
        AlphaBeta(load_game("double-tiger"), selectivity=["reduction"])


def test_selectivity_is_that_of_the_game() -> None:
    assert AlphaBeta(load_game("jungle-arena"), table_mb=1).selectivity == {"reductions", "quiescence"}
    assert load_selectivity(load_game("beat-the-wolf{capture_goal=5}")) == frozenset()
    assert load_selectivity(load_game("bagh-chal")) == set(SELECTIVITY)


def check_proof(game: Game, result) -> None:
    prover = NaiveProver(game.rules)
    known = prover.result(game.row.tobytes(), MOST)
    claimed = None if result.score.kind == "cp" else (result.score.kind, result.score.number)
    where = (game.start_position(), game.moves)
    if claimed is None or claimed[1] > MOST:
        assert known is None, where
        return
    assert claimed == known, where
    game.push_value(result.move)
    if claimed[1] == 1:
        assert game.outcome() is not None, where
    else:
        other = {"win": "loss", "loss": "win"}[known[0]]
        assert prover.result(game.row.tobytes(), MOST) == (other, known[1] - 1), where


@pytest.mark.parametrize("name", ["double-tiger", "beat-the-wolf", "jungle-arena"])
def test_proofs_found_early_do_not_outlive_the_limit(name: str) -> None:
    """What is forced with time left is looked up with the limit close, and is forced there or not as the prover says."""
    rules = load_game(name)
    searcher, lost = AlphaBeta(rules, table_mb=1), 0
    for seed in range(150):
        game = some_game(name, seed)
        text, _, _ = game.position().rpartition(" ")
        game = Game(rules, position=f"{text} 0")
        if game.outcome() is None and searcher.search(game, Limits(depth=6, nodes=20_000)).score.number in (3, 4, 5):
            for plies in (1, 2, 3, 4, 5):
                near = Game(rules, position=f"{text} {rules.settings.no_progress_limit - plies}")
                known = NaiveProver(rules).result(near.row.tobytes(), MOST)
                score = searcher.search(near, Limits(depth=6)).score
                lost += known is None
                assert (score.kind, score.number) == known if known else score.kind == "cp"
    assert lost


@pytest.mark.parametrize("name", ["double-tiger{repetition_draw=2}", "jungle-arena{repetition_draw=2,ban_repeats=0}"])
def test_repetitions_draw_where_the_rules_say_so(name: str) -> None:
    rules = load_game(name)
    searcher = AlphaBeta(rules, table_mb=1)
    base = name.split("{")[0]
    for seed in range(12):
        other = some_game(base, seed)
        game = Game(rules, position=other.start_position())
        for move in other.moves:
            if game.outcome() is None:
                game.push(move)
        if game.outcome():
            continue
        score = searcher.search(game, Limits(depth=6, nodes=30_000)).score
        for kind, side in (("win", game.side), ("loss", 1 - game.side)):
            wins = [plies for plies in (1, 2, 3) if wins_playing(game, side, plies)]
            assert (score.kind == kind and score.number <= 3) == bool(wins), (game.position(), game.moves)
            if wins:
                assert score.number == wins[0]


def test_sides_that_pass() -> None:
    searcher, found = AlphaBeta(load_game("double-tiger")), 0
    for seed in range(40):
        game = Game("double-tiger", position=stuck_groups(Random(seed)))
        if game.outcome() is None:
            found += "pass" in game.legal_moves()
            check_proof(game, searcher.search(game, Limits(depth=7)))
    assert found


# -- nothing but the limits counts


def essence(result) -> tuple:
    return result.move, result.score, result.nodes, result.depth, result.pv


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena", "dog-deer"])
def test_slices_and_repeats_change_nothing(name: str) -> None:
    results = []
    for slice_nodes in (1, 7, 1000, 10**9, None):
        searcher = AlphaBeta(load_game(name))
        searcher.slice_nodes = slice_nodes
        game = random_game(name, 3, 4)
        first = searcher.search(game, Limits(depth=5))
        second = searcher.search(game, Limits(nodes=3333))
        searcher.clear()
        third = searcher.search(game, Limits(depth=5))
        assert essence(first) == essence(third)
        assert second.nodes == 3333
        results.append((essence(first), essence(second)))
    assert len(set(results)) == 1


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
def test_table_sizes_change_no_proof(name: str) -> None:
    proofs = 0
    small, large = AlphaBeta(load_game(name), table_mb=1), AlphaBeta(load_game(name), table_mb=32)
    small.memory = small.memory._replace(table=small.memory.table[:64])
    for seed in range(30):
        game = some_game(name, seed)
        if game.outcome() is None:
            scores = [s.search(game, Limits(depth=6)).score for s in (small, large)]
            if any(score.kind != "cp" and score.number < 6 for score in scores):
                proofs += 1
                assert scores[0] == scores[1]
    assert proofs


@pytest.mark.parametrize("nodes", [1, 2, 100, 12_345])
def test_node_limits_are_exact(nodes: int) -> None:
    game = Game("beat-the-wolf")
    result = AlphaBeta(game.rules).search(game, Limits(nodes=nodes))
    assert result.nodes == nodes
    assert result.move in game.legal_move_values()


def test_it_stops_when_told() -> None:
    game = Game("dog-deer")
    searcher = AlphaBeta(game.rules)
    searcher.search(game, Limits(depth=2))
    told = threading.Event()
    threading.Timer(0.2, told.set).start()
    assert searcher.search(game, Limits(), stop=told.is_set).depth > 2
    assert searcher.search(game, Limits(seconds=0.1)).seconds >= 0.1


def test_iterations_are_told_and_lines_are_legal() -> None:
    for name in DEPTHS:
        game = random_game(name, 5, 6)
        heard = []
        result = AlphaBeta(game.rules).search(game, Limits(depth=6), on_iteration=heard.append)
        assert [told.depth for told in heard] == list(range(1, result.depth + 1))
        assert essence(heard[-1]) == essence(result)
        assert result.pv[0] == result.move
        assert sum(result.policy.values()) == 1
        assert -1 <= result.value <= 1
        for move in result.pv:
            game.push_value(move)


def test_one_legal_move_has_a_score_and_a_finished_game_has_none() -> None:
    game = next(g for g in (some_game("jungle-arena", seed) for seed in range(500)) if len(g.legal_moves()) == 1)
    assert AlphaBeta(game.rules).search(game, Limits(depth=4)).move == game.legal_move_values()[0]
    over = Game("double-tiger", position="ooooo/ooooo/T...T/...../..... q 0 6 0")
    with pytest.raises(ValueError, match="over"):
        AlphaBeta(over.rules).search(over, Limits(depth=1))


def test_rows_are_searched_like_games() -> None:
    game = random_game("jungle-bighead", 2, 20)
    results = [AlphaBeta(game.rules).search(position, Limits(depth=4)) for position in (game, game.row)]
    assert essence(results[0]) == essence(results[1])


# -- keys and history


@pytest.mark.parametrize("name", ALL_GAMES, ids=lambda name: Path(name).name)
def test_image_tables_give_the_keys_of_images(name: str) -> None:
    from law_kernels import next_key_of

    from hunt_ai.games.kernels.rows import row_key

    rules = load_game(name)
    for seed in range(4):
        game = random_game(name, seed, 5 + 10 * seed)
        for automorphism in rules.automorphisms:
            image = type(rules.kernel_rules)(rules.image_table(automorphism))
            key = np.uint64(row_key(image, game.row))
            assert key == row_key(rules.kernel_rules, rules.transform(game.row, automorphism))
            for move in game.legal_move_values():
                after = game.copy()
                after.push_value(move)
                assert next_key_of(image, game.row, key, move) == row_key(image, after.row)


@pytest.mark.parametrize("name", ALL_GAMES, ids=lambda name: Path(name).name)
def test_capture_moves_are_the_legal_captures(name: str) -> None:
    from law_kernels import capture_moves_of

    rules = load_game(name)
    for seed in range(12):
        game = random_game(name, seed, 4 * seed)
        legal, captures = game.legal_move_values(), np.empty(rules.max_moves, dtype=np.int32)
        if legal:
            total, count = capture_moves_of(rules.kernel_rules, game.row, captures)
            assert total == len(legal)
            assert captures[:count].tolist() == [move for move in legal if "x" in rules.move_text(game.row, move)]


def test_symmetric_roots_give_the_same_score_with_fewer_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for symmetric in (True, False):
        game = Game("double-tiger{capture_goal=3}")
        if not symmetric:
            monkeypatch.setattr(game.rules, "automorphisms", game.rules.automorphisms[:1])
        results.append(AlphaBeta(game.rules).search(game, Limits(depth=7)))
    assert results[0].score == results[1].score
    assert results[0].nodes < results[1].nodes


@pytest.mark.parametrize("name", [name for name in PROVED_GAMES if "jungle" in name], ids=lambda name: Path(name).stem)
def test_no_ban_bites_within_the_free_plies(name: str) -> None:
    from law_kernels import free_plies_of

    rules = load_game(name)
    tight = 0
    for seed in range(100):
        game, free = some_game(name, seed), []
        for _ in range(12):
            if game.outcome():
                break
            unbanned = Game(rules, position=game.position())
            banned = game.legal_moves() != unbanned.legal_moves()
            assert not any(banned and ply < promised for ply, promised in enumerate(reversed(free), 1))
            tight += any(banned and ply == promised > 1 for ply, promised in enumerate(reversed(free), 1))
            free.append(free_plies_of(rules.kernel_rules, game.row))
            assert not (banned and free[-1] > 0)
            back = back_and_forth(game.moves, game.legal_moves())
            game.push(back or game.legal_moves()[seed % len(game.legal_moves())])
    assert tight or "ban_repeats=1" in name


# -- signatures


def signature(name: str) -> str:
    game = Game(name)
    result = AlphaBeta(game.rules).search(game, Limits(depth=DEPTHS[name]))
    move = game.rules.move_text(game.row, result.move)
    return f"{name} depth {result.depth} nodes {result.nodes} {result.score.kind} {result.score.number} move {move}"


@pytest.mark.parametrize("name", DEPTHS)
def test_signature(name: str) -> None:
    assert signature(name) in SIGNATURES.read_text().splitlines()


if __name__ == "__main__":
    for game_name in DEPTHS:
        print(signature(game_name))
