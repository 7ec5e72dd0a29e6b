"""Tuning of the static evaluation on games of alpha-beta against itself.

The method of Texel's author (Österlund 2014): the weights that make 1 / (1 + 10^(-score / 400)) fit what positions are
worth best, by logistic regression. He took the results of games for that. Here it is the lambda-return of TD(lambda)
(Sutton 1988; with searches in chess, Baxter, Tridgell and Weaver 2000): what the searches of a position and of those
after it in the game expect, and the result, the later ones weighing less by `decay` a ply. With decay 1 that is
Österlund's method, with decay 0 RootStrap (Veness et al. 2009). Results alone say little where most games end alike,
and they take what goes along with winning for its cause. Each round plays with the weights of the round before.

Scores are sums of weights times features, so features are read off the evaluation itself: each is the score where its
weight is one and all others are none.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.parameters import Key, Values
from hunt_ai.search.self_play import GamePlayer, Run, Sample, SelfPlay
from hunt_ai.search.weights import default_values, evaluation_keys, exact_unit, make_evaluation

UNIT = np.log(10) / 400
SEED_STEP = 1_000_003  # between the seeds of rounds
HAND_UNITS = {"hunt": 0.4, "jungle": 0.28}  # of numbers set by hand, so that their scores expect results about right


@dataclass(frozen=True)
class TuningSettings:
    """How to tune.

    games: of self-play a round; nodes: of each search; rounds: of games and fits.
    decay: how much of what a position is worth comes from the one after it, the rest from its own search.
    opening: most random plies at the start, each game at random from 0 up; strays: chance of a random move later.
    max_plies: games so long are broken off, their positions are worth what the search says.
    noisy: weight of a position whose best move captures, a quiet one's being 1.
    spread: how far weights are expected to move, as one standard deviation of a prior that weighs as much as a game.
    held_out: part of the games that nothing is fitted to.
    """

    games: int = 600
    seed: int = 1
    nodes: int = 500
    rounds: int = 2
    decay: float = 0.95
    opening: int = 12
    strays: float = 0.04
    max_plies: int = 150
    noisy: float = 0.25
    spread: float = 200.0
    held_out: float = 0.15


@dataclass(frozen=True)
class Positions:
    """Positions and what they are worth.

    rows: [P, K] uint64; sides: [P] int64, to move; worth: [P] float64, 0 to 1, for the side to move; weights: [P]
    float64; games: [P] int64.
    """

    rows: np.ndarray
    sides: np.ndarray
    worth: np.ndarray
    weights: np.ndarray
    games: np.ndarray


def worth_of_run(run: Run, decay: float) -> list[float]:
    """What each position of a run is worth for its side to move, 0 to 1: the lambda-return of TD(lambda)."""
    worth = []
    later = run.result  # for side 0
    for sample in reversed(run.samples):
        own = sample.expected if sample.side == 0 else 1 - sample.expected
        later = own if later is None or sample.proved else decay * later + (1 - decay) * own
        worth.append(later if sample.side == 0 else 1 - later)
    return worth[::-1]


def collect_positions(rules: Ruleset, play: GamePlayer, settings: TuningSettings) -> Positions:
    """The searched positions of `settings.games` games; UserError where there are none."""
    samples: list[Sample] = []
    worth, games = [], []
    for number in range(settings.games):
        for run in play(number):
            samples += run.samples
            worth += worth_of_run(run, settings.decay)
            games += [number] * len(run.samples)
    if not samples:
        none = "its game has no" if settings.games == 1 else f"none of {settings.games} games has a"
        raise UserError(f"{rules.name}: {none} position that could be learnt from")
    rows = np.array([sample.row for sample in samples])
    sides = np.array([sample.side for sample in samples])
    weights = np.array([settings.noisy if sample.noisy else 1.0 for sample in samples])
    return Positions(rows, sides, np.array(worth), weights, np.array(games))


def hand_values(rules: Ruleset, side: int) -> Values:
    """The numbers set by hand to begin tuning with: in units that the results of games bear out."""
    unit = HAND_UNITS[rules.family]
    return {name: [round(unit * number) for number in numbers] for name, numbers in default_values(rules, side).items()}


# -- parameters: weights that are free, those tied by symmetry as one


@dataclass(frozen=True)
class Parameters:
    """The free weights of one side's keys: of each the key's name and the class of numbers that are tied as one."""

    names: tuple[tuple[str, int], ...]

    @staticmethod
    def of(keys: Sequence[Key]) -> "Parameters":
        return Parameters(tuple(dict.fromkeys((key.name, tie) for key in keys for tie in key.ties)))

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
    from hunt_ai.search.kernels.static_scores import static_scores

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
    """What came of one side to move, or of both as one: numbers; counts and log losses of the last round."""

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

    play: the games to learn from; None is self-play.
    """
    try:
        for number in range(settings.rounds):
            report(f"round {number + 1}: {counted(settings.games, 'game')}, {counted(settings.nodes, 'node')} a search")
            seed = settings.seed + number * SEED_STEP
            player = play or SelfPlay(
                rules, make_evaluation(rules, values), seed, settings.nodes, settings.opening, settings.strays,
                settings.max_plies,
            )  # fmt: skip
            positions = collect_positions(rules, player, settings)
            fits = fit_positions(rules, values, positions, settings, report)
            values = [fit.values for fit in fits]
    except KeyboardInterrupt:
        report(f"interrupted in round {number + 1} of {settings.rounds}; nothing is kept")
        raise
    return fits


def counted(number: int, word: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def fit_positions(
    rules: Ruleset,
    values: Sequence[Values],
    positions: Positions,
    settings: TuningSettings,
    report: Callable[[str], None] = lambda line: None,
) -> list[Fit]:
    """As `tune`, from positions at hand."""
    keys = evaluation_keys(rules)
    parameters = Parameters.of(keys)
    alike = rules.family == "jungle"  # half a turn makes one colour of the other
    fits = []
    for side in range(1 if alike else 2):
        chosen = np.ones(len(positions.rows), dtype=bool) if alike else positions.sides == side
        title = " and ".join(rules.sides) if alike else rules.sides[side]
        report(f"{counted(int(chosen.sum()), 'position')} with {title} to move")
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
    results, weights, games = positions.worth[chosen], positions.weights[chosen], positions.games[chosen]
    held = np.random.default_rng(settings.seed + 1).random(settings.games) < settings.held_out
    parts = {"train": ~held[games], "validation": held[games]}
    before = parameters.read(keys, values)
    game_count = len(np.unique(games[parts["train"]]))
    if not all(np.any(part) for part in parts.values()):
        verb = "is" if settings.games == 1 else "are"
        raise UserError(f"{rules.name}: {counted(settings.games, 'game')} {verb} too few to tune on")
    looseness = {key.name: key.looseness for key in keys}
    spreads = settings.spread * np.array([looseness[name] for name, _ in parameters.names])
    strength = 1 / (2 * spreads**2 * game_count)
    train = features[parts["train"]], results[parts["train"]], weights[parts["train"]]
    fitted = parameters.write(keys, fit(*train, before * best_scale(*train, before), strength))
    after = parameters.read(keys, fitted)
    losses = {
        f"{name}_{when}": log_loss(features[part], results[part], weights[part], theta)
        for name, part in parts.items()
        for when, theta in (("before", before), ("after", after))
    }
    return Fit(title, fitted, int(chosen.sum()), len(np.unique(games)), losses)
