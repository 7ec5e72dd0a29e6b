"""Settings of a calibration."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr, model_validator

from hunt_ai.core.settings import Settings
from hunt_ai.players.level_table import LEVELS, check_kind

PlayerText = Annotated[StrictStr, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Pool = Annotated[tuple[PlayerText, ...], Field(min_length=1, max_length=100)]
Games = Annotated[StrictInt, Field(ge=1, le=10_000)]
Share = Annotated[float, Field(gt=0, lt=1)]


def _searches() -> tuple[str, ...]:
    nets = (
        f"net:simulations={count},temperature={temperature:g},least={least:g},forget=1"
        for temperature, least in ((2.0, 0.1), (1.0, 0.2), (0.4, 0.3))
        for count in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
        if count <= 64 or temperature < 1
    )
    without = (
        f"alphabeta:nodes={count},noise={noise},table=1,forget=1"
        for noise in (60, 20)
        for count in (100, 1000, 10_000, 60_000, 200_000)
    )
    return (*nets, *without)


class CalibrationSettings(Settings):
    """How the levels of a game are calibrated, as a file in configs/levels says it.

    policies, winning, searches: texts of players for levels 1 and 2, 3 and 4, 5 to 8, about from the weakest on.
        Of the first two none searches; from level 3 on a win in one ply is played.
    panel: fixed opponents by which each side's own curve is measured.
    low, high: the score of game pairs that a level is to have against the level below.
    survey_rounds: how often the players of the pool are compared before levels are chosen.
    most_pairs: game pairs of neighbouring levels after which their sequential test ends undecided.
    rounds: so many choices of levels are tried at most.
    even, panel_games: games of each level against itself, and with each side against each of the panel.
    opening_plies: random plies at the start of each game.
    """

    format: Literal[1] = 1
    game: StrictStr
    seed: Annotated[StrictInt, Field(ge=0, le=2**63 - 1)] = 1
    policies: Pool = tuple(
        f"net:policy,temperature={t:g},least=0.02" for t in (3.0, 2.0, 1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2)
    )
    winning: Pool = tuple(
        f"net:policy,wins,temperature={t:g},least=0.05" for t in (1.2, 0.9, 0.7, 0.5, 0.35, 0.25, 0.15, 0.05)
    )
    searches: Pool = _searches()
    panel: Annotated[tuple[PlayerText, ...], Field(min_length=1, max_length=10)] = (
        "greedy",
        "mcts:rollouts=1,simulations=400",
        "alphabeta:nodes=3000",
    )
    low: Share = 0.60
    high: Share = 0.78
    survey_rounds: Games = 6
    most_pairs: Games = 120
    rounds: Games = 8
    even: Games = 100
    panel_games: Games = 50
    opening_plies: Annotated[StrictInt, Field(ge=1, le=100)] = 4

    @model_validator(mode="after")
    def _consistent(self) -> "CalibrationSettings":
        pool = self.pool
        if len({*pool}) < len(pool):
            raise ValueError("a player is named twice in the pool")
        for text in pool:
            check_kind(text)
            if "movetime" in text:
                raise ValueError(f"{text}: a level's budget is a count, not a time")
        for text in self.searches:
            if "forget=1" not in text.split(","):
                raise ValueError(f"{text}: a level's move depends on the game and the seed alone (forget=1)")
        for text in (*self.policies, *self.winning):
            if not text.startswith("net:") or "policy" not in text.split(":", 1)[1].split(","):
                raise ValueError(f"{text}: levels 1 to 4 are played by the network's policy, without a search")
        for text in self.winning:
            if "wins" not in text.split(":", 1)[1].split(","):
                raise ValueError(f"{text}: from level 3 on a win in one ply is played (wins)")
        if self.low >= self.high:
            raise ValueError("low is below high")
        return self

    @property
    def pool(self) -> tuple[str, ...]:
        """All that levels are chosen from."""
        return (*self.policies, *self.winning, *self.searches)

    @property
    def pools(self) -> tuple[tuple[int, ...], ...]:
        """Of each level: the places in `pool` that it is chosen from."""
        first, second = len(self.policies), len(self.policies) + len(self.winning)
        parts = tuple(range(first)), tuple(range(first, second)), tuple(range(second, len(self.pool)))
        return tuple(parts[0 if level < 2 else 1 if level < 4 else 2] for level in range(LEVELS))
