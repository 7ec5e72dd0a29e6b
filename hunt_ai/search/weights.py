"""The evaluation of a game: its weights from files, one for each side to move, as the record that kernels take.

`GAME.SIDE.toml` in `search/weights/`, or in a folder of one's own, holds what counts with SIDE to move; a variant uses
the files of the game in front of its brace. Games without files get numbers set by hand that fit their rules.
"""

import re
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.settings import read_toml
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.parameters import Key, Values, checked_numbers, weights_of_side

FORMAT = 1
FOLDER = Path(__file__).parent / "weights"
_NAME = re.compile(r"[a-z0-9-]+")


def load_evaluation(rules: Ruleset, folder: Path | None = None) -> Any:
    """The evaluation record of a game, for `kernels.evaluation.static_score`; UserError for a bad file.

    folder: of the weights files, which must be there then; None looks among those of the package.
    """
    return make_evaluation(rules, side_values(rules, folder))


def side_values(rules: Ruleset, folder: Path | None = None) -> list[Values]:
    """The numbers of the evaluation by side to move, from files as `load_evaluation` finds them."""
    return [load_values(rules, side, folder) for side in range(2)]


def without_terms(rules: Ruleset, values: Values, terms: Collection[str]) -> Values:
    """The numbers with those of the keys named `terms`, in every table, at 0; UserError where a key is unknown."""
    names = {key.name.rpartition(".")[2] for key in evaluation_keys(rules)}
    if unknown := set(terms) - names:
        raise UserError(f"the evaluation of {rules.name} has no {min(unknown)}; there are {', '.join(sorted(names))}")
    return {name: [0] * len(v) if name.rpartition(".")[2] in terms else v for name, v in values.items()}


def make_evaluation(rules: Ruleset, values: Sequence[Values]) -> Any:
    """The evaluation record by the numbers of each side to move."""
    keys = evaluation_keys(rules)
    if rules.family == "hunt":
        from hunt_ai.search.hunt_parameters import opening_dogs
        from hunt_ai.search.kernels import hunt_evaluation as hunt

        stages = opening_dogs(cast(Any, rules))
        sets = np.array([weights_of_side(keys, side, 2 * hunt.SET_WORDS) for side in values])
        main, opening = sets.reshape(2, 2, 1, hunt.SET_WORDS).swapaxes(0, 1)  # each [side, 1, words]
        stage = np.arange(stages + 1, dtype=np.int32)[:, None]
        weights = (max(stages, 1) - stage) * main + stage * opening  # [side, stage, words]
        weights[..., hunt.BY_PACK_POINT] = weights[..., hunt.PACK_POINTS : hunt.PACK_POINTS + 64].any(axis=-1)
        return hunt.HuntEvaluation(weights.ravel(), np.int64(stages))
    from hunt_ai.search.kernels import jungle_evaluation as jungle

    return jungle.JungleEvaluation(np.concatenate([weights_of_side(keys, side, jungle.SET_WORDS) for side in values]))


def exact_unit(rules: Ruleset) -> int:
    """Scores are rounded, but not where all numbers are multiples of this one."""
    if rules.family == "hunt":
        from hunt_ai.search.hunt_parameters import opening_dogs

        return max(1, opening_dogs(cast(Any, rules)))
    return 1


def evaluation_keys(rules: Ruleset) -> list[Key]:
    """The keys of a game's weights files, in their order."""
    if rules.family == "hunt":
        from hunt_ai.search.hunt_parameters import hunt_keys

        return hunt_keys(cast(Any, rules))
    from hunt_ai.search.jungle_parameters import jungle_keys

    return jungle_keys(rules)


def default_values(rules: Ruleset, side: int) -> Values:
    """Numbers set by hand that fit the rules."""
    if rules.family == "hunt":
        from hunt_ai.search.hunt_parameters import hunt_defaults

        return hunt_defaults(cast(Any, rules), side)
    from hunt_ai.search.jungle_parameters import jungle_defaults

    return jungle_defaults()


def weights_path(rules: Ruleset, side: int, folder: Path) -> Path | None:
    """Where the file of a side to move stands or would stand; None for a game that is itself a file."""
    base = rules.name.partition("{")[0]
    return folder / f"{base}.{rules.sides[side]}.toml" if _NAME.fullmatch(base) else None


def load_values(rules: Ruleset, side: int, folder: Path | None = None) -> Values:
    """The numbers of every key with `side` to move: from its file, else set by hand."""
    path = weights_path(rules, side, folder or FOLDER)
    if path is None or (folder is None and not path.exists()):
        return default_values(rules, side)
    document = read_toml(path)
    base, side_name = rules.name.partition("{")[0], rules.sides[side]
    for name, expected in (("format", FORMAT), ("game", base), ("side", side_name)):
        if document.pop(name, None) != expected:
            raise UserError(f"{path}: {name}: is not {expected!r}")
    found = _flat(document)
    if rules.family == "hunt" and not any(name.startswith("opening.") for name in found):
        found |= {f"opening{name.removeprefix('main')}": number for name, number in found.items()}
    values = {}
    for key in evaluation_keys(rules):
        if key.name not in found:
            raise UserError(f"{path}: {key.name}: this key is missing")
        values[key.name] = _numbers(rules, key, found.pop(key.name), str(path))
    unknown = [name for name in found if not name.startswith("opening.")]  # a variant may have no opening
    if unknown:
        raise UserError(f"{path}: {unknown[0]}: unknown key")
    return values


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    """The keys of a file, those of a table as `table.key`."""
    flat: dict[str, Any] = {}
    for name, value in document.items():
        flat |= {f"{name}.{key}": inner for key, inner in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def _numbers(rules: Ruleset, key: Key, value: Any, source: str) -> list[int]:
    """The numbers of `key` from a file; a variant with another board or goal takes what fits."""
    is_variant = "{" in rules.name
    if key.labels is not None:
        if not isinstance(value, dict):
            raise UserError(f"{source}: {key.name}: not a table by point")
        stray = set(value) ^ set(key.labels)
        if stray and not is_variant:
            raise UserError(f"{source}: {key.name}: {min(stray)} is no point of the board, or is missing")
        return checked_numbers(key.name, [value.get(label, 0) for label in key.labels], None, source)
    if is_variant and key.name.endswith(".remaining"):
        from hunt_ai.search.hunt_parameters import fitted_remaining

        return fitted_remaining(checked_numbers(key.name, value, None, source), len(key.slots))
    return checked_numbers(key.name, value, len(key.slots), source)


def check_savable(rules: Ruleset, folder: Path) -> None:
    """UserError where weights files of a game could not be written to `folder`, which is made if it is not there."""
    if "{" in rules.name or weights_path(rules, 0, folder) is None:
        raise UserError(f"{rules.name}: a weights file is for a game of the catalog, not for a variant or a file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"{folder}: weights files cannot be written there ({error.strerror or error})") from None


def save_values(rules: Ruleset, side: int, values: Values, folder: Path, origin: str) -> Path:
    """Write the weights file of a side to move; its path. `origin` says where the numbers come from."""
    check_savable(rules, folder)
    path = folder / f"{rules.name}.{rules.sides[side]}.toml"
    header = f'format = {FORMAT}\ngame = "{rules.name}"\nside = "{rules.sides[side]}"\n'
    lines = [f"# What counts with {rules.sides[side]} to move. {origin}", header]
    table = ""
    for key in sorted(evaluation_keys(rules), key=lambda key: "." in key.name):  # tables stand last
        prefix, _, name = key.name.rpartition(".")
        if prefix != table:
            table = prefix
            lines.append(f"\n[{table}]")
        lines += [f"# {key.comment}", f"{name} = {_written(key, values[key.name])}"]
    with whole_file(path, "weights file") as part:
        part.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _written(key: Key, numbers: Sequence[int]) -> str:
    if key.labels is not None:
        return "{ " + ", ".join(f"{label} = {n}" for label, n in zip(key.labels, numbers, strict=True)) + " }"
    if key.is_number:
        return str(numbers[0])
    if len(numbers) <= 16 and key.columns >= 12:
        return f"[{', '.join(map(str, numbers))}]"
    width = max(len(str(n)) for n in numbers)
    rows = [numbers[i : i + key.columns] for i in range(0, len(numbers), key.columns)]
    return "[\n" + "".join(f"    {', '.join(f'{n:{width}}' for n in row)},\n" for row in rows) + "]"
