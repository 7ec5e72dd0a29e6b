"""Games of alpha-beta between static evaluations: to learn from, and to compare two evaluations."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import Limits

TABLE_MB = 1


@dataclass(frozen=True)
class Sample:
    """A position of a game that a search looked at.

    row: [K] uint64; expected: the result that the search expects for the side to move, 0 to 1; proved: it is sure of
    it; noisy: the best move captures.
    """

    row: Row
    side: int
    expected: float
    proved: bool
    noisy: bool


@dataclass(frozen=True)
class Run:
    """A stretch of a game without random moves: its samples in order of play.

    result: of side 0, 1, ½ or 0, where the game ended in this run, else None.
    """

    samples: tuple[Sample, ...]
    result: float | None


GamePlayer = Callable[[int], list[Run]]  # the runs of a game by its number; games are asked for in turn


def result_of(rules: Ruleset, game: Game) -> float | None:
    """The result of a game for side 0, None where it goes on."""
    outcome = game.outcome()
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner == rules.sides[0])


class SelfPlay:
    """Games of an evaluation against itself, evened out: results that are always the same teach nothing.

    Moves are random now and then. Every BLOCK games more moves of the side that is ahead are; where fewer than DECIDED
    of the games have a winner, more of both sides' are. A game ends where a search proves its result.
    """

    BLOCK = 50
    AHEAD = 0.7
    DECIDED = 0.4
    MOST_STEPS = 16

    def __init__(
        self, rules: Ruleset, evaluation: Any, seed: int, nodes: int, opening: int, strays: float, max_plies: int
    ) -> None:
        """nodes, opening, strays, max_plies: as in TuningSettings."""
        self.rules, self.seed = rules, seed
        self.limits = Limits(nodes=nodes)
        self.opening, self.strays, self.max_plies = opening, strays, max_plies
        self.handicap = 0  # of side 0 where positive, of side 1 where negative
        self.unrest = 0  # steps that both sides' random moves are raised by
        self.searcher = AlphaBeta(rules, evaluation, TABLE_MB)
        self.points: list[float] = []  # of side 0 in the block

    def __call__(self, number: int) -> list[Run]:
        """Play game `number`, in turn."""
        random = Random(f"{self.seed} {number}")
        steps = max(self.handicap, 0), max(-self.handicap, 0)
        chances = [min(0.5, self.strays * (1 + self.unrest + n)) for n in steps]
        self.searcher.clear()
        game, result = Game(self.rules), None
        runs: list[Run] = []
        samples: list[Sample] = []
        opening = number % (self.opening + 1)
        for ply in range(self.max_plies):
            result = result_of(self.rules, game)
            if result is not None:
                break
            if ply < opening or random.random() < chances[game.side]:
                runs.append(Run(tuple(samples), None))
                samples = []
                game.push(random.choice(game.legal_moves()))
                continue
            sample, move = self._sample(game)
            samples.append(sample)
            if sample.proved:
                result = sample.expected if game.side == 0 else 1 - sample.expected
                break
            game.push_value(move)
        self._even_out(0.5 if result is None else result)
        return [run for run in (*runs, Run(tuple(samples), result)) if run.samples]

    def _sample(self, game: Game) -> tuple[Sample, int]:
        """A search of the position, and its move."""
        found = self.searcher.search(game, self.limits)
        noisy = "x" in self.rules.move_text(game.row, found.move)
        expected, proved = (found.value + 1) / 2, found.score.kind != "cp"
        return Sample(game.row.copy(), game.side, expected, proved, noisy), found.move

    def _even_out(self, points: float) -> None:
        self.points.append(points)
        if len(self.points) == self.BLOCK:
            mean, most = sum(self.points) / self.BLOCK, self.MOST_STEPS
            self.handicap = max(-most, min(most, self.handicap + (mean > self.AHEAD) - (mean < 1 - self.AHEAD)))
            decided = 1 - self.points.count(0.5) / self.BLOCK
            change = (decided < self.DECIDED) - (decided > 1.5 * self.DECIDED)
            self.unrest = max(0, min(most, self.unrest + change))
            self.points.clear()


@dataclass(frozen=True)
class Match:
    """A paired match of two evaluations.

    pairs: played; skipped: those whose opening ended the game. score: the first evaluation's share of the points, None
    without a pair; error: its standard error over pairs, None for fewer than two.
    sides: by side's name games, wins, draws and losses of the first evaluation as that side.
    """

    pairs: int
    skipped: int
    score: float | None
    error: float | None
    sides: dict[str, dict[str, int]]


def paired_match(
    rules: Ruleset, first: Any, second: Any, pairs: int, nodes: int, seed: int, max_plies: int = 240
) -> Match:
    """Alpha-beta with `first` against alpha-beta with `second`, each pair of games from one random opening of 4 to 7
    plies, sides changed. Unfinished games are draws, proved ones are over."""
    limits = Limits(nodes=nodes)
    searchers = [AlphaBeta(rules, evaluation, TABLE_MB) for evaluation in (first, second)]
    table = {name: {"games": 0, "wins": 0, "draws": 0, "losses": 0} for name in rules.sides}
    points = []
    for pair in range(pairs):
        random = Random(f"match {seed} {pair}")
        start = Game(rules)
        for _ in range(random.randint(4, 7)):
            if start.outcome() is None:
                start.push(random.choice(start.legal_moves()))
        if start.outcome() is not None:
            continue
        points.append(0.0)
        for side, name in enumerate(rules.sides):
            players = searchers if side == 0 else searchers[::-1]
            result = _play(rules, start.copy(), players, limits, max_plies)
            won = result if side == 0 else 1 - result
            points[-1] += won / 2
            table[name]["games"] += 1
            table[name]["wins" if won == 1 else "draws" if won == 0.5 else "losses"] += 1
    played = len(points)
    score = float(np.mean(points)) if played else None
    error = float(np.std(points, ddof=1) / np.sqrt(played)) if played > 1 else None
    return Match(played, pairs - played, score, error, table)


def _play(rules: Ruleset, game: Game, players: list[AlphaBeta], limits: Limits, max_plies: int) -> float:
    """The result of side 0; players by side."""
    for player in players:
        player.clear()
    for _ in range(max_plies):
        result = result_of(rules, game)
        if result is not None:
            return result
        found = players[game.side].search(game, limits)
        if found.score.kind != "cp":
            return float((found.score.kind == "win") == (game.side == 0))
        game.push_value(found.move)
    result = result_of(rules, game)
    return 0.5 if result is None else result
