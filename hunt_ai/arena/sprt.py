"""A sequential probability ratio test between two players, on game pairs, which stops playing when it is decided."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from hunt_ai.arena.sequential import PAIR_VALUES, SequentialTest
from hunt_ai.arena.store import PlayedGame
from hunt_ai.arena.tournament import Run, Tournament


@dataclass
class SprtState:
    """How a test stands.

    counts: game pairs by the first player's score in them, 0, ¼, ½, ¾ and 1 (of two points).
    left_out: game pairs with a game that has no result.
    different: how many different games were played: less than all mean that pairs are not independent.
    """

    test: SequentialTest
    counts: list[int] = field(default_factory=lambda: [0] * len(PAIR_VALUES))
    left_out: int = 0
    different: int = 0

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The first player's mean score; 0.5 without a pair."""
        points = sum(value * count for value, count in zip(PAIR_VALUES, self.counts, strict=True))
        return points / self.pairs if self.pairs else 0.5

    @property
    def ratio(self) -> float:
        """The log likelihood ratio."""
        return self.test.log_likelihood_ratio(PAIR_VALUES, self.counts)

    @property
    def verdict(self) -> Literal["H0", "H1"] | None:
        return self.test.verdict(PAIR_VALUES, self.counts)

    @property
    def scores(self) -> list[float]:
        """Each pair's score."""
        return [value for value, count in zip(PAIR_VALUES, self.counts, strict=True) for _ in range(count)]

    def as_document(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "log_likelihood_ratio": self.ratio,
            "bounds": list(self.test.bounds),
            "pairs": self.pairs,
            "pentanomial": self.counts,
            "left_out": self.left_out,
            "different_games": self.different,
            "score": self.score,
        }


def run_sprt(tournament: Tournament, run: Run, player: str, test: SequentialTest) -> Iterator[SprtState]:
    """The state after each game pair of a tournament of two players in one game, until it is decided or that ends.

    `player` is the first player's name. Pairs are taken in their order, whatever the workers and whenever they were
    played: the verdict does not depend on either.
    """
    there = {game.fixture: (_points(game, player), _content(game)) for game in run.store.games()}
    played = ((_points(game, player), _content(game)) for batch in run.batches for game in batch)
    state = SprtState(test)
    different: set[int] = set()
    fixtures = tournament.fixtures()
    for first, second in zip(fixtures, fixtures, strict=True):
        games = [there[fixture] if fixture in there else next(played) for fixture in (first, second)]
        points = [one for one, _ in games]
        different |= {content for _, content in games}
        state.different = len(different)
        if None in points:
            state.left_out += 1
        else:
            state.counts[PAIR_VALUES.index(sum(filter(None, points)) / 2)] += 1
        yield state
        if state.verdict:
            return


def _points(game: PlayedGame, player: str) -> float | None:
    """The points of `player` in a game, None if that has no result."""
    return None if game.points is None else game.points[player != game.fixture.player0]


def _content(game: PlayedGame) -> int:
    """A number that tells games with other moves apart."""
    return hash((game.position, game.moves))
