"""What the settings of every game share: titles and match rules."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr

from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import Settings


class InvalidGame(UserError):
    """A game file or variant that cannot be played; the message names the key and the reason."""


Text = Annotated[StrictStr, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
ProperName = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")]
Count = Annotated[StrictInt, Field(ge=0)]
Positive = Annotated[StrictInt, Field(ge=1)]
MAX_NO_PROGRESS = 10_000
NoProgressLimit = Annotated[StrictInt, Field(ge=1, le=MAX_NO_PROGRESS)]


class Title(Settings):
    """A name in the two languages."""

    en: Text
    zh: Text


class GameSettings(Settings):
    """What a hunt game and a jungle rule set both say."""

    format: Literal[1] = 1
    title: Title
    start: StrictStr
    no_progress_limit: NoProgressLimit = 200
    repetition_draw: Annotated[StrictInt, Field(ge=0, le=100)] = 0
    turn_seconds: Annotated[StrictInt, Field(ge=0, le=86_400)] = 60
    time_out: Literal["pass", "lose", "second-loses"] = "pass"
    unscored_rounds: Annotated[StrictInt, Field(ge=0, le=1000)] = 0


def full_order(order: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """`order` if it names each of `names` once; ValueError else."""
    if sorted(order) != sorted(names):
        raise ValueError(f"must name each of {', '.join(names)} once")
    return order
