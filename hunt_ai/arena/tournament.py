"""Tournaments: which games are played, and playing those that the results file does not hold yet."""

import contextlib
import functools
import hashlib
import itertools
import json
import math
import tempfile
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, field_validator, model_validator

from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.openings import Openings, OpeningSettings, opening_file, read_opening_file
from hunt_ai.arena.store import Fixture, PlayedGame, ResultsStore, StoredRules, open_results
from hunt_ai.arena.worker import Assignment, Note, crashed_game, play_assignments
from hunt_ai.core.settings import Settings, check_settings, read_toml
from hunt_ai.core.tasks import map_tasks
from hunt_ai.games.catalog import load_game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.players.parse import make_player, runs_program

PlayerText = Annotated[StrictStr, Field(min_length=1, max_length=4000, pattern=r"^[^\x00-\x1f\x7f]+$")]
PlayerName = Annotated[StrictStr, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
MAX_PAIRS = 10_000_000
CHUNK_SECONDS = 0.5  # playing time of the games that a worker gets at a time
PROGRAM_SECONDS = 10.0  # the same with external programs, which are started for each chunk
MOST_IN_CHUNK = 500


class Entry(Settings):
    """A player of a tournament: the text that makes it, and its name in tables (that text, if it has none)."""

    player: PlayerText
    name: PlayerName = ""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"player": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _named(self) -> "Entry":
        return self if self.name else self.model_copy(update={"name": self.player})


class TournamentSettings(Settings):
    """A tournament, as a file in configs/tournaments says it.

    name: names its results and its report.
    games: texts that name games, variants or files of rules.
    players: texts, or tables with `player` and `name`.
    schedule: `round-robin`, each with each; `gauntlet`, each of `challengers` (names) with each of the others;
        `neighbours`, each with the next.
    mirror: each player also plays against itself, which connects the ratings of its sides.
    pairs: game pairs of each two players in each game; `all`: one for each opening.
    seed: of openings and players.
    """

    format: Literal[1] = 1
    name: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$")]
    games: Annotated[tuple[StrictStr, ...], Field(min_length=1)]
    players: Annotated[tuple[Entry, ...], Field(min_length=1)]
    schedule: Literal["round-robin", "gauntlet", "neighbours"] = "round-robin"
    challengers: tuple[StrictStr, ...] = ()
    mirror: StrictBool = False
    pairs: Annotated[StrictInt, Field(ge=1, le=MAX_PAIRS)] | Literal["all"] = 100
    seed: Annotated[StrictInt, Field(ge=0, le=2**63 - 1)] = 0  # as far as a TOML integer goes
    openings: OpeningSettings = OpeningSettings()
    match: MatchRules = MatchRules()

    @field_validator("games")
    @classmethod
    def _different_games(cls, games: tuple[str, ...]) -> tuple[str, ...]:
        if len({*games}) < len(games):
            raise ValueError("a game is named twice")
        return games

    @model_validator(mode="after")
    def _consistent(self) -> "TournamentSettings":
        names = [entry.name for entry in self.players]
        if len({*names}) < len(names):
            raise ValueError("two players have the same name; give one a name of its own")
        if (self.schedule == "gauntlet") != bool(self.challengers):
            raise ValueError("a gauntlet, and nothing else, has challengers")
        for challenger in self.challengers:
            if challenger not in names:
                raise ValueError(f"the challenger {challenger!r} is none of the players")
        if not self.pairings():
            raise ValueError("nobody plays anybody; name more players, or set mirror = true")
        if (self.openings.plies or 0) >= (self.match.max_plies or math.inf):
            raise ValueError("openings have as many plies as match.max_plies allows, or more")
        if self.pairs == "all" and self.openings.kind not in ("file", "depth"):
            raise ValueError('pairs = "all" is for openings of the kinds "file" and "depth"')
        return self

    def pairings(self) -> list[tuple[str, str]]:
        """The two players' names, in alphabetical order, of each pairing."""
        names = [entry.name for entry in self.players]
        met = list(itertools.combinations(names, 2))
        if self.schedule == "gauntlet":
            met = [pair for pair in met if sum(name in self.challengers for name in pair) == 1]
        elif self.schedule == "neighbours":
            met = list(itertools.pairwise(names))
        return sorted((min(pair), max(pair)) for pair in met) + [(name, name) for name in names if self.mirror]

    def texts(self) -> dict[str, str]:
        """The players' texts by name."""
        return {entry.name: entry.player for entry in self.players}


def read_tournament(path: Path, changes: Mapping[str, Any]) -> TournamentSettings:
    """The tournament of a TOML file with some keys changed; UserError."""
    return check_settings(TournamentSettings, {**read_toml(path), **changes}, str(path))


class Tournament:
    """A tournament whose games, players and openings are there; UserError otherwise, before anything is played."""

    def __init__(self, settings: TournamentSettings) -> None:
        self.settings = settings
        self.rulesets: dict[str, Ruleset] = {name: load_game(name) for name in settings.games}
        for text in settings.texts().values():
            player = make_player(text)
            for rules in self.rulesets.values():
                player.check(rules)
            player.close()
        self._openings = {
            name: Openings(rules, settings.openings, settings.seed) for name, rules in self.rulesets.items()
        }
        if settings.openings.kind == "file":
            for name, openings in self._openings.items():
                if openings.left_out():
                    warnings.warn(
                        f"{name}: {len(openings)} openings are used, {openings.left_out()} are left out: "
                        "decided, or the same as others up to symmetry",
                        stacklevel=2,
                    )

    def made_with(self) -> dict[str, Any]:
        """What decides how each game goes: the settings that a results file keeps to."""
        return {
            "seed": self.settings.seed,
            "openings": self.settings.openings.model_dump(mode="json", exclude={"path"}),
            "match": self.settings.match.model_dump(mode="json"),
        }

    def opening_hash(self, game: str) -> str:
        """Of the file that the openings of a game come from; empty where they come from none."""
        path = opening_file(self.settings.openings, game)
        return hashlib.sha256(read_opening_file(path).encode()).hexdigest() if path else ""

    def pairs(self, game: str) -> int:
        """Game pairs of each pairing in a game."""
        pairs = self.settings.pairs
        return len(self._openings[game]) if pairs == "all" else pairs

    def count(self) -> int:
        """How many games it has."""
        return sum(2 * len(self.settings.pairings()) * self.pairs(game) for game in self.rulesets)

    def fixtures(self) -> Iterator[Fixture]:
        """All games: first a pair of every pairing in every game, then a second one of each, and so on."""
        pairings = self.settings.pairings()
        for pair in range(max(map(self.pairs, self.rulesets))):
            for game in self.rulesets:
                if pair < self.pairs(game):
                    for one, other in pairings:
                        yield Fixture(game, one, other, pair, 0)
                        yield Fixture(game, other, one, pair, 1)

    def assignment(self, fixture: Fixture) -> Assignment:
        """All that is needed to play a game."""
        texts = self.settings.texts()
        return Assignment(
            fixture,
            (texts[fixture.player0], texts[fixture.player1]),
            game_seeds(self.settings.seed, fixture),
            self._openings[fixture.game][fixture.pair],
        )

    def play(self, fixtures: Iterable[Fixture], workers: int) -> Iterator[list[PlayedGame]]:
        """Those games, in their order and some at a time; so many processes (0: this one).

        A player that takes its process down, twice, has lost that game by a crash.
        """
        programs = any(map(runs_program, self.settings.texts().values()))
        pace = Pace(PROGRAM_SECONDS if programs else CHUNK_SECONDS)
        match_rules = self.settings.match

        def task(chunk: list[Assignment], name: str) -> functools.partial[list[PlayedGame]]:
            return functools.partial(play_assignments, chunk, match_rules, Path(folder) / name)

        def crashed(dead: Any) -> list[PlayedGame]:
            (assignment,), _, note = dead.args
            return [crashed_game(assignment, match_rules, Note.read(note))]

        def play_one_by_one(dead: Any) -> list[PlayedGame]:
            """A chunk whose process died: each of its games in a task of its own."""
            chunk, _, note = dead.args
            singles = (task([one], f"{note.name}-{number}") for number, one in enumerate(chunk))
            return [game for games in map_tasks(singles, 1, crashed) for game in games]

        with tempfile.TemporaryDirectory(prefix="hunt_ai-") as folder:
            chunks = enumerate(pace.chunks(map(self.assignment, fixtures)))
            for games in map_tasks((task(chunk, f"{n}") for n, chunk in chunks), workers, play_one_by_one):
                pace.learn(games)
                yield games


class Pace:
    """How many games make a chunk of so many seconds, learnt from those that were played."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._games = 0
        self._spent = 0.0

    def learn(self, games: Iterable[PlayedGame]) -> None:
        for game in games:
            if game.seconds:  # it is not known of games that died
                self._games += 1
                self._spent += game.seconds

    def size(self) -> int:
        if not self._games:
            return 1
        return max(1, min(MOST_IN_CHUNK, int(self._seconds * self._games / max(self._spent, 1e-6))))

    def chunks(self, assignments: Iterator[Assignment]) -> Iterator[list[Assignment]]:
        while chunk := list(itertools.islice(assignments, self.size())):
            yield chunk


def game_seeds(seed: int, fixture: Fixture) -> tuple[int, int]:
    """The seeds of the players of side 0 and side 1 in a game."""
    digest = hashlib.sha256(json.dumps([seed, *fixture]).encode()).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")


@dataclass(frozen=True)
class Run:
    """A tournament at work on its results file: `played` of its `total` games were there, `batches` plays the rest."""

    store: ResultsStore
    total: int
    played: int
    batches: Iterator[list[PlayedGame]]


@contextlib.contextmanager
def run_tournament(
    tournament: Tournament, path: Path, workers: int, about: Mapping[str, str] | None = None
) -> Iterator[Run]:
    """Play what `path` does not hold yet: each batch is stored for good when it is given. UserError.

    about: kept in the file for its readers.
    """
    settings = tournament.settings
    rulesets = [
        StoredRules(rules.name, rules.hash, rules.sides, rules.first, tournament.opening_hash(name))
        for name, rules in tournament.rulesets.items()
    ]
    with open_results(path, tournament.made_with(), settings.texts(), rulesets, about or {}) as store:
        there = store.fixtures()
        played = sum(fixture in there for fixture in tournament.fixtures())
        missing = (fixture for fixture in tournament.fixtures() if fixture not in there)
        with contextlib.closing(_stored(store, tournament.play(missing, workers))) as batches:
            yield Run(store, tournament.count(), played, batches)


def _stored(store: ResultsStore, batches: Iterator[list[PlayedGame]]) -> Generator[list[PlayedGame], None, None]:
    for games in batches:
        store.add(games)
        yield games
