"""Plays scenes out on the naive referee, with a `hunt_ai.Game` following every ply where that is asked for.

Random numbers come from the names of game and scene and from the game's index. Only `Mirror` imports hunt_ai.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from policies import Policy
from referee import referee
from referee_base import Referee


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
    mirror_rng = Random(rng.random())
    follow = following(game, position, mirror_rng) if mirrored else None
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
