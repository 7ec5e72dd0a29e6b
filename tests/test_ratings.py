"""Ratings: against a slow twin, on results drawn from known strengths, and where results say little or nothing."""

import json
import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy.optimize import minimize

from hunt_ai.arena.ratings import Counts, Estimate, Likelihood, Ratings, rate_players
from hunt_ai.core.errors import UserError

Strengths = dict[str, tuple[float, float]]
TRUE: Strengths = {"random": (0, 0), "deep": (420, 250), "shallow": (150, 310), "tiger": (230, -120)}
SIDE_ADVANTAGE, NU = 350.0, 0.8


def probabilities(strength: float, against: float, advantage: float, nu: float) -> list[float]:
    """Davidson's model in powers of ten: win, draw, loss of side 0."""
    first, second = 10 ** ((strength + advantage) / 400), 10 ** (against / 400)
    total = first + second + nu * math.sqrt(first * second)
    return [first / total, nu * math.sqrt(first * second) / total, second / total]


def draw_results(
    random: np.random.Generator, strengths: Strengths, games: int, itself: bool = True
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """`games` games of each ordered pairing."""
    results = {}
    for a in strengths:
        for b in strengths:
            if itself or a != b:
                chances = probabilities(strengths[a][0], strengths[b][1], SIDE_ADVANTAGE, NU)
                win, draw, loss = random.multinomial(games, chances).tolist()
                results[a, b] = (win, draw, loss)
    return results


def both_ways(results: dict[tuple[str, str], tuple[int, int]]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """(a, b) to (wins, losses) of a, in as many games with each side."""
    both = {}
    for (a, b), (wins, losses) in results.items():
        both[a, b], both[b, a] = (wins, 0, losses), (losses, 0, wins)
    return both


def penalised(counts: Counts, strengths: Strengths, advantage: float, log_nu: float, anchor: str = "random") -> float:
    """The penalised log likelihood, from its definition."""

    def games_of(player: str, side: int) -> int:
        return sum(sum(results) for pairing, results in counts.items() if pairing[side] == player)

    total = 0.0
    for (a, b), results in counts.items():
        strength, against = strengths[a][0], strengths[b][1]
        for number, chance in zip(results, probabilities(strength, against, advantage, math.exp(log_nu)), strict=True):
            total += number * math.log(chance)
        pseudo = 0.5 * sum(results) / games_of(a, 0) + 0.5 * sum(results) / games_of(b, 1)
        win, _, loss = probabilities(strength, against, advantage, 0)
        total += pseudo * (math.log(win) / 2 + math.log(loss) / 2)
    for player, (first, second) in strengths.items():
        if player != anchor:
            total -= (first / 3000) ** 2 / 2 + (second / 3000) ** 2 / 2
    return total - (advantage / 30000) ** 2 / 2 - (log_nu / 3) ** 2 / 2


SMALL: Counts = {
    ("a", "random"): (14, 3, 3),
    ("random", "a"): (9, 4, 7),
    ("b", "a"): (6, 0, 4),
    ("a", "b"): (8, 2, 0),
    ("random", "b"): (5, 1, 2),
    ("random", "random"): (4, 1, 3),
}


def test_the_slow_twin_agrees() -> None:
    def unpack(theta: Sequence[float]) -> tuple[Strengths, float, float]:
        a0, a1, b0, b1, advantage = (100 * value for value in theta[:5])
        return {"random": (0, 0), "a": (a0, a1), "b": (b0, b1)}, advantage, theta[5]

    found = minimize(lambda theta: -penalised(SMALL, *unpack(theta)), np.zeros(6), method="BFGS", tol=1e-6)
    strengths, advantage, log_nu = unpack(found.x)
    ratings = rate_players(SMALL)
    for player, sides in strengths.items():
        for side in (0, 1):
            assert ratings.side(player, side).value == pytest.approx(sides[side], abs=0.5)
        assert ratings.overall(player).value == pytest.approx(sum(sides) / 2, abs=0.5)
    assert ratings.advantage.value == pytest.approx(advantage, abs=0.5)
    nu = math.exp(log_nu)
    assert ratings.draw_probability.value == pytest.approx(nu / (2 + nu), abs=1e-3)
    for a in strengths:
        for b in strengths:
            wanted = probabilities(strengths[a][0], strengths[b][1], advantage, nu)
            assert ratings.expected(a, b) == pytest.approx(wanted, abs=1e-3)


def test_derivatives_and_covariance_are_those_of_the_slow_twin() -> None:
    """At a point off the maximum, by differences; the covariance is the inverse of the second ones at the maximum."""
    names = ["a", "b", "random"]
    pairings = np.array([[names.index(name) for name in pairing] for pairing in SMALL])
    likelihood = Likelihood(pairings, np.array(list(SMALL.values()), dtype=float), 3, 2)
    unit = math.log(10) / 400

    def twin(free: np.ndarray) -> float:
        a0, a1, b0, b1, advantage = (free[:5] / unit).tolist()
        return -penalised(SMALL, {"a": (a0, a1), "b": (b0, b1), "random": (0, 0)}, advantage, free[5])

    point = np.array([0.7, -0.4, 0.2, 1.1, 0.9, -0.6])
    value, gradient = likelihood.value_and_gradient(point)
    assert value == pytest.approx(twin(point), rel=1e-9)
    steps = 1e-4 * np.eye(6)
    differences = [(twin(point + step) - twin(point - step)) / 2e-4 for step in steps]
    assert gradient == pytest.approx(np.array(differences), abs=1e-5)

    def second_differences(point: np.ndarray) -> np.ndarray:
        h = 1e-3 * np.eye(6)
        corners = [
            [twin(point + u + v) - twin(point + u - v) - twin(point - u + v) + twin(point - u - v) for v in h]
            for u in h
        ]
        return np.array(corners) / 4e-6

    assert likelihood.hessian(point) == pytest.approx(second_differences(point), abs=1e-3)
    ratings = rate_players(SMALL)
    places = [2 * ratings.names.index(name) + side for name in "ab" for side in (0, 1)] + [6, 7]
    scale = np.array([unit] * 5 + [1])
    covariance = ratings.covariance[np.ix_(places, places)] * np.outer(scale, scale)
    inverse = np.linalg.inv(second_differences(ratings.parameters[places] * scale))
    assert covariance == pytest.approx(inverse, rel=1e-3, abs=1e-4)


def test_known_strengths_are_recovered() -> None:
    ratings = rate_players(draw_results(np.random.default_rng(5), TRUE, 20_000))
    assert ratings.anchor == "random"
    assert ratings.names == ("deep", "shallow", "tiger", "random")
    assert ratings.warnings == ()
    for player, sides in TRUE.items():
        assert ratings.overall(player).value == pytest.approx(sum(sides) / 2, abs=10)
        for side in (0, 1):
            assert ratings.side(player, side).value == pytest.approx(sides[side], abs=15)
    assert ratings.advantage.value == pytest.approx(SIDE_ADVANTAGE, abs=10)
    assert ratings.draw_probability.value == pytest.approx(NU / (2 + NU), abs=0.01)
    wanted = probabilities(TRUE["tiger"][0], TRUE["deep"][1], SIDE_ADVANTAGE, NU)
    assert ratings.expected("tiger", "deep") == pytest.approx(wanted, abs=0.01)
    assert [player.games for player in ratings.players] == [7 * 20_000] * 4


def test_intervals_cover_the_truth_at_their_rate() -> None:
    repetitions, random = 250, np.random.default_rng(11)
    inside: dict[str, int] = {}

    def count(what: str, estimate: Estimate, truth: float) -> None:
        inside[what] = inside.get(what, 0) + (estimate.low <= truth <= estimate.high)

    for _ in range(repetitions):
        ratings = rate_players(draw_results(random, TRUE, 40))
        for player in ("deep", "shallow", "tiger"):
            count(f"{player} overall", ratings.overall(player), sum(TRUE[player]) / 2)
            for side in (0, 1):
                count(f"{player} {side}", ratings.side(player, side), TRUE[player][side])
        count("advantage", ratings.advantage, SIDE_ADVANTAGE)
        count("draws", ratings.draw_probability, NU / (2 + NU))
    rates = {what: number / repetitions for what, number in inside.items()}
    assert all(0.91 <= rate <= 0.99 for rate in rates.values()), rates  # 0.95 +- 3 deviations of the simulation
    assert 0.94 <= sum(rates.values()) / len(rates) <= 0.97


def test_two_players_alone_are_tight_overall_and_wide_per_side() -> None:
    ratings = rate_players({("a", "random"): (70, 10, 20), ("random", "a"): (50, 10, 40)})

    def width(estimate: Estimate) -> float:
        return estimate.high - estimate.low

    assert width(ratings.overall("a")) < 150
    assert all(width(ratings.side("a", side)) > 5000 for side in (0, 1))
    assert width(ratings.advantage) > 5000
    assert ratings.side("a", 0).value == pytest.approx(ratings.side("a", 1).value, rel=0.02)
    assert ratings.warnings == (
        "Games do not connect the two sides of a, random: the strengths per side and the side advantage rest on the prior; "
        "the overall ratings do not. Games of one of them against itself would connect them.",
    )


def test_overall_intervals_of_two_players_cover_the_truth() -> None:
    random, repetitions = np.random.default_rng(3), 200
    pair = {name: TRUE[name] for name in ("random", "tiger")}
    covered = 0
    for _ in range(repetitions):
        overall = rate_players(draw_results(random, pair, 40, itself=False)).overall("tiger")
        covered += overall.low <= sum(TRUE["tiger"]) / 2 <= overall.high
    assert 0.91 <= covered / repetitions <= 0.99


@pytest.mark.parametrize("more", [{("a", "a"): (3, 1, 2)}, both_ways({("a", "b"): (5, 4), ("b", "random"): (5, 2)})])
def test_what_connects_the_sides(more: Counts) -> None:
    """A player against itself, or three players in a round."""
    ratings = rate_players({("a", "random"): (7, 1, 2), ("random", "a"): (5, 1, 4)} | dict(more))
    assert ratings.warnings == ()
    sides = [side for player in ratings.players for side in player.sides]
    assert all(side.high - side.low < 2500 for side in sides)


def test_a_gauntlet_is_half_connected() -> None:
    ratings = rate_players(both_ways({(name, "random"): (30, 10) for name in "abc"}))
    assert len(ratings.warnings) == 1
    assert "the overall ratings do not" in ratings.warnings[0]
    assert all(player.overall.high - player.overall.low < 300 for player in ratings.players)


def test_games_with_one_side_only() -> None:
    ratings = rate_players(both_ways({("a", "random"): (30, 10)}) | {("b", "random"): (20, 0, 20)})
    assert ratings.warnings == (
        "Games do not connect the two sides of a, b, random: the strengths per side and the side advantage rest on the prior, "
        "and so do the overall ratings of b beside random. Games with the sides swapped are missing.",
    )
    assert ratings.overall("b").high - ratings.overall("b").low > 2500
    assert ratings.overall("a").high - ratings.overall("a").low < 350


def test_players_that_no_games_connect() -> None:
    results = both_ways({("a", "b"): (30, 10), ("c", "random"): (3, 1), ("d", "random"): (2, 2), ("d", "c"): (1, 3)})
    ratings = rate_players(results)
    assert ratings.warnings == (
        "No games connect these groups of players: a, b; c, d, random. Ratings compare players of one group; between groups "
        "they rest on the prior.",
        "Games do not connect the two sides of a, b: the strengths per side and the side advantage rest on the prior; the "
        "overall ratings do not. Games of one of them against itself would connect them.",
    )
    assert ratings.overall("a").high - ratings.overall("a").low > 3000
    assert ratings.superiority("a", "b") > 0.99
    assert 0.3 < ratings.superiority("a", "random") < 0.7


def test_the_warnings_are_those_of_the_design_matrix() -> None:
    """An overall rating rests on the prior just where it is no combination of what games determine."""
    random = np.random.default_rng(8)
    for _ in range(150):
        n = int(random.integers(2, 6))
        names = ["random", *"abcd"][:n]
        edges = random.integers(0, n, (int(random.integers(1, 7)), 2)).tolist()
        ratings = rate_players({(names[i], names[j]): (1, 0, 1) for i, j in edges})
        where = {name: 2 * place for place, name in enumerate(ratings.names)}
        design = np.zeros((len(edges), 2 * len(where) + 1))
        for row, (i, j) in zip(design, edges, strict=True):
            row[where[names[i]]] += 1
            row[where[names[j]] + 1] -= 1
            row[-1] = 1
        design[:, [where[ratings.anchor], where[ratings.anchor] + 1]] = 0

        def determined(columns: list[int], design: np.ndarray = design) -> bool:
            more = np.zeros(design.shape[1])
            more[columns] = 1
            return np.linalg.matrix_rank(np.vstack([design, more])) == np.linalg.matrix_rank(design)

        others = [name for name in where if name != ratings.anchor]
        overall = all(determined([where[name], where[name] + 1]) for name in others)
        everything = overall and determined([-1]) and all(determined([where[name]]) for name in others)
        assert everything == (ratings.warnings == ())
        assert overall == all("overall ratings do not" in warning for warning in ratings.warnings)


def test_perfect_scores_are_finite() -> None:
    ratings = rate_players(both_ways({("a", "random"): (100, 0)}))
    assert 900 < ratings.overall("a").value < 1000
    assert 0 < ratings.overall("a").low < ratings.overall("a").high < 1500
    assert ratings.superiority("a", "random") > 0.999
    no_draws = rate_players(both_ways({("a", "random"): (100, 0), ("b", "c"): (10**6, 10**6)}))
    assert no_draws.overall("a").value == pytest.approx(400 * math.log10(201), abs=8)  # as 100.5-0.5


def test_a_ladder_of_perfect_scores_and_many_games() -> None:
    names = [f"p{number:02}" for number in range(30)]
    ladder = both_ways({(a, b): (1000, 0) for i, a in enumerate(names) for b in names[i + 1 :]})
    ratings = rate_players(ladder, anchor="p29")
    assert ratings.names == tuple(names)
    assert np.isfinite(ratings.parameters).all()
    assert np.isfinite(ratings.covariance).all()
    assert ratings.players[0].games == 29 * 2000


def test_only_draws_and_only_oneself() -> None:
    drawn = rate_players({("a", "random"): (0, 50, 0), ("random", "a"): (0, 50, 0)})
    assert drawn.overall("a").value == pytest.approx(0, abs=1e-6)
    assert 0.9 < drawn.draw_probability.low < drawn.draw_probability.value < drawn.draw_probability.high < 1
    alone = rate_players({("random", "random"): (600, 200, 200)})
    assert alone.overall("random") == Estimate(0, 0, 0)
    assert alone.expected("random", "random") == pytest.approx((0.6, 0.2, 0.2), abs=0.005)
    assert alone.superiority("random", "random") == 0.5
    assert alone.warnings == ()


def test_likelihood_of_superiority() -> None:
    ratings = rate_players(both_ways({("a", "b"): (55, 45), ("a", "random"): (80, 20), ("b", "random"): (80, 20)}))
    assert 0.5 < ratings.superiority("a", "b") < ratings.superiority("a", "random")
    assert ratings.superiority("a", "b") + ratings.superiority("b", "a") == pytest.approx(1)
    assert ratings.superiority("a", "a") == 0.5
    difference = ratings.combination(ratings.overall_weights("a") - ratings.overall_weights("b"))
    sure = rate_players(both_ways({("a", "b"): (5500, 4500), ("a", "random"): (80, 20), ("b", "random"): (80, 20)}))
    assert difference.low < 0 < difference.value
    assert sure.superiority("a", "b") > 0.999


def test_the_anchor() -> None:
    results = both_ways({("b", "c"): (6, 4), ("c", "d"): (6, 4), ("a", "z"): (6, 4)})
    assert rate_players(results).anchor == "b"
    ratings = rate_players(results, anchor="d")
    assert ratings.anchor == "d"
    assert ratings.overall("d") == Estimate(0, 0, 0)
    without = rate_players({**results, ("random", "d"): (0, 0, 0)})
    assert without.anchor == "b"
    assert "random" not in without.names


def test_the_choice_of_anchor_shifts_ratings_alone() -> None:
    results = draw_results(np.random.default_rng(2), TRUE, 200)
    one, other = rate_players(results), rate_players(results, anchor="deep")
    for player in TRUE:
        shift = one.overall("deep").value
        assert other.overall(player).value + shift == pytest.approx(one.overall(player).value, abs=1)
    assert other.expected("tiger", "deep") == pytest.approx(one.expected("tiger", "deep"), abs=2e-3)


def test_confidence() -> None:
    wide, narrow = (rate_players(SMALL, confidence=confidence).overall("a") for confidence in (0.95, 0.5))
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(1.95996 / 0.67449, rel=1e-4)


def test_the_document_is_plain() -> None:
    ratings = rate_players(SMALL)
    document = json.loads(json.dumps(ratings.as_document(), allow_nan=False))
    assert document == ratings.as_document()
    assert [player["player"] for player in document["players"]] == list(ratings.names)
    assert document["players"][0]["overall"] == ratings.overall(ratings.names[0]).as_document()


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({}, "no games"),
        ({("a", "b"): (0, 0, 0)}, "no games"),
        ({("a", "b"): (3, -1, 2)}, r"a against b: \(3, -1, 2\)"),
        ({("a", "b"): (3, 2)}, r"a against b: \(3, 2\)"),
    ],
)
def test_impossible_counts(counts: Counts, message: str) -> None:
    with pytest.raises(UserError, match=message):
        rate_players(counts)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, math.nan])
def test_impossible_confidence(confidence: float) -> None:
    with pytest.raises(UserError, match="confidence"):
        rate_players(SMALL, confidence=confidence)


@pytest.mark.parametrize("call", [Ratings.overall, lambda ratings, player: ratings.expected("a", player)])
def test_a_player_without_games(call: Callable[[Ratings, str], object]) -> None:
    with pytest.raises(UserError, match="'nobody'"):
        call(rate_players(SMALL), "nobody")
