"""Calibration of the levels of a game: candidates are surveyed, a ladder is chosen, its steps are tested, and so on.

Every decision is made from the games in the results file, in their order: stopped at any moment and started again, with
any number of workers, a calibration comes to the same levels.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hunt_ai.arena.ratings import Ratings
from hunt_ai.arena.sequential import PAIR_VALUES, SequentialTest
from hunt_ai.arena.statistics import bootstrap_interval
from hunt_ai.games.catalog import load_game
from hunt_ai.levels.ladder import Pair, Step, Strengths, choose_ladder, step_cost
from hunt_ai.levels.ledger import Cell, Ledger
from hunt_ai.levels.settings import CalibrationSettings
from hunt_ai.levels.think_time import think_ms
from hunt_ai.players.level_table import LEVELS, Interval, Level, LevelTable, SideLevel, network_digest

Progress = Callable[["Stage"], None]
SPREAD = 5  # players from all over the pool whom each meets at the beginning of the survey
FIRST_GAMES = 2  # with each of them, each side
OPPONENTS = 3  # in each round of the survey, each side
SURVEY_GAMES = 2  # more games against each of them
STEP_PAIRS = 20  # game pairs between two looks at a step's tests
MOST_MS = 300  # of the last level's median move
MARGIN = 0.035  # the tests of a bound are between this much inside it and this much outside


@dataclass(frozen=True)
class Stage:
    """name: survey, survey 1, ..., steps 1, ..., even, panel, think times. done, total: of its games."""

    name: str
    done: int
    total: int


@dataclass(frozen=True)
class CurvePoint:
    """A level with one side against one of the panel: mean score, a win 1 and a draw ½, and games."""

    level: int
    side: str
    opponent: str
    score: Interval
    games: int


@dataclass(frozen=True)
class Calibration:
    """What came of it. ladders: those that were tried, in their order; the levels are the best of them."""

    table: LevelTable
    ratings: Ratings
    curve: tuple[CurvePoint, ...]
    ladders: tuple[tuple[Pair, ...], ...]


def calibrate(settings: CalibrationSettings, ledger: Ledger, report: Progress) -> Calibration:
    """Play what is missing and choose the levels; KeyboardInterrupt leaves the games so far."""
    work = _Calibrating(settings, ledger, report)
    work.survey()
    ladders = list(work.ladders())
    ladder = work.best(ladders)
    work.play("even", dict.fromkeys(map(work.texts, ladder), settings.even))
    panel = {cell: settings.panel_games for cell, *_ in work.panel_cells(ladder)}
    work.play("panel", panel)
    return work.result(ladder, ladders)


class _Calibrating:
    """One calibration at work."""

    def __init__(self, settings: CalibrationSettings, ledger: Ledger, report: Progress) -> None:
        self.settings, self.ledger, self.report = settings, ledger, report
        self.rules = load_game(settings.game)
        self.pool = settings.pool
        self._played: dict[Step, tuple[int, float]] = {}

    def play(self, name: str, wanted: Mapping[Cell, int]) -> None:
        """See to it that each cell has so many games."""
        done, total = 0, sum(wanted.values())
        for count in self.ledger.play(wanted):
            done += count
            self.report(Stage(name, done, total))

    def texts(self, pair: Pair) -> Cell:
        return self.pool[pair.first], self.pool[pair.second]

    def survey(self) -> None:
        """Each candidate with each side, first against some from all over the pool, then where results are open.

        In each round it meets those of the other side against whom the ratings so far expect results nearest to even:
        of these games the most is learnt.
        """
        size = len(self.pool)
        spread = sorted({round(place * (size - 1) / (SPREAD - 1)) for place in range(SPREAD)})
        met = {*itertools.product(range(size), spread), *itertools.product(spread, range(size))}
        wanted = dict.fromkeys(((self.pool[i], self.pool[j]) for i, j in sorted(met)), FIRST_GAMES)
        self.play("survey", wanted)
        for number in range(1, self.settings.survey_rounds + 1):
            away = np.abs(self.strengths().points - 0.5)
            cells = [(i, int(j)) for i in range(size) for j in away[i].argsort(kind="stable")[:OPPONENTS]]
            cells += [(int(i), j) for j in range(size) for i in away[:, j].argsort(kind="stable")[:OPPONENTS]]
            more = {}
            for cell in ((self.pool[i], self.pool[j]) for i, j in cells):
                more[cell] = self.ledger.asked(cell) + SURVEY_GAMES
            self.play(f"survey {number}", more)

    # -- steps from level to level

    def cells(self, step: Step) -> tuple[Cell, Cell]:
        """The games of the level above with side 0, and with side 1, against the one below."""
        return (
            (self.pool[step.above.first], self.pool[step.below.second]),
            (self.pool[step.below.first], self.pool[step.above.second]),
        )

    def scores(self, step: Step) -> list[float]:
        """Of the level above, by game pair."""
        return self.ledger.pair_scores(*self.cells(step))

    def verdict(self, step: Step) -> Literal["inside", "below", "above"] | None:
        """Whether the step's score is within the bounds, by the first game pairs that decide it; None: not yet."""
        low, high = self.settings.low, self.settings.high
        tests = {
            "low": SequentialTest(low - MARGIN, low + MARGIN),
            "high": SequentialTest(high - MARGIN, high + MARGIN),
        }
        counts, found = [0] * len(PAIR_VALUES), dict.fromkeys(tests, "")
        scores = self.scores(step)[: self.settings.most_pairs]
        for number, score in enumerate(scores, 1):
            counts[PAIR_VALUES.index(score)] += 1
            if number % STEP_PAIRS and number < self.settings.most_pairs:
                continue
            for name, test in tests.items():
                found[name] = found[name] or test.verdict(PAIR_VALUES, counts) or ""
            if found["low"] == "H0":
                return "below"
            if found["high"] == "H1":
                return "above"
            if all(found.values()):
                return "inside"
        if len(scores) < self.settings.most_pairs:
            return None
        mean = float(np.mean(scores))
        return "below" if mean < low else "above" if mean > high else "inside"

    def test_steps(self, name: str, ladder: list[Pair]) -> None:
        """Play the steps of a ladder until each has its verdict."""
        while undecided := [step for step in steps_of(ladder) if self.verdict(step) is None]:
            wanted: dict[Cell, int] = {}
            for step in undecided:
                pairs = min(self.settings.most_pairs, STEP_PAIRS * (len(self.scores(step)) // STEP_PAIRS + 1))
                for cell in self.cells(step):
                    lost = self.ledger.asked(cell) - len(self.ledger.points(cell))  # games without a result
                    wanted[cell] = max(wanted.get(cell, 0), pairs + lost)
            self.play(name, wanted)

    def strengths(self) -> Strengths:
        """By all games so far."""
        ratings, n = self.ledger.ratings(), len(self.pool)
        points, elo = np.empty((n, n)), np.empty((n, 2))
        for i, one in enumerate(self.pool):
            elo[i] = [ratings.side(one, side).value for side in range(2)]
            for j, other in enumerate(self.pool):
                win, draw, _ = ratings.expected(one, other)
                points[i, j] = win + draw / 2
        return Strengths(points, elo, self._played)

    def ladders(self) -> Iterator[list[Pair]]:
        """Ladders as they are chosen, each with its steps tested; until one passes, comes again, or rounds end."""
        tried: list[list[Pair]] = []
        for number in range(1, self.settings.rounds + 1):
            ladder = choose_ladder(self.strengths(), self.settings.pools, self.settings.low, self.settings.high)
            if ladder in tried:
                return
            tried.append(ladder)
            self.test_steps(f"steps {number}", ladder)
            for step in steps_of(ladder):
                scores = self.scores(step)
                self._played[step] = len(scores), float(np.mean(scores))
            yield ladder
            if all(self.verdict(step) == "inside" for step in steps_of(ladder)):
                return

    def best(self, ladders: list[list[Pair]]) -> list[Pair]:
        """The one with the most steps inside the bounds; of several the one with the most even steps."""

        def badness(ladder: list[Pair]) -> tuple[int, float]:
            steps = steps_of(ladder)
            means = np.array([self._played[step][1] for step in steps])
            outside = sum(self.verdict(step) != "inside" for step in steps)
            return outside, float(step_cost(means, self.settings.low, self.settings.high).sum())

        return min(ladders, key=badness)

    # -- what came of it

    def panel_cells(self, ladder: list[Pair]) -> Iterator[tuple[Cell, int, int, str]]:
        """(cell, level, side number, opponent) of each level with each side against each of the panel."""
        for level, pair in enumerate(ladder, 1):
            for opponent in self.settings.panel:
                yield (self.pool[pair.first], opponent), level, 0, opponent
                yield (opponent, self.pool[pair.second]), level, 1, opponent

    def result(self, ladder: list[Pair], ladders: list[list[Pair]]) -> Calibration:
        ratings = self.ledger.ratings()
        sides = tuple(enumerate(self.rules.sides))
        curve = tuple(
            CurvePoint(level, self.rules.sides[side], opponent, *self.cell_score(cell, side))
            for cell, level, side, opponent in self.panel_cells(ladder)
        )
        levels = []
        for number, pair in enumerate(ladder):
            self.report(Stage("think times", number, LEVELS))
            above = self.scores(Step(ladder[number - 1], pair)) if number else []
            levels.append(
                Level(
                    sides={
                        side: self.side_level(ratings, ladder, number, n) for n, side in enumerate(self.rules.sides)
                    },
                    even={name: self.cell_score(self.texts(pair), side)[0] for side, name in sides},
                    above=mean_interval(above) if number else None,
                    pairs=len(above),
                )
            )
        self.report(Stage("think times", LEVELS, LEVELS))
        table = LevelTable(
            game=self.rules.name,
            rules_hash=self.rules.hash,
            network=network_digest(self.rules),
            seed=self.settings.seed,
            levels=tuple(levels),
            notes=tuple(self.notes(levels, curve)),
        )
        return Calibration(table, ratings, curve, tuple(map(tuple, ladders)))

    def side_level(self, ratings: Ratings, ladder: list[Pair], number: int, side: int) -> SideLevel:
        """What is known of a level, counted from 0, with a side."""
        text, first = (self.pool[pair[side]] for pair in (ladder[number], ladder[0]))
        thinking = think_ms(self.rules, text, side, self.ledger.games(self.texts(ladder[number])))
        return SideLevel(player=text, rating=rating_above(ratings, first, text, side), think_ms=round(thinking, 2))

    def cell_score(self, cell: Cell, side: int) -> tuple[Interval, int]:
        """(mean score of a side in a cell's games, games)."""
        points = list(self.ledger.points(cell).values())
        return mean_interval([1 - one if side else one for one in points]), len(points)

    def notes(self, levels: list[Level], curve: tuple[CurvePoint, ...]) -> Iterator[str]:
        """Where the levels are not as they should be."""
        low, high = self.settings.low, self.settings.high
        for number, level in enumerate(levels, 1):
            if level.above is not None and not low <= level.above.value <= high:
                score = f"level {number} scores {level.above.value:.1%} against level {number - 1}"
                yield f"{score}, not {low:.0%} to {high:.0%}"
        for side, opponent in itertools.product(self.rules.sides, self.settings.panel):
            points = [point for point in curve if point.side == side and point.opponent == opponent]
            for one, other in itertools.pairwise(points):
                if other.score.high < one.score.low:
                    worse = f"{side} of level {other.level} score {other.score.value:.1%} against {opponent}"
                    yield f"{worse}, those of level {one.level} {one.score.value:.1%}"
            scores = {point.score.value for point in points}
            if scores in ({0.0}, {1.0}):
                yield f"{side} of every level score {min(scores):.0%} against {opponent}"
        slowest = max(side.think_ms for side in levels[-1].sides.values())
        if slowest > MOST_MS:
            yield f"level {LEVELS} thinks for {slowest:.0f} ms"


def steps_of(ladder: Sequence[Pair]) -> list[Step]:
    """From each level to the next."""
    return list(itertools.starmap(Step, itertools.pairwise(ladder)))


def mean_interval(scores: list[float]) -> Interval:
    """The mean of scores and its bootstrap interval; without scores anything from 0 to 1."""
    if not scores:
        return Interval(value=0.5, low=0.0, high=1.0)
    low, high = bootstrap_interval(scores)
    return Interval(value=round(float(np.mean(scores)), 4), low=round(low, 4), high=round(high, 4))


def rating_above(ratings: Ratings, first: str, player: str, side: int) -> Interval:
    """Elo of a player with a side above another with it."""
    weights = np.zeros_like(ratings.parameters)
    weights[2 * ratings.index(player) + side] += 1
    weights[2 * ratings.index(first) + side] -= 1
    found = ratings.combination(weights)
    return Interval(value=round(found.value, 1), low=round(found.low, 1), high=round(found.high, 1))
