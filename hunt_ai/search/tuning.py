"""Tuning of the static evaluation on the results of games.

The method of Texel's author (Österlund 2014): the weights that make 1 / (1 + 10^(-score / 400)) fit the results of the
games that positions are from best, by logistic regression. Scores are sums of weights times features, so features are
read off the evaluation itself: each is the score where its weight is one and all others are none.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.parameters import Key, Values
from hunt_ai.search.self_play import GamePlayer, SelfPlay, result_for
from hunt_ai.search.weights import evaluation_keys, exact_unit, make_evaluation

UNIT = np.log(10) / 400


@dataclass(frozen=True)
class TuningSettings:
    """How to tune.

    games: of self-play; depth: plies of each search, captures behind them aside.
    opening: most random plies at the start, each game at random from 0 up; strays: random moves later, in 256.
    max_plies: games so long are left out.
    positions: most from one game; noisy: weight of a position whose move captures, a quiet one's being 1.
    spread: how far weights are expected to move, as one standard deviation of a prior that weighs as much as a game.
    held_out: part of the games that nothing is fitted to.
    """

    games: int = 4000
    seed: int = 1
    depth: int = 3
    opening: int = 12
    strays: int = 8
    max_plies: int = 500
    positions: int = 30
    noisy: float = 0.25
    spread: float = 30.0
    held_out: float = 0.15


@dataclass(frozen=True)
class Positions:
    """Positions with the results of their games.

    rows: [P, K] uint64; results: [P] float64, 1, ½ or 0 for the side to move; weights: [P] float64; games: [P] int64.
    """

    rows: np.ndarray
    results: np.ndarray
    weights: np.ndarray
    games: np.ndarray


def collect_positions(rules: Ruleset, play: GamePlayer, settings: TuningSettings) -> Positions:
    """Positions of finished games, up to `settings.positions` of each at random; UserError where there are none."""
    from hunt_ai.search.kernels.self_play import NOISY, SKIPPED

    rng = np.random.default_rng(settings.seed)
    rows, results, weights, games = [], [], [], []
    for number in range(settings.games):
        game, kinds, code = play(number)
        plies = np.flatnonzero(kinds != SKIPPED)
        plies = np.sort(rng.permutation(plies)[: settings.positions])
        if code == 0 or len(plies) == 0:
            continue
        rows.append(game[plies])
        results += [result_for(code, rules.side_of(row)) for row in game[plies]]
        weights += [settings.noisy if kinds[ply] == NOISY else 1.0 for ply in plies]
        games += [number] * len(plies)
    if not rows:
        raise UserError(f"{rules.name}: none of {settings.games} games was played to an end that could be learnt from")
    return Positions(np.concatenate(rows), np.array(results), np.array(weights), np.array(games))


# -- parameters: weights that are free, those tied by symmetry as one


@dataclass(frozen=True)
class Parameters:
    """The free weights of one side's keys: (key, class) of each, and the words of the set it stands for."""

    names: tuple[tuple[str, int], ...]
    slots: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(keys: Sequence[Key]) -> "Parameters":
        slots: dict[tuple[str, int], list[int]] = {}
        for key in keys:
            for tie, words in zip(key.ties, key.slots, strict=True):
                slots.setdefault((key.name, tie), []).extend(words)
        return Parameters(tuple(slots), tuple(tuple(words) for words in slots.values()))

    def read(self, keys: Sequence[Key], values: Values) -> np.ndarray:
        """[F] float64: the numbers of the parameters, tied ones averaged."""
        numbers: dict[tuple[str, int], list[int]] = {}
        for key in keys:
            for tie, number in zip(key.ties, values[key.name], strict=True):
                numbers.setdefault((key.name, tie), []).append(number)
        return np.array([np.mean(numbers[name]) for name in self.names])

    def write(self, keys: Sequence[Key], theta: np.ndarray) -> Values:
        """The numbers of every key, rounded."""
        numbers = {name: round(float(value)) for name, value in zip(self.names, theta, strict=True)}
        return {key.name: [numbers[key.name, tie] for tie in key.ties] for key in keys}


def extract_features(rules: Ruleset, parameters: Parameters, rows: np.ndarray) -> np.ndarray:
    """[P, F] float32: what each parameter is multiplied by in the score of each row for its side to move."""
    from hunt_ai.search.kernels.self_play import static_scores

    keys, unit = evaluation_keys(rules), exact_unit(rules)
    scores = np.zeros(len(rows), dtype=np.int64)
    features = np.zeros((len(rows), len(parameters.names)), dtype=np.float32)
    for i, name in enumerate(parameters.names):
        values = {key.name: [unit * ((key.name, tie) == name) for tie in key.ties] for key in keys}
        static_scores(rules.kernel_rules, make_evaluation(rules, [values, values]), rows, scores)
        features[:, i] = scores / unit
    return features


# -- the fit


def log_loss(features: np.ndarray, results: np.ndarray, weights: np.ndarray, theta: np.ndarray) -> float:
    """Mean log loss, nats, of the expected results by the parameters `theta` [F]."""
    scores = UNIT * (features @ theta.astype(np.float32)).astype(np.float64)
    losses = np.logaddexp(0, scores) - results * scores
    return float(np.average(losses, weights=weights))


def fit(
    features: np.ndarray, results: np.ndarray, weights: np.ndarray, before: np.ndarray, strength: Any
) -> np.ndarray:
    """[F] float64: the parameters of least log loss + sum of strength * (theta - before)², by L-BFGS from `before`.

    strength: [F] float64, or one number for all.

    A parameter that no position has stays as it is.
    """
    from scipy.optimize import minimize

    used = np.flatnonzero(np.any(features != 0, axis=0))
    matrix = np.ascontiguousarray(features[:, used])
    scale = 100.0  # the steps of the optimiser in parameters
    fixed = UNIT * (features @ before.astype(np.float32)).astype(np.float64)
    share = weights / weights.sum()
    penalty = np.broadcast_to(strength, before.shape)[used] * scale**2

    def objective(change: np.ndarray) -> tuple[float, np.ndarray]:
        scores = fixed + UNIT * scale * (matrix @ change.astype(np.float32)).astype(np.float64)
        losses = np.logaddexp(0, scores) - results * scores
        slope = share * (1 / (1 + np.exp(-scores)) - results)
        gradient = UNIT * scale * (slope.astype(np.float32) @ matrix).astype(np.float64)
        return float(share @ losses + penalty @ change**2), gradient + 2 * penalty * change

    found = minimize(objective, np.zeros(len(used)), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    theta = before.astype(np.float64).copy()
    theta[used] += scale * found.x
    return theta


def best_scale(features: np.ndarray, results: np.ndarray, weights: np.ndarray, theta: np.ndarray) -> float:
    """The factor of all parameters at once that has the least log loss, 0.2 to 2."""
    from scipy.optimize import minimize_scalar

    scores = (features @ theta.astype(np.float32))[:, None]
    loss = functools.partial(log_loss, scores, results, weights)
    return float(minimize_scalar(lambda a: loss(np.array([a])), bounds=(0.2, 2), method="bounded").x)


@dataclass(frozen=True)
class Fit:
    """What came of one side to move, or of both as one: numbers, counts, and log losses before and after."""

    side: str
    values: Values
    positions: int
    games: int
    losses: Mapping[str, float]  # train_before, train_after, validation_before, validation_after


def tune(
    rules: Ruleset,
    values: Sequence[Values],
    settings: TuningSettings,
    play: GamePlayer | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> list[Fit]:
    """New numbers for each side to move, from those in `values`; in jungle games both sides are one.

    play: the games to learn from; None is self-play of `values`.
    """
    report(f"{settings.games} games of self-play to depth {settings.depth}")
    if play is None:
        play = SelfPlay(
            rules, make_evaluation(rules, values), settings.seed, settings.depth, settings.opening, settings.strays,
            settings.max_plies,
        )  # fmt: skip
    positions = collect_positions(rules, play, settings)
    return fit_positions(rules, values, positions, settings, report)


def fit_positions(
    rules: Ruleset,
    values: Sequence[Values],
    positions: Positions,
    settings: TuningSettings,
    report: Callable[[str], None] = lambda line: None,
) -> list[Fit]:
    """As `tune`, from positions at hand."""
    side_of = positions.rows[:, -1] & np.uint64(1)
    keys = evaluation_keys(rules)
    parameters = Parameters.of(keys)
    alike = rules.family == "jungle"  # half a turn makes one colour of the other
    fits = []
    for side in range(1 if alike else 2):
        chosen = np.ones(len(side_of), dtype=bool) if alike else side_of == side
        title = " and ".join(rules.sides) if alike else rules.sides[side]
        report(f"{chosen.sum()} positions with {title} to move")
        fits.append(_fit_side(rules, title, keys, parameters, values[side], positions, chosen, settings))
    return fits * 2 if alike else fits


def _fit_side(
    rules: Ruleset,
    title: str,
    keys: Sequence[Key],
    parameters: Parameters,
    values: Values,
    positions: Positions,
    chosen: np.ndarray,
    settings: TuningSettings,
) -> Fit:
    features = extract_features(rules, parameters, positions.rows[chosen])
    results, weights, games = positions.results[chosen], positions.weights[chosen], positions.games[chosen]
    held = np.random.default_rng(settings.seed + 1).random(settings.games) < settings.held_out
    parts = {"train": ~held[games], "validation": held[games]}
    before = parameters.read(keys, values)
    game_count = len(np.unique(games[parts["train"]]))
    if not all(np.any(part) for part in parts.values()):
        raise UserError(f"{rules.name}: {settings.games} games are too few to tune on")
    part = parts["train"]
    looseness = {key.name: key.looseness for key in keys}
    spreads = settings.spread * np.array([looseness[name] for name, _ in parameters.names])
    strength = 1 / (2 * spreads**2 * game_count)
    train = features[part], results[part], weights[part]
    theta = fit(*train, before * best_scale(*train, before), strength)
    after = parameters.read(keys, parameters.write(keys, theta))
    losses = {
        f"{name}_{when}": log_loss(features[part], results[part], weights[part], theta)
        for name, part in parts.items()
        for when, theta in (("before", before), ("after", after))
    }
    return Fit(title, parameters.write(keys, after), int(chosen.sum()), len(np.unique(games)), losses)
