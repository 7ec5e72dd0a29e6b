"""`Oracle`: exact values of the positions of a hunt game, from solved slices and by search in the phases before them.

Values are those of play without a limit of plies without progress: see `hunt_ai.solve.retrograde`.
"""

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.solve.kernels.hunt_probing import word_at, words_after
from hunt_ai.solve.kernels.hunt_tables import NOT_THERE, HuntTables
from hunt_ai.solve.kernels.values import DRAWN
from hunt_ai.solve.phases import LONGEST, MEMORY_MB, PhaseSearch, Report
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import flat_slices
from hunt_ai.solve.table import load_slice, slice_path
from hunt_ai.solve.tables import how_to_solve, load_tables


def solved_game(rules: Ruleset) -> HuntGame:
    """`rules` as those of a game that can be solved; UserError for others."""
    if not isinstance(rules, HuntGame):
        raise UserError(f"{rules.name}: only hunt games have solved slices")
    return rules


def check_slices(folder: Path, game: HuntGame, whole: bool) -> None:
    """UserError where `folder` holds no solved slice of `game`, or another game's, or lacks one below another.

    whole: where any is missing.
    """
    slices = flat_slices(game)
    there = [here for here in slices if slice_path(folder, here).exists()]
    missing = [slice_path(folder, here).name for here in slices if here not in there]
    if missing and (whole or there != slices[: max(len(there), 1)]):
        raise UserError(
            f"{folder}: {', '.join(missing)} missing of the solved slices of {game.name}; {how_to_solve(folder, game)}"
        )
    for here in there:
        load_slice(folder, game, here, check=False)


class Oracle:
    """What the solved slices in a folder say of one game, or those slices that are there.

    `memory_mb` MiB for each side are taken by the first question about a position before the dogs only step.
    """

    def __init__(self, folder: Path, game: HuntGame, memory_mb: int = MEMORY_MB) -> None:
        self.game = game
        self._held = _held_tables(folder, game)
        self.tables = self._held.tables
        self._phases = PhaseSearch(game, self.tables, memory_mb)

    # -- what the tables say at once

    def known_value(self, row: Row) -> Value | None:
        """The value of a position that is over or in a solved slice, else None."""
        return _value(int(word_at(self.game.kernel_rules, self.tables, row)))

    def known_after(self, row: Row, moves: Sequence[int]) -> list[Value | None]:
        """The same for the positions after `moves`."""
        words = self._after(row, moves)[1]
        return [_value(int(word)) for word in words]

    def line(self, row: Row, most: int) -> list[int]:
        """Moves of best play from a position, at most so many, as far as the tables know."""
        moves: list[int] = []
        row = row.copy()
        while len(moves) < most and self.known_value(row) and (legal := self.legal(row)):
            if None in self.known_after(row, legal):
                break
            moves.append(self.keeping(row, legal)[1][0])
            row_play(self.game.kernel_rules, row.copy(), moves[-1], row)
        return moves

    # -- what may need a search

    def get_ready(self, row: Row) -> None:
        """Compile what questions about a position and those after it need, so that none takes long for that."""
        self.known_after(row, ())
        if self.known_value(row) is None:
            self._phases.wins_within(row, self.game.side_of(row), 0)

    def value(self, row: Row, report: Report | None = None) -> Value:
        """The value of any position."""
        known = self.known_value(row)
        return self._phases.value(row, report) if known is None else known

    def keeping(self, row: Row, moves: Sequence[int]) -> tuple[Value, list[int]]:
        """(the value of a position that is not over, those of its legal `moves` that lead to it).

        These are the shortest wins, the longest losses, or the moves that keep a draw.
        """
        value, side = self.value(row), self.game.side_of(row)
        rows, words = self._after(row, moves)
        if value.winner is None or value.distance is None:
            return value, [m for m, r, w in zip(moves, rows, words, strict=True) if not self._wins(r, w, 1 - side)]
        left = value.distance - 1
        if value.winner == side:
            return value, [m for m, r, w in zip(moves, rows, words, strict=True) if self._wins(r, w, side, left)]
        return value, [
            m for m, r, w in zip(moves, rows, words, strict=True) if not self._wins(r, w, 1 - side, left - 1)
        ]

    def wins_after(self, row: Row, side: int) -> list[int | None]:
        """For each legal move of a position that is not over: plies after it to the win of `side`, None for no win."""
        rows, words = self._after(row, self.legal(row))
        plies = []
        for after, word in zip(rows, words, strict=True):
            known = _value(int(word))
            if known is None:
                plies.append(self._phases.distance(after, side))
            else:
                plies.append(known.distance if known.winner == side else None)
        return plies

    def legal(self, row: Row) -> list[int]:
        """The legal moves of a position, none where it is over."""
        buffer = np.empty(self.game.max_moves, dtype=np.int32)
        count, code = row_moves(self.game.kernel_rules, row, buffer)
        moves: list[int] = [] if code else buffer[:count].tolist()
        return moves

    def _wins(self, row: Row, word: int, side: int, limit: int = LONGEST) -> bool:
        """Whether `side` wins from a position with this word within `limit` plies."""
        if limit < 0:
            return False
        known = _value(int(word))
        if known is None:
            return self._phases.wins_within(row, side, limit) <= limit
        return known.winner == side and known.distance is not None and known.distance <= limit

    def _after(self, row: Row, moves: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """(rows after `moves` [n, 3] uint64, their words [n] int64)."""
        rows, words = np.empty((len(moves), 3), dtype=np.uint64), np.empty(len(moves), dtype=np.int64)
        words_after(self.game.kernel_rules, self.tables, row, np.array(moves, dtype=np.int32), rows, words)
        return rows, words


@dataclass(eq=False)
class _Held:
    tables: HuntTables


# Tables are large: what somebody in this process holds already is given to others too.
_TABLES: "weakref.WeakValueDictionary[tuple[Path, str], _Held]" = weakref.WeakValueDictionary()
_ORACLES: "weakref.WeakValueDictionary[tuple[Path, str, int], Oracle]" = weakref.WeakValueDictionary()


def _held_tables(folder: Path, game: HuntGame) -> _Held:
    key = folder.resolve(), game.hash
    held = _TABLES.get(key)
    if held is None:
        _TABLES[key] = held = _Held(load_tables(folder, game))
    return held


def shared_oracle(folder: Path, game: HuntGame, memory_mb: int = MEMORY_MB) -> Oracle:
    """An oracle, with what it has found out: the same one as long as somebody in this process holds it."""
    key = folder.resolve(), game.hash, memory_mb
    oracle = _ORACLES.get(key)
    if oracle is None:
        _ORACLES[key] = oracle = Oracle(folder, game, memory_mb)
    return oracle


def _value(word: int) -> Value | None:
    if word == NOT_THERE:
        return None
    return Value(None, None) if word == DRAWN else Value((word - 1) & 1, (word - 1) >> 1)
