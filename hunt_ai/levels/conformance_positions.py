"""Which positions the conformance vectors show: of seeded play, and of pieces put anywhere; every rule comes up."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from hunt_ai.games.catalog import make_game
from hunt_ai.games.game import TIMEOUT, Game
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.hunt.text import HuntPosition, pack_row
from hunt_ai.games.jungle.board import BEASTS, CELLS, DENS, LION, RAT, TIGER, TRAPS, WATER
from hunt_ai.games.jungle.table import list_jumps, list_steps
from hunt_ai.games.jungle.text import JunglePosition
from hunt_ai.games.jungle.text import pack_row as jungle_row
from hunt_ai.games.ruleset import InvalidPosition, Row, Ruleset
from hunt_ai.players.player import GreedyPlayer

VECTORS = 64
SHOWING = 3  # vectors that show a thing before others are taken
PLAYED, LONGEST = 10, 160  # games of each manner, their most plies
MEMORY = 40  # moves that a vector has at most
SCATTERED, SCATTERED_MOST = 1000, 6  # positions tried, and kept of each game beside those that show something new

Mover = Callable[[Game], str]


@dataclass(frozen=True)
class Case:
    """A position text and moves from there; `shows` says what it is an example of."""

    position: str
    moves: tuple[str, ...]
    shows: tuple[str, ...]


def chosen_cases(rules: Ruleset, movers: Iterable[Mover] = (), count: int = VECTORS) -> list[Case]:
    """So many different positions: what is rare first, then the others; the same for the same rules and movers.

    movers: play some of the games besides those that play at random, greedily and to and fro.
    """
    rng = Random(f"conformance {rules.hash}")
    candidates = [*_start(rules), *_timeouts(rules, rng)]
    for mover in [*_movers(rules, rng), *movers]:
        for _ in range(PLAYED):
            candidates += _of_game(rules, mover, rng)
    candidates += _scattered(rules, rng)
    return _picked(candidates, count, rng)


def _picked(candidates: list[Case], count: int, rng: Random) -> list[Case]:
    """The start, then in turn for each thing shown, the rarest first, one that shows it, then any others."""
    by_thing: dict[str, list[Case]] = {}
    for case in candidates:
        for thing in case.shows:
            by_thing.setdefault(thing, []).append(case)
    picked = dict.fromkeys(candidates[:1])
    rarest = sorted(by_thing, key=lambda thing: (len(by_thing[thing]), thing))
    for _ in range(SHOWING):
        for thing in rarest:
            left = [case for case in by_thing[thing] if case not in picked]
            if left and len(picked) < count and sum(thing in case.shows for case in picked) < SHOWING:
                picked[rng.choice(left)] = None
    others = [case for case in candidates if case not in picked]
    rng.shuffle(others)
    for case in others[: count - len(picked)]:
        picked[case] = None
    return list(picked)


# -- games


def _start(rules: Ruleset) -> Iterator[Case]:
    yield _case(Game(rules))


def _timeouts(rules: Ruleset, rng: Random) -> Iterator[Case]:
    for times in (1, 2, 3):
        game = Game(rules)
        for _ in range(times):
            if game.outcome() is None:
                game.push(rng.choice(game.legal_moves()))
            if game.outcome() is None:
                game.push(TIMEOUT)
        if game.outcome() is None or times == 1:
            yield _case(game, "timeout")
    game = Game(rules)  # a side twice in a row
    for event in (TIMEOUT, None, TIMEOUT):
        if game.outcome() is None:
            game.push(event or rng.choice(game.legal_moves()))
    yield _case(game, "timeout")


def _movers(rules: Ruleset, rng: Random) -> Iterator[Mover]:
    yield lambda game: rng.choice(game.legal_moves())
    greedy = GreedyPlayer()
    greedy.reset(rng.getrandbits(64))

    def play_greedily(game: Game) -> str:
        if len(game.moves) % 2 == len(game.rules.name) % 2 or rng.random() < 0.7:
            return game.rules.move_text(game.row, greedy.choose(game))
        return rng.choice(game.legal_moves())

    yield play_greedily
    yield functools.partial(_to_and_fro, rng)
    if rules.family == "jungle":  # its bans are rare
        yield from 2 * [functools.partial(_to_and_fro, rng)]
        yield from [functools.partial(_round_and_round, rng, astray) for astray in (0.0, 0.0, 0.1)]


def _own_last(game: Game) -> tuple[str, str] | None:
    """(from, to) of the move two plies ago, if it was one of a piece."""
    moves = game.moves
    if len(moves) < 2 or not {"-", "x"} & {*moves[-2]}:
        return None
    start, to = moves[-2].replace("x", "-").split("-")
    return start, to


def _to_and_fro(rng: Random, game: Game) -> str:
    """Mostly back to where the side's last piece came from."""
    legal, last = game.legal_moves(), _own_last(game)
    back = [move for move in legal if last and move.replace("x", "-") == f"{last[1]}-{last[0]}"]
    return back[0] if back and rng.random() < 0.85 else rng.choice(legal)


def _round_and_round(rng: Random, astray: float, game: Game) -> str:
    """Mostly the side's last piece again, on a square of four cells, or somewhere else with a chance of `astray`."""
    legal, last = game.legal_moves(), _own_last(game)
    if last and rng.random() < 0.97:
        way = ord(last[1][0]) - ord(last[0][0]), int(last[1][1:]) - int(last[0][1:])
        turned = way[1], -way[0]
        to = f"{chr(ord(last[1][0]) + turned[0])}{int(last[1][1:]) + turned[1]}"
        again = [move for move in legal if move.replace("x", "-") == f"{last[1]}-{to}"]
        if again and rng.random() >= astray:
            return again[0]
        own = [move for move in legal if move.startswith(last[1])]
        if own:
            return rng.choice(own)
    return rng.choice(legal)


def _of_game(rules: Ruleset, mover: Mover, rng: Random) -> Iterator[Case]:
    """Some positions of one game, its end among them; long ones begin from a text on the way."""
    game = Game(rules)
    if rng.random() < 0.5:
        scattered = _scattered_position(rules, rng)
        game = game if scattered is None or scattered.outcome() else scattered
    began = game.start_position()
    while game.outcome() is None and len(game.moves) < LONGEST:
        game.push(mover(game))
    total, first = len(game.moves), max(0, len(game.moves) - MEMORY)
    moves = game.moves
    while len(game.moves) > first:
        game.pop()
    late = Game(rules, game.position(), ())
    for move in [None, *moves[first:]]:
        if move is not None:
            if move not in late.legal_moves():
                break  # a ban that the text has forgotten, or the other way round
            late.push(move)
        if late.outcome() is not None or rng.random() < 0.5:
            yield _case(late)
    early = Game(rules, began)
    for move in moves[: min(total, MEMORY)]:
        early.push(move)
        if rng.random() < 0.4:
            yield _case(early)
    limit = rules.settings.no_progress_limit
    idle = Game(rules, f"{late.start_position().rpartition(' ')[0]} {max(0, limit - 3)}")
    while idle.outcome() is None and len(idle.moves) < 6:
        idle.push(rng.choice(idle.legal_moves()))
    yield _case(idle)


def _case(game: Game, *more: str) -> Case:
    return Case(game.start_position(), tuple(game.moves), tuple(sorted({*more, *_things(game)})))


# -- what a position shows


def _things(game: Game) -> Iterator[str]:
    outcome, legal = game.outcome(), game.legal_moves()
    if outcome is not None:
        yield f"over: {outcome.termination}, {outcome.winner or 'drawn'}"
        return
    if any("x" in move for move in legal):
        yield "capture"
    if legal == ["pass"]:
        yield "pass"
    if any(move.startswith("@") for move in legal):
        yield "placement"
    if any(character in "234" for character in game.position().split(" ")[0]) and game.side == 1:
        yield "groups"
    if game.rules.family == "jungle":
        yield from _jungle_things(game, legal)


def _jungle_things(game: Game, legal: list[str]) -> Iterator[str]:
    rules = game.rules
    if any(abs(ord(m[0]) - ord(m[3])) + abs(int(m[1]) - int(m[4])) > 1 for m in legal):
        yield "river jump"
    for move in {*_moves_of(_with(rules, ban_repeats=0, ban_run=0), game.row)} - {*legal}:
        yield rules.why_illegal(game.row, move).partition(":")[0]
    for thing, changes in _OTHER_RULES.items():
        if any({*legal} != {*_moves_of(_with(rules, **other), game.row)} for other in changes):
            yield thing
    cells = {(piece.side, piece.letter): cell for cell, piece in rules.pieces(game.row).items()}
    ends = cells.get((game.side, "E")), cells.get((1 - game.side, "R"))
    if ends[0] and ends[1] and abs(ord(ends[0][0]) - ord(ends[1][0])) + abs(int(ends[0][1]) - int(ends[1][1])) == 1:
        yield "an elephant beside a rat"
    strength = {cell: BEASTS.index(piece.letter) for cell, piece in rules.pieces(game.row).items()}
    if any(strength[move[3:]] > strength[move[:2]] for move in legal if "x" in move):
        yield "the weaker takes"


_OTHER_RULES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "a ban lifted by a chase": [{"chase_lifts_ban": False}],
    "a run on many cells": [{"ban_cells": 63}],
    "rats across the bank": [{"rats_take_across_bank": False}, {"rats_take_across_bank": True}],
    "a beast in a trap beside another": [{"trapped_may_take": False}, {"trapped_may_take": True}],
    "rats and river jumps": [{"jump_blockers": "any-rat-in-river"}, {"jump_blockers": "enemy-rat-on-path"}],
}  # what other rules than the game's would change in the moves


@functools.lru_cache(maxsize=16)
def _variant(rules: Ruleset, changes: tuple[tuple[str, Any], ...]) -> Ruleset:
    return make_game(f"{rules.name} with others", rules.settings.model_dump(mode="json") | dict(changes))


def _with(rules: Ruleset, **changes: Any) -> Ruleset:
    return _variant(rules, tuple(changes.items()))


def _moves_of(rules: Ruleset, row: Row) -> list[str]:
    """Texts of the moves that these rules allow at a row of a game that is not over."""
    from hunt_ai.games.kernels.rows import row_moves

    moves = np.empty(rules.max_moves, dtype=np.int32)
    count, _ = row_moves(rules.kernel_rules, row, moves)
    return [rules.move_text(row, int(move)) for move in moves[:count]]


# -- pieces put anywhere


def _scattered(rules: Ruleset, rng: Random) -> Iterator[Case]:
    kept = 0
    seen: dict[str, int] = {}
    for _ in range(SCATTERED):
        game = _scattered_position(rules, rng)
        if game is None:
            continue
        case = _case(game, "pieces anywhere")
        if all(seen.get(thing, 0) >= 2 * SHOWING for thing in case.shows) and kept >= SCATTERED_MOST:
            continue
        kept += 1
        for thing in case.shows:
            seen[thing] = seen.get(thing, 0) + 1
        yield case


def _scattered_position(rules: Ruleset, rng: Random) -> Game | None:
    row = _scattered_hunt(rules, rng) if isinstance(rules, HuntGame) else _scattered_jungle(rng)
    try:
        return Game(rules, rules.format_position(row))
    except InvalidPosition:
        return None


def _scattered_hunt(rules: HuntGame, rng: Random) -> Row:
    settings = rules.settings
    captured = rng.choice([0, 0, rng.randrange(settings.capture_goal)])
    area = [point for point in rules.points if point in settings.pack_area]
    groups: dict[str, int] = {}
    left = rules.dogs - captured
    share = rng.choice([0.15, 0.5])
    for point in settings.group_points:
        if rng.random() < share and left > 4:
            groups[point] = rng.randint(2, 4)
            left -= groups[point]
    others = [point for point in area if point not in groups]
    hand = max(0, left - len(others))
    if settings.hand and rng.random() < 0.5:
        hand = max(hand, rng.randint(0, min(settings.hand, left)))
    singles = rng.sample(others, left - hand)
    pack = dict.fromkeys(singles, 1) | groups
    free = [point for point in rules.points if point not in pack]
    quarry = rng.sample(free, min(rules.quarry_count, len(free)))
    position = HuntPosition(frozenset(quarry), pack, rng.choice([0, 1, 1]), hand, captured, rng.choice([0, 30, 150]))
    return pack_row(settings, position)


def _scattered_jungle(rng: Random) -> Row:
    beasts: dict[str, tuple[int, int]] = {}
    share = rng.choice([0.15, 0.9])
    for side in range(2):
        for beast in range(len(BEASTS)):
            cell = rng.choice(_likely_cells(beast, beasts, rng))
            dry = beast == RAT or cell not in WATER
            if cell not in beasts and dry and cell not in DENS and rng.random() < share:
                beasts[cell] = side, beast
    return jungle_row(JunglePosition(beasts, rng.randrange(2), rng.choice([0, 30, 150])))


def _likely_cells(beast: int, beasts: Mapping[str, object], rng: Random) -> Sequence[str]:
    """Where beasts have to do with one another: rats in water, jumpers beside it, any beside another or in a trap."""
    kind = rng.random()
    if kind < 0.3 and beast == RAT:
        return sorted(WATER)
    if kind < 0.3 and beast in (TIGER, LION):
        return sorted({jump[0] for jump in list_jumps()})
    if kind < 0.6 and beasts:
        return [to for start, to in sorted(list_steps()) if start in beasts]
    if kind < 0.7:
        return sorted(TRAPS[0] | TRAPS[1])
    return CELLS
