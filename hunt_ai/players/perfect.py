"""`perfect:DIR`: plays by exact values."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row, Ruleset
from hunt_ai.players.player import Answer, Turn
from hunt_ai.players.search_players import Report, SearchPlayer, Stop
from hunt_ai.players.settings_text import Folder, Whole
from hunt_ai.players.solved import check_solved, playable
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import Score, SearchResult

if TYPE_CHECKING:
    from hunt_ai.solve.retrograde import Value

MAX_MEMORY = 1 << 20
HORIZONS = (0, 2, 4, 8, 16, 32)  # plies that opponents see ahead, for traps
LIKELY_CP = 20_000
_TEXT = re.compile(r"(?:memory=([^,]*),)?(.*)", re.DOTALL)


class PerfectPlayer(SearchPlayer):
    """Plays the shortest win, the longest loss, and in a drawn position a move that keeps the draw and sets most traps.

    How much of a trap a move is: the chance that the reply loses of an opponent who sees losses within h plies, avoids
    them, and else chooses at random; the mean of it over all h of HORIZONS. The seed decides among equal moves.

    Positions before the dogs only step are searched, which may take minutes at the start of a large game; `memory` MiB
    for each side keep what was found, from game to game. Values know no limit of plies without progress: a `win` or
    `loss` is claimed where it comes before that.
    """

    standard = Limits()

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        found = _TEXT.fullmatch(settings or "")
        assert found is not None
        values: dict[str, Any] = {}
        value = ""
        try:
            if found[1] is not None:
                value = found[1]
                values["memory"] = Whole(1, MAX_MEMORY).read(value)
            value = found[2]
            values["solved"] = Folder().read(value)
        except ValueError as error:
            usage = "it reads perfect:DIR or perfect:memory=MB,DIR, DIR a folder of solved slices"
            raise UserError(f"{text}: {value!r} {error}; {usage}") from None
        return cls(text, values)

    def check(self, rules: Ruleset) -> None:
        check_solved(self.text, self._folder, rules, whole=True)

    @property
    def _folder(self) -> Path:
        folder: Path = self.settings["solved"]
        return folder

    def prepare(self, game: Game) -> None:
        new = self._rules is not game.rules
        super().prepare(game)
        if new:
            self._oracle.get_ready(game.row)

    def _make(self, rules: Ruleset) -> None:
        from hunt_ai.solve.oracle import shared_oracle, solved_game
        from hunt_ai.solve.phases import MEMORY_MB

        self.check(rules)
        self._oracle = shared_oracle(self._folder, solved_game(rules), self.settings.get("memory", MEMORY_MB))
        self._forget()

    def _forget(self) -> None:
        self._random = np.random.default_rng(self._seed)

    def choose(self, game: Game) -> int:
        self.prepare(game)
        return self._choice(game)[1]

    def answer(self, game: Game, turn: Turn) -> Answer:
        self.prepare(game)
        value, move = self._choice(game)
        return Answer(move, score=_score(self._oracle.game, game.row, value))

    def _search(self, game: Game, limits: Limits, stop: Stop | None, report: Report | None) -> SearchResult:
        value, move = self._choice(game)
        after = game.copy()
        after.push_value(move)
        line = self._oracle.line(after.row, 0 if value.distance is None else value.distance - 1)
        won = 0.0 if value.winner is None else 1.0 if value.winner == game.side else -1.0
        return SearchResult(
            move=move,
            side=game.side,
            value=won,
            score=_score(self._oracle.game, game.row, value),
            pv=playable(game, [move, *line]),
            nodes=1,
            depth=0,
            policy={other: float(other == move) for other in game.legal_move_values()},
        )

    def _choice(self, game: Game) -> "tuple[Value, int]":
        """The value of a position that is not over, and a best move."""
        value, moves = self._oracle.keeping(game.row, game.legal_move_values())
        if value.winner is None and len(moves) > 1:
            traps = [self._trap(game, move) for move in moves]
            most = max(traps)
            moves = [move for move, trap in zip(moves, traps, strict=True) if trap == most]
        return value, moves[int(self._random.integers(len(moves)))]

    def _trap(self, game: Game, move: int) -> float:
        """How much of a trap a move is that keeps a draw, 0 to 1."""
        after = game.copy()
        after.push_value(move)
        return trap(self._oracle.wins_after(after.row, game.side))


def trap(plies: Sequence[int | None]) -> float:
    """How much of a trap a position is, by the plies after each of the opponent's replies to our win, None for none."""
    chances = []
    for horizon in HORIZONS:
        unseen = [reply for reply in plies if reply is None or reply + 1 > horizon]
        chances.append(sum(reply is not None for reply in unseen) / max(len(unseen), 1))
    return sum(chances) / len(chances)


def _score(rules: HuntGame, row: Row, value: "Value") -> Score:
    """A value as a score; one that the limit without progress, or repetitions, might spoil is no proof."""
    if value.winner is None or value.distance is None:
        return Score("cp", 0)
    kind: Literal["win", "loss"] = "win" if value.winner == rules.side_of(row) else "loss"
    if rules.settings.repetition_draw or value.distance >= rules.plies_left(row):
        return Score("cp", LIKELY_CP if kind == "win" else -LIKELY_CP)
    return Score(kind, value.distance)
