"""What the settings of every game share: titles, match rules, and how bad settings are reported."""

import difflib
import re
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from hunt_ai.core.errors import UserError


class InvalidGame(UserError):
    """A game file or variant that cannot be played; the message names the key and the reason."""


class Settings(BaseModel):
    """Settings that refuse unknown keys and cannot be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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


_KEY = re.compile(r"(?!(?:str|tuple|dict)$)[a-z][a-z0-9_-]*")  # keys, not the marks of a union's branches
SettingsT = typing.TypeVar("SettingsT", bound=Settings)


def check_settings(model: type[SettingsT], values: Mapping[str, Any], source: str) -> SettingsT:
    """`values` as a `model`; InvalidGame names the first bad key and the reason. `source` is the text the user gave."""
    try:
        return model.model_validate(dict(values), context={"source": source})
    except ValidationError as error:
        raise InvalidGame(f"{source}: {_reason(model, error)}") from None


def _reason(model: type[BaseModel], error: ValidationError) -> str:
    errors = error.errors(include_url=False)
    first = max(errors, key=lambda found: (len(found["loc"]), found["type"] == "value_error"))  # a union's furthest
    path = [str(part) for part in first["loc"] if isinstance(part, int) or _KEY.fullmatch(part)]
    key = ".".join(path) or "the whole"
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(path[-1], _keys_at(model, path[:-1]), 1)
        return f"{key}: unknown key" + (f"; did you mean {near[0]}?" if near else "")
    if first["type"] == "missing":
        return f"{key}: this key is missing"
    message = first["msg"].removeprefix("Value error, ")
    given = first.get("input")
    shown = (
        f" (given: {given!r})" if isinstance(given, str | int | float | bool) and first["type"] != "value_error" else ""
    )
    return f"{key}: {message[0].lower()}{message[1:]}{shown}" if path else message


def _keys_at(model: type[BaseModel], path: list[str]) -> list[str]:
    for key in path:
        field = model.model_fields.get(key)
        kinds = [kind for kind in (field.annotation, *typing.get_args(field.annotation)) if field] if field else []
        inner = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
        if inner is None:
            return []
        model = inner
    return list(model.model_fields)


def full_order(order: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """`order` if it names each of `names` once; ValueError else."""
    if sorted(order) != sorted(names):
        raise ValueError(f"must name each of {', '.join(names)} once")
    return order
