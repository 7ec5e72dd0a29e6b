"""The games of a calibration: so many of any player with side 0 against any with side 1, in a results file."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.openings import OpeningSettings
from hunt_ai.arena.ratings import Ratings, rate_players
from hunt_ai.arena.store import Fixture, PlayedGame, ResultsStore, StoredRules, open_results
from hunt_ai.arena.tournament import Entry, Tournament, TournamentSettings
from hunt_ai.levels.settings import CalibrationSettings

Cell = tuple[str, str]  # players of side 0 and side 1


class Ledger:
    """Results by cell. Game n of a cell begins from opening n, so games of two cells pair up by their numbers.

    Only games that were asked for are seen, also of those that were there before: whoever asks the same again sees the
    same, and decides the same.
    """

    def __init__(self, tournament: Tournament, store: ResultsStore, workers: int) -> None:
        self._tournament, self._store, self._workers = tournament, store, workers
        self.game = tournament.settings.games[0]
        self._asked: dict[Cell, int] = {}
        self._played: dict[Cell, dict[int, PlayedGame]] = {}
        for game in store.games():
            self._add(game)

    def _add(self, game: PlayedGame) -> None:
        cell = game.fixture.player0, game.fixture.player1
        self._played.setdefault(cell, {})[game.fixture.pair] = game

    def play(self, wanted: Mapping[Cell, int]) -> Iterator[int]:
        """Ask for at least so many games of each cell; how many were there, then of each batch, stored for good."""
        for cell, count in wanted.items():
            self._asked[cell] = max(count, self._asked.get(cell, 0))
        missing = [
            self._fixture(cell, number)
            for number in range(max(wanted.values(), default=0))
            for cell, count in wanted.items()
            if number < count and number not in self._played.get(cell, {})
        ]
        yield sum(wanted.values()) - len(missing)
        if missing:
            with contextlib.closing(self._tournament.play(missing, self._workers)) as batches:  # type: ignore[type-var]
                for games in batches:
                    self._store.add(games)
                    for game in games:
                        self._add(game)
                    yield len(games)

    def _fixture(self, cell: Cell, number: int) -> Fixture:
        """The two games of two players from one opening are the legs of a game pair."""
        return Fixture(self.game, *cell, number, int(cell[0] > cell[1]))

    def asked(self, cell: Cell) -> int:
        """How many games of a cell are seen."""
        return self._asked.get(cell, 0)

    def games(self, cell: Cell) -> list[PlayedGame]:
        """Those of a cell, in order."""
        return [self._played[cell][number] for number in range(self.asked(cell))]

    def points(self, cell: Cell) -> dict[int, float]:
        """Of side 0 by number of the game; games without a result are left out."""
        return {number: game.points[0] for number, game in enumerate(self.games(cell)) if game.points is not None}

    def pair_scores(self, first: Cell, second: Cell) -> list[float]:
        """Mean scores, over two games from one opening, of whom `first` has with side 0 and `second` with side 1."""
        one, other = self.points(first), self.points(second)
        return [(one[number] + 1 - other[number]) / 2 for number in one if number in other]

    def ratings(self) -> Ratings:
        """Of all players by all games."""
        counts = {}
        for cell in self._asked:
            points = list(self.points(cell).values())
            counts[cell] = (points.count(1.0), points.count(0.5), points.count(0.0))
        return rate_players(counts)

    def total(self) -> int:
        return sum(self._asked.values())


@contextlib.contextmanager
def open_ledger(settings: CalibrationSettings, path: Path, workers: int, about: Mapping[str, str]) -> Iterator[Ledger]:
    """The ledger in a results file, made if it is not there; UserError where it is of another calibration."""
    texts = (*settings.pool, *(text for text in settings.panel if text not in settings.pool))
    tournament = Tournament(
        TournamentSettings(
            name="calibration",
            games=(settings.game,),
            players=tuple(Entry(player=text, name=text) for text in texts),
            seed=settings.seed,
            openings=OpeningSettings(kind="random", plies=settings.opening_plies),
            match=MatchRules(turn_seconds=0.0, adjudicate_proved=True),
        )
    )
    rules = tournament.rulesets[settings.game]
    stored = [StoredRules(settings.game, rules.hash, rules.sides, rules.first, "")]
    with open_results(path, tournament.made_with(), tournament.settings.texts(), stored, about) as store:
        yield Ledger(tournament, store, workers)
