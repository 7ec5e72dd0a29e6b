"""Documents as the solving commands print them: a won start, a drawn one, and a game with few slices and no start."""

import json
from pathlib import Path
from typing import Any

from hunt_ai import load_game

TIGERS_WIN = [
    "e3xc5", "d2-c1", "a3-a4", "d2-e3", "a4xc4", "d4-e4", "c5-d5", "d2-d3", "d5-e5", "d4-c5",
    "e5xc3", "b2-c2", "c4xa4", "b4-c4", "c3-b3", "b2-b1", "b3xb5", "b2-b3", "b5xd5",
]  # fmt: skip
STARTS: dict[str, dict[str, Any] | None] = {
    "double-tiger": {"winner": "quarry", "distance": 19, "best": ["e3xc5", "a3xc5"], "line": TIGERS_WIN},
    "dog-deer": {"winner": None, "distance": None, "best": ["c7-c8"], "line": ["c7-c8", "@a3", "c8-c7", "@e3"]},
    "beat-the-wolf": None,
}


def start_document(game: str, start: dict[str, Any] | None) -> dict[str, Any]:
    rules = load_game(game)
    known = start and {"position": rules.format_position(rules.start), **start}
    return {"game": game, "rules_hash": rules.hash, "slices": [], "start": known, "complete": True}


def counts_document(dogs: range, groups: int, lengths: bool) -> list[dict[str, Any]]:
    """Counts that are easy to tell apart."""
    return [
        {
            "slice": {"on_board": number, "in_hand": 0, "heights": [0] * groups},
            "to_move": side,
            "raw": {"quarry": 1000 * number, "pack": 300 + number, "draw": 70},
            "canonical": {"quarry": 100 * number, "pack": 30 + number, "draw": 7},
            "longest": number + 3 if lengths else None,
            "longest_winner": side if lengths else None,
            "example": "",
            "table": "distances" if lengths else "results",
            "bytes": 1,
        }
        for number in dogs
        for side in ("quarry", "pack")
    ]


def write_documents(folder: Path) -> None:
    counts = {
        "double-tiger": counts_document(range(11, 17), 4, True),
        "dog-deer": counts_document(range(17, 25), 0, True),
        "beat-the-wolf": counts_document(range(6, 9), 0, False),
    }
    for game, start in STARTS.items():
        (folder / f"{game}.json").write_text(json.dumps(start_document(game, start)), encoding="utf-8")
        (folder / f"{game}-stats.json").write_text(json.dumps(counts[game]), encoding="utf-8")
