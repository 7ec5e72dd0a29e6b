"""What both naive referees share. Standard library only: nothing here may import hunt_ai.

The referees are the slow twins of the rules kernels: written from the rules page, with sets and dicts of point names.
"""

from __future__ import annotations

from collections import Counter

Outcome = tuple[str | None, str]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Referee:
    """A game in progress, judged by the letter of the rules.

    `events` counts how often each rule fired: once per position for what is seen when a position is judged, once per
    ply for what a move does. A copy starts with no events.
    A subclass supplies `_assess`, `_play`, `_time_out`, `position`, `side_to_move` and `copy`.
    """

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self._judged: tuple[Outcome | None, dict[str, tuple]] | None = None

    def legal_moves(self) -> list[str]:
        """Move texts in ASCII order; empty when the game is over."""
        return sorted(self._judge()[1])

    def outcome(self) -> Outcome | None:
        """None, or the winning side's name (None for a draw) and the termination."""
        return self._judge()[0]

    def push(self, text: str) -> None:
        """Play a legal move or the event `timeout`; ValueError for anything else."""
        outcome, moves = self._judge()
        if outcome is not None:
            raise ValueError(f"{text}: the game is over ({outcome[1]})")
        if text != "timeout" and text not in moves:
            raise ValueError(f"not a legal move: {text}")
        if text == "timeout":
            self.events["timeout"] += 1
            self._time_out()
        else:
            self._play(moves[text])
        self._judged = None

    def perft(self, depth: int) -> int:
        """Sequences of `depth` legal moves; a finished game has no continuation."""
        if depth == 0:
            return 1
        moves = self._judge()[1]
        if depth == 1:
            return len(moves)
        return sum(self._after(text).perft(depth - 1) for text in moves)

    def _after(self, text: str) -> Referee:
        child = self.copy()
        child.push(text)
        return child

    def _judge(self) -> tuple[Outcome | None, dict[str, tuple]]:
        if self._judged is None:
            ends, moves, notes = self._assess()
            if ends:
                moves = {}
                notes = notes | {f"{ends[0][1]}-before-{later}" for _, later in ends[1:2]}
            self.events.update(notes)
            self._judged = (ends[0] if ends else None, moves)
        return self._judged

    def _assess(self) -> tuple[list[Outcome], dict[str, tuple], set[str]]:
        """Every ending that holds, in the order of judgement; the moves by text; what to count."""
        raise NotImplementedError

    def _play(self, move: tuple) -> None:
        raise NotImplementedError

    def _time_out(self) -> None:
        raise NotImplementedError

    def position(self) -> str:
        raise NotImplementedError

    @property
    def side_to_move(self) -> str:
        raise NotImplementedError

    def copy(self) -> Referee:
        raise NotImplementedError
