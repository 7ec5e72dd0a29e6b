"""Exact values in play: the player `perfect`, both searchers with solved slices, and `accuracy`, against plain sweeps."""

import functools
import io
import itertools
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from naive_proofs import NaiveProver
from naive_values import naive_values, positions_of, successors
from test_no_jit import output

from hunt_ai import Game, load_game
from hunt_ai.app.main import main
from hunt_ai.app.ugi_engine import UgiEngine
from hunt_ai.arena.accuracy import accuracy, random_row, tally
from hunt_ai.core.errors import UserError
from hunt_ai.players.parse import make_player
from hunt_ai.players.perfect import trap
from hunt_ai.solve.oracle import Oracle
from hunt_ai.solve.slices import flat_slices
from hunt_ai.solve.table import slice_path, solve_into

LITTLE = str(Path(__file__).parent / "games" / "little-tiger.toml")
TIGERS = LITTLE + "{start='ooo/.TT/ooT',capture_goal=2,pack_stuck='lose',pack.directions=['up','left','up-left']}"
DRIVEN = LITTLE + "{start='oo./.T./.oT',capture_goal=2,regions.top=['a3','b3','c3','b2'],driven_out_of='top'}"
THREE = LITTLE + "{start='o.o/oTo/oTo',capture_goal=3}"
GAMES = [LITTLE, TIGERS, DRIVEN, THREE]
MOST = 5  # plies that the naive prover looks ahead


@functools.cache
def values_of(name: str) -> dict[bytes, tuple[int, int] | None]:
    return naive_values(load_game(name))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The solved slices of GAMES."""
    made = {}
    for name in GAMES:
        made[name] = tmp_path_factory.mktemp("solved")
        for _ in solve_into(made[name], load_game(name)):
            pass
    return made


def some_rows(name: str, count: int, seed: int = 1) -> list[np.ndarray]:
    """Positions of the flat slices that are not over, won, lost and drawn ones alike."""
    game, values = load_game(name), values_of(name)
    rows = [row for here in flat_slices(game) for row in positions_of(game, here) if successors(game, row)[1]]
    Random(seed).shuffle(rows)
    kinds: dict[object, list[np.ndarray]] = {}
    for row in rows:
        value = values[row.tobytes()]
        kinds.setdefault(value and value[0] == game.side_of(row), []).append(row)
    return [row for kind in kinds.values() for row in kind[: count // len(kinds)]]


def best_after(name: str, row: np.ndarray) -> list[bool]:
    """For each legal move whether it keeps the value and its distance, by the plain sweeps."""
    values, value = values_of(name), values_of(name)[row.tobytes()]
    wanted = value and (value[0], value[1] - 1)
    return [values[after.tobytes()] == wanted for after in successors(load_game(name), row)[1]]


# -- the player `perfect`


@pytest.mark.parametrize("name", GAMES, ids=range(len(GAMES)))
def test_every_perfect_move_keeps_value_and_distance(name: str, folders: dict[str, Path]) -> None:
    game, oracle = load_game(name), Oracle(folders[name], load_game(name), 1)
    seen = set()
    for here in flat_slices(game):
        for row in positions_of(game, here):
            moves = oracle.legal(row)
            if not moves:
                continue
            value, kept = oracle.keeping(row, moves)
            twin = values_of(name)[row.tobytes()]
            assert (value.winner, value.distance) == (twin or (None, None))
            assert kept == [move for move, best in zip(moves, best_after(name, row), strict=True) if best]
            seen.add(value.winner)
    assert len(seen) > 1


@pytest.mark.parametrize("other", ["random", "perfect"])
@pytest.mark.parametrize("name", GAMES, ids=range(len(GAMES)))
def test_perfect_wins_what_is_won_in_time(name: str, other: str, folders: dict[str, Path]) -> None:
    perfect = make_player(f"perfect:memory=1,{folders[name]}")
    opponent = make_player("random") if other == "random" else perfect
    won = 0
    for seed, row in enumerate(some_rows(name, 90)):
        rules = load_game(name)
        game, value = Game(rules, position=rules.format_position(row)), values_of(name)[row.tobytes()]
        winner = None if value is None else value[0]
        for player in (perfect, opponent):
            player.reset(seed)
        for _ in range(60):
            if game.outcome():
                break
            played_by = perfect if winner in (None, game.side) else opponent
            game.push_value(played_by.choose(game))
        outcome = game.outcome()
        if value is None:
            assert outcome is None or outcome.winner is None
        else:
            assert outcome is not None
            assert outcome.winner == rules.sides[value[0]]
            assert len(game.moves) == value[1] if other == "perfect" else len(game.moves) <= value[1]
            won += 1
    assert won > 20


def test_perfect_says_what_it_knows(folders: dict[str, Path]) -> None:
    """Scores are exact where the limit without progress cannot matter, and no proofs where it can."""
    perfect = make_player(f"perfect:{folders[THREE]}")
    rules, late = load_game(THREE), 0
    for row in some_rows(THREE, 60):
        text, value = rules.format_position(row).rpartition(" ")[0], values_of(THREE)[row.tobytes()]
        for left in (rules.settings.no_progress_limit, 3):
            game = Game(rules, position=f"{text} {rules.settings.no_progress_limit - left}")
            found = perfect.search(game)
            if value is None:
                assert (found.score.kind, found.score.number, found.value) == ("cp", 0, 0.0)
            elif value[1] < left:
                assert (found.score.kind == "win") == (value[0] == game.side)
                assert found.score.number == value[1] == len(found.pv)
                for move in found.pv:
                    game.push_value(move)
                assert game.outcome() is not None
            else:
                late += 1
                assert (found.score.kind, found.score.number > 0) == ("cp", value[0] == game.side)
    assert late


def test_traps() -> None:
    assert trap([None, None]) == 0
    assert trap([1, None]) == pytest.approx(1 / 2 / 6)  # seen two plies ahead
    assert trap([9, None]) > trap([5, None]) > trap([1, None]) > trap([1, None, None])


def test_before_the_dogs_only_step(folders: dict[str, Path]) -> None:
    """Where groups are broken up, moves that keep a draw keep it, and nobody loses what is drawn."""
    perfect = make_player(f"perfect:memory=8,{folders[LITTLE]}")
    oracle = Oracle(folders[LITTLE], load_game(LITTLE), 8)
    for seed in range(5):
        game, rng = Game(LITTLE), Random(seed)
        perfect.reset(seed)
        before = oracle.value(game.row)
        for ply in range(14):
            if game.outcome():
                break
            game.push_value(perfect.choose(game) if ply % 2 == seed % 2 else rng.choice(game.legal_move_values()))
            now, me = oracle.value(game.row), 1 - game.side
            if ply % 2 == seed % 2:
                assert now.winner == before.winner
                assert now.distance == (before.distance and before.distance - 1)
            else:
                assert now.winner != me or before.winner == me
            before = now


# -- searchers


@pytest.mark.parametrize("text", ["alphabeta:nodes=3000,table=1", "mcts:simulations=60,table=4"])
@pytest.mark.parametrize("name", [TIGERS, DRIVEN, THREE], ids=["tigers", "driven", "three"])
def test_solved_roots_are_answered_exactly(name: str, text: str, folders: dict[str, Path]) -> None:
    rules, searcher = load_game(name), make_player(f"{text},solved={folders[name]}")
    for row in some_rows(name, 90):
        value = values_of(name)[row.tobytes()]
        game = Game(rules, position=rules.format_position(row))
        found = searcher.search(game)
        best = dict(zip(game.legal_move_values(), best_after(name, row), strict=True))
        assert best[found.move], game.position()
        if value is None:
            assert found.score.kind == "cp"
        else:
            assert (found.score.kind, found.score.number) == ("win" if value[0] == game.side else "loss", value[1])
            assert found.nodes <= 4 * rules.max_moves
            assert len(found.pv) == value[1]
            for move in found.pv:
                game.push_value(move)
            assert game.outcome() is not None


@pytest.mark.parametrize("text", ["alphabeta:depth=9,nodes=200000,table=1", "mcts:simulations=400,table=4"])
@pytest.mark.parametrize("name", [TIGERS, DRIVEN, THREE], ids=["tigers", "driven", "three"])
def test_above_the_tables(name: str, text: str, folders: dict[str, Path], tmp_path: Path) -> None:
    """With the smallest slice alone, what is proved above it is right, and alpha-beta finds what it must."""
    rules = load_game(name)
    lowest, *others = flat_slices(rules)
    path = slice_path(folders[name], lowest)
    (tmp_path / path.name).write_bytes(path.read_bytes())
    searcher, plain = make_player(f"{text},solved={tmp_path}"), make_player(text)
    assert others
    proofs = earlier = 0
    for row in some_rows(name, 150, seed=2):
        if int(row[1]).bit_count() == lowest.on_board:
            continue
        value = values_of(name)[row.tobytes()]
        game = Game(rules, position=rules.format_position(row))
        found = searcher.search(game)
        if found.score.kind != "cp":
            assert value is not None
            assert (found.score.kind == "win") == (value[0] == game.side), game.position()
            assert found.score.number >= value[1]
            proofs += 1
        if text.startswith("alphabeta"):
            if found.score.kind != "cp":
                assert found.score.number == value[1]
                earlier += found.nodes < plain.search(game).nodes
            assert found.score.kind != "cp" or value is None or value[1] > 9, game.position()
    assert proofs > 5
    assert earlier > 0 or text.startswith("mcts")


@pytest.mark.parametrize("text", ["alphabeta:depth=7,nodes=50000,table=1", "mcts:simulations=300,table=4"])
@pytest.mark.parametrize("name", [TIGERS, THREE], ids=["tigers", "three"])
def test_wins_that_come_too_late_are_not_claimed(name: str, text: str, folders: dict[str, Path]) -> None:
    rules, searcher = load_game(name), make_player(f"{text},solved={folders[name]}")
    spoilt = 0
    for row in some_rows(name, 60, seed=3):
        value = values_of(name)[row.tobytes()]
        if value is None or not 2 <= value[1] <= MOST:
            continue
        start = rules.format_position(row).rpartition(" ")[0]
        for left in range(1, MOST + 2):
            game = Game(rules, position=f"{start} {rules.settings.no_progress_limit - left}")
            known = NaiveProver(rules).result(game.row.tobytes(), MOST)
            found = searcher.search(game)
            claimed = None if found.score.kind == "cp" else (found.score.kind, found.score.number)
            spoilt += known is None
            if claimed and claimed[1] <= MOST:
                assert known is not None
                assert claimed[0] == known[0], game.position()
                assert claimed[1] >= known[1]
            if text.startswith("alphabeta"):
                assert known is None or claimed == known, game.position()
    assert spoilt > 10


def test_repetitions_spoil_proofs_not_draws(folders: dict[str, Path], tmp_path: Path) -> None:
    name = TIGERS.replace("capture_goal=2", "capture_goal=2,repetition_draw=2")
    rules = load_game(name)
    for _ in solve_into(tmp_path, rules):
        pass
    searcher = make_player(f"alphabeta:depth=4,table=1,solved={tmp_path}")
    perfect = make_player(f"perfect:{tmp_path}")
    for row in some_rows(TIGERS, 30):
        game = Game(rules, position=rules.format_position(row))
        value = values_of(TIGERS)[row.tobytes()]
        assert perfect.search(game).score.kind == "cp"
        if value is None:
            assert searcher.search(game).score.kind == "cp"


def test_a_search_goes_on_from_drawn_to_won_positions(folders: dict[str, Path]) -> None:
    """The tree of a drawn root knows no values; when the opponent errs, the win is seen at once."""
    rules, errors = load_game(THREE), 0
    for text in ("alphabeta:nodes=300,table=1", "mcts:simulations=100,table=4"):
        searcher = make_player(f"{text},solved={folders[THREE]}")
        for row in some_rows(THREE, 120):
            if values_of(THREE)[row.tobytes()] is not None:
                continue
            game = Game(rules, position=rules.format_position(row))
            searcher.reset(1)
            game.push_value(searcher.search(game).move)
            if game.outcome():
                continue
            for move in game.legal_move_values():
                after = game.copy()
                after.push_value(move)
                key = after.row.copy()
                key[2] &= ~np.uint64(0xFFFF << 17)
                value = values_of(THREE)[key.tobytes()]
                if after.outcome() is None and value is not None:
                    found = searcher.search(after)
                    assert (found.score.kind, found.score.number) == ("win", value[1])
                    errors += 1
                    break
    assert errors > 4


# -- accuracy


@pytest.mark.parametrize("player", ["random", "alphabeta:nodes=100,table=1"])
def test_accuracy_is_what_a_plain_count_says(player: str, folders: dict[str, Path]) -> None:
    rules, values = load_game(THREE), values_of(THREE)
    found = list(accuracy(player, folders[THREE], THREE, positions=120, workers=0))
    assert [one.source for one in found] == ["games"] * 120 + ["slices"] * 120
    for one in found:
        game = Game(rules, position=one.position)
        row = game.row
        value, after = values[row.tobytes()], [values[after.tobytes()] for after in successors(rules, row)[1]]
        game.push(one.move)
        chosen_row = game.row.copy()
        chosen_row[2] &= ~np.uint64(0xFFFF << 17)
        chosen = values[chosen_row.tobytes()]
        winner = value and value[0]
        assert one.value == ("drawn" if value is None else "won" if winner == one.side else "lost")
        keeps = [(other and other[0]) == winner for other in after]
        assert one.alike == all(keeps)
        assert one.kept == ((chosen and chosen[0]) == winner)
        assert one.given == (abs(1 + chosen[1] - value[1]) if one.kept and value else 0)
    for side in (0, 1):
        mine = [one for one in found if one.side == side]
        result = tally(mine)
        choices = [one for one in mine if one.value != "lost" and not one.alike]
        assert (result.positions, result.kept.games) == (len(mine), len(choices))
        assert result.kept.count == sum(one.kept for one in choices)
        assert result.positions == result.lost + result.left_out + result.kept.games
        assert result.wins.games + result.draws.games == result.kept.games


def test_a_side_that_never_has_a_move_is_left_out(tmp_path: Path) -> None:
    keys = "group_points=[],capture_goal=2,pack_stuck='lose',regions.top=['a3','b3','c3'],pack_region='top'"
    name = LITTLE + "{start='ooo/.T./...'," + keys + ",pack.directions=['up']}"
    for _ in solve_into(tmp_path, load_game(name)):
        pass
    found = list(accuracy("random", tmp_path, name, positions=8, workers=0))
    assert [(one.side, one.dogs) for one in found if one.source == "slices"] == [(0, 2), (0, 3)] * 2


def test_the_perfect_player_is_accurate(folders: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [f"perfect:memory=4,{folders[THREE]}", str(folders[THREE]), "--game", THREE, "--positions", "40"]
    assert main(["accuracy", *arguments, "--workers", "0", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["complete"]
    for source in ("games", "slices"):
        for one in document[source].values():
            assert one["kept"]["count"] == one["kept"]["positions"]
            assert not one["plies_given_away"]["winning"]
            assert not one["plies_given_away"]["losing"]
    assert main(["accuracy", *arguments, "--workers", "0"]) == 0
    assert "100.0%" in capsys.readouterr().out


def test_workers_change_nothing(folders: dict[str, Path]) -> None:
    found = [list(accuracy("greedy", folders[TIGERS], TIGERS, 30, seed=3, workers=workers)) for workers in (0, 2)]
    assert found[0] == found[1]


def test_random_positions_are_uniform(folders: dict[str, Path]) -> None:
    rules, rng = load_game(LITTLE), np.random.default_rng(1)
    here = flat_slices(rules)[-1]
    everything = {row.tobytes() for row in positions_of(rules, here) if rules.side_of(row) == 1}
    drawn = [random_row(rules, here, 1, rng).tobytes() for _ in range(4 * len(everything))]
    assert {*drawn} <= everything
    assert len({*drawn}) > 0.95 * len(everything)


# -- what is refused


def test_bad_folders_are_one_line(folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, empty = folders[LITTLE], tmp_path / "empty"
    empty.mkdir()
    for text, message in (
        ("perfect", "'' is no path of a folder; it reads perfect:DIR"),
        ("perfect:nowhere", "'nowhere' is no folder that is there"),
        (f"perfect:memory=0,{folder}", "'0' is not a whole number from 1"),
        ("alphabeta:solved=nowhere", "solved: 'nowhere' is no folder"),
        ("mcts:solved=", "solved: '' is no path"),
        (f"alphabeta:solved={folder},b", "a folder's path holds no comma here"),
    ):
        with pytest.raises(UserError, match=message):
            make_player(text)
    for text in ("perfect:{}", "alphabeta:solved={}", "mcts:solved={}"):
        with pytest.raises(UserError, match="missing of the solved slices"):
            make_player(text.format(empty)).check(load_game(LITTLE))
        with pytest.raises(UserError, match="its hash is"):
            make_player(text.format(folder)).check(load_game(LITTLE + "{no_progress_limit=100}"))
        with pytest.raises(UserError, match="only hunt games"):
            make_player(text.format(folder)).check(load_game("jungle-arena"))
        make_player(text.format(folder)).check(load_game(LITTLE))
    for arguments in (
        ["accuracy", "random", str(empty)],
        ["accuracy", "random", str(folder), "--game", "double-tiger"],
        ["accuracy", "random", str(folder), "--game", "jungle-arena"],
        ["accuracy", "nobody", str(folder), "--game", LITTLE],
        ["match", TIGERS, "--first", f"perfect:{folder}", "--games", "1", "--workers", "0"],
        ["analyse", TIGERS, "--player", f"perfect:{folder}"],
    ):
        assert main(arguments) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert error.count("\n") == 1


def test_perfect_in_the_commands(folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player, out = f"perfect:memory=4,{folders[TIGERS]}", str(tmp_path / "games.jsonl")
    assert main(["match", TIGERS, "--first", player, "--second", player, "--games", "4", "--out", out, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    value = values_of(TIGERS)[load_game(TIGERS).start.tobytes()]
    wins = {side: found["count"] for side, found in document["wins"].items()}
    assert wins == {
        side: 4 * (value is not None and number == value[0]) for number, side in enumerate(("tigers", "dogs"))
    }
    assert main(["analyse", TIGERS, "--player", player, "--top", "2", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["moves"][0]
    assert best["score"]["kind"] == ("cp" if value is None else "win" if value[0] == 0 else "loss")


def test_the_engine_knows_solved_slices(folders: dict[str, Path]) -> None:
    said = io.StringIO()
    rows = [row for row in some_rows(THREE, 60) if values_of(THREE)[row.tobytes()]]
    texts = [load_game(THREE).format_position(row) for row in rows[:3]]
    lines = ["setoption name Player value perfect", "go", f"setoption name Solved value {folders[THREE]},x"]
    lines += [f"setoption name Solved value {folders[THREE]}"]
    for player in ("perfect", "alphabeta", "mcts"):
        lines += [f"setoption name Player value {player}"]
        lines += [line for text in texts for line in (f"position fen {text}", "go nodes 500")]
    UgiEngine(THREE, io.StringIO("\n".join([*lines, ""])), said).run()
    answers = said.getvalue().splitlines()
    assert "bestmove none" in answers
    assert any("needs the option Solved" in line for line in answers)
    assert any("no comma" in line for line in answers)
    last = [before for before, line in itertools.pairwise(answers) if line.startswith("bestmove") and "score" in before]
    assert len(last) == 9
    for row, line in zip(3 * rows[:3], last, strict=True):
        winner, distance = values_of(THREE)[row.tobytes()]
        assert f"score {'win' if winner == int(row[2]) & 1 else 'loss'} {distance} pv " in line


@pytest.mark.parametrize(
    "player", ["alphabeta:nodes=1,solved={}", "mcts:simulations=1,solved={}", "perfect:memory=1,{}"]
)
@pytest.mark.parametrize("name", [LITTLE, THREE], ids=["groups", "flat"])
def test_nothing_is_compiled_once_a_player_is_prepared(player: str, name: str, folders: dict[str, Path]) -> None:
    program = f"""
from numba.core.dispatcher import Dispatcher
from hunt_ai import Game
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Turn

player, game = make_player({player.format(folders[name])!r}), Game({name!r})
game.push(game.legal_moves()[0])
player.reset(1)
player.prepare(game)
new, compiled = [], Dispatcher._compile_for_args
Dispatcher._compile_for_args = lambda self, *values, **more: new.append(self) or compiled(self, *values, **more)
player.answer(game, Turn(60.0))
print([one.py_func.__name__ for one in new])
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True).stdout
    assert said == "[]\n"


@pytest.mark.parametrize("idle", [0, 7, 199])
def test_plies_left(idle: int) -> None:
    rules = load_game(THREE)
    text = rules.start_text.rpartition(" ")[0]
    assert rules.plies_left(rules.parse_position(f"{text} {idle}")) == rules.settings.no_progress_limit - idle


PLAYERS = """
import os, sys, warnings
warnings.simplefilter("ignore")
from hunt_ai import Game, load_game
from hunt_ai.players.parse import make_player

rules = load_game(os.environ["GAME"])
solved = os.environ["SOLVED"]
for text in (f"alphabeta:nodes=40,table=1,solved={solved}", f"mcts:simulations=20,table=1,solved={solved}", f"perfect:memory=1,{solved}"):
    player, game = make_player(text), Game(rules)
    player.reset(3)
    for ply in range(12):
        if game.outcome():
            break
        found = player.search(game)
        print(text.partition(":")[0], game.position(), found.move, found.score, found.nodes, len(found.pv))
        game.push_value(found.move)
"""


@pytest.mark.slow
def test_plain_python_and_checked_reads_play_the_same(folders: dict[str, Path], tmp_path: Path) -> None:
    settings = {"GAME": LITTLE, "SOLVED": str(folders[LITTLE])}
    expected = output(PLAYERS, tmp_path / "compiled", 0, **settings)
    assert output(PLAYERS, tmp_path / "plain", 0, NUMBA_DISABLE_JIT="1", **settings) == expected
    assert output(PLAYERS, tmp_path / "checked", 0, NUMBA_BOUNDSCHECK="1", **settings) == expected
