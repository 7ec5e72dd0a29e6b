"""Any program that speaks UGI, the Universal Game Interface, as a player: `ugi:COMMAND`."""

import os
import re
import shlex
import shutil
import time
import unicodedata
from dataclasses import dataclass
from typing import Self

from hunt_ai.core.errors import UserError, one_line
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import IllegalMove
from hunt_ai.players.player import Answer, Player, PlayerFailed, Turn
from hunt_ai.players.ugi_process import EngineProcess
from hunt_ai.search.result import Score

START_SECONDS = 30.0  # for the program to say what it is
READY_SECONDS = 80.0  # for it to get ready for a game; ours may compile
STOP_SECONDS = 1.0  # for it to answer `stop` where no clock runs
LIMITS = ("movetime", "nodes", "depth")
DEFAULT_LIMIT = ("movetime", 1000)
CLOCK_SHARE, CLOCK_MARGIN = 0.95, 0.02  # of a clock's seconds, so much is used, less so many seconds
MAX_OPTIONS = 1000  # more are not remembered, nor are lines longer than MAX_OPTION_TEXT
MAX_OPTION_TEXT = 1000
MAX_MOVE_TEXT = 40  # of an illegal move, so much is told

_SETTING = re.compile(r"([A-Za-z_][\w .-]*)=(.*)")
_COUNT = re.compile(r"[1-9][0-9]{0,17}")
_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+(\S.*)")
_SCORE = re.compile(r"\bscore\s+(cp|win|loss)\s+(-?[0-9]{1,9})\b")


@dataclass(frozen=True)
class UgiSettings:
    """What the text of a UGI player says: KEY=VALUE words, then the program and its arguments.

    command: words; the program as a path.
    options: names and values for `setoption`, in order.
    limit: of each `go`; None: by time, a second or what the clock leaves.
    """

    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    limit: tuple[str, int] | None = None


def parse_settings(settings: str, text: str) -> UgiSettings:
    """The settings of the player that the user calls `text`; UserError."""
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in settings):
        raise UserError(f"{text}: a command has no control characters")
    try:
        words = shlex.split(settings)
    except ValueError as error:
        raise UserError(f"{text}: the command cannot be split into words ({error})") from None
    options: list[tuple[str, str]] = []
    limits: list[tuple[str, int]] = []
    while words and (found := _SETTING.fullmatch(words[0])):
        key, value = found.groups()
        if key not in LIMITS:
            options.append((key, value))
        elif _COUNT.fullmatch(value):
            limits.append((key, int(value)))
        else:
            raise UserError(f"{text}: {key}: {value!r} is not a positive whole number")
        words.pop(0)
    if len(limits) > 1:
        raise UserError(f"{text}: {' and '.join(key for key, _ in limits)}: one limit at most")
    if not words or not words[0]:
        raise UserError(f"{text}: a program is missing, as in ugi:movetime=500 ./engine --fast")
    program = shutil.which(words[0])
    if program is None:
        raise UserError(f"{text}: no program {words[0]!r} is found that can be executed")
    return UgiSettings((os.path.abspath(program), *words[1:]), tuple(options), limits[0] if limits else None)


class UgiPlayer(Player):
    """A program that speaks UGI, started for the first game and kept for the next ones; replaced once it has died.

    At each new game it is told the game's name (`Game`) and the seed (`Seed`) where it lists these options, then the
    options of the text.
    """

    runs_program = True

    def __init__(self, text: str, settings: UgiSettings) -> None:
        self.text = text
        self.settings = settings
        kind, number = settings.limit or DEFAULT_LIMIT
        self.seconds = number / 1000 if kind == "movetime" else 0.0
        self._seed = 0
        self._process: EngineProcess | None = None
        self._options: dict[
            str, tuple[str, str]
        ] = {}  # listed: name and the rest of its line, by the name in lower case
        self._ready_for: str | None = None  # the game's name once the program is ready for it

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        return cls(text, parse_settings(settings or "", text))

    def reset(self, seed: int) -> None:
        self._seed = seed
        self._ready_for = None

    def prepare(self, game: Game) -> None:
        """Start the program, or take it from the game before; PlayerFailed."""
        if self._process:
            try:
                self._new_game(self._process, game)
                return
            except PlayerFailed:
                self._kill()
            except BaseException:
                self._kill()
                raise
        try:
            self._process = EngineProcess(self.settings.command)
            self._introduce(self._process)
            self._new_game(self._process, game)
        except BaseException:
            self._kill()
            raise

    def choose(self, game: Game) -> int:
        """The move it answers without a clock; to resign there counts as to fail."""
        move = self.answer(game, Turn()).move
        if move is None:
            raise PlayerFailed("crash", "resigned where a move was asked for")
        return move

    def answer(self, game: Game, turn: Turn) -> Answer:
        if not self._process or self._ready_for != game.rules.name:
            self.prepare(game)
        assert self._process
        try:
            words, score = self._search(self._process, game, turn)
        except BaseException:
            self._kill()
            raise
        if words[:1] == ["resign"]:
            return Answer(None, score=score)
        move = words[0][:MAX_MOVE_TEXT] if words else ""
        try:
            return Answer(game.move_value(move), draw=words[1:2] == ["draw"], score=score)
        except IllegalMove:
            reason = game.rules.why_illegal(game.row, move)
            raise PlayerFailed("illegal-move", one_line(f"played {move!r}: {reason}")) from None

    def close(self) -> None:
        if self._process:
            self._process.close()
        self._process = None

    # -- inside

    def _kill(self) -> None:
        if self._process:
            self._process.kill()
        self._process = None

    def _introduce(self, process: EngineProcess) -> None:
        """The opening of the protocol: the program lists its options."""
        self._options = {}
        process.send("ugi")
        for line in process.receive_until("ugiok", START_SECONDS):
            found = _OPTION.fullmatch(line) if len(line) <= MAX_OPTION_TEXT else None
            if found and len(self._options) < MAX_OPTIONS:
                self._options[found[1].lower()] = (found[1], found[2])

    def _new_game(self, process: EngineProcess, game: Game) -> None:
        known: list[tuple[str, str]] = []
        if "game" in self._options:
            known.append(("game", game.rules.name))
        if "seed" in self._options:
            known.append(("seed", str(_seed_within(self._seed, self._options["seed"][1]))))
        for key, value in (*known, *self.settings.options):
            if key.lower() not in self._options:
                raise PlayerFailed("crash", one_line(f"the program lists no option {key!r}"))
            process.send(f"setoption name {self._options[key.lower()][0]} value {_plain(value)}")
        process.send("uginewgame")
        _ready(process, READY_SECONDS)
        self._ready_for = game.rules.name

    def _search(self, process: EngineProcess, game: Game, turn: Turn) -> tuple[list[str], Score | None]:
        """The words behind `bestmove`, and the last score before it. Where it raises, the program may still search."""
        kind, number = self.settings.limit or DEFAULT_LIMIT
        now = time.monotonic()
        give_up = now + turn.patience + (self.seconds if turn.seconds is None else turn.seconds)
        process.send(_position(game))
        _ready(process, give_up - now)  # what it said before is no answer
        if turn.seconds is None:
            stop = give_up
            give_up += STOP_SECONDS
        else:
            begun, now = now, time.monotonic()
            left = max(0.0, begun + turn.seconds - now)
            most = max(0.001, CLOCK_SHARE * left - CLOCK_MARGIN)
            if kind == "movetime":
                number = max(1, int(1000 * min(self.seconds, most)))
            stop = now + (most + left) / 2
        process.send(f"go {kind} {number}")
        return _best_move(process, stop, give_up)


def _seed_within(seed: int, option: str) -> int:
    """`seed` brought into the bounds of an option line."""
    bounds = {name: int(bound) for name, bound in re.findall(r"\b(min|max)\s+(-?[0-9]{1,20})\b", option)}
    low = max(0, bounds.get("min", 0))
    high = bounds.get("max", 2**64 - 1)
    return low + seed % (high - low + 1) if high >= low else seed


def _plain(value: str) -> str:
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in value):
        raise UserError(f"{value!r}: a name with control characters cannot be told to a program")
    return value


def _position(game: Game) -> str:
    start = game.start_position()
    origin = "startpos" if start == game.rules.start_text else f"fen {start}"
    return " ".join(["position", origin, *(["moves", *game.moves] if game.moves else [])])


def _ready(process: EngineProcess, seconds: float) -> None:
    """Wait until the program has done all it was told."""
    process.send("isready")
    for _ in process.receive_until("readyok", seconds):
        pass


def _best_move(process: EngineProcess, stop: float, give_up: float) -> tuple[list[str], Score | None]:
    """What the search ends with; it is told to stop, and failed, at these times."""
    begun = time.monotonic()
    score = None
    stopped = False
    while True:
        line = process.receive(give_up if stopped else min(stop, give_up))
        if line is None and stopped:
            raise PlayerFailed("hang", f"no bestmove within {time.monotonic() - begun:.3g} s")
        if line is None:
            process.send("stop")
            stopped = True
            continue
        first, _, rest = line.partition(" ")
        if first == "bestmove":
            return rest.split(maxsplit=2), score
        if first == "info":
            score = _score(rest) or score


def _score(info: str) -> Score | None:
    """The score in an `info` line, whose free text comes last."""
    found = _SCORE.search(re.split(r"\bstring\b", info, maxsplit=1)[0])
    if not found:
        return None
    number = int(found[2])
    if found[1] == "cp":
        return Score("cp", number)
    return Score("win" if found[1] == "win" else "loss", number) if number >= 0 else None
