"""The rules of a game in words, made from its settings: what the settings say, a variant's text says too.

No part of the text is kept anywhere else: `hunt.py` and `jungle.py` write each sentence in both languages side by side,
`shared.py` holds what the families share and the layout. Imports the games' settings, never numba.
"""

from typing import Literal

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.rules_text.hunt import hunt_sections
from hunt_ai.games.rules_text.jungle import jungle_sections
from hunt_ai.games.rules_text.shared import render
from hunt_ai.games.ruleset import Ruleset


def rules_text(rules: Ruleset, language: Literal["en", "zh"]) -> str:
    """The rules for a player: a title and short headed sections, at most 80 columns wide.

    ValueError for another language.
    """
    if language not in ("en", "zh"):
        raise ValueError(f"the rules are written in en and zh, not {language!r}")
    if isinstance(rules, HuntGame):
        sections = hunt_sections(rules)
    elif isinstance(rules, JungleGame):
        sections = jungle_sections(rules)
    else:
        raise TypeError(f"no rules text is written for {type(rules).__name__}")
    return render(rules.settings.title, sections, language)
