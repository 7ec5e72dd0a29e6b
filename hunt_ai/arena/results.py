"""What the games of a tournament add up to, game by game: counts per side and pairing, scores of game pairs, ends."""

import collections
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hunt_ai.arena.ratings import Ratings, rate_players
from hunt_ai.arena.record import TRUNCATED
from hunt_ai.arena.statistics import bootstrap_interval
from hunt_ai.arena.store import PlayedGame, StoredRules
from hunt_ai.arena.summary import Share


@dataclass
class Tally:
    """Results of games between the same two on the same sides."""

    wins0: int = 0  # of side 0
    draws: int = 0
    wins1: int = 0
    truncated: int = 0
    unscored: int = 0  # over too soon to be scored: in none of the others

    @property
    def games(self) -> int:
        """Those that count; shares are of these."""
        return self.wins0 + self.draws + self.wins1 + self.truncated

    @property
    def decided(self) -> tuple[int, int, int]:
        """Wins of side 0, draws, wins of side 1: what ratings are made from."""
        return self.wins0, self.draws, self.wins1

    def add(self, game: PlayedGame) -> None:
        if game.termination == TRUNCATED:
            self.truncated += 1
        elif not game.scored:
            self.unscored += 1
        elif game.winner is None:
            self.draws += 1
        elif game.winner == 0:
            self.wins0 += 1
        else:
            self.wins1 += 1

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass(frozen=True)
class PairScore:
    """A player's mean score (win 1, draw ½) over the complete game pairs with an opponent."""

    pairs: int
    mean: float
    low: float
    high: float

    def as_document(self) -> dict[str, Any]:
        return {"pairs": self.pairs, "mean": self.mean, "interval": [self.low, self.high]}


@dataclass
class GameResults:
    """The results of one game."""

    rules: StoredRules
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)  # by the players of side 0 and side 1
    lengths: list[int] = field(default_factory=list)  # plies of each game, opening included
    terminations: collections.Counter[tuple[str, int | None]] = field(default_factory=collections.Counter)
    distinct: set[int] = field(default_factory=set)  # hashes of what was played
    # by two players in alphabetical order, then by number of the game pair: the first one's points by leg
    pairs: dict[tuple[str, str], dict[int, dict[int, float]]] = field(default_factory=dict)

    def add(self, game: PlayedGame) -> None:
        _, player0, player1, pair, leg = game.fixture
        self.tallies.setdefault((player0, player1), Tally()).add(game)
        self.lengths.append(len(game.moves))
        self.terminations[game.termination, game.winner] += 1
        self.distinct.add(hash((game.position, game.moves)))
        if game.points is not None and player0 != player1:
            one, other = sorted((player0, player1))
            self.pairs.setdefault((one, other), {}).setdefault(pair, {})[leg] = game.points[player0 != one]

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def total(self) -> Tally:
        """All games together, whoever played."""
        whole = Tally()
        for tally in self.tallies.values():
            whole = whole.plus(tally)
        return whole

    def ends(self) -> list[tuple[tuple[str, int | None], int]]:
        """((termination, winner), games), the most frequent first."""
        return sorted(self.terminations.items(), key=lambda item: (-item[1], item[0][0], str(item[0][1])))

    @property
    def players(self) -> list[str]:
        return sorted({name for pairing in self.tallies for name in pairing})

    def pair_scores(self, player: str, opponent: str) -> list[float]:
        """The player's mean score, 0 to 1, in each complete game pair with an opponent, in order."""
        one, other = sorted((player, opponent))
        pairs = sorted(self.pairs.get((one, other), {}).items())
        scores = [sum(points.values()) / 2 for _, points in pairs if len(points) == 2]
        return [score if player == one else 1 - score for score in scores]

    def score(self, player: str, opponent: str) -> PairScore | None:
        """With a bootstrap interval over game pairs; None without a complete pair."""
        scores = self.pair_scores(player, opponent)
        if not scores:
            return None
        low, high = bootstrap_interval(scores)
        return PairScore(len(scores), sum(scores) / len(scores), low, high)

    def shares(self, player: str | None = None, side: int = 0) -> dict[str, Share]:
        """Shares of games won, drawn, lost and truncated by `side`: of the games of `player` with it, or of all."""
        whole = Tally()
        for (player0, player1), tally in self.tallies.items():
            if player is None or (player0, player1)[side] == player:
                whole = whole.plus(tally)
        won, lost = (whole.wins1, whole.wins0) if side else (whole.wins0, whole.wins1)
        counts = {"won": won, "drawn": whole.draws, "lost": lost, "truncated": whole.truncated}
        return {name: Share(count, whole.games) for name, count in counts.items()}

    def ratings(self) -> Ratings | None:
        """None where no two players' games have a result."""
        counts = {pairing: tally.decided for pairing, tally in self.tallies.items()}
        return rate_players(counts) if any(map(any, counts.values())) else None


def collect_results(games: Iterable[PlayedGame], rulesets: Mapping[str, StoredRules]) -> dict[str, GameResults]:
    """The results by game, in the order of `rulesets`; games without games are left out."""
    results = {name: GameResults(rules) for name, rules in rulesets.items()}
    for game in games:
        results[game.fixture.game].add(game)
    return {name: result for name, result in results.items() if result.games}


def results_document(results: Mapping[str, GameResults]) -> dict[str, Any]:
    """All of it as plain JSON types."""
    return {name: _game_document(result) for name, result in results.items()}


def _game_document(result: GameResults) -> dict[str, Any]:
    sides = result.rules.sides
    ratings = result.ratings()
    total = result.total
    return {
        "rules_hash": result.rules.hash,
        "sides": list(sides),
        "games": result.games,
        "distinct_games": len(result.distinct),
        "unscored": total.unscored,
        "truncated": total.truncated,
        "mean_plies": sum(result.lengths) / result.games,
        "per_side": {side: result.shares(side=number)["won"].as_document() for number, side in enumerate(sides)},
        "draws": result.shares()["drawn"].as_document(),
        "terminations": [
            {"termination": name, "winner": None if winner is None else sides[winner], "games": count}
            for (name, winner), count in result.ends()
        ],
        "pairings": [
            {sides[0]: player0, sides[1]: player1, **vars(tally)}
            for (player0, player1), tally in sorted(result.tallies.items())
        ],
        "scores": [
            {"player": player, "opponent": opponent, **score.as_document()}
            for player in result.players
            for opponent in result.players
            if player != opponent and (score := result.score(player, opponent))
        ],
        "ratings": ratings.as_document() if ratings else None,
    }
