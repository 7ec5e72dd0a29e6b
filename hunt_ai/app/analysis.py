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


def analyse(game: Game, player: SearchPlayer, moves: int) -> tuple[SearchResult, list[Line], bool]:
    """(a search of the position; its best `moves`, the best first; whether Ctrl-C let all of it be done).

    All moves but the best are judged by a search of the position after each, with a share of what the first may spend:
    one comes before the best only where a proof says so. UserError where the game is over; KeyboardInterrupt where
    nothing had been found.
    """
    if game.outcome():
        raise UserError("the game is over: there is nothing to analyse")
    player.reset(1)
    heard: list[SearchResult] = []
    lines: list[Line] = []
    complete = True
    try:
        heard.append(player.search(game, report=heard.append))
        if moves > 1:
            others = [move for move in game.legal_move_values() if move != heard[-1].move]
            limits = share(player.limits, len(others))
            lines += (_line_after(game, move, player, limits) for move in others)
    except KeyboardInterrupt:
        if not heard:
            raise
        complete = False
    found = heard[-1]
    best = Line(found.score, found.value, pv_texts(game, found.pv))
    lines.sort(key=lambda line: (_rank(line.score), line.value), reverse=True)
    better = sum(_rank(line.score) > _rank(best.score) for line in lines)
    return found, [*lines[:better], best, *lines[better:]][:moves], complete


def share(limits: Limits, parts: int) -> Limits:
    """A part of what may be spent, but 100 nodes or simulations where there are so many; the depth one ply less."""
    depth = None if limits.depth is None else max(1, limits.depth - 1)
    nodes, simulations = (
        None if count is None else max(min(100, count), count // parts) for count in (limits.nodes, limits.simulations)
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
    """Greater for better: short wins first, then what is not proved, then long losses, short losses last."""
    if score.kind == "cp":
        return 0.0
    return 1 + 1 / score.number if score.kind == "win" else -1 - 1 / score.number
