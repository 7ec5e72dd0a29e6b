"""What was found out about a game, read from the documents that the solving commands print, as tables and sentences.

A folder holds for each game GAME.json, of `hunt-ai solve GAME --json`, or GAME-win.json, of `hunt-ai solve ask GAME
--question win --line --json`, and GAME-stats.json, of `hunt-ai solve stats DIR --json`; any may be missing.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hunt_ai.core.errors import UserError
from hunt_ai.core.files import read_text
from hunt_ai.core.text_table import NONE, format_table
from hunt_ai.games.catalog import GAMES, MORE_GAMES, load_game
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import Slice, flat_slices
from hunt_ai.solve.start import Solution
from hunt_ai.solve.statistics import SideCounts

MOST_BYTES = 2**24
SIDES = ("quarry", "pack")  # as the documents name them
BOARDS = 9  # of a line of play that is shown

Found = TypeVar("Found")


@dataclass(frozen=True)
class SolvedGame:
    """counts: of each solved flat slice, by side to move, the most dogs last. start: None where it is not solved.

    asked: the start is known from an answer, by which its win may be shorter than is said.
    """

    rules: HuntGame
    counts: Mapping[Slice, tuple[SideCounts, SideCounts]]
    start: Solution | None
    asked: bool = False

    @property
    def title(self) -> str:
        return self.rules.settings.title.en

    @property
    def has_lengths(self) -> bool:
        """Whether it is known of every slice how long its wins are."""
        return bool(self.counts) and all(one.longest is not None for both in self.counts.values() for one in both)


# -- reading


def read_solved(folder: Path) -> list[SolvedGame]:
    """The games of the catalog that the folder has documents of; UserError where one is damaged or of other rules."""
    found = [_read_game(folder, name) for name in (*GAMES, *MORE_GAMES)]
    solved = [game for game in found if game]
    if not solved:
        raise UserError(f"{folder}: holds no GAME.json, GAME-win.json or GAME-stats.json of a hunt game")
    return solved


def _read_game(folder: Path, name: str) -> SolvedGame | None:
    solution, answer, statistics = (folder / f"{name}{kind}.json" for kind in ("", "-win", "-stats"))
    rules = load_game(name)
    if not isinstance(rules, HuntGame) or not any(path.exists() for path in (solution, answer, statistics)):
        return None
    start = _read(solution, lambda document: _start(rules, document)) if solution.exists() else None
    asked = start is None and answer.exists()
    if asked:
        start = _read(answer, lambda document: _asked(rules, document))
    counts = _read(statistics, _counts) if statistics.exists() else {}
    if foreign := set(counts) - set(flat_slices(rules)):
        raise UserError(f"{statistics}: {min(foreign).on_board} dogs on the board are no slice of {name}")
    return SolvedGame(rules, counts, start, asked and start is not None)


def _read(path: Path, parse: Callable[[Any], Found]) -> Found:
    try:
        return parse(json.loads(read_text(path, MOST_BYTES)))
    except UserError as error:
        raise UserError(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(f"{path}: no document of the solving commands ({type(error).__name__}: {error})") from None


def _check_rules(rules: HuntGame, document: Any) -> None:
    if (document["game"], document["rules_hash"]) != (rules.name, rules.hash):
        raise UserError(f"it is of other rules than those of {rules.name} now; solve it again")


def _asked(rules: HuntGame, document: Any) -> Solution | None:
    """The win that the pack can force without losing a dog, if it can from the start."""
    _check_rules(rules, document)
    (answer,) = (one for one in document["answers"] if one["question"] == "win")
    if not answer["holds"] or document["position"] != rules.start_text:
        return None
    line = tuple(answer["line"])
    Game(rules, document["position"], line)  # all moves are legal
    return Solution(document["position"], Value(1, answer["plies"]), line[:1], line)


def _start(rules: HuntGame, document: Any) -> Solution | None:
    _check_rules(rules, document)
    start = document["start"]
    if start is None:
        return None
    value = Value(_side(start["winner"]), start["distance"])
    solution = Solution(start["position"], value, tuple(start["best"]), tuple(start["line"]))
    Game(rules, solution.position, solution.line)  # all moves are legal
    return solution


def _counts(document: Any) -> dict[Slice, tuple[SideCounts, SideCounts]]:
    halves: dict[tuple[Slice, int | None], SideCounts] = {}
    for one in document:
        where = one["slice"]
        here = Slice(int(where["on_board"]), int(where["in_hand"]), tuple(where["heights"]))
        halves[here, _side(one["to_move"])] = SideCounts(
            _three(one["raw"]), _three(one["canonical"]), one["longest"], one["example"], _side(one["longest_winner"])
        )
    return {here: (halves[here, 0], halves[here, 1]) for here in sorted({here for here, _ in halves})}


def _three(counts: Any) -> tuple[int, int, int]:
    return int(counts["quarry"]), int(counts["pack"]), int(counts["draw"])


def _side(name: str | None) -> int | None:
    return None if name is None else SIDES.index(name)


# -- tables and sentences


def counts_table(solved: SolvedGame) -> str:
    """For each slice and side to move the positions by result, and the longest win."""
    sides = solved.rules.sides
    rows = [
        [
            str(here.on_board),
            sides[side],
            f"{sum(one.raw):,}",
            *(f"{one.raw[result]:,}" for result in (0, 2, 1)),
            f"{sum(one.canonical):,}",
            NONE if one.longest is None or one.winner is None else str(one.longest),
            NONE if one.winner is None else sides[one.winner],
        ]
        for here, both in solved.counts.items()
        for side, one in enumerate(both)
    ]
    won = [f"won by {side}" for side in sides]
    headers = ["dogs", "to move", "positions", won[0], "drawn", won[1], "up to symmetry", "longest win", "of"]
    return format_table(headers, rows, 2)


def start_text(solved: SolvedGame) -> str:
    """The value of the start in a sentence or two, as Markdown."""
    if solved.start is None:
        return f"The value of the start position of {solved.title} is not known yet."
    value, side = solved.start.value, solved.rules.side_of(solved.rules.start)
    if value.winner is None:
        text, best = f"With best play {solved.title} is a **draw**.", "that keep the draw"
    else:
        most = "at most " if solved.asked else ""
        plies = "" if value.distance is None else f" in {most}{value.distance} plies"
        text = f"With best play {solved.title} is **won by the {solved.rules.sides[value.winner]}**{plies}."
        best = "that win fastest" if value.winner == side else "that resist longest"
    if solved.asked:
        return f"{text} They lose no {solved.rules.sides[1].removesuffix('s')} on the way."
    moves = " ".join(f"`{move}`" for move in solved.start.best)
    return f"{text} First moves of the {solved.rules.sides[side]} {best}: {moves}."


def limit_text(solved: SolvedGame) -> str:
    """Whether the limit on plies without progress can take a win away, in a sentence."""
    limit = solved.rules.settings.no_progress_limit
    if not solved.has_lengths:
        return "How long the wins are is not known, so neither is whether the limit on plies without progress matters."
    longest = max(one.longest or 0 for both in solved.counts.values() for one in both)
    if longest <= limit:
        return (
            f"No win in these slices takes more than {longest} plies, so the draw after {limit} plies without "
            "progress changes no value in them."
        )
    return (
        f"The longest win in these slices takes {longest} plies: where nobody captures in between, the draw after "
        f"{limit} plies without progress may come before it."
    )


def line_text(solved: SolvedGame) -> str:
    """The moves of best play from the start, numbered by ply, as Markdown; empty where the start is not solved."""
    start = solved.start
    if start is None or not start.line:
        return ""
    moves = " ".join(f"{number} `{move}`" for number, move in enumerate(start.line, 1))
    goes_on = "" if Game(solved.rules, start.position, start.line).outcome() else "; from there on the draw can be kept"
    return f"{moves}{goes_on}"


def line_plies(plies: int, most: int = BOARDS) -> list[int]:
    """The plies after which a line of so many is shown, its start and its end among them, evenly between."""
    step = max(1, -(-plies // max(1, most - 1)))
    return [*range(0, plies, step), plies]
