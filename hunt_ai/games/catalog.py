"""From the text that names a game to its rules: a name, the path of a TOML file, or either with a variant behind it.

double-tiger                            a game of the catalog
double-tiger{capture_goal=5}            the same with keys changed, comma-separated, as in the TOML files
my/game.toml   my/game.toml{hand=12}    a file: a whole game, or `base = "NAME"` and the keys that differ
"""

import difflib
import functools
import json
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from hunt_ai.core.settings import check_settings, read_toml
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.games.settings import InvalidGame

GAMES = ("dog-deer", "beat-the-wolf", "double-tiger", "jungle-arena", "jungle-bighead")
MORE_GAMES = ("bagh-chal", "fox-and-geese")
MAX_BASES = 8

_JUNGLE: dict[str, dict[str, Any]] = {
    "jungle-arena": {
        "family": "jungle",
        "title": {"en": "Dou Shou Qi, Beast Arena", "zh": "斗兽棋·野兽争霸"},
        "time_out": "lose",
        "unscored_rounds": 10,
    },
    "jungle-bighead": {
        "family": "jungle",
        "title": {"en": "Dou Shou Qi, Bighead", "zh": "斗兽棋·大头"},
        "tiger_jumps": "rank",
        "jump_blockers": "any-rat-in-river",
        "rats_take_across_bank": False,
        "trapped_may_take": True,
        "time_out": "second-loses",
    },
}


def load_game(text: str) -> Ruleset:
    """The rules of the game `text` names; InvalidGame with one clear line where there is no such game.

    Asked for again by the same text, it is the same object, unless a file behind it has changed.
    """
    if not isinstance(text, str):
        raise InvalidGame(f"a game is named by a text, not {type(text).__name__}")
    base, variant = _split_variant(text)
    values = _values(base, text)
    if variant is not None:
        values = _merge(values, _parse_variant(text, variant))
    return _build(text, json.dumps(values, default=str))


def make_game(name: str, values: Mapping[str, Any]) -> Ruleset:
    """The rules that the keys of a game file say, under a name of their own; InvalidGame."""
    return _build(name, json.dumps(values))


def _split_variant(text: str) -> tuple[str, str | None]:
    base, brace, rest = text.partition("{")
    if not brace:
        return text, None
    if not rest.endswith("}"):
        raise InvalidGame(f"{text}: a variant ends with a closing brace, as in double-tiger{{capture_goal=5}}")
    return base, rest[:-1]


def _parse_variant(text: str, variant: str) -> dict[str, Any]:
    if "\n" in variant:
        raise InvalidGame(f"{text!r}: a variant stands on one line")
    try:
        parsed: dict[str, Any] = tomllib.loads(f"variant = {{{variant}}}")["variant"]
    except (ValueError, RecursionError) as error:
        raise InvalidGame(
            f"{text}: the variant cannot be read ({_without_place(error)}); it reads KEY=VALUE, ..."
        ) from None
    if "base" in parsed:
        raise InvalidGame(f"{text}: base: a variant is of the game in front of it")
    return parsed


def _without_place(error: Exception) -> str:
    return re.sub(r" \(at .*\)$", "", str(error)) or type(error).__name__


def _is_path(base: str) -> bool:
    return base.endswith(".toml") or "/" in base or "\\" in base


@functools.cache
def _shipped_values(name: str) -> dict[str, Any]:
    """The keys of a game file in the package."""
    return tomllib.loads(resources.files("hunt_ai.games").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))


def _values(base: str, source: str, depth: int = 0) -> dict[str, Any]:
    if base in _JUNGLE:
        return _JUNGLE[base]
    if base in GAMES or base in MORE_GAMES:
        return _shipped_values(base)
    if _is_path(base):
        return _file_values(Path(base), source, depth)
    known = [*GAMES, *MORE_GAMES]
    near = difflib.get_close_matches(base, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}, or give the path of a .toml file"
    raise InvalidGame(f"no game is named {base!r}; {hint}")


def _file_values(path: Path, source: str, depth: int) -> dict[str, Any]:
    values = read_toml(path, InvalidGame)
    base = values.pop("base", None)
    if base is None:
        return values
    if not isinstance(base, str):
        raise InvalidGame(f'{path}: base: names a game, as in base = "double-tiger"')
    if depth >= MAX_BASES:
        raise InvalidGame(f"{path}: base: more than {MAX_BASES} games build on one another")
    if _is_path(base):
        base = str(path.parent / base)
    return _merge(_values(base, source, depth + 1), values)


def _merge(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`values` with `changes`; tables are merged key by key, everything else is replaced."""
    merged = dict(values)
    for key, change in changes.items():
        both_tables = isinstance(change, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merge(merged[key], change) if both_tables and key != "board" else change
    return merged


@functools.lru_cache(maxsize=256)
def _build(text: str, values_json: str) -> Ruleset:
    """The rules that the keys say; in JSON, so that equal keys are one object."""
    values = json.loads(values_json)
    family = values.get("family", "hunt")
    if family == "hunt":  # a family is imported when it is played: building its settings' checks takes a while
        from hunt_ai.games.hunt.ruleset import HuntGame
        from hunt_ai.games.hunt.spec import HuntSettings

        return HuntGame(text, check_settings(HuntSettings, values, text, InvalidGame))
    if family == "jungle":
        from hunt_ai.games.jungle.ruleset import JungleGame
        from hunt_ai.games.jungle.spec import JungleSettings

        return JungleGame(text, check_settings(JungleSettings, values, text, InvalidGame))
    raise InvalidGame(f"{text}: family: {family!r} is neither hunt nor jungle")
