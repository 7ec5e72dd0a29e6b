"""The player `net:FILE` everywhere a player goes, and `hunt-ai export`."""

import json
from pathlib import Path

import numpy as np
import pytest
from naive_network import forward, some_network

from hunt_ai import Game, load_game
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.network.network import new_network
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.network.weights_file import rounded, save_network
from hunt_ai.players.network_player import NetPlayer
from hunt_ai.players.parse import make_player
from hunt_ai.search.limits import Limits

pytestmark = pytest.mark.slow  # most of the time is compiling

FIVE = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
TIGER = "double-tiger"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    save_network(tmp_path / "tiger.net", some_network(TIGER, (8, 4)))
    return tmp_path


def net(text: str) -> NetPlayer:
    player = make_player(text)
    assert isinstance(player, NetPlayer)
    return player


def assert_one_error(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err


# -- texts


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "words"),
    [("net:", "it reads net or net:FILE"), ("net:,policy", "holds no comma and no ="),
     ("net:a=b/tiger.net", "unknown setting"), ("net:simulations=0", "whole number from 1"),
     ("net:tiger.net,least=1.5", "number from 0 to 1"), ("net:wins", "wins goes with policy"),
     ("net:policy,wins,wins", "wins: given twice"),
     ("net:policy,simulations=3", "simulations is of the search"), ("net:policy,policy", "policy: given twice"),
     ("net:absent.net", "'absent.net' is no file"), ("net:.", "'.' is no file"), ("net:" + "x" * 5000, "is no file"),
     ("net:tiger.net,", "KEY=VALUE"), ("net:tiger.net,simulations", "KEY=VALUE"), ("net:tiger.net,policy=1", "unknown setting"),
     ("net:tiger.net,simulation=3", "did you mean simulations?"), ("net:tiger.net,simulations=0", "whole number from 1"),
     ("net:tiger.net,temperature=-1", "number from 0 to 100"), ("net:tiger.net,temperature=nan", "number from 0"),
     ("net:tiger.net,policy,simulations=3", "simulations is of the search"), ("net:tiger.net,table=9,policy", "table is of the search"),
     ("net:tiger.net,policy,policy", "policy: given twice"), ("net:tiger.net,table=9,table=9", "table: given twice")],
)  # fmt: skip
def test_bad_texts(text: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        make_player(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("folder")
def test_limits_from_the_text() -> None:
    assert net("net:tiger.net").limits == Limits(simulations=400)
    assert net("net:tiger.net,movetime=20,simulations=9").limits == Limits(simulations=9, seconds=0.02)
    player = net("net:tiger.net, simulations=9 , temperature=0.5,exploration=2")
    assert (player.limits, player.settings["temperature"]) == (Limits(simulations=9), 0.5)
    assert player.search(Game(TIGER)).simulations == 9


# -- play


@pytest.mark.usefixtures("folder")
def test_policy_alone() -> None:
    network = rounded(some_network(TIGER, (8, 4)))
    for moves in ([], ["a3-a2"], ["a3xc1", "b4-b5"]):
        game = Game(TIGER, moves=moves)
        found = net("net:tiger.net,policy").search(game)
        priors, value = forward(network, game)
        texts = [
            game.rules.actions.index(game.rules.move_text(game.row, move).replace("x", "-")) for move in found.policy
        ]
        assert list(found.policy) == game.legal_move_values()
        assert list(found.policy.values()) == pytest.approx(priors[texts].tolist(), abs=1e-5)
        assert found.value == pytest.approx(value, abs=1e-5)
        assert found.policy[found.move] == max(found.policy.values())
        assert found.side == game.side


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", ["policy", "simulations=40"])
def test_temperature(kind: str) -> None:
    game = Game(TIGER)
    best = net(f"net:tiger.net,{kind}").search(game)
    assert net(f"net:tiger.net,{kind},temperature=0").search(game).move == best.move
    shares = np.array(list(best.policy.values()))
    for temperature in (0.5, 1.0, 3.0):
        player, counts = net(f"net:tiger.net,{kind},temperature={temperature}"), dict.fromkeys(best.policy, 0)
        for seed in range(400):
            player.reset(seed)
            counts[player.choose(game)] += 1
        expected = shares ** (1 / temperature) / (shares ** (1 / temperature)).sum()
        found = np.array(list(counts.values())) / 400
        assert np.abs(found - expected).max() < 0.12
        player.reset(7)
        move = player.search(game).move
        player.reset(7)
        assert player.search(game).move == move


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", ["policy", "simulations=40"])
def test_weak_moves_are_not_drawn(kind: str) -> None:
    game = Game(TIGER)
    best = net(f"net:tiger.net,{kind}").search(game)
    most = max(best.policy.values())
    least = sorted(best.policy.values())[len(best.policy) // 2] / most
    player, drawn = net(f"net:tiger.net,{kind},temperature=100,least={least}"), set()
    for seed in range(300):
        player.reset(seed)
        drawn.add(player.choose(game))
    assert drawn == {move for move, share in best.policy.items() if share >= least * most}
    assert 1 < len(drawn) < len(best.policy)


@pytest.mark.usefixtures("folder")
def test_the_ply_says_what_is_drawn() -> None:
    """Whatever was drawn before: a game that goes on later goes on the same."""
    player, later = net("net:tiger.net,policy,temperature=1"), net("net:tiger.net,policy,temperature=1")
    game = Game(TIGER)
    player.reset(5)
    later.reset(5)
    for _ in range(20):
        move = player.choose(game)
        if len(game.moves) >= 10:
            assert later.choose(game) == move
        game.push_value(move)


def test_a_win_in_one_ply_is_seen_where_wanted(tmp_path: Path) -> None:
    name = f"{TIGER}{{capture_goal=1}}"
    save_network(tmp_path / "one.net", some_network(name, (4,)))
    quiet = set()
    for text in ("policy,temperature=100", "policy,wins,temperature=100"):
        player, game = net(f"net:{tmp_path / 'one.net'},{text}"), Game(name)
        for seed in range(20):
            player.reset(seed)
            move = game.rules.move_text(game.row, player.choose(game))
            if "wins" in text:
                assert "x" in move
            elif "x" not in move:
                quiet.add(move)
        player.reset(1)
        assert player.search(game).score.kind == ("win" if "wins" in text else "cp")
    assert quiet


@pytest.mark.usefixtures("folder")
def test_no_lot_is_drawn_where_a_win_is_proved(tmp_path: Path) -> None:
    name = f"{TIGER}{{capture_goal=1}}"
    save_network(tmp_path / "one.net", some_network(name, (4,)))
    player = net(f"net:{tmp_path / 'one.net'},simulations=100,temperature=100")
    game = Game(name)
    for seed in range(10):
        player.reset(seed)
        assert "x" in game.rules.move_text(game.row, player.choose(game))


@pytest.mark.parametrize("name", FIVE)
def test_whole_games_the_same_for_the_same_seed(name: str, tmp_path: Path) -> None:
    save_network(tmp_path / "new", new_network(load_game(name), NetworkSettings(widths=(16,)), 1))
    for setting in ("policy,temperature=1", "simulations=24", "simulations=12,temperature=1"):
        player, games = make_player(f"net:{tmp_path / 'new'},{setting}"), []
        for seed in (3, 3, 4):
            game = Game(name)
            player.reset(seed)
            player.prepare(game)
            while game.outcome() is None and len(game.moves) < 400:
                game.push_value(player.choose(game))
            games.append(game.moves)
        assert games[0] == games[1]
        assert games[0] != games[2] or "temperature" not in setting


@pytest.mark.usefixtures("folder")
def test_one_player_goes_from_game_to_game() -> None:
    player = net("net:tiger.net,simulations=20")
    for name in (TIGER, f"{TIGER}{{turn_seconds=3}}"):
        player.reset(1)
        assert player.choose(Game(name)) in Game(name).legal_move_values()
    with pytest.raises(UserError, match="not of jungle-arena"):
        player.prepare(Game("jungle-arena"))


# -- commands


def test_a_match(folder: Path) -> None:
    command = ["match", TIGER, "--first", "net:tiger.net,simulations=16", "--second", "net:tiger.net,policy,temperature=1",
               "--games", "4", "--seed", "1"]  # fmt: skip
    assert main([*command, "--workers", "0", "--out", "a.jsonl"]) == 0
    assert main([*command, "--workers", "2", "--out", "b.jsonl"]) == 0
    games = [
        [json.loads(line)["moves"] for line in (folder / f).read_text().splitlines()] for f in ("a.jsonl", "b.jsonl")
    ]
    assert games[0] == games[1]
    assert main(["replay", "a.jsonl"]) == 0


def test_a_tournament(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = f'name = "nets"\ngames = ["{TIGER}"]\npairs = 2\n'
    Path("nets.toml").write_text(config + 'players = ["random", { player = "net:tiger.net,policy", name = "tiger" }]\n')
    assert main(["tournament", "nets.toml", "--workers", "0", "--out", "nets.db", "--json"]) == 0
    assert "tiger" in capsys.readouterr().out
    Path("other.toml").write_text(config.replace(TIGER, "dog-deer") + 'players = ["random", "net:tiger.net"]\n')
    assert main(["tournament", "other.toml", "--workers", "0", "--out", "other.db"]) == 2
    assert_one_error(capsys, "net:tiger.net", "it is of 'double-tiger'", "not of dog-deer")
    assert not Path("other.db").exists()


def test_another_games_network_plays_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.net").write_bytes((folder / "tiger.net").read_bytes()[:-1])
    before = sorted(folder.iterdir())
    for text, words in (("net:tiger.net", "not of dog-deer"), ("net:bad.net", "damaged")):
        for command in (
            ["match", "dog-deer", "--second", text, "--workers", "0"],
            ["sprt", "random", text, "--game", "dog-deer", "--workers", "0"],
            ["analyse", "dog-deer", "--player", text],
            ["play", "dog-deer", "--against", text],
        ):
            assert main(command) == 2, command
            assert_one_error(capsys, words)
    assert sorted(folder.iterdir()) == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("setting", ["simulations=60", "policy"])
def test_analysis(setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", TIGER, "--player", f"net:tiger.net,{setting}", "--top", "3", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["moves"]) == 3
    assert len({line["move"] for line in document["moves"]}) == 3


# -- export


def test_export(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    assert main(["export", "tiger.net", "--onnx", "new/tiger.onnx", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == TIGER
    assert document["bytes"] == (folder / "new" / "tiger.onnx").stat().st_size
    (features,), (results, actions) = document["inputs"], document["outputs"]
    assert features["name"] == "features"
    assert (results["name"], results["shape"]) == ("results", ["batch", 3])
    assert (actions["name"], actions["shape"]) == ("actions", ["batch", len(load_game(TIGER).actions)])
    assert main(["export", "tiger.net", "--onnx", "tiger.onnx"]) == 0
    assert f"features float32 [batch, {features['shape'][1]}]" in capsys.readouterr().out


def test_export_of_a_variant_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    Path("mine.toml").write_text(f'base = "{TIGER}"\ncapture_goal = 4\n')
    save_network(folder / "mine.net", some_network("mine.toml", (4,)))
    assert main(["export", "mine.net", "--onnx", "mine.onnx"]) == 0
    capsys.readouterr()
    Path("mine.toml").rename("moved.toml")
    assert main(["export", "mine.net", "--onnx", "other.onnx"]) == 2
    assert_one_error(capsys, "mine.net: the game 'mine.toml' that it plays cannot be loaded", "--game")
    for game, words in (("chess", "no game is named 'chess'"), (TIGER, "it is of 'mine.toml'")):
        assert main(["export", "mine.net", "--onnx", "other.onnx", "--game", game]) == 2
        assert_one_error(capsys, words)
    assert not Path("other.onnx").exists()
    assert main(["export", "mine.net", "--onnx", "other.onnx", "--game", "moved.toml"]) == 0
    assert Path("other.onnx").read_bytes()


@pytest.mark.usefixtures("folder")
def test_export_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    Path("junk").write_bytes(b"junk")
    for command, words in (
        (["absent.net", "--onnx", "a.onnx"], "No such file"), (["junk", "--onnx", "a.onnx"], "no safetensors file"),
        ([".", "--onnx", "a.onnx"], "it is no file"), (["tiger.net", "--onnx", "."], "cannot be written"),
        (["tiger.net", "--onnx", "junk/a.onnx"], "cannot be written"),
        (["tiger.net", "--onnx", "../" + Path.cwd().name + "/tiger.net"], "that is the network's own file"),
    ):  # fmt: skip
        assert main(["export", *command]) == 2
        assert_one_error(capsys, words)
    assert not Path("a.onnx").exists()
