"""Values of jungle endings by plain sweeps over the naive referee's positions: the twin of retrograde analysis.

Without the bans, and without the no-progress limit. Imports nothing of hunt_ai.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from referee import JUNGLE_GAMES
from referee_jungle import JungleReferee
from referee_jungle_rules import FILES, RANKS, JungleDefinition

Value = tuple[str, int] | None  # (winner, plies to the end); None for a draw
CELLS = [f"{file}{rank}" for file in FILES for rank in RANKS]


def without_bans(game: str) -> JungleDefinition:
    """The rules of a game without what depends on the past."""
    return replace(JUNGLE_GAMES[game], ban_7_3_window=None, ban_17_5_window=None, no_progress_limit=None)


def position_text(beasts: dict[str, str], side: str) -> str:
    """The text of a position, from letters by cell (red's upper case) and the side to move's first letter."""
    rows = "/".join("".join(beasts.get(f"{file}{rank}", ".") for file in FILES) for rank in reversed(RANKS))
    return f"{rows} {side} 0"


def placements(definition: JungleDefinition, letters: str) -> Iterator[dict[str, str]]:
    """Every way to put these beasts (red's upper case) on the board with no den entered."""
    water = frozenset().union(*definition.rivers)
    places = [
        [
            cell
            for cell in CELLS
            if cell not in definition.dens.values() and (letter.upper() in definition.swimmers or cell not in water)
        ]
        for letter in letters
    ]
    for cells in itertools.product(*places):
        if len(set(cells)) == len(cells):
            yield dict(zip(cells, letters, strict=True))


def result_and_successors(definition: JungleDefinition, text: str) -> tuple[str | None, list[str]]:
    """(the winner, None while the game goes on; the positions after each move), plies without a capture set to 0."""
    naive = JungleReferee(definition, text)
    outcome = naive.outcome()
    if outcome:
        return outcome[0], []
    after = []
    for move in naive.legal_moves():
        child = naive.copy()
        child.push(move)
        after.append(child.position().rpartition(" ")[0] + " 0")
    return None, after


def follows(side: str, after: list[Value]) -> Value:
    """The value of a position with `side` to move from those of its successors."""
    wins = [value[1] for value in after if value and value[0] == side]
    if wins:
        return side, min(wins) + 1
    if None in after:
        return None
    return {"red": "blue", "blue": "red"}[side], max(value[1] for value in after if value) + 1


def naive_values(definition: JungleDefinition, letters: str) -> dict[str, Value]:
    """The value of each position of an ending, and of all that come after."""
    values: dict[str, Value] = {}
    successors: dict[str, list[str]] = {}
    waiting = [position_text(beasts, side) for beasts in placements(definition, letters) for side in "rb"]
    while waiting:
        text = waiting.pop()
        if text in values:
            continue
        winner, after = result_and_successors(definition, text)
        values[text] = (winner, 0) if winner else None
        if not winner:
            successors[text] = after
            waiting += after
    for distance in itertools.count(1):
        settled = {}
        for text, after in successors.items():
            value = follows({"r": "red", "b": "blue"}[text.split()[1]], [values[other] for other in after])
            if value and value[1] == distance:
                settled[text] = value
        if not settled:
            return values
        values.update(settled)
        for text in settled:
            del successors[text]
    raise AssertionError("unreachable")
