"""The UGI engine, driven by a client in another process: protocol, input during a search, and no way to end it by words."""

import io
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from level_tables import some_table
from naive_network import some_network

from hunt_ai import Game
from hunt_ai.app.main import main
from hunt_ai.app.ugi_engine import UgiEngine
from hunt_ai.network.weights_file import save_network
from hunt_ai.players import level_table
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Turn
from hunt_ai.players.search_players import SearchPlayer

SECONDS = 120.0  # for an answer; compiling may be in it


class Client:
    """A client that reads in a thread."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hunt_ai", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def tell(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the one that begins with `word`."""
        heard = []
        end = time.monotonic() + SECONDS
        while not heard or not heard[-1].startswith(word):
            heard.append(self.lines.get(timeout=max(0.1, end - time.monotonic())))
        return heard

    def ask(self, line: str, word: str) -> str:
        self.tell(line)
        return self.until(word)[-1]

    def close(self) -> int:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(timeout=SECONDS)
        self.reader.join()
        self.process.stdout.close()
        return status


@pytest.fixture
def client() -> Iterator[Client]:
    one = Client("--game", "double-tiger")
    yield one
    one.process.kill()
    one.close()


def test_the_greeting(client: Client) -> None:
    client.tell("ugi")
    lines = client.until("ugiok")
    assert lines[0].startswith("id name hunt_ai ")
    assert lines[1].startswith("id author ")
    options = {line.split()[2] for line in lines if line.startswith("option name ")}
    assert options == {"Game", "Player", "Level", "Hash", "NetFile", "Policy", "Temperature", "Solved", "Seed"}
    assert client.ask("isready", "readyok") == "readyok"


def test_positions_and_queries(client: Client) -> None:
    client.tell("position startpos moves a3xc1 timeout a3-a2".replace("a3-a2", "e3-e2"))
    game = Game("double-tiger", moves=["a3xc1", "timeout", "e3-e2"])
    assert client.ask("query fen", "response") == f"response {game.position()}"
    assert client.ask("query legalmoves", "response") == f"response {' '.join(game.legal_moves())}"
    assert client.ask("query p1turn", "response") == "response false"
    assert client.ask("query gameover", "response") == "response false"
    assert client.ask("query result", "response") == "response none"
    client.tell("position fen ooooo/ooooo/T...T/...../..... q 0 6 0")
    assert client.ask("query gameover", "response") == "response true"
    assert client.ask("query result", "response") == "response p1win"
    client.tell("d")
    assert "Tigers" in client.until("Tigers")[-1]
    assert client.ask("go depth 3", "bestmove") == "bestmove none"


@pytest.mark.parametrize("player", ["alphabeta", "mcts", "greedy", "random"])
@pytest.mark.parametrize("limit", ["depth 4", "nodes 500", "movetime 50"])
def test_every_player_answers(player: str, limit: str) -> None:
    client = Client("--game", "double-tiger")
    client.tell(f"setoption name Player value {player}", "position startpos moves a3-a2")
    best = client.ask(f"go {limit}", "bestmove").split()
    assert best[1] in Game("double-tiger", moves=["a3-a2"]).legal_moves()
    client.tell("quit")
    assert client.close() == 0


def test_the_lines_of_a_search(client: Client) -> None:
    client.tell("position startpos", "go depth 5")
    lines = client.until("bestmove")
    infos = [line.split() for line in lines if line.startswith("info depth")]
    assert len(infos) >= 5
    for info in infos:
        assert info[1:12:2] == ["depth", "nodes", "nps", "time", "score", "7"] or info[9] == "score"
        game = Game("double-tiger")
        for move in info[info.index("pv") + 1 :]:
            game.push(move)
    assert lines[-1] == f"bestmove {infos[-1][infos[-1].index('pv') + 1]}"


def test_proved_results_are_told(client: Client) -> None:
    client.tell("position fen ...../...../T...T/.o.../..... q 0 5 0".replace("q 0 5 0", "q 0 5 0"))
    client.tell("setoption name Game value double-tiger{capture_goal=1}", "position startpos", "go depth 4")
    lines = client.until("bestmove")
    assert any("score win 1 " in line for line in lines)


def test_input_is_read_while_searching(client: Client) -> None:
    client.tell("position startpos", "go infinite")
    client.until("info depth 3")
    assert client.ask("isready", "readyok") == "readyok"
    assert client.ask("query p1turn", "response") == "response true"
    begun = time.monotonic()
    client.tell("stop")
    assert client.until("bestmove")[-1].startswith("bestmove ")
    assert time.monotonic() - begun < 10
    client.tell("position startpos moves a3-a2", "go depth 2", "query p1turn")
    assert client.until("response")[-1] in ("response false",)


def test_what_follows_in_one_breath_is_done_in_order(client: Client) -> None:
    client.tell(
        "go depth 3", "setoption name Player value random", "position startpos moves a3-a2", "go depth 1", "go infinite",
        "stop", "query p1turn", "quit",
    )  # fmt: skip
    assert client.process.wait(timeout=SECONDS) == 0
    client.reader.join()
    words = [line.split()[0] for line in client.lines.queue if not line.startswith("info")]
    assert words == ["bestmove", "bestmove", "bestmove", "response"]


@pytest.mark.parametrize(
    "lines",
    [("go infinite", "go infinite", "stop"), ("go infinite", "go depth 2"), ("go simulations 5",),
     ("go movetime 80000000", "go infinite", "quit"), ("go movetime 80000000", "position startpos", "stop")],
)  # fmt: skip
def test_no_search_outlives_what_ends_it(client: Client, lines: tuple[str, ...]) -> None:
    searches = sum(line.startswith("go") for line in lines)
    client.tell(*lines)
    for _ in range(searches):
        assert client.until("bestmove")[-1].split()[1] in Game("double-tiger").legal_moves()
    assert client.close() == 0


def test_a_stop_behind_a_flood_is_heard(client: Client) -> None:
    client.tell("go infinite", *["position startpos"] * 20_000, "setoption name Seed value 4", "isready")
    client.until("readyok")
    client.tell("stop")
    client.until("bestmove")


def test_overlong_lines_are_left_out_whole(client: Client) -> None:
    client.tell("x" * 1_000_000 + "quit", "position startpos moves " + "a3-a2 " * 200_000, "isready")
    heard = client.until("readyok")
    assert [line.split()[0] for line in heard] == ["info", "info", "readyok"]
    assert all("more than 1000000 characters" in line for line in heard[:2])


def test_repetitions_end_lines_of_play() -> None:
    client = Client("--game", "fox-and-geese{repetition_draw=2}")
    moves = ["d4-d5", "g3-g4", "d5-d4", "e3-e4", "d4-d5", "e2-e3"]
    client.tell(f"position startpos moves {' '.join(moves)}", "go nodes 3000")
    lines = client.until("bestmove")
    assert lines[-1] != "bestmove none"
    for line in lines[:-1]:
        Game("fox-and-geese{repetition_draw=2}", moves=moves + line.split(" pv ")[1].split())
    client.tell("quit")
    assert client.close() == 0


def test_tabs_are_blanks_and_defaults_stay(client: Client) -> None:
    client.tell("setoption\tname Hash  value\t7", "position startpos\tmoves a3-a2", "go\tdepth 2")
    assert client.until("bestmove")[-1].split()[1] in Game("double-tiger", moves=["a3-a2"]).legal_moves()
    client.tell("ugi")
    assert "option name Hash type spin default 128 min 1 max 4096" in client.until("ugiok")


def test_a_level_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own budget, whatever `go` says; where a game has none, that is said."""
    (tmp_path / "double-tiger.json").write_text(json.dumps(some_table("double-tiger")), encoding="utf-8")
    monkeypatch.setattr(level_table, "FOLDER", tmp_path)
    lines = [
        "setoption name Level value 4",
        "setoption name Seed value 7",
        "go",
        "go simulations 90",
        "go infinite",
        "stop",
    ]
    lines += ["setoption name Level value 3", "go nodes 50", "setoption name Level value 9"]
    lines += ["setoption name Game value fox-and-geese", "go", "setoption name Level value 0", "go depth 1"]
    sink = io.StringIO()
    UgiEngine("double-tiger", io.StringIO("".join(f"{line}\n" for line in lines)), sink).run()
    told = sink.getvalue().splitlines()
    game, best = Game("double-tiger"), []
    for text in ("net:simulations=6,forget=1,temperature=0.5", "net:policy,temperature=0.5"):
        player = make_player(text)
        player.reset(7)
        best.append(f"bestmove {game.rules.move_text(game.row, player.choose(game))}")
    assert [line for line in told if line.startswith("bestmove")][:3] == [best[0], *best]
    assert sum(" nodes 6 " in line for line in told if line.startswith("info depth")) == 2
    assert "info string Level: '9' is not a whole number from 0 to 8" in told
    assert "info string level:3: no levels are calibrated for fox-and-geese" in told
    assert told[-1].startswith("bestmove ")


def test_a_network_plays(client: Client, tmp_path: Path) -> None:
    for name in ("double-tiger", "jungle-arena"):
        save_network(tmp_path / name, some_network(name, (8,)))
    client.tell("setoption name Game value fox-and-geese", "setoption name Player value net", "isready")
    need = "info string net:table=128,temperature=0: no network ships for fox-and-geese; hunt-ai train makes one"
    assert client.until("readyok") == [need, "readyok"]
    client.tell("go nodes 50")
    assert client.until("info") == ["bestmove none", need]
    client.tell(
        "setoption name Game value double-tiger", f"setoption name NetFile value {tmp_path / 'jungle-arena'}", "isready"
    )
    told = client.until("readyok")[0]
    assert "it is of 'jungle-arena' with rules" in told
    assert told.startswith("info string ")
    client.tell(f"setoption name NetFile value {tmp_path / 'double-tiger'}", "setoption name Hash value 8", "isready")
    assert client.until("readyok") == ["readyok"]
    client.tell("position startpos moves a3-a2", "go simulations 60")
    *infos, best = client.until("bestmove")
    game = Game("double-tiger", moves=["a3-a2"])
    player = make_player(f"net:{tmp_path / 'double-tiger'},simulations=60")
    player.reset(1)
    assert best == f"bestmove {game.rules.move_text(game.row, player.choose(game))}"
    assert any(" nodes 60 " in info for info in infos)
    client.tell("go infinite", "isready", "stop")
    assert client.until("bestmove")[-1].split()[1] in game.legal_moves()
    client.tell("setoption name Policy value true", "setoption name Temperature value 0.5", "go nodes 9")
    player = make_player(f"net:{tmp_path / 'double-tiger'},policy,temperature=0.5")
    player.reset(1)
    assert client.until("bestmove")[-1] == f"bestmove {game.rules.move_text(game.row, player.choose(game))}"
    client.tell("setoption name Policy value false", "setoption name Game value jungle-arena", "go nodes 9")
    best, told = client.until("info")
    assert best == "bestmove none"
    assert "not of jungle-arena with rules" in told


def test_the_end_of_input_lets_a_search_end() -> None:
    client = Client("--game", "double-tiger")
    client.tell("go depth 4")
    assert client.close() == 0
    assert [line.split()[0] for line in client.lines.queue][-1] == "bestmove"
    client = Client("--game", "double-tiger")
    client.tell("go infinite")
    assert client.close() == 0


@pytest.mark.parametrize(
    "line",
    ["foo", "position", "position fen", "position fen x", "position startpos moves a9-a8", "position startpos x", "go x",
     "go depth", "go depth 0", "go depth 1 depth 2", "go nodes -1", "go infinite 3", "setoption", "setoption name Hash",
     "setoption name Hash value x", "setoption name Hash value 0", "setoption name Level value x",
     "setoption name Player value nets", "setoption name NetFile value absent", "setoption name NetFile value .",
     "setoption name NetFile value a,b", "setoption name NetFile value " + "x" * 5000, "setoption name Solved value " + "x" * 5000,
     "setoption name Game value " + "x" * 5000, "setoption name Game value chess", "setoption name Game value /dev/stdin", "query", "query x", "\x00\x07", "stop x y",
     "go " + "x" * 100_000],
    ids=lambda line: ascii(line[:30]),
)  # fmt: skip
def test_nothing_said_ends_it(shared: Client, line: str) -> None:
    shared.tell(line, "isready")
    lines = shared.until("readyok")
    assert all(said.startswith("info string ") for said in lines[:-1])
    assert len(lines) == (1 if line.startswith("stop") else 2)


@pytest.fixture(scope="module")
def shared() -> Iterator[Client]:
    one = Client("--game", "double-tiger")
    yield one
    one.tell("quit")
    one.close()


def test_a_player_is_made_before_it_is_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.tell("setoption name Player value perfect", "isready")
    said = client.until("readyok")
    assert [line for line in said if "needs the option Solved" in line]
    engine = UgiEngine("double-tiger", io.StringIO("isready\n"), io.StringIO())
    prepared: list[Game] = []
    monkeypatch.setattr(SearchPlayer, "prepare", lambda self, game: prepared.append(game))
    engine.run()
    assert [game.position() for game in prepared] == [Game("double-tiger").position()]


@pytest.mark.parametrize(
    ("line", "words"),
    [("setoption name Hash value x", "Hash: 'x' is not a whole number from 1 to 4096"),
     ("setoption name Player value nets", "Player: 'nets' is none of alphabeta, mcts"),
     ("setoption name Game value chess", "Game: no game is named 'chess'"),
     ("setoption name Solved value /nowhere", "Solved: '/nowhere' is no folder that is there"),
     ("setoption name Seed value 18446744073709551616", "Seed: '18446744073709551616' is not a whole number from 0 to"),
     ("go nodes -1", "go nodes: '-1' is not a whole number from 1 to")],
)  # fmt: skip
def test_what_is_wrong_is_said(shared: Client, line: str, words: str) -> None:
    assert shared.ask(line, "info string").startswith(f"info string {words}")


def test_the_greatest_seed(shared: Client) -> None:
    shared.tell("setoption name Seed value 18446744073709551615", "isready")
    assert shared.until("readyok") == ["readyok"]


def test_the_engine_is_a_player() -> None:
    """Our client of foreign programs plays our engine."""
    game = Game("double-tiger")
    player = make_player(f"ugi:nodes=300 Player=mcts {sys.executable} -m hunt_ai engine")
    try:
        player.reset(3)
        player.prepare(game)
        answer = player.answer(game, Turn(None, 100.0))
        assert answer.move in game.legal_move_values()
        assert answer.score is not None
    finally:
        player.close()


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--game", "chess"]) == 2
    assert capsys.readouterr().err.startswith("error: no game is named 'chess'")
