"""The features that a network sees, by their names, from a naive referee: the slow twin of the observations.

A name is a tuple: the feature's kind, then points or cells, beasts, sides and numbers.
"""

from collections import Counter
from itertools import product

from referee_base import Referee
from referee_hunt import HuntReferee
from referee_jungle import JungleReferee
from referee_jungle_rules import FILES, RANKS, other

Feature = tuple[object, ...]
IDLE_EIGHTHS = range(1, 8)
NO_LIMIT = 10**9


def feature_names(judge: Referee, hand: int = 0) -> list[Feature]:
    """Every feature, in the order of their numbers; `hand`: dogs in hand at the start of a hunt game."""
    return _hunt_names(judge, hand) if isinstance(judge, HuntReferee) else _jungle_names()


def features(judge: Referee, hand: int = 0) -> set[Feature]:
    """Those that hold."""
    return _hunt_features(judge, hand) if isinstance(judge, HuntReferee) else _jungle_features(judge)


def _idle(judge: Referee) -> set[Feature]:
    limit = judge.definition.no_progress_limit or NO_LIMIT
    return {("idle", eighths) for eighths in IDLE_EIGHTHS if judge.idle >= eighths * limit / 8}


# -- hunt games


def _hunt_names(judge: HuntReferee, hand: int) -> list[Feature]:
    game = judge.definition
    points = sorted(game.points, key=lambda point: (int(point[1:]), point[0]))
    groups = ("second", "third", "fourth") if game.group_points else ()
    kinds = ["quarry", "pack", *groups, "reach", "taken", "targets"]
    return [
        *product(kinds, points),
        *(("pair", quarry, dog) for quarry, dog in product(points, points)),
        *(("hand", count) for count in range(1, hand + 1)),
        *(("captured", count) for count in range(1, game.capture_goal)),
        *(("idle", eighths) for eighths in IDLE_EIGHTHS),
        ("pack to move",),
    ]


def _hunt_features(judge: HuntReferee, hand: int) -> set[Feature]:
    game = judge.definition
    jumps = [move for move in judge._quarry_moves()[0].values() if move[0] == "jump"]
    steps = [move for move in judge._pack_moves()[0].values() if move[0] == "pack-step"]
    heights = {"pack": 1, "second": 2, "third": 3, "fourth": 4}
    return {
        *(("quarry", point) for point in judge.quarry),
        *((kind, point) for kind, least in heights.items() for point, dogs in judge.pack.items() if dogs >= least),
        *(("reach", to) for quarry in judge.quarry for to in game.lines[quarry] if judge._empty(to)),
        *(("taken", over) for _, _, over, _ in jumps),
        *(("targets", to) for _, _, to in steps),
        *(("pair", quarry, dog) for quarry, dog in product(judge.quarry, judge.pack)),
        *(("hand", count) for count in range(1, min(judge.hand, hand) + 1)),
        *(("captured", count) for count in range(1, min(judge.captured, game.capture_goal - 1) + 1)),
        *_idle(judge),
        *({("pack to move",)} if judge.mover == "pack" else ()),
    }


# -- Dou Shou Qi


def _jungle_names() -> list[Feature]:
    cells = [f"{file}{rank}" for rank in RANKS for file in FILES]
    sides = ("red", "blue")
    return [
        *(("beast", side, beast, cell) for side, beast, cell in product(sides, "RCDWPTLE", cells)),
        *(("taken", side, cell) for side, cell in product(sides, cells)),
        *(("entered", side, times, cell) for side, times, cell in product(sides, (1, 2, 3), cells)),
        *(("idle", eighths) for eighths in IDLE_EIGHTHS),
        *(("run", side, length) for side, length in product(sides, range(10, 18))),
        ("blue to move",),
    ]


def _jungle_features(judge: JungleReferee) -> set[Feature]:
    found = {("beast", side, beast, cell) for cell, (side, beast) in judge.board.items()}
    found |= {("taken", side, cell) for cell, (side, _) in judge.board.items() if judge._chased(cell)}
    for side in ("red", "blue"):
        moves = [(beast, cell) for beast, cell, _ in judge.entered[side]]
        for (_, cell), times in Counter(moves[-7:]).items():
            found |= {("entered", side, least, cell) for least in (1, 2, 3) if times >= least}
        run = 0
        for beast, _ in reversed(moves[-17:]):
            if beast != moves[-1][0]:
                break
            run += 1
        found |= {("run", side, length) for length in range(10, run + 1)}
    if judge.side == other("red"):
        found.add(("blue to move",))
    return found | _idle(judge)
