"""What is printed of a results file."""

from typing import Any

from hunt_ai.arena.results import collect_results, results_document
from hunt_ai.arena.store import ResultsStore
from hunt_ai.arena.tables import game_tables
from hunt_ai.core.errors import UserError


def print_results(store: ResultsStore, only: str | None = None) -> None:
    """Tables of each game, or of one."""
    results = collect_results(store.games(), store.rulesets())
    if not results:
        print("no games so far")
    for place, (game, result) in enumerate(_chosen(results, only).items()):
        print(f"{'' if place == 0 else chr(10)}# {game}")
        for heading, text in game_tables(result, result.ratings()):
            print(f"\n## {heading}\n\n{text}")


def results_as_document(store: ResultsStore, only: str | None = None) -> dict[str, Any]:
    """The same as plain JSON types."""
    results = _chosen(collect_results(store.games(), store.rulesets()), only)
    return {"file": str(store.path), "players": store.players(), "games": results_document(results)}


def _chosen(results: dict[str, Any], only: str | None) -> dict[str, Any]:
    if only is None:
        return results
    if only not in results:
        raise UserError(f"there are no games of {only!r}; there are games of {', '.join(results) or 'nothing'}")
    return {only: results[only]}
