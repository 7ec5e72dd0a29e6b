"""What searching players do with solved slices: the evaluator `table:DIR`, which a player's text calls `solved=DIR`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.result import SearchResult


def check_solved(text: str, folder: Path, rules: Ruleset, whole: bool) -> None:
    """UserError, naming the player's `text`, where `folder` holds no solved slices of the game; `whole`: not all."""
    from hunt_ai.solve.oracle import check_slices, solved_game

    try:
        check_slices(folder, solved_game(rules), whole)
    except UserError as error:
        raise UserError(f"{text}: {error}") from None


class Solved:
    """The solved slices in a folder, for a searcher of one game.

    The searcher knows the value of every solved position that it comes to; won and lost ones at its root are so
    answered at once and exactly. In a drawn one it chooses, by search without that knowledge, among the moves that keep
    the draw: with it, they would all be alike.
    """

    def __init__(self, folder: Path, rules: Ruleset, evaluation: Any) -> None:
        from hunt_ai.solve.kernels.hunt_probing import SolvedEvaluation
        from hunt_ai.solve.oracle import shared_oracle, solved_game
        from hunt_ai.solve.tables import join_slices

        self._oracle = shared_oracle(folder, solved_game(rules))
        self._oracle.known_value(rules.start)
        self._oracle.known_after(rules.start, ())  # both compile
        self._knowing = SolvedEvaluation(evaluation, self._oracle.tables)
        self._ignorant = SolvedEvaluation(evaluation, join_slices([]))  # of the same class: nothing is compiled anew

    def moves(self, game: Game) -> Sequence[int]:
        """The moves that keep the draw where the position is known to be drawn, else none."""
        value = self._oracle.known_value(game.row)
        moves = game.legal_move_values()
        if value is None or value.winner is not None or None in self._oracle.known_after(game.row, moves):
            return ()
        return self._oracle.keeping(game.row, moves)[1]

    def evaluation(self, moves: Sequence[int]) -> Any:
        """The evaluation to search with, where `moves` are what `moves` said."""
        return self._ignorant if moves else self._knowing

    def completed(self, game: Game, found: SearchResult) -> SearchResult:
        """What was found, the line of a proof carried on by the slices from its first solved position on."""
        if found.score.kind == "cp":
            return found
        after = game.copy()
        for ply, move in enumerate(found.pv, 1):
            after.push_value(move)
            if after.outcome() is None and self._oracle.known_value(after.row):
                return replace(found, pv=found.pv[:ply] + self._rest(after, found.score.number - ply))
        return found

    def _rest(self, game: Game, most: int) -> tuple[int, ...]:
        """At most so many moves of best play, as far as the slices know and the game goes on."""
        return playable(game, self._oracle.line(game.row, most))


def playable(game: Game, line: Sequence[int]) -> tuple[int, ...]:
    """The moves of a line as far as the game goes on."""
    after = game.copy()
    for ply, move in enumerate(line):
        if after.outcome():
            return tuple(line[:ply])
        after.push_value(move)
    return tuple(line)
