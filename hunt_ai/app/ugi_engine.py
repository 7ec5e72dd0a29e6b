"""The UGI engine: commands in, answers out, input read while a search runs."""

import collections
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from hunt_ai.app.analysis import pv_texts
from hunt_ai.core.errors import UserError, one_line
from hunt_ai.games.catalog import GAMES, MORE_GAMES
from hunt_ai.games.game import Game
from hunt_ai.players.level_player import LevelPlayer
from hunt_ai.players.level_table import LEVELS
from hunt_ai.players.network_player import NetPlayer
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player
from hunt_ai.players.search_players import MAX_MOVETIME, MAX_TABLE, SearchPlayer
from hunt_ai.players.settings_text import Choice, Folder, Whole
from hunt_ai.search.limits import MAX_COUNT, MAX_DEPTH, Limits
from hunt_ai.search.result import SearchResult

MAX_SEED = 2**64 - 1
MAX_LINE = 1_000_000  # characters; a longer line is not looked at
_OVERLONG = "overlong"  # stands for such a line


class _Quit(Exception):
    """The client is done."""


@dataclass(frozen=True)
class Option:
    """An option as `ugi` lists it, and what reads a value; that is kept as text.

    ValueError says what the value is not; UserError says it all.
    """

    declaration: str
    read: Callable[[str], Any]


def _game(text: str) -> str:
    if os.path.exists(text) and not os.path.isfile(text):
        raise ValueError("is no file")  # reading a pipe could take for ever
    Game(text)
    return text


def _solved(text: str) -> str | Path:
    if text in ("", "<empty>"):
        return ""
    if "," in text:
        raise ValueError("may hold no comma")
    return Folder().read(text)


def _net_file(text: str) -> str:
    if text in ("", "<empty>"):
        return ""
    if "," in text or "=" in text:
        raise ValueError("may hold no comma and no =")
    if not os.path.isfile(text):
        raise ValueError("is no file that is there")
    return text


# `Level` from 1 on is a calibrated level of the game, whatever `Player` says; its budget holds, whatever `go` says.
PLAYERS = ("alphabeta", "mcts", "net", "greedy", "random", "perfect")
OPTIONS: Mapping[str, Option] = {
    "Game": Option("string default {default}", _game),
    "Player": Option("combo default {default} " + " ".join(f"var {name}" for name in PLAYERS), Choice(*PLAYERS).read),
    "Level": Option(f"spin default {{default}} min 0 max {LEVELS}", Whole(0, LEVELS).read),
    "Hash": Option(f"spin default {{default}} min 1 max {MAX_TABLE}", Whole(1, MAX_TABLE).read),
    "NetFile": Option("string default <empty>", _net_file),
    "Policy": Option("check default {default}", Choice("true", "false").read),
    "Temperature": Option("string default {default}", NetPlayer.kinds["temperature"].read),
    "Solved": Option("string default <empty>", _solved),
    "Seed": Option(f"spin default {{default}} min 0 max {MAX_SEED}", Whole(0, MAX_SEED).read),
}
GO_LIMITS = {
    "movetime": MAX_MOVETIME, "nodes": MAX_COUNT, "depth": MAX_DEPTH, "simulations": MAX_COUNT,
}  # fmt: skip


class UgiEngine:
    """One client's session. `run` reads until `quit` or the end of input."""

    def __init__(self, game: str, source: TextIO, sink: TextIO) -> None:
        self._game = Game(game)
        self._defaults = {
            "Game": game, "Player": "alphabeta", "Level": "0", "Hash": "128", "NetFile": "", "Policy": "false",
            "Temperature": "0", "Solved": "", "Seed": "1",
        }  # fmt: skip
        self._values = dict(self._defaults)
        self._source, self._sink = source, sink
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self._kept: collections.deque[str | None] = collections.deque()  # read during a search, to be obeyed after it
        self._player: Player | None = None
        self._stopped = self._infinite = False
        self._go_waits = False  # whether another `go`, or the end of input, was read during a search
        self._commands: Mapping[str, Callable[[str], None]] = {
            "ugi": self._ugi, "isready": self._isready, "setoption": self._setoption, "uginewgame": self._uginewgame,
            "position": self._position, "go": self._go, "stop": self._stop, "query": self._query, "d": self._draw,
            "quit": self._quit,
        }  # fmt: skip

    def run(self) -> int:
        threading.Thread(target=self._read, daemon=True).start()
        try:
            while (line := self._kept.popleft() if self._kept else self._lines.get()) is not None:
                self._obey(line)
        except _Quit:
            pass
        return 0

    def _read(self) -> None:
        try:
            while line := self._source.readline(MAX_LINE):
                if len(line) == MAX_LINE and not line.endswith("\n"):
                    while line and not line.endswith("\n"):
                        line = self._source.readline(MAX_LINE)
                    line = _OVERLONG
                self._lines.put(line)
        except (OSError, ValueError):
            pass  # nothing more can be read: the end of input
        self._lines.put(None)

    def _say(self, text: str) -> None:
        self._sink.write(text + "\n")
        self._sink.flush()

    def _obey(self, line: str) -> None:
        """Do what a line says; what cannot be done is said in an `info string`."""
        word, rest = (*line.split(None, 1), "", "")[:2]
        if line is _OVERLONG:
            self._say(f"info string a line of more than {MAX_LINE} characters is left out")
            return
        if not word:
            return
        command = self._commands.get(word)
        if command is None:
            self._say(f"info string unknown command {one_line(word)}")
            return
        try:
            command(rest.strip())
        except UserError as error:
            self._say(f"info string {one_line(str(error))}")

    # -- commands

    def _ugi(self, rest: str) -> None:
        from hunt_ai import __version__

        self._say(f"id name hunt_ai {__version__}")
        self._say("id author the hunt_ai authors")
        for name, option in OPTIONS.items():
            self._say(f"option name {name} type {option.declaration.format(default=self._defaults[name])}")
        self._say(f"info string games: {', '.join((*GAMES, *MORE_GAMES))}, variants and files of rules")
        self._say("ugiok")

    def _isready(self, rest: str) -> None:
        """Make the player, so that no clock runs while its kernels are compiled; nothing to do during a search."""
        try:
            self._made_player().prepare(self._game)
        except UserError as error:
            self._say(f"info string {one_line(str(error))}")
        self._say("readyok")

    def _setoption(self, rest: str) -> None:
        words = rest.split()
        if words[:1] != ["name"] or "value" not in words or words.index("value") < 2:
            raise UserError("setoption reads: setoption name NAME value VALUE")
        at = words.index("value")
        given, value = " ".join(words[1:at]), rest.split("value", 1)[1].strip()
        name = next((name for name in OPTIONS if name.lower() == given.lower()), None)
        if name is None:
            raise UserError(f"there is no option {given}; there are {', '.join(OPTIONS)}")
        try:
            value = str(OPTIONS[name].read(value))
        except UserError as error:
            raise UserError(f"{name}: {error}") from None
        except ValueError as error:
            raise UserError(f"{name}: {value!r} {error}") from None
        if name == "Game" and value != self._values[name]:
            self._game = Game(value)
        if self._values[name] != value:
            self._values[name] = value
            if name != "Seed":
                self._player = None
            elif self._player is not None:
                self._player.reset(int(value))

    def _uginewgame(self, rest: str) -> None:
        self._game = Game(self._game.rules)
        if self._player is not None:
            self._player.reset(int(self._values["Seed"]))

    def _position(self, rest: str) -> None:
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], " ".join(words[1:at])
        if kind not in (["startpos"], ["fen"]) or (kind == ["startpos"] and text):
            raise UserError("position reads: position startpos|fen TEXT [moves M ...]")
        self._game = Game(self._game.rules, text if kind == ["fen"] else None, words[at + 1 :])

    def _query(self, rest: str) -> None:
        outcome = self._game.outcome()
        first = self._game.rules.first
        if rest == "p1turn":
            answer = str(self._game.side == first).lower()
        elif rest == "gameover":
            answer = str(outcome is not None).lower()
        elif rest == "result":
            answer = self._result()
        elif rest == "fen":
            answer = self._game.position()
        elif rest == "legalmoves":
            answer = " ".join(self._game.legal_moves())
        else:
            raise UserError("query reads: query p1turn|gameover|result|fen|legalmoves")
        self._say(f"response {answer}".rstrip())

    def _result(self) -> str:
        outcome = self._game.outcome()
        if outcome is None:
            return "none"
        if outcome.winner is None:
            return "draw"
        return "p1win" if outcome.winner == self._game.rules.sides_in_order[0] else "p2win"

    def _draw(self, rest: str) -> None:
        for line in str(self._game).splitlines():
            self._say(line)

    def _stop(self, rest: str) -> None:
        self._stopped = True

    def _quit(self, rest: str) -> None:
        raise _Quit

    # -- searching

    def _go(self, rest: str) -> None:
        limits, infinite = self._read_limits(rest.split())
        self._infinite = infinite
        if self._game.outcome():
            self._say("info string the game is over")
            self._say("bestmove none")
            return
        self._stopped = self._go_waits = False
        later: list[str | None] = []
        answer = "none"  # a client that waits hears something whatever happens
        try:
            player = self._made_player()
            if isinstance(player, LevelPlayer):
                player = player.player_of(self._game)
                if isinstance(player, SearchPlayer):
                    limits = replace(player.limits, seconds=limits.seconds)
            if isinstance(player, SearchPlayer):
                if not infinite and limits == Limits():
                    limits = player.limits
                found = player.search(self._game, limits, lambda: self._poll(later), self._report)
                self._report(found)
                move = found.move
            else:
                move = player.choose(self._game)
            while infinite and not self._poll(later):
                time.sleep(0.005)
            answer = self._game.rules.move_text(self._game.row, move)
        finally:
            self._say(f"bestmove {answer}")
            self._kept.extendleft(reversed(later))

    def _read_limits(self, words: list[str]) -> tuple[Limits, bool]:
        """(limits, whether the search goes on until it is stopped)."""
        if words == ["infinite"]:
            return Limits(), True
        given: dict[str, int] = {}
        for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
            if name not in GO_LIMITS or name in given:
                raise UserError("go reads: go [movetime MS] [nodes N] [depth D] [simulations N], or go infinite")
            try:
                given[name] = Whole(1, GO_LIMITS[name]).read(value)
            except ValueError as error:
                raise UserError(f"go {name}: {value!r} {error}") from None
        seconds = given["movetime"] / 1000 if "movetime" in given else None
        return Limits(given.get("depth"), given.get("nodes"), given.get("simulations"), seconds), False

    def _made_player(self) -> Player:
        if self._player is None:
            name = self._values["Player"]
            hash_mb, solved = self._values["Hash"], self._values["Solved"]
            if self._values["Level"] != "0":
                name = f"level:{self._values['Level']}"
            elif name in ("alphabeta", "mcts"):
                name += f":table={hash_mb}" + (f",solved={solved}" if solved else "")
            elif name == "net":
                settings = [self._values["NetFile"]] if self._values["NetFile"] else []
                settings += ["policy"] if self._values["Policy"] == "true" else [f"table={hash_mb}"]
                name += ":" + ",".join([*settings, f"temperature={self._values['Temperature']}"])
            elif name == "perfect":
                if not solved:
                    raise UserError("the player perfect needs the option Solved, a folder of solved slices")
                name += f":memory={hash_mb},{solved}"
            self._player = make_player(name)
            self._player.reset(int(self._values["Seed"]))
        return self._player

    def _poll(self, later: list[str | None]) -> bool:
        """Read what has come in during a search: obey what concerns it, keep the rest in `later`; whether to stop.

        `quit` ends every search. What else stands behind the next `go` is not of this search, which goes on to its own
        limit; one without a limit is ended by that `go`, as by the end of input.
        """
        while not self._stopped and (self._kept or not self._lines.empty()):
            line = self._kept.popleft() if self._kept else self._lines.get()
            word = None if line is None else (line.split() or [""])[0]
            if word == "isready" or (word in ("query", "d") and not later):
                self._obey(str(line))
            elif word == "stop" and not self._go_waits:
                self._stopped = True
            else:
                later.append(line)
                self._go_waits = self._go_waits or word in ("go", None)
                self._stopped = word == "quit" or (self._infinite and self._go_waits)
        return self._stopped

    def _report(self, found: SearchResult) -> None:
        count = found.simulations or found.nodes
        speed = round(count / found.seconds) if found.seconds > 0 else 0
        self._say(
            f"info depth {found.depth} nodes {count} nps {speed} time {round(1000 * found.seconds)} "
            f"score {found.score.kind} {found.score.number} pv {' '.join(pv_texts(self._game, found.pv))}"
        )
