"""Settings of a training run; `configs/train` says what each is for and where it comes from."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictStr, field_validator, model_validator

from hunt_ai.core.settings import Settings
from hunt_ai.network.settings import NetworkSettings
from hunt_ai.search.mcts_settings import MCTSSettings

Count = Annotated[int, Field(strict=True, ge=1, le=10_000_000)]
CountOrNone = Annotated[int, Field(strict=True, ge=0, le=10_000_000)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
ShareAboveNone = Annotated[float, Field(strict=True, gt=0, le=1)]
Amount = Annotated[float, Field(strict=True, ge=0, le=1e6)]
Factor = Annotated[float, Field(strict=True, gt=0, le=100)]


class StartSettings(Settings):
    """Where games begin: shares of the start, of random play from it, of earlier games, and of scattered pieces.

    random_plies, earlier_plies: at most so many random plies from there. candidates: of so many positions the one is
    taken that the network thinks most even, where it is one of random play or an earlier game.
    """

    start: Share = 0.3
    random: Share = 0.3
    earlier: Share = 0.3
    scattered: Share = 0.1
    random_plies: Count = 30
    earlier_plies: CountOrNone = 6
    candidates: Count = 4

    @model_validator(mode="after")
    def _whole(self) -> "StartSettings":
        if abs(self.start + self.random + self.earlier + self.scattered - 1) > 1e-6:
            raise ValueError("start, random, earlier and scattered are shares, and sum to 1")
        return self


class SelfPlaySettings(Settings):
    """How the games of an iteration are played."""

    games: Count = 768
    together: Count = 64
    simulations: Count = 64
    fast_simulations: Count = 16
    full_share: ShareAboveNone = 0.25
    gumbel: Annotated[int, Field(strict=True, ge=0, le=1000)] = 16
    exploration: Factor = 1.25
    noise: Share = 0.25
    noise_alpha: Factor = 0.5
    exploring_plies: CountOrNone = 20
    probe: Annotated[int, Field(strict=True, ge=0, le=2)] = 1
    max_plies: Annotated[int, Field(strict=True, ge=1, le=30_000)] = 100
    resign_at: ShareAboveNone | None = 0.97
    resign_plies: Count = 4
    no_resign_share: Share = 0.1
    starts: StartSettings = StartSettings()

    @model_validator(mode="after")
    def _consistent(self) -> "SelfPlaySettings":
        if self.games % self.together:
            raise ValueError("games is a multiple of together")
        if self.gumbel == 1:
            raise ValueError("gumbel is 0 for none, or at least 2 moves")
        if self.fast_simulations > self.simulations:
            raise ValueError("fast_simulations is at most simulations")
        return self

    def search(self, exploring: bool) -> MCTSSettings:
        """Of a search that explores (its policy is a target, or the game is young), or plays its best."""
        return MCTSSettings(
            exploration=self.exploration,
            probe=self.probe,
            gumbel=self.gumbel or None,
            gumbel_scale=1.0 if exploring else 0.0,
            noise=self.noise if exploring and not self.gumbel else 0.0,
            noise_alpha=self.noise_alpha,
        )


class LearningSettings(Settings):
    """How the network learns from the positions of the last iterations."""

    window: Count = 400_000
    window_growth: Share = 0.5
    batch: Count = 256
    reuse: Factor = 12.0
    rate: ShareAboveNone = 0.001
    last_rate: ShareAboveNone = 0.0001
    weight_decay: Amount = 0.0001
    averaging: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.998
    value_weight: Amount = 1.0
    root_value_share: Share = 0.5
    discount: ShareAboveNone = 0.98
    augment: StrictBool = True
    gradient_limit: Annotated[float, Field(strict=True, gt=0, le=1e6)] = 5.0

    @model_validator(mode="after")
    def _falling(self) -> "LearningSettings":
        if self.last_rate > self.rate:
            raise ValueError("last_rate is at most rate, from which it falls to it")
        return self


class EvaluationSettings(Settings):
    """Matches during the run, in game pairs from random openings; the best checkpoint is that of the highest score."""

    every: Count = 10
    pairs: Count = 50
    opening_plies: Annotated[int, Field(strict=True, ge=0, le=100)] = 4
    simulations: Count = 64
    opponents: tuple[StrictStr, ...] = ("greedy", "mcts:rollouts=1,simulations=400")
    tables: StrictStr = ""
    positions: Count = 400

    @field_validator("opponents")
    @classmethod
    def _different(cls, opponents: tuple[str, ...]) -> tuple[str, ...]:
        if len({*opponents}) < len(opponents):
            raise ValueError("an opponent is named twice")
        return opponents


class TrainSettings(Settings):
    """A run: a game, its network, and how it is taught."""

    format: Literal[1] = 1
    game: StrictStr
    iterations: Count = 100
    seed: Annotated[int, Field(strict=True, ge=0, le=2**63 - 1)] = 1
    device: Annotated[StrictStr, Field(pattern=r"^(cpu|cuda(:\d+)?)$")] = "cpu"
    learner_threads: Annotated[int, Field(strict=True, ge=1, le=256)] = 1
    network: NetworkSettings = NetworkSettings()
    self_play: SelfPlaySettings = SelfPlaySettings()
    learning: LearningSettings = LearningSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
