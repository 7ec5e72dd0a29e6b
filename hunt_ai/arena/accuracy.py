"""How well a player plays by exact values: whether its moves keep what a position is worth, and how fast it wins.

Positions are those of solved slices, each put to the player with no ply without progress counted. They come from two
sources: `games`, the player's against itself with a RANDOM_SHARE of random moves, every STRIDE-th ply from a random one
on; `slices`, as many of each slice and side to move, uniform at random in it. There a position that is over or has no
move is drawn again, MOST_DRAWS times at most: a slice and side with hardly another are left out.
"""

import contextlib
import functools
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from hunt_ai.arena.summary import Share
from hunt_ai.core.errors import UserError
from hunt_ai.core.tasks import map_tasks
from hunt_ai.games.catalog import load_game
from hunt_ai.games.game import Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player, PlayerFailed, Turn

if TYPE_CHECKING:
    from hunt_ai.solve.oracle import Oracle
    from hunt_ai.solve.slices import Slice

RANDOM_SHARE = 0.25
STRIDE = 8
MOST_PLIES = 300  # of a game
MOST_DRAWS = 1000
POSITIONS_A_TASK, GAMES_A_TASK = 25, 2
Source = Literal["games", "slices"]
SOURCES: tuple[Source, ...] = ("games", "slices")


@dataclass(frozen=True)
class Judged:
    """One position and what the player did in it.

    value: of the position, for the side to move. alike: every legal move keeps it. given: plies that the move gave
    away, of the speed of a win that it kept, or of the resistance in a lost position.
    """

    source: Source
    position: str
    move: str | None  # None: it resigned
    side: int
    ply: int  # of the game; 0 where there was none
    dogs: int  # on the board
    value: Literal["won", "drawn", "lost"]
    alike: bool
    kept: bool
    given: int


@dataclass(frozen=True)
class Tally:
    """What came of some positions.

    left_out: won or drawn ones in which every move keeps the value; lost: there every move does. wins, draws and kept
    (both) are shares of the others. given: mean plies given away of the wins that were kept, and of resistance in lost
    positions; None where there are none.
    """

    positions: int
    lost: int
    left_out: int
    kept: Share
    wins: Share
    draws: Share
    given_winning: float | None
    given_losing: float | None

    def as_document(self) -> dict[str, Any]:
        shares = {name: getattr(self, name) for name in ("kept", "wins", "draws")}
        return {
            "positions": self.positions,
            "lost": self.lost,
            "left_out": self.left_out,
            **{name: share.as_document() | {"positions": share.games} for name, share in shares.items()},
            "plies_given_away": {"winning": self.given_winning, "losing": self.given_losing},
        }


def tally(judged: Iterable[Judged]) -> Tally:
    """The tally of positions."""
    all_of_them = list(judged)
    counted = [one for one in all_of_them if one.value != "lost" and not one.alike]

    def share(*values: str) -> Share:
        of_these = [one for one in counted if one.value in values]
        return Share(sum(one.kept for one in of_these), len(of_these))

    def mean(value: str) -> float | None:
        given = [one.given for one in all_of_them if one.value == value and one.kept]
        return sum(given) / len(given) if given else None

    lost = sum(one.value == "lost" for one in all_of_them)
    left_out = len(all_of_them) - lost - len(counted)
    shares = share("won", "drawn"), share("won"), share("drawn")
    return Tally(len(all_of_them), lost, left_out, *shares, mean("won"), mean("lost"))


def accuracy(
    player: str, folder: Path, game: str | None = None, positions: int = 1000, seed: int = 0, workers: int = 1
) -> Iterator[Judged]:
    """`positions` of each source in order; workers change nothing.

    They are fewer of games that seldom come to solved positions, and of slices in which a side never has a move.

    game: None: the one that the folder's slices were solved for. UserError for a bad player, folder or game, before
    anything is played.
    """
    from hunt_ai.solve.oracle import check_slices, solved_game
    from hunt_ai.solve.table import game_of

    name = game_of(folder) if game is None else game
    rules = solved_game(load_game(name))
    check_slices(folder, rules, whole=False)
    made = make_player(player)
    try:
        made.check(rules)
    finally:
        made.close()
    return _accuracy(functools.partial(_judge, player, folder, name, seed), positions, workers)


def _accuracy(judge: Callable[[Source, range], list[Judged]], positions: int, workers: int) -> Iterator[Judged]:
    most = {"games": 2 * positions + 50, "slices": positions}  # games, positions
    size = {"games": GAMES_A_TASK, "slices": POSITIONS_A_TASK}
    try:
        for source in SOURCES:
            starts = range(0, most[source], size[source])
            parts = (range(start, min(start + size[source], most[source])) for start in starts)
            with contextlib.closing(_judge_parts(functools.partial(judge, source), parts, workers)) as done:
                yield from itertools.islice(done, positions)
    finally:
        _oracle.cache_clear()


def _judge_parts(
    judge: Callable[[range], list[Judged]], parts: Iterable[range], workers: int
) -> Generator[Judged, None, None]:
    for judged in map_tasks((functools.partial(judge, part) for part in parts), workers):
        yield from judged


@functools.lru_cache(maxsize=1)
def _oracle(folder: Path, name: str) -> "Oracle":
    """The oracle of a worker process, kept from task to task."""
    from hunt_ai.solve.oracle import shared_oracle, solved_game

    return shared_oracle(folder, solved_game(load_game(name)))


def _judge(text: str, folder: Path, name: str, seed: int, source: Source, numbers: range) -> list[Judged]:
    """What a worker does: the positions of these numbers."""
    oracle = _oracle(folder, name)
    rules = oracle.game
    player = make_player(text)
    try:
        judged: list[Judged] = []
        for number in numbers:
            rng = np.random.default_rng([seed, SOURCES.index(source), number])
            if source == "games":
                judged += _judge_game(player, oracle, rules, rng)
            else:
                judged += _judge_random(player, oracle, rules, rng, number)
        return judged
    except PlayerFailed as failure:
        raise UserError(f"{text}: {failure.termination}: {failure}") from None
    finally:
        player.close()


def _judge_game(player: Player, oracle: "Oracle", rules: HuntGame, rng: np.random.Generator) -> list[Judged]:
    """One game of the player against itself, and what it does in some of its positions."""
    game, judged = Game(rules), []
    seeds = [int(seed) for seed in rng.integers(1, 2**63, size=2)]
    offset = int(rng.integers(STRIDE))
    player.reset(seeds[0])
    player.prepare(game)
    for ply in range(MOST_PLIES):
        if game.outcome():
            break
        if ply % STRIDE == offset and oracle.known_value(game.row):
            judged.append(_judge_position(player, oracle, game.row, "games", ply, seeds[1]))
            player.reset(seeds[0])
        if rng.random() < RANDOM_SHARE:
            game.push_value(int(rng.choice(game.legal_move_values())))
        elif (move := player.answer(game, Turn()).move) is not None:
            game.push_value(move)
        else:
            break
    return judged


def _judge_random(
    player: Player, oracle: "Oracle", rules: HuntGame, rng: np.random.Generator, number: int
) -> list[Judged]:
    """A random position of a slice and side that the number chooses; none where all that are drawn are over."""
    from hunt_ai.solve.slices import flat_slices

    there = [here for here in flat_slices(rules) if _holds(oracle, rules, here)]
    here, side = there[number // 2 % len(there)], number % 2
    for _ in range(MOST_DRAWS):
        row = random_row(rules, here, side, rng)
        if oracle.legal(row):
            return [_judge_position(player, oracle, row, "slices", 0, int(rng.integers(1, 2**63)))]
    return []


def _holds(oracle: "Oracle", rules: HuntGame, here: "Slice") -> bool:
    """Whether the values of a slice are there."""
    from hunt_ai.solve.kernels.hunt_tables import SLOT, WORDS_SIZE

    return bool(oracle.tables.numbers[SLOT * here.on_board + WORDS_SIZE])


def random_row(rules: HuntGame, here: "Slice", side: int, rng: np.random.Generator) -> Row:
    """A position of a flat slice with this side to move, each alike; it may be over."""
    from hunt_ai.solve.slices import slice_row

    points, area = sorted(rules.bits.values()), sorted(rules.bits[point] for point in rules.settings.pack_area)
    while True:
        quarry = rng.choice(points, size=rules.quarry_count, replace=False).tolist()
        dogs = rng.choice(area, size=here.on_board, replace=False).tolist()
        if not {*quarry} & {*dogs}:
            return slice_row(rules, here, sum(1 << bit for bit in quarry), sum(1 << bit for bit in dogs), side)


def _judge_position(player: Player, oracle: "Oracle", row: Row, source: Source, ply: int, seed: int) -> Judged:
    """What the player does in a solved position that is not over."""
    from hunt_ai.solve.slices import slice_of

    rules = oracle.game
    text = rules.format_position(row).rpartition(" ")[0]
    game = Game(rules, position=f"{text} 0")
    value, moves = oracle.known_value(game.row), game.legal_move_values()
    after = oracle.known_after(game.row, moves)
    assert value is not None
    player.reset(seed)
    player.prepare(game)
    move = player.answer(game, Turn()).move
    chosen = None if move is None else after[moves.index(move)]
    keeps = [found is not None and found.winner == value.winner for found in after]
    given = 0
    if chosen and chosen.winner is not None and chosen.winner == value.winner:
        assert chosen.distance is not None
        assert value.distance is not None
        given = abs(1 + chosen.distance - value.distance)
    return Judged(
        source=source,
        position=game.position(),
        move=None if move is None else rules.move_text(game.row, move),
        side=game.side,
        ply=ply,
        dogs=slice_of(rules, row).on_board,
        value="drawn" if value.winner is None else "won" if value.winner == game.side else "lost",
        alike=all(keeps),
        kept=chosen is not None and chosen.winner == value.winner,
        given=given,
    )
