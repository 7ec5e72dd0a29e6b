"""What makes some lines of alpha-beta shorter or longer than its depth, and where it is in use."""

from hunt_ai.core.errors import UserError
from hunt_ai.core.settings import read_toml
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.weights import FOLDER

# Late moves are searched less deep, single replies not counted, captures tried at the end.
SELECTIVITY = ("reductions", "extensions", "quiescence")
FORMAT = 1
PATH = FOLDER / "selectivity.toml"


def load_selectivity(rules: Ruleset) -> frozenset[str]:
    """The parts in use in a game or its variants: all where nobody has measured; UserError for a bad file."""
    document = read_toml(PATH)
    parts = document.get(rules.name.partition("{")[0], list(SELECTIVITY))
    if document.get("format") != FORMAT or not isinstance(parts, list) or not set(parts) <= set(SELECTIVITY):
        raise UserError(f"{PATH}: not lists of {', '.join(SELECTIVITY)} in format {FORMAT}")
    return frozenset(parts)
