"""Stored games as records and as CSV, and their verification by the rules."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.record import replay, write_line
from hunt_ai.arena.store import PlayedGame, ResultsStore, StoredRules
from hunt_ai.core.errors import UserError
from hunt_ai.core.files import whole_file
from hunt_ai.core.settings import check_settings

CSV_COLUMNS = (
    "game", "pair", "leg", "side0", "player0", "side1", "player1", "winner", "termination", "scored", "plies",
    "opening_plies", "position", "moves",
)  # fmt: skip


def stored_records(store: ResultsStore) -> Iterator[dict[str, Any]]:
    """The record of each game, in the store's order."""
    rulesets, texts, settings = store.rulesets(), store.players(), store.settings()
    for game in store.games():
        yield stored_record(game, rulesets[game.fixture.game], texts, settings)


def stored_record(
    game: PlayedGame, rules: StoredRules, texts: Mapping[str, str], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """A game as a record; `players` has the players' texts, `names` their names, both the first mover first."""
    seats = dict(zip(rules.sides, (game.fixture.player0, game.fixture.player1), strict=True))
    order = rules.sides if rules.first == 0 else rules.sides[::-1]
    return {
        "game": rules.name,
        "rules_hash": rules.hash,
        "position": game.position,
        "moves": list(game.moves),
        "winner": None if game.winner is None else rules.sides[game.winner],
        "termination": game.termination,
        "scored": game.scored,
        "players": {side: texts[seats[side]] for side in order},
        "names": {side: seats[side] for side in order},
        "seed": settings.get("seed"),
        "pair": game.fixture.pair,
        "leg": game.fixture.leg,
        "opening_plies": game.opening,
        "match": settings.get("match"),
        **({"detail": game.detail} if game.detail else {}),
    }


def write_records(store: ResultsStore, path: Path) -> int:
    """One record a line; how many. UserError."""
    with whole_file(path, "file") as part, part.open("w", encoding="utf-8") as stream:
        count = 0
        for record in stored_records(store):
            write_line(record, stream)
            count += 1
    return count


def write_csv(store: ResultsStore, path: Path) -> int:
    """One line a game; how many. UserError."""
    rulesets = store.rulesets()
    with whole_file(path, "table") as part, part.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(CSV_COLUMNS)
        count = 0
        for game in store.games():
            rules = rulesets[game.fixture.game]
            winner = "" if game.winner is None else rules.sides[game.winner]
            name, player0, player1, pair, leg = game.fixture
            writer.writerow(
                [name, pair, leg, rules.sides[0], player0, rules.sides[1], player1, winner, game.termination,
                 int(game.scored), len(game.moves), game.opening, game.position, " ".join(game.moves)]
            )  # fmt: skip
            count += 1
    return count


def verified(store: ResultsStore) -> Iterator[PlayedGame]:
    """Each game once the rules agree with it; UserError at the first that they do not agree with."""
    rulesets, texts, settings = store.rulesets(), store.players(), store.settings()
    openings: dict[tuple[str, frozenset[str], int], tuple[str, tuple[str, ...]]] = {}
    match_rules = check_settings(MatchRules, settings.get("match", {}), str(store.path))
    for game in store.games():
        name, player0, player1, pair, leg = game.fixture
        where = f"{store.path}: {name}, {player0} against {player1}, pair {pair}, leg {leg}"
        played = replay(stored_record(game, rulesets[name], texts, settings), where)
        cap = match_rules.max_plies
        if game.termination == "truncated" and (cap is None or len(game.moves) != max(cap, game.opening)):
            raise UserError(f"{where}: truncated after {len(game.moves)} plies, where the cap is {cap}")
        if game.scored != (game.termination != "truncated" and match_rules.counts(played)):
            raise UserError(f"{where}: the match rules say otherwise on whether the game is scored")
        begun = game.position, game.moves[: game.opening]
        if openings.setdefault((name, frozenset({player0, player1}), pair), begun) != begun:
            raise UserError(f"{where}: the two games of the pair have different openings")
        yield game
