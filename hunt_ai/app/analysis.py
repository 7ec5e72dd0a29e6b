"""The analysis of a position: the best moves with values and principal variations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.players.search_players import SearchPlayer
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import Score, SearchResult


@dataclass(frozen=True)
class Line:
    """A move, its score and value for the side to move, and the best play after it, as texts."""

    score: Score
    value: float
    pv: tuple[str, ...]

    @property
    def move(self) -> str:
        return self.pv[0]

    def as_document(self) -> dict[str, Any]:
        score = {"kind": self.score.kind, "number": self.score.number}
        return {"move": self.move, "value": self.value, "score": score, "pv": list(self.pv)}


def analyse(game: Game, player: SearchPlayer, moves: int) -> tuple[SearchResult, list[Line]]:
    """A search of the position, and its best `moves`, the best first. UserError where the game is over.

    All moves but the best are judged by a search of the position after each, with a share of what the first may spend.
    """
    if game.outcome():
        raise UserError("the game is over: there is nothing to analyse")
    player.reset(1)
    found = player.search(game)
    best = Line(found.score, found.value, pv_texts(game, found.pv))
    others = [move for move in game.legal_move_values() if move != found.move] if moves > 1 else []
    lines = [_line_after(game, move, player, share(player.limits, len(others))) for move in others]
    lines.sort(key=lambda line: -line.value)
    lines.sort(key=lambda line: -_rank(line.score))
    return found, [best, *lines[: moves - 1]]


def share(limits: Limits, parts: int) -> Limits:
    """A part of what may be spent; the depth one ply less."""
    depth = None if limits.depth is None else max(1, limits.depth - 1)
    nodes, simulations = (
        None if count is None else max(100, count // parts) for count in (limits.nodes, limits.simulations)
    )
    seconds = None if limits.seconds is None else limits.seconds / parts
    return Limits(depth, nodes, simulations, seconds)


def pv_texts(game: Game, pv: Sequence[int]) -> tuple[str, ...]:
    """The texts of moves played one after the other."""
    after = game.copy()
    texts = []
    for move in pv:
        texts.append(after.rules.move_text(after.row, move))
        after.push_value(move)
    return tuple(texts)


def _line_after(game: Game, move: int, player: SearchPlayer, limits: Limits) -> Line:
    after = game.copy()
    after.push_value(move)
    text = after.moves[-1]
    if outcome := after.outcome():
        if outcome.winner is None:
            return Line(Score("cp", 0), 0.0, (text,))
        won = outcome.winner == game.side_to_move
        return Line(Score("win" if won else "loss", 1), 1.0 if won else -1.0, (text,))
    found = player.search(after, limits)
    line = Line(found.score, found.value, (text, *pv_texts(after, found.pv)))
    return line if after.side == game.side else replace(line, score=_turned(found.score), value=-found.value)


def _turned(score: Score) -> Score:
    """The same for the other side, one ply earlier."""
    if score.kind == "cp":
        return Score("cp", -score.number)
    return Score("win" if score.kind == "loss" else "loss", score.number + 1)


def _rank(score: Score) -> float:
    """Greater for better: short wins first, long losses last but one."""
    if score.kind == "cp":
        return 0.0
    return 1 + 1 / score.number if score.kind == "win" else -1 - 1 / score.number
