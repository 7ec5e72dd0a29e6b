"""Players that search: `alphabeta` and `mcts`."""

import abc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.players.player import Answer, Player, Turn
from hunt_ai.players.settings_text import Decimal, Folder, Kind, Names, Whole, read_settings
from hunt_ai.players.solved import Solved, check_solved
from hunt_ai.search.alphabeta import AlphaBeta
from hunt_ai.search.limits import MAX_COUNT, MAX_DEPTH, Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_settings import PLAY
from hunt_ai.search.mcts_tree import NODE_BYTES
from hunt_ai.search.parameters import Values
from hunt_ai.search.result import SearchResult
from hunt_ai.search.selectivity import SELECTIVITY
from hunt_ai.search.weights import make_evaluation, side_values, without_terms

Stop = Callable[[], bool]
Report = Callable[[SearchResult], None]
CLOCK_SHARE = 0.9  # of the turn's clock that a search may use
MAX_MOVETIME = 86_400_000
MAX_TABLE = 4096
MAX_NOISE = 20_000
FORGET = Whole(0, 1)


class SearchPlayer(Player):
    """What the two have in common: settings in their text, limits, and a searcher made for the game at hand.

    forget=1: each move is searched from nothing, so that it depends on the game and the seed alone, not on what was
    searched before.
    """

    kinds: ClassVar[Mapping[str, Kind]]
    standard: ClassVar[Limits]  # limits of the player whose text names none
    proofs_hold = True

    def __init__(self, text: str, settings: Mapping[str, Any]) -> None:
        self.text = text
        self.settings = dict(settings)
        self.seconds = self.settings.get("movetime", 0) / 1000
        self._seed = 1
        self._rules: Ruleset | None = None
        self._solved: Solved | None = None
        self.values: Sequence[Values] | None = None  # of the evaluation by side to move, instead of the game's

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        return cls(text, read_settings(settings, cls.kinds, text))

    @property
    def limits(self) -> Limits:
        """What it may spend on a move where no clock runs."""
        limits = Limits(
            depth=self.settings.get("depth"),
            nodes=self.settings.get("nodes"),
            simulations=self.settings.get("simulations"),
            seconds=self.seconds or None,
        )
        return self.standard if limits == Limits() else limits

    def reset(self, seed: int) -> None:
        self._seed = seed
        if self._rules is not None:
            self._forget()

    def prepare(self, game: Game) -> None:
        if self._rules is not game.rules:
            self._make(game.rules)
            self._rules = game.rules

    def choose(self, game: Game) -> int:
        return self.search(game).move

    def answer(self, game: Game, turn: Turn) -> Answer:
        limits = self.limits
        if turn.seconds is not None:
            seconds = CLOCK_SHARE * turn.seconds
            limits = Limits(limits.depth, limits.nodes, limits.simulations, min(seconds, limits.seconds or seconds))
        found = self.search(game, limits)
        return Answer(found.move, score=found.score)

    def search(
        self, game: Game, limits: Limits | None = None, stop: Stop | None = None, report: Report | None = None
    ) -> SearchResult:
        """Search the position of `game`, which is not over, until a limit is reached or `stop()` is true."""
        self.prepare(game)
        if self.settings.get("forget"):
            self._forget()
        return self._search(game, limits or self.limits, stop, report)

    def check(self, rules: Ruleset) -> None:
        if "solved" in self.settings:
            check_solved(self.text, self.settings["solved"], rules, whole=False)

    def _knowing(self, rules: Ruleset, evaluation: Any) -> Any:
        """The evaluation with the values of the solved slices that the settings name, if they name any."""
        if "solved" not in self.settings:
            return evaluation
        check_solved(self.text, self.settings["solved"], rules, whole=False)
        self._solved = Solved(self.settings["solved"], rules, evaluation)
        return self._solved.evaluation(())

    def _ending(self, limits: Limits, **endless: int | None) -> Limits:
        """The limits, or the standard ones where these name only what never ends such a search."""
        alone = None not in endless.values() and limits == Limits(**endless)
        return self.standard if alone else limits

    @abc.abstractmethod
    def _make(self, rules: Ruleset) -> None:
        """Make the searcher of a game."""

    @abc.abstractmethod
    def _forget(self) -> None:
        """Forget what was found in the game before."""

    @abc.abstractmethod
    def _search(self, game: Game, limits: Limits, stop: Stop | None, report: Report | None) -> SearchResult:
        """What `search` does, once the searcher is made."""


class AlphaBetaPlayer(SearchPlayer):
    """Alpha-beta with the game's evaluation. Without noise it plays no chance: the seed changes nothing.

    noise: each position's evaluation is off by up to so many hundredths, by the seed: a player that sees as far as its
    depth and judges badly.
    selectivity: the parts in use, `none` for none, instead of the game's. without: keys of the game's weights that it
    does without. Both are there to see what each is worth.
    solved: a folder of solved slices, whose values it knows; see `Solved`.
    """

    kinds = {
        "depth": Whole(1, MAX_DEPTH),
        "nodes": Whole(1, MAX_COUNT),
        "movetime": Whole(1, MAX_MOVETIME),  # ms
        "noise": Whole(1, MAX_NOISE),  # hundredths
        "forget": FORGET,
        "table": Whole(1, MAX_TABLE),  # MB of transposition table
        "selectivity": Names(),
        "without": Names(),
        "solved": Folder(),
    }
    standard = Limits(nodes=100_000)

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        player = super().parse(settings, text)
        if unknown := set(player._parts() or ()) - set(SELECTIVITY):
            parts = ", ".join(SELECTIVITY)
            raise UserError(f"{text}: selectivity: {min(unknown)} is none of {parts}, joined by +, and not none")
        if {"noise", "solved"} <= player.settings.keys():
            raise UserError(f"{text}: noise does not go with solved")
        return player

    def check(self, rules: Ruleset) -> None:
        self._values(rules)
        super().check(rules)

    def _parts(self) -> tuple[str, ...] | None:
        """The parts of the selectivity in use; None for those of the game."""
        parts = self.settings.get("selectivity")
        return () if parts == ("none",) else parts

    def _make(self, rules: Ruleset) -> None:
        self._plain = make_evaluation(rules, self._values(rules))
        evaluation = self._knowing(rules, self._with_noise())
        start = Game(rules)
        if start.outcome() is None:
            AlphaBeta(rules, evaluation, 1, self._parts()).search(start, Limits(nodes=1))  # compiles
        self._searcher = AlphaBeta(rules, evaluation, self.settings.get("table", 16), self._parts())

    def _with_noise(self) -> Any:
        """The evaluation with the errors of this seed, if the settings ask for some."""
        from hunt_ai.search.kernels.noisy_evaluation import NoisyEvaluation

        noise = self.settings.get("noise")
        return self._plain if noise is None else NoisyEvaluation(self._plain, np.uint64(self._seed), np.int64(noise))

    def _values(self, rules: Ruleset) -> list[Values]:
        """The numbers of the evaluation for each side to move, less those it does without."""
        terms = self.settings.get("without", ())
        try:
            return [without_terms(rules, values, terms) for values in self.values or side_values(rules)]
        except UserError as error:
            raise UserError(f"{self.text}: without: {error}") from None

    def _forget(self) -> None:
        self._searcher.clear()
        if "noise" in self.settings:
            self._searcher.evaluation = self._with_noise()

    def _search(self, game: Game, limits: Limits, stop: Stop | None, report: Report | None) -> SearchResult:
        limits = self._ending(limits, simulations=limits.simulations)
        if self._solved is None:
            return self._searcher.search(game, limits, stop, report)
        moves = self._solved.moves(game)
        evaluation = self._solved.evaluation(moves)
        if evaluation is not self._searcher.evaluation:
            self._searcher.clear()  # what was found out with the knowledge would tell the search without it
            self._searcher.evaluation = evaluation
        return self._solved.completed(game, self._searcher.search(game, limits, stop, report, moves))


class MctsPlayer(SearchPlayer):
    """Monte Carlo tree search, without a network: leaves by the static evaluation, or by rollouts.

    rollouts: so many uniform random playouts score a leaf; cutoff: cut short after so many plies and then scored by the
    static evaluation. The tree is kept between the moves of a game.
    solved: a folder of solved slices, whose values it knows; see `Solved`.
    """

    kinds = {
        "simulations": Whole(1, MAX_COUNT),
        "movetime": Whole(1, MAX_MOVETIME),  # ms
        "rollouts": Whole(1, 10_000),
        "cutoff": Whole(1, 10_000),
        "exploration": Decimal(0.01, 100),
        "forget": FORGET,
        "table": Whole(1, MAX_TABLE),  # MB of tree
        "solved": Folder(),
    }
    standard = Limits(simulations=10_000)

    def _make(self, rules: Ruleset) -> None:
        given = self.settings.get("exploration")
        settings = PLAY if given is None else replace(PLAY, exploration=given)
        nodes = self.settings.get("table", 128) * 2**20 // NODE_BYTES
        self._evaluation = self._knowing(rules, make_evaluation(rules, self.values or side_values(rules)))
        self._searcher = MCTS(rules, self._evaluator(self._evaluation), settings, nodes)  # compiles

    def _evaluator(self, evaluation: Any) -> Any:
        from hunt_ai.search.kernels.evaluators import RolloutEvaluator, StaticEvaluator

        rollouts, cutoff = self.settings.get("rollouts"), self.settings.get("cutoff")
        if rollouts is None and cutoff is None:
            return StaticEvaluator(evaluation)
        if cutoff is None:
            return RolloutEvaluator(evaluation, rollouts or 1)
        return RolloutEvaluator(evaluation, rollouts or 1, cutoff)

    def _forget(self) -> None:
        self._searcher.clear()

    def _search(self, game: Game, limits: Limits, stop: Stop | None, report: Report | None) -> SearchResult:
        limits = self._ending(limits, depth=limits.depth)
        if self._solved is None:
            return self._searcher.search(game, limits, self._seed, stop, report)
        moves = self._solved.moves(game)
        evaluation = self._solved.evaluation(moves)
        if evaluation is not self._evaluation:  # what the tree holds was found with other knowledge
            self._searcher.clear()
            self._evaluation, self._searcher.evaluator = evaluation, self._evaluator(evaluation)
        return self._solved.completed(game, self._searcher.search(game, limits, self._seed, stop, report, moves))
