"""Settings as frozen records that refuse unknown keys, and how bad ones are reported. Imports pydantic."""

import difflib
import re
import tomllib
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text

MAX_FILE_BYTES = 1_000_000


class Settings(BaseModel):
    """Settings that refuse unknown keys and cannot be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read_toml(path: Path, error: type[UserError] = UserError) -> dict[str, Any]:
    """The keys of a TOML file; `error`, with one clear line, where it cannot be read."""
    text = read_text(path, MAX_FILE_BYTES, error)
    try:
        return tomllib.loads(text)
    except ValueError as failure:  # not TOML, or a number too long for Python
        raise error(f"{path}: the file is not TOML ({failure})") from None
    except RecursionError:
        raise error(f"{path}: the file is nested too deeply") from None


_KEY = re.compile(r"(?!(?:str|tuple|dict)$)[a-z][a-z0-9_-]*")  # keys, not the marks of a union's branches
SettingsT = typing.TypeVar("SettingsT", bound=Settings)


def check_settings(
    model: type[SettingsT], values: Mapping[str, Any], source: str, error: type[UserError] = UserError
) -> SettingsT:
    """`values` as a `model`; `error` names the first bad key and the reason. `source` is the text the user gave."""
    try:
        return model.model_validate(dict(values), context={"source": source})
    except ValidationError as failure:
        raise error(f"{source}: {_reason(model, failure)}") from None


def _reason(model: type[BaseModel], error: ValidationError) -> str:
    errors = error.errors(include_url=False)
    first = max(errors, key=lambda found: (len(found["loc"]), found["type"] == "value_error"))  # a union's furthest
    path = [str(part) for part in first["loc"] if isinstance(part, int) or _KEY.fullmatch(part)]
    key = ".".join(path) or "the whole"
    if first["type"] == "extra_forbidden":
        key = ".".join([*path[: len(first["loc"]) - 1], str(first["loc"][-1])])
        near = difflib.get_close_matches(str(first["loc"][-1]), _keys_at(model, path[: len(first["loc"]) - 1]), 1)
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
