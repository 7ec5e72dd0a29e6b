"""Ways to pick a move, most of them meant to wake an odd rule. Imports the naive referee only.

A policy gets the game, a source of random numbers and the last move of the side to move (None before its first), and
returns a legal move or `timeout`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from referee_base import Referee

Policy = Callable[[Referee, Random, str | None], str]


def at_random(game: Referee, rng: Random, last: str | None) -> str:
    return rng.choice(game.legal_moves())


def capturing(game: Referee, rng: Random, last: str | None) -> str:
    moves = game.legal_moves()
    captures = [move for move in moves if "x" in move]
    return rng.choice(captures if captures and rng.random() < 0.9 else moves)


def peaceful(game: Referee, rng: Random, last: str | None) -> str:
    moves = game.legal_moves()
    return rng.choice([move for move in moves if "x" not in move] or moves)


def shuffling(game: Referee, rng: Random, last: str | None) -> str:
    """The last-moved piece goes back where it came from; else it, or else any piece, moves without taking."""
    if last is None or "-" not in last or rng.random() < 0.03:
        return peaceful(game, rng, last)
    start, to = last.split("-")
    moves = game.legal_moves()
    if f"{to}-{start}" in moves:
        return f"{to}-{start}"
    return rng.choice([move for move in moves if move.startswith(f"{to}-")] or moves)


def haunting(game: Referee, rng: Random, last: str | None) -> str:
    """Jungle: the last-moved beast goes where it has been before, without taking."""
    been = {cell for _, cell, _ in game.entered[game.side_to_move]}
    if last is None:
        return peaceful(game, rng, last)
    same_beast = [move for move in game.legal_moves() if move.startswith(f"{last[-2:]}-")]
    known = [move for move in same_beast if move[-2:] in been]
    return rng.choice((known if rng.random() < 0.9 else []) or same_beast or game.legal_moves())


def jumping(game: Referee, rng: Random, last: str | None) -> str:
    """Jungle: a river jump where there is one, the same one back if possible."""
    moves = game.legal_moves()
    jumps = [move for move in moves if abs(ord(move[0]) - ord(move[3])) + abs(int(move[1]) - int(move[4])) > 1]
    back = [move for move in jumps if last is not None and move == f"{last[3:]}-{last[:2]}"]
    return rng.choice(back or (jumps if jumps and rng.random() < 0.8 else moves))


def going_round(tour: str) -> Policy:
    """Jungle: one beast walks the cells of `tour` round and round, as far as it may; mirrored as the position is."""
    stops = tour.split(" ")

    def walk(game: Referee, rng: Random, last: str | None) -> str:
        moves = game.legal_moves()
        for mirror in ("", "file", "turn", "both"):
            route = [reflected(stop, mirror) for stop in stops]
            onward = [f"{a}-{b}" for a, b in zip(route, [*route[1:], route[0]], strict=True)]
            steps = [step for step in onward if step in moves]
            if steps:
                return steps[0]
        return peaceful(game, rng, last)

    return walk


def reflected(cell: str, mirror: str) -> str:
    file = chr(ord("a") + ord("g") - ord(cell[0])) if mirror in ("file", "both") else cell[0]
    return f"{file}{10 - int(cell[1])}" if mirror in ("turn", "both") else f"{file}{cell[1]}"


def ending(game: Referee, rng: Random, last: str | None) -> str:
    """A move that ends the game, whoever wins by it; else any."""
    moves = game.legal_moves()
    return rng.choice([move for move in moves if after(game, move).outcome() is not None] or moves)


def seeking(event: str, otherwise: Policy) -> Policy:
    """A move after which `event` fires for the opponent; else as `otherwise` plays."""

    def look(game: Referee, rng: Random, last: str | None) -> str:
        moves = [move for move in game.legal_moves() if after(game, move).events[event]]
        return rng.choice(moves) if moves else otherwise(game, rng, last)

    return look


def late(policy: Policy, chance: float) -> Policy:
    """`policy`, but for now and then running out of time."""

    def play_late(game: Referee, rng: Random, last: str | None) -> str:
        return "timeout" if rng.random() < chance else policy(game, rng, last)

    return play_late


def late_after(moves: int, policy: Policy) -> Policy:
    """Jungle: `policy`, but out of time whenever the opponent has made `moves` moves or more."""

    def play_late(game: Referee, rng: Random, last: str | None) -> str:
        opponent = "blue" if game.side_to_move == "red" else "red"
        return "timeout" if len(game.entered[opponent]) >= moves else policy(game, rng, last)

    return play_late


def after(game: Referee, move: str) -> Referee:
    """The game one move on, with only that move's and the new position's events."""
    child = game.copy()
    child.push(move)
    child.legal_moves()
    return child
