"""Ratings of the players of one game, per side and overall, by penalised maximum likelihood. Numbers only, no files.

The model is Davidson's (1970, J. American Statistical Association 65, 317-328), with a strength per player and side and
the game's side advantage. For a, with side 0, against b, with side 1,

    x = (r[a, 0] + A - r[b, 1]) ln 10 / 400
    P(side 0 wins) : P(draw) : P(side 1 wins) = e^(x/2) : nu : e^(-x/2)

Strengths r and the side advantage A are in Elo, the anchor's two strengths are 0, and A is the advantage of side 0
between players of strength 0. A multinomial logit: the log likelihood is concave. Where results say nothing, a weak
prior decides (the constants below), and intervals are as wide as that prior.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_expit, logsumexp, softmax

from hunt_ai.arena.connection import connected_groups, describe_gaps
from hunt_ai.arena.sequential import ELO
from hunt_ai.core.errors import UserError

# The pseudo-games that each player and side brings, spread over its opponents in proportion to the games with them,
# half won and half lost, never drawn: they don't bear on nu. Without them a perfect score has no finite rating; with
# them two players' 100-0 is +921, as 100.5-0.5 would be, or +951 where nothing else says that draws are rare.
PSEUDO_GAMES = 0.5
# Standard deviations of the normal prior, in Elo, each centred at 0. They give a value, and an honest width, to what no
# game determines; 3000 weighs as much as 1/75 of a game between equals. The side advantage is left freer: where only
# the sums of the two are determined, the players' strengths per side then come out alike, and A is what is left.
STRENGTH_DEVIATION = 3000.0
ADVANTAGE_DEVIATION = 30000.0
# Of log nu. At the centre equals win, draw and lose equally often; two deviations reach to 0.1 and 99.5 % draws.
DRAW_CENTRE = 0.0
DRAW_DEVIATION = 3.0

Floats = NDArray[np.float64]
Counts = Mapping[tuple[str, str], tuple[int, int, int]]


@dataclass(frozen=True)
class Estimate:
    """A value with the ends of its interval."""

    value: float
    low: float
    high: float

    def as_document(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class PlayerRating:
    """One player's strengths in Elo above the anchor's: the mean of its two sides, and each side."""

    player: str
    games: int  # a game against itself counts once
    overall: Estimate
    sides: tuple[Estimate, Estimate]

    def as_document(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "games": self.games,
            "overall": self.overall.as_document(),
            "sides": [side.as_document() for side in self.sides],
        }


@dataclass(frozen=True, eq=False)
class Ratings:
    """Fitted parameters and their covariance: N players, the strongest overall first.

    Parameter 2i + s is the strength of player i with side s; the last two are the side advantage and log nu. All but
    log nu are in Elo. Intervals are normal, from the inverse Hessian of the penalised log likelihood.
    """

    anchor: str  # the player whose strengths are 0
    names: tuple[str, ...]  # [N]
    games: tuple[int, ...]  # [N]
    parameters: Floats  # [2N + 2]
    covariance: Floats  # [2N + 2, 2N + 2], 0 for the anchor
    confidence: float
    warnings: tuple[str, ...]  # a sentence for each way in which the results leave ratings to the prior

    @property
    def players(self) -> tuple[PlayerRating, ...]:
        return tuple(
            PlayerRating(name, games, self.overall(name), (self.side(name, 0), self.side(name, 1)))
            for name, games in zip(self.names, self.games, strict=True)
        )

    @property
    def advantage(self) -> Estimate:
        """The game's advantage for side 0 between players of strength 0, in Elo."""
        weights = np.zeros_like(self.parameters)
        weights[-2] = 1
        return self.combination(weights)

    @property
    def draw_probability(self) -> Estimate:
        """Of a game between equals (x = 0), nu / (2 + nu); the ends are those of log nu's interval."""
        weights = np.zeros_like(self.parameters)
        weights[-1] = 1
        log_nu = self.combination(weights)
        value, low, high = (1 / (1 + 2 * math.exp(-end)) for end in (log_nu.value, log_nu.low, log_nu.high))
        return Estimate(value, low, high)

    def overall(self, player: str) -> Estimate:
        return self.combination(self.overall_weights(player))

    def side(self, player: str, side: int) -> Estimate:
        weights = np.zeros_like(self.parameters)
        weights[2 * self.index(player) + side] = 1
        return self.combination(weights)

    def superiority(self, player: str, other: str) -> float:
        """The likelihood that `player` is stronger overall than `other`; 0.5 against itself."""
        weights = self.overall_weights(player) - self.overall_weights(other)
        deviation = self.deviation(weights)
        return NormalDist().cdf(float(weights @ self.parameters) / deviation) if deviation else 0.5

    def expected(self, player: str, other: str) -> tuple[float, float, float]:
        """Probabilities that `player`, with side 0, wins against, draws with and loses to `other`, with side 1."""
        strength, against = (self.parameters[2 * self.index(name) + side] for side, name in enumerate((player, other)))
        x = (strength + self.parameters[-2] - against) * ELO
        win, draw, loss = softmax([x / 2, self.parameters[-1], -x / 2]).tolist()
        return win, draw, loss

    def combination(self, weights: Floats) -> Estimate:
        """A linear combination of the parameters, `weights` [2N + 2]."""
        value, half = float(weights @ self.parameters), quantile(self.confidence) * self.deviation(weights)
        return Estimate(value, value - half, value + half)

    def deviation(self, weights: Floats) -> float:
        """The standard deviation of that combination."""
        return math.sqrt(max(0.0, float(weights @ self.covariance @ weights)))

    def overall_weights(self, player: str) -> Floats:
        weights = np.zeros_like(self.parameters)
        start = 2 * self.index(player)
        weights[start : start + 2] = 0.5
        return weights

    def index(self, player: str) -> int:
        """Its place among `names`; UserError for a player without games."""
        if player not in self.names:
            raise UserError(f"{player!r} is none of the rated players")
        return self.names.index(player)

    def as_document(self) -> dict[str, Any]:
        return {
            "anchor": self.anchor,
            "confidence": self.confidence,
            "advantage": self.advantage.as_document(),
            "draw_probability": self.draw_probability.as_document(),
            "players": [player.as_document() for player in self.players],
            "warnings": list(self.warnings),
        }


def rate_players(counts: Counts, anchor: str = "random", confidence: float = 0.95) -> Ratings:
    """Ratings from results: (player of side 0, player of side 1) to (wins of side 0, draws, wins of side 1).

    A player may meet itself. Pairings without games are left out. Without games of `anchor`, the anchor is the
    alphabetically first player of the largest group that games connect. UserError if no games remain or for impossible
    counts.
    """
    quantile(confidence)
    for (first, second), numbers in counts.items():
        if len(numbers) != 3 or min(numbers) < 0:
            raise UserError(f"{first} against {second}: {numbers} are not numbers of wins, draws and losses")
    played = sorted((pairing, numbers) for pairing, numbers in counts.items() if sum(numbers))
    if not played:
        raise UserError("there are no games to rate players by")
    names = sorted({name for pairing, _ in played for name in pairing})
    pairings = np.array([[names.index(name) for name in pairing] for pairing, _ in played])  # [E, 2]
    results = np.array([numbers for _, numbers in played], dtype=np.float64)  # [E, 3]
    groups = connected_groups(pairings, len(names))
    largest = max(groups, key=len)
    fixed = names.index(anchor) if anchor in names else largest[0]
    parameters, covariance = fit(Likelihood(pairings, results, len(names), fixed))
    overall = parameters[:-2].reshape(-1, 2).mean(axis=1)
    order = sorted(range(len(names)), key=lambda player: (-overall[player], names[player]))
    moved = np.array([*(2 * player + side for player in order for side in (0, 1)), -2, -1])
    games = [int(results[(pairings == player).any(axis=1)].sum()) for player in order]
    return Ratings(
        anchor=names[fixed],
        names=tuple(names[player] for player in order),
        games=tuple(games),
        parameters=parameters[moved],
        covariance=covariance[np.ix_(moved, moved)],
        confidence=confidence,
        warnings=describe_gaps(names, pairings, groups, fixed),
    )


def quantile(confidence: float) -> float:
    """Half the width, in standard deviations, of a normal interval; UserError for a confidence outside 0 to 1."""
    if not 0 < confidence < 1:
        raise UserError(f"confidence: {confidence} is not between 0 and 1")
    return NormalDist().inv_cdf((1 + confidence) / 2)


class Likelihood:
    """Minus the penalised log likelihood of theta [2N + 2], and its derivatives. Theta has strengths in units of x."""

    def __init__(self, pairings: NDArray[np.int_], results: Floats, players: int, anchor: int) -> None:
        rows = np.arange(len(pairings))
        nodes = 2 * pairings + (0, 1)  # [E, 2]
        self.results = results  # [E, 3]
        self.games = results.sum(axis=1)  # [E]
        self.design = np.zeros((len(pairings), 2 * players + 2))  # x = design @ theta
        self.design[rows, nodes[:, 0]] += 1
        self.design[rows, nodes[:, 1]] -= 1
        self.design[:, -2] = 1
        per_node = np.zeros(2 * players)
        np.add.at(per_node, nodes, self.games[:, None])
        self.pseudo = PSEUDO_GAMES * (self.games[:, None] / per_node[nodes]).sum(axis=1)  # [E]
        self.centre = np.zeros(2 * players + 2)
        self.centre[-1] = DRAW_CENTRE
        deviations = [*[STRENGTH_DEVIATION * ELO] * (2 * players), ADVANTAGE_DEVIATION * ELO, DRAW_DEVIATION]
        self.precision = np.array(deviations) ** -2.0
        self.free = np.delete(np.arange(2 * players + 2), [2 * anchor, 2 * anchor + 1])

    def whole(self, free: Floats) -> Floats:
        """Theta, where `free` holds all of it but the anchor's strengths."""
        theta = np.zeros_like(self.centre)
        theta[self.free] = free
        return theta

    def logits(self, theta: Floats) -> tuple[Floats, Floats]:
        """x [E], and the logits [E, 3] of win, draw and loss."""
        x = self.design @ theta
        return x, np.stack([x / 2, np.full_like(x, theta[-1]), -x / 2], axis=1)

    def value_and_gradient(self, free: Floats) -> tuple[float, Floats]:
        theta = self.whole(free)
        x, logits = self.logits(theta)
        away = theta - self.centre
        value = (
            np.sum(self.results * logits)
            - self.games @ logsumexp(logits, axis=1)
            + self.pseudo @ (log_expit(x) + log_expit(-x)) / 2
            - self.precision @ away**2 / 2
        )
        surplus = self.results - self.games[:, None] * softmax(logits, axis=1)  # [E, 3]
        slope = (surplus[:, 0] - surplus[:, 2]) / 2 - self.pseudo * np.tanh(x / 2) / 2  # by x
        gradient = slope @ self.design - self.precision * away
        gradient[-1] += surplus[:, 1].sum()
        return -float(value), -gradient[self.free]

    def hessian(self, free: Floats) -> Floats:
        x, logits = self.logits(self.whole(free))
        win, draw, loss = softmax(logits, axis=1).T
        bend = self.games * (win + loss - (win - loss) ** 2) / 4 + self.pseudo / np.cosh(x / 2) ** 2 / 4
        matrix = (self.design.T * bend) @ self.design + np.diag(self.precision)
        mixed = -(self.games * draw * (win - loss) / 2) @ self.design
        matrix[-1] += mixed
        matrix[:, -1] += mixed
        matrix[-1, -1] += self.games @ (draw * (1 - draw))
        free_part: Floats = matrix[np.ix_(self.free, self.free)]
        return free_part


def fit(likelihood: Likelihood) -> tuple[Floats, Floats]:
    """The parameters of greatest penalised likelihood, strengths in Elo, and their covariance."""
    start = np.zeros(len(likelihood.free))
    found = minimize(
        likelihood.value_and_gradient, start, jac=True, hess=likelihood.hessian, method="trust-exact", tol=1e-4
    ).x
    for _ in range(3):  # Newton's steps: beyond the precision of the value, which the search compares
        gradient, hessian = likelihood.value_and_gradient(found)[1], likelihood.hessian(found)
        step = np.linalg.solve(hessian, gradient)
        found = found - step
    if not np.abs(step).max() < 1e-6:
        raise RuntimeError(f"the ratings did not converge: the last step was {np.abs(step).max()}")
    units = np.full(len(likelihood.centre), 1 / ELO)
    units[-1] = 1
    covariance = np.zeros((len(units), len(units)))
    covariance[np.ix_(likelihood.free, likelihood.free)] = np.linalg.inv(likelihood.hessian(found))
    return likelihood.whole(found) * units, covariance * np.outer(units, units)
