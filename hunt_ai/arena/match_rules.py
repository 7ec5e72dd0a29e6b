"""What a match decides beside the rules of the game: clock, scoring, adjudication."""

from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictInt

from hunt_ai.core.settings import Settings
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset

Seconds = Annotated[float, Field(strict=True, ge=0, le=86_400, allow_inf_nan=False)]


class MatchRules(Settings):
    """Match rules. Adjudication (the last four) is off by default, and named in every record where it is on.

    turn_seconds: seconds a turn; 0 is no clock, None what the game's rules say.
    patience: seconds past its clock, or past its turn's beginning where no clock runs, after which a player hangs.
    competition: every game is scored, also one that is over within the rounds for which the game's rules say otherwise.
    max_plies: a game with so many plies ends as `truncated`, without a result.
    adjudicate_proved: a game ends as `proved` when the side to move says that it has provably lost, or a player whose
        proofs hold says that it has provably won.
    resign_score: a side resigns when its own score was at or below minus this in `resign_turns` turns running.
    """

    turn_seconds: Seconds | None = None
    patience: Annotated[float, Field(strict=True, gt=0, le=86_400, allow_inf_nan=False)] = 60.0
    competition: StrictBool = True
    max_plies: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None = None
    adjudicate_proved: StrictBool = False
    resign_score: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None = None
    resign_turns: Annotated[StrictInt, Field(ge=1, le=1000)] = 3

    def clock(self, rules: Ruleset) -> float | None:
        """Seconds of each turn of a game, None without a clock."""
        seconds = rules.settings.turn_seconds if self.turn_seconds is None else self.turn_seconds
        return float(seconds) or None

    def counts(self, game: Game) -> bool:
        """Whether a game of this length is scored."""
        rounds = game.rules.settings.unscored_rounds
        return self.competition or rounds == 0 or len(game.moves) > 2 * rounds

    def changed(self) -> dict[str, Any]:
        """The keys that are not at their default, for records."""
        return self.model_dump(mode="json", exclude_defaults=True)
