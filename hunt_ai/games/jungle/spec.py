"""A jungle rule set as data: every key, with its default, its limits and its check.

The board, the beasts and their ranks are fixed; what the two traditions disagree on, and what the sources leave open
(the gaps of the rules page), are keys. A position remembers 7 and 17 moves, which limits the windows of the bans.
"""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, field_validator

from hunt_ai.games.kernels.jungle_layout import FLAG_NAMES
from hunt_ai.games.settings import GameSettings, full_order

Jumps = Literal["both", "rank", "file", "none"]
Judgement = Literal["den", "no-beasts", "immobilised", "no-progress"]
USUAL_START = "l.....t/.d...c./r.p.w.e/......./......./......./E.W.P.R/.C...D./T.....L"


class JungleSettings(GameSettings):
    """All keys of a jungle rule set."""

    family: Literal["jungle"] = "jungle"
    start: str = USUAL_START
    first: Literal["red", "blue"] = "red"
    lion_jumps: Jumps = "both"
    tiger_jumps: Jumps = "both"
    jump_blockers: Literal["enemy-rat-on-path", "any-rat-in-river"] = "enemy-rat-on-path"
    rats_take_across_bank: StrictBool = True
    trapped_may_take: StrictBool = False
    ban_repeats: Annotated[StrictInt, Field(ge=0, le=7)] = 3
    ban_window: Annotated[StrictInt, Field(ge=1, le=7)] = 7
    chase_lifts_ban: StrictBool = True
    ban_run: Annotated[StrictInt, Field(ge=0, le=17)] = 17
    ban_cells: Annotated[StrictInt, Field(ge=1, le=63)] = 5
    all_banned: Literal["lose", "lift"] = "lose"
    judgement: tuple[Judgement, ...] = FLAG_NAMES  # type: ignore[assignment]

    @field_validator("judgement")
    @classmethod
    def _check_judgement(cls, order: tuple[str, ...]) -> tuple[str, ...]:
        return full_order(order, FLAG_NAMES)
