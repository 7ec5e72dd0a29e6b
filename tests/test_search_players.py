"""Players that search: their texts, limits, clocks, and that the same text and seed play the same moves."""

import json
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.app.analysis import analyse, share
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Turn
from hunt_ai.players.search_players import SearchPlayer
from hunt_ai.search.limits import Limits

GAMES = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
TEXTS = ("alphabeta:nodes=2000", "alphabeta:depth=3,table=1", "mcts:simulations=200", "mcts:simulations=50,rollouts=1",
         "mcts:simulations=50,rollouts=2,cutoff=20,exploration=0.7")  # fmt: skip


def searcher(text: str) -> SearchPlayer:
    player = make_player(text)
    assert isinstance(player, SearchPlayer)
    return player


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_the_same_game(text: str, name: str) -> None:
    played = []
    for _ in range(2):
        game, player = Game(name), make_player(text)
        player.reset(5)
        player.prepare(game)
        for _ in range(6):
            game.push_value(player.choose(game))
        played.append(game.moves)
        player.reset(5)  # forgets the game before
        again = Game(name)
        for _ in range(6):
            again.push_value(player.choose(again))
        assert again.moves == game.moves
    assert played[0] == played[1]


def test_noise_makes_other_games() -> None:
    """Without it the seed changes nothing; with it, every seed plays its own game, and a proof stays one."""
    played: dict[str, set[tuple[str, ...]]] = {"": set(), ",noise=60": set()}
    for noise, games in played.items():
        player = searcher(f"alphabeta:nodes=300{noise}")
        for seed in range(6):
            game = Game("jungle-arena")
            player.reset(seed)
            player.prepare(game)
            for _ in range(10):
                game.push_value(player.choose(game))
            games.add(tuple(game.moves))
    assert (len(played[""]), len(played[",noise=60"])) == (1, 6)
    with pytest.raises(UserError, match="noise does not go with solved"):
        make_player("alphabeta:noise=5,solved=.")


@pytest.mark.parametrize("text", ["mcts:simulations=300", "alphabeta:nodes=2000,noise=30"])
def test_forgetting(text: str) -> None:
    """With it, a search does not depend on those before."""
    player, seen = searcher(f"{text},forget=1"), []
    game = Game("double-tiger")
    for _ in range(3):
        player.reset(3)
        seen.append(player.search(game))
        seen.append(player.search(game))
        player.search(Game("double-tiger", moves=["a3-a2"]))
        seen.append(player.search(game))
    assert len({(found.move, found.value, found.pv, found.nodes, *found.policy.values()) for found in seen}) == 1


def test_one_player_goes_from_game_to_game() -> None:
    player = searcher("alphabeta:nodes=500")
    for name in ("double-tiger", "jungle-arena", "double-tiger{capture_goal=2}"):
        game = Game(name)
        player.reset(1)
        player.prepare(game)
        assert player.choose(game) in game.legal_move_values()


def test_a_tree_is_kept_between_the_moves_of_a_game() -> None:
    """A second search of a game has what the first one found; after a reset, and in another game, it has not."""
    player = searcher("mcts:simulations=2000")
    player.reset(1)
    game = Game("double-tiger")
    found = player.search(game)
    for move in found.pv[:2]:
        game.push_value(move)
    again, fresh = player.search(game), searcher("mcts:simulations=2000").search(game)
    assert again.simulations == fresh.simulations == 2000
    assert again.policy != fresh.policy
    player.reset(1)
    assert player.search(game).policy == fresh.policy
    assert player.search(Game("double-tiger")).policy == found.policy


def test_limits_from_the_text() -> None:
    assert searcher("alphabeta").limits == Limits(nodes=100_000)
    assert searcher("alphabeta:depth=7,nodes=9,movetime=20").limits == Limits(7, 9, None, 0.02)
    assert searcher("mcts").limits == Limits(simulations=10_000)
    assert searcher("mcts:movetime=1500").limits == Limits(seconds=1.5)
    assert searcher("mcts:movetime=1500").seconds == 1.5


def test_the_clock_bounds_a_move() -> None:
    game = Game("double-tiger")
    for text in ("alphabeta:nodes=1000000000000", "mcts:simulations=1000000000000"):
        player = searcher(text)
        player.reset(1)
        player.prepare(game)
        answer = player.answer(game, Turn(seconds=0.2))
        assert answer.move in game.legal_move_values()
        assert answer.score is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [("alphabeta:", "KEY=VALUE"), ("alphabeta:nodes", "KEY=VALUE"), ("alphabeta:node=3", "did you mean nodes?"),
     ("alphabeta:simulations=3", "unknown setting"), ("alphabeta:nodes=0", "whole number from 1"),
     ("alphabeta:nodes=1e5", "whole number"), ("alphabeta:nodes=1,nodes=2", "given twice"), ("alphabeta:depth=999", "depth"),
     ("mcts:rollouts=-1", "rollouts"), ("mcts:exploration=nan", "is not a number"), ("mcts:depth=3", "unknown setting"),
     ("alphabeta:without=", "not a name"), ("alphabeta:without=jumps++far", "several joined by"),
     ("alphabeta:selectivity=", "not a name"), ("alphabeta:selectivity=none+reductions", "none is none of reductions"),
     ("alphabeta:selectivity=reduction", "reduction is none of"), ("mcts:selectivity=none", "unknown setting"),
     ("mcts:without=jumps", "unknown setting"), ("alphabeta;nodes=3", "no player is named"), ("random:nodes=3", "no settings")],
)  # fmt: skip
def test_bad_texts(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        make_player(text)


def test_parts_left_out() -> None:
    game = Game("double-tiger")
    nodes = {
        parts: searcher(f"alphabeta:depth=5{parts}").search(game).nodes
        for parts in ("", ",selectivity=none", ",without=jumps+any_jump", ",selectivity=reductions+quiescence")
    }
    assert len(set(nodes.values())) > 2
    for text in ("alphabeta:without=jumpz", "alphabeta:without=mobility"):
        for check in (lambda player: player.check(game.rules), lambda player: player.search(game)):
            with pytest.raises(
                UserError, match=r"evaluation of double-tiger has no (jumpz|mobility); there are any_jump"
            ):
                check(searcher(text))
    searcher("alphabeta:without=mobility").check(Game("jungle-arena").rules)
    for command in (["sprt", "random", text, "--game", "double-tiger"], ["match", "double-tiger", "--second", text]):
        assert main(command) == 2


# -- analysis


def test_the_best_moves() -> None:
    game = Game("double-tiger{capture_goal=1}")
    _, lines, complete = analyse(game, searcher("alphabeta:depth=4"), 10)
    assert complete
    assert [line.score.kind for line in lines[:4]] == ["win"] * 4
    assert {line.move for line in lines[:4]} == {"a3xc1", "a3xc5", "e3xc1", "e3xc5"}
    assert len({line.move for line in lines}) == len(lines) == 10
    values = [line.value for line in lines]
    assert values[1:] == sorted(values[1:], reverse=True)
    for line in lines:
        Game(game.rules, moves=line.pv)


def test_a_share_of_the_limits() -> None:
    assert share(Limits(5, 1000, None, 2.0), 4) == Limits(4, 250, None, 0.5)
    assert share(Limits(1, 10), 4) == Limits(1, 10)
    assert share(Limits(nodes=120), 4) == Limits(nodes=100)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["analyse", "double-tiger", "--moves", "a3-a2", "--player", "mcts:simulations=500", "--top", "2"]
    assert main([*arguments, "--png", "a.png", "--svg", "a.svg", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["side_to_move"], len(document["moves"])) == ("dogs", 2)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert main(arguments) == 0
    assert "values for dogs" in capsys.readouterr().out
    for bad, words in (
        (["--player", "random"], "does not search"),
        (["--position", "ooooo/ooooo/T...T/...../..... q 0 6 0"], "over"),
    ):
        assert main(["analyse", "double-tiger", *bad]) == 2
        assert words in capsys.readouterr().err
