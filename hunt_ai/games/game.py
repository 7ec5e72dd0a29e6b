"""`Game`: a game being played, in the manner of python-chess."""

from collections.abc import Iterable, Sequence

import numpy as np

from hunt_ai.games.catalog import load_game
from hunt_ai.games.kernels.outcomes import TERMINATIONS
from hunt_ai.games.ruleset import IllegalMove, InvalidPosition, Outcome, Row, Ruleset

TIMEOUT = "timeout"


class Game:
    """A game from its start, or from a position text, with the moves played since.

    `game` is a name, a variant, the path of a TOML file, or a loaded rule set. Raises InvalidGame, InvalidPosition, and
    IllegalMove where one of `moves` is.
    """

    def __init__(self, game: str | Ruleset, position: str | None = None, moves: Iterable[str] = ()) -> None:
        self.rules: Ruleset = game if isinstance(game, Ruleset) else load_game(game)
        self._rows = [self.rules.start if position is None else self.rules.parse_position(position)]
        self._moves: list[str] = []
        self._status: tuple[list[int], Outcome | None] | None = None
        for move in moves:
            self.push(move)

    # -- the position

    @property
    def row(self) -> Row:
        """The position as the kernels see it, `uint64[words]`. Not to be changed."""
        return self._rows[-1]

    @property
    def side(self) -> int:
        """Number of the side to move."""
        return self.rules.side_of(self.row)

    @property
    def side_to_move(self) -> str:
        """Name of the side to move."""
        return self.rules.sides[self.side]

    @property
    def moves(self) -> list[str]:
        """The moves (and `timeout` events) played, oldest first."""
        return list(self._moves)

    def position(self) -> str:
        """Position text."""
        return self.rules.format_position(self.row)

    def start_position(self) -> str:
        """Position text that the game began from."""
        return self.rules.format_position(self._rows[0])

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._judged()[1]

    # -- moves

    def legal_moves(self) -> list[str]:
        """Texts of the legal moves, sorted; empty when the game is over."""
        return sorted(self._by_text())

    def legal_move_values(self) -> list[int]:
        """The legal moves as the kernels' int32 values, in their order; empty when the game is over."""
        return list(self._judged()[0])

    def legal_mask(self) -> np.ndarray:
        """[actions] bool, True where the action is legal."""
        from hunt_ai.games.kernels.rows import row_actions

        moves = np.array(self._judged()[0], dtype=np.int32)
        actions = np.empty(len(moves), dtype=np.int64)
        row_actions(self.rules.kernel_rules, self.row, moves, actions)
        mask = np.zeros(len(self.rules.actions), dtype=np.bool_)
        mask[actions] = True
        return mask

    def move_value(self, move: str) -> int:
        """The value of a legal move by its text; IllegalMove says why it is none."""
        if not isinstance(move, str):
            raise IllegalMove(f"a move is a text, not {type(move).__name__}")
        outcome = self.outcome()
        if outcome:
            winner = f"{outcome.winner} won" if outcome.winner else "drawn"
            raise IllegalMove(f"{move!r}: the game is over ({winner}, {outcome.termination})")
        value = self._by_text().get(move)
        if value is None:
            raise IllegalMove(f"{move!r} is illegal: {self.rules.why_illegal(self.row, move)}")
        return value

    def push(self, move: str) -> None:
        """Play a legal move by its text, or lose the turn by time with "timeout"; IllegalMove says why not."""
        if move == TIMEOUT and self.outcome() is None:
            from hunt_ai.games.kernels.rows import row_pass

            after = np.empty_like(self.row)
            row_pass(self.rules.kernel_rules, self.row, after)
            self._append(TIMEOUT, after)
        else:
            self._play(self.move_value(move), move)

    def push_value(self, move: int) -> None:
        """Play a legal move by its value; what players use."""
        if move not in self._judged()[0]:
            raise IllegalMove(f"{move!r} is not the value of a legal move")
        self._play(move, self.rules.move_text(self.row, move))

    def pop(self) -> str:
        """Take the last move back; its text. IndexError where none was played."""
        if not self._moves:
            raise IndexError("no move has been played")
        self._rows.pop()
        self._status = None
        return self._moves.pop()

    def copy(self) -> "Game":
        """A game of its own with the same past."""
        other = Game.__new__(Game)
        other.rules, other._rows, other._moves = self.rules, list(self._rows), list(self._moves)
        other._status = self._status
        return other

    def _play(self, value: int, text: str) -> None:
        from hunt_ai.games.kernels.rows import row_play

        after = np.empty_like(self.row)
        row_play(self.rules.kernel_rules, self.row, value, after)
        self._append(text, after)

    def _append(self, text: str, row: Row) -> None:
        self._rows.append(row)
        self._moves.append(text)
        self._status = None

    def _by_text(self) -> dict[str, int]:
        return {self.rules.move_text(self.row, move): move for move in self._judged()[0]}

    def _judged(self) -> tuple[list[int], Outcome | None]:
        """(legal moves, outcome) of the position, worked out once."""
        if self._status is None:
            from hunt_ai.games.kernels.rows import row_moves

            buffer = np.empty(self.rules.max_moves, dtype=np.int32)
            count, code = row_moves(self.rules.kernel_rules, self.row, buffer)
            outcome = self._lost_by_time() or self._outcome_of(code) or self._repeated()
            self._status = ([], outcome) if outcome else (buffer[:count].tolist(), None)
        return self._status

    def _outcome_of(self, code: int) -> Outcome | None:
        if not code:
            return None
        winner = (code & 3) - 1
        return Outcome(self.rules.sides[winner] if winner < 2 else None, TERMINATIONS[code >> 2])

    def _lost_by_time(self) -> Outcome | None:
        """A side that ran out of time has lost where the rules say so: at once, or at its second time in a row."""
        if not self._moves or self._moves[-1] != TIMEOUT:
            return None
        rule = self.rules.settings.time_out
        again = len(self._moves) > 2 and self._moves[-3] == TIMEOUT
        if rule == "lose" or (rule == "second-loses" and again):
            return Outcome(self.side_to_move, TIMEOUT)
        return None

    def _repeated(self) -> Outcome | None:
        """A draw where the rules count repetitions; the kernels do not, for a position has no past."""
        times = self.rules.settings.repetition_draw
        if not times:
            return None
        seen = [self.rules.format_position(row).rpartition(" ")[0] for row in self._rows]
        return Outcome(None, "repetition") if seen.count(seen[-1]) >= times else None

    # -- to look at

    def __str__(self) -> str:
        return f"{self.rules.ascii_board(self.row)}\n{self.rules.caption(self.row)}"

    def svg(self, arrows: Sequence[str] = (), last_move: bool = True) -> str:
        """The board as a standalone SVG document, the last move marked, move texts drawn as arrows."""
        from hunt_ai.games.picture.save import game_svg

        return game_svg(self, arrows, last_move)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Game({self.rules.name!r}, position={self.position()!r})"


__all__ = ["Game", "IllegalMove", "InvalidPosition", "Outcome"]
