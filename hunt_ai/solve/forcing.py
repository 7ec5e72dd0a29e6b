"""`Forcing`: how a side forces what a timed answer about one slice says it can, move by move."""

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.kernels.rows import row_moves, row_play
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.kernels.hunt_index import rank
from hunt_ai.solve.one_slice import Answer, Question
from hunt_ai.solve.slices import slice_counters, slice_of


class Forcing:
    """Moves of both sides among the members of a timed answer, there being no no-progress limit.

    Moves are steps and passes only: what a jump means is said by the question. Best play is the shortest, or a ply
    longer in games that can be over after the moves of either side.
    """

    def __init__(self, answer: Answer) -> None:
        if answer.halves is None:
            raise UserError(f"{answer.game.name}: the answer is not timed")
        self.answer = answer
        self._game, self._halves = answer.game, answer.halves
        self._counters = slice_counters(answer.game, answer.slice)

    def far(self, row: Row) -> int | None:
        """How far a position of the slice is from what is forced, in moves of the asker; None for no member."""
        if not self.answer.holds_for(row):
            return None
        if self._game.side_of(row) == self.answer.asker:
            return int(self._halves[int(rank(self.answer.index, row[0], row[1]))])
        return max((self._known(after) for _, after in self._steps(row)), default=0)

    def keeping(self, row: Row) -> list[int]:
        """Moves from a member: the asker's that are nearest to what is forced, or those of the longest resistance.

        There are none where it has come.
        """
        steps = self._steps(row)
        if self._game.side_of(row) != self.answer.asker:
            far = [self._known(after) for _, after in steps]
            return [move for (move, _), one in zip(steps, far, strict=True) if one == max(far)]
        near = [(self.far(after), move) for move, after in steps]
        least = min((far for far, _ in near if far is not None), default=None)
        return [move for far, move in near if far == least is not None]

    def line(self, row: Row) -> list[str]:
        """Best play from a member until what is forced has come, each time the first of the best moves."""
        line: list[str] = []
        row = row.copy()
        while moves := self.keeping(row):
            line.append(self._game.move_text(row, moves[0]))
            row_play(self._game.kernel_rules, row.copy(), moves[0], row)
        return line

    def _known(self, row: Row) -> int:
        far = self.far(row)
        assert far is not None, "every step of the other side leads to a member"
        return far

    def _steps(self, row: Row) -> list[tuple[int, Row]]:
        """(move, position after it) for steps and passes; none where the game is over or a capture was asked for."""
        buffer = np.empty(self._game.max_moves, dtype=np.int32)
        row = np.array([*row[:2], self._counters | self._game.side_of(row)], dtype=np.uint64)
        count, code = row_moves(self._game.kernel_rules, row, buffer)
        steps = []
        for move in [] if code else buffer[:count].tolist():
            after = np.empty_like(row)
            row_play(self._game.kernel_rules, row, move, after)
            if slice_of(self._game, after) == self.answer.slice:
                steps.append((move, after))
            elif self.answer.question is Question.CAPTURE:
                return []
        return steps
