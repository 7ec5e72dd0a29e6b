"""Policies that wake the odd rules, scenes that join them with positions, and the driver that plays scenes out.

Imports the referee and the scenes' parts only; `Mirror` is where hunt_ai comes in. Everything is seeded by names and
indices. Run as a script to see how often each event fires on the referee alone:

    python tests/playouts.py [GAME ...]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee import referee
from referee_base import Referee

Policy = Callable[[Referee, Random, str | None], str]
"""Picks a legal move, or `timeout`, for the side to move; also given that side's own last move."""


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


@dataclass(frozen=True)
class Scene:
    """A kind of game to play: `games` of them in the fast size, from `position`, for at most `plies` plies.

    policies: pairs to choose from, for the side to move first and for the other; position None is the start.
    """

    name: str
    games: int
    plies: int
    position: Callable[[Random], str] | None
    policies: tuple[tuple[Policy, Policy], ...]


class Mirror:
    """A `hunt_ai.Game` that follows a referee's game and is compared with it at every ply."""

    def __init__(self, game: str, position: str | None, rng: Random) -> None:
        import hunt_ai

        self.illegal = hunt_ai.IllegalMove
        self.game = hunt_ai.Game(game) if position is None else hunt_ai.Game(game, position=position)
        self.moves: list[str] = []
        self.rng = rng
        self.before: tuple | None = None

    def seen(self) -> tuple:
        outcome = self.game.outcome()
        judged = None if outcome is None else (outcome.winner, outcome.termination)
        return (self.game.position(), self.game.side_to_move, judged, self.game.legal_moves())

    def compare(self, judge: Referee) -> None:
        """Both see the same; now and then also that pop undoes push, and that stale moves are refused."""
        expected = (judge.position(), judge.side_to_move, judge.outcome(), judge.legal_moves())
        seen = self.seen()
        assert seen == expected, f"hunt_ai: {seen}, referee: {expected}"
        if self.before is not None and self.rng.random() < 0.05:
            self.refuse_stale_moves(expected[-1])
            self.game.pop()
            assert self.seen() == self.before, f"pop of {self.moves[-1]}: {self.seen()}, before: {self.before}"
            self.game.push(self.moves[-1])
            assert self.seen() == expected, f"pop and push of {self.moves[-1]}: {self.seen()}, was {expected}"
            assert list(self.game.moves) == self.moves
        self.before = expected

    def refuse_stale_moves(self, legal: list[str]) -> None:
        for move in {*self.before[-1], "a1-b9", "pass"} - {*legal}:
            try:
                self.game.push(move)
            except self.illegal:
                continue
            raise AssertionError(f"{move} was accepted, legal are {legal}")

    def push(self, move: str) -> None:
        self.game.push(move)
        self.moves.append(move)


@dataclass(frozen=True)
class Played:
    """What came of many games: events on the referee, the number of games and plies, and where hunt_ai differed."""

    events: Counter[str]
    games: int
    plies: int
    differences: tuple[str, ...]


def play_scene(game: str, scene: Scene, *, times: int = 1, mirrored: bool) -> Played:
    """Play a scene's games, `times` the fast size. A game goes on without its mirror once they differ."""
    events: Counter[str] = Counter()
    differences: list[str] = []
    plies = 0
    for index in range(scene.games * times):
        rng = Random(f"{game} {scene.name} {index}")
        position = scene.position(rng) if scene.position else None
        judge = referee(game, position)
        moves, difference = play_game(game, position, judge, scene, rng, mirrored)
        events.update(judge.events)
        plies += len(moves)
        if difference:
            differences.append(f"{scene.name} {index}: {position}, moves {' '.join(moves)}: {difference}")
    return Played(events, scene.games * times, plies, tuple(differences))


def play_game(
    game: str, position: str | None, judge: Referee, scene: Scene, rng: Random, mirrored: bool
) -> tuple[list[str], str | None]:
    """The moves played up to the end or to the first difference, and that difference in words."""
    first = judge.side_to_move
    policies = rng.choice(scene.policies)
    last: dict[str, str] = {}
    moves: list[str] = []
    difference = None
    follow = following(game, position, Random(rng.random())) if mirrored else None
    for _ in range(scene.plies + 1):
        judge.legal_moves()
        if follow and difference is None:
            difference = follow(judge, moves)
        if judge.outcome() is not None or len(moves) == scene.plies:
            break
        side = judge.side_to_move
        move = policies[side != first](judge, rng, last.get(side))
        judge.push(move)
        moves.append(move)
        if move != "timeout":
            last[side] = move
    return moves, difference


def following(game: str, position: str | None, rng: Random) -> Callable[[Referee, list[str]], str | None]:
    """A function that brings a mirror up to date with the moves so far and says how it differs, if it does."""
    mirror: list[Mirror] = []

    def follow(judge: Referee, moves: list[str]) -> str | None:
        try:
            if not mirror:
                mirror.append(Mirror(game, position, rng))
            for move in moves[len(mirror[0].moves) :]:
                mirror[0].push(move)
            mirror[0].compare(judge)
        except (AssertionError, ValueError) as error:
            return f"after {len(moves)} plies: {type(error).__name__}: {error}"
        except Exception as error:
            error.add_note(f"{game}: {position}, moves {' '.join(moves)}")
            raise
        return None

    return follow
