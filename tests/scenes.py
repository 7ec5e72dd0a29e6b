"""The scenes each game is played in: positions and policies chosen so that every odd rule fires often.

Run as a script to see how often each event fires, on the referee alone: `python tests/scenes.py [GAME ...]`
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from playouts import Scene, play_scene
from policies import (
    Policy,
    at_random,
    capturing,
    ending,
    going_round,
    haunting,
    jumping,
    late,
    late_after,
    peaceful,
    seeking,
    shuffling,
)
from positions import (
    deer_at_the_gates,
    deer_jumping_out,
    full_grassland,
    geese_at_the_top,
    goats_shut_in,
    placed_jungle,
    random_hunt,
    random_jungle,
    stuck_groups,
    tight_hunt,
)
from referee import HUNT_GAMES, JUNGLE_GAMES


def every_pair(*policies: Policy) -> tuple[tuple[Policy, Policy], ...]:
    return tuple((first, second) for first in policies for second in policies)


stuck_at_the_limit = seeking("immobilised-before-no-progress", peaceful)
out_at_the_limit = seeking("driven-out-before-no-progress", peaceful)
leaping = seeking("ban-7-3-lifted-by-chase-across-river", shuffling)

HUNT_MIX = every_pair(at_random, capturing, shuffling, late(at_random, 0.1))


def scenes(game: str) -> list[Scene]:
    return hunt_scenes(game) if game in HUNT_GAMES else jungle_scenes(game)


def hunt_scenes(name: str) -> list[Scene]:
    goal = HUNT_GAMES[name].capture_goal
    near_limit = partial(random_near_limit, name)
    return [
        Scene("from the start", 60, 120, None, HUNT_MIX),
        Scene("from anywhere", 300, 35, partial(random_hunt, name), HUNT_MIX),
        Scene("near the limit", 250, 20, near_limit, every_pair(peaceful, shuffling, late(peaceful, 0.1))),
        Scene("one capture short", 200, 20, partial(random_hunt, name, captured=goal - 1), every_pair(capturing)),
        Scene("goal reached", 60, 0, partial(random_hunt, name, captured=goal), every_pair(at_random)),
        Scene("goal and limit", 150, 0, partial(random_hunt, name, captured=goal, idle=200), every_pair(at_random)),
        Scene("nearly stuck", 150, 6, partial(tight_hunt, name), every_pair(ending)),
        Scene("nearly stuck at the limit", 150, 1, partial(tight_hunt, name, idle=199), every_pair(stuck_at_the_limit)),
        *OWN_SCENES[name],
    ]


def random_near_limit(name: str, rng: Random) -> str:
    return random_hunt(name, rng, hand=0, groups=False, idle=rng.randint(185, 200))


def driven_out_at_the_limit(rng: Random) -> str:
    return deer_at_the_gates(rng, on_the_gate=True, idle=199)


def driven_out_and_goal(rng: Random) -> str:
    return random_hunt("dog-deer", rng, quarry=rng.sample(["a1", "c1", "c2", "b8", "c9"], 2), captured=8)


OWN_SCENES = {
    "dog-deer": [
        Scene("no room", 30, 12, partial(full_grassland, hand=0), every_pair(at_random, late(at_random, 0.1))),
        Scene("no room for the hand", 150, 6, partial(full_grassland, hand=1), every_pair(at_random)),
        Scene("at the gates", 150, 12, deer_at_the_gates, every_pair(ending, capturing)),
        Scene("out at the limit", 200, 1, driven_out_at_the_limit, every_pair(out_at_the_limit)),
        Scene("out by the last capture", 150, 1, deer_jumping_out, every_pair(capturing)),
        Scene("out with the goal reached", 60, 0, driven_out_and_goal, every_pair(at_random)),
        Scene("stuck with the goal reached", 150, 0, partial(tight_hunt, "dog-deer", captured=8), every_pair(ending)),
    ],
    "beat-the-wolf": [],
    "double-tiger": [
        Scene("groups without a step", 150, 12, stuck_groups, every_pair(at_random, capturing)),
        Scene("stuck with the goal", 150, 0, partial(tight_hunt, "double-tiger", captured=6), every_pair(ending)),
    ],
    "bagh-chal": [
        Scene("goats shut in", 150, 6, goats_shut_in, every_pair(at_random)),
        Scene("stuck with the goal", 150, 0, partial(tight_hunt, "bagh-chal", captured=5), every_pair(ending)),
    ],
    "fox-and-geese": [
        Scene("geese at the top", 120, 2, geese_at_the_top, every_pair(peaceful)),
        Scene("geese nearly at the top", 80, 4, partial(geese_at_the_top, mover="pack"), every_pair(ending)),
        Scene("stuck with the goal", 150, 0, partial(tight_hunt, "fox-and-geese", captured=8), every_pair(ending)),
    ],
}


def placed(placement: str, **options: object) -> Callable[[Random], str]:
    return partial(placed_jungle, placement, **options)


BANKS = "a4,a5,a6,d4,d5,d6,b3,c3,b7,c7,e3,e7,g5"
RAT_WAR = "R@a4,a5,b4,b5,c4,b3 r@a5,a6,b5,b6,c5,b7 E@b3,c3,d4,d5 e@b7,c7,d5,d6"
JUMPERS = f"L@{BANKS} T@{BANKS} l@{BANKS} t@{BANKS} R@b4,b5,c5,e5,f6 r@b6,b5,c4,e4,f5"
IN_TRAPS = "R@c9,d8,e9 W@c9,d8,e9 e@b9,c8,d7,e8,f9 c@b9,c8,d7,e8,f9,d6"
RAT_IN_TRAP = "R@c9,d8,e9 D@b7,d6 e@b9,c8,d7,e8,f9 p@a9,a8"
LOOP = "b1 a1 a2 b2"
LOOP_OF_SIX = "a1 a2 a3 b3 b2 b1"
LOOP_BY_A_TRAP = "c1 b1 b2 c2"
LION_LOOP = "d2 c2 c3 d3"
CHASED_LOOP = "D@a2 l@d2 w@f9 c@f8"


def jungle_scenes(game: str) -> list[Scene]:
    mix = every_pair(at_random, capturing, shuffling)
    patient = every_pair(peaceful, shuffling, haunting)
    slow = late(shuffling, 0.15)
    shuffle = every_pair(shuffling)
    return [
        Scene("from the start", 30, 100, None, mix),
        Scene("from anywhere", 400, 25, random_jungle, mix),
        Scene("few beasts", 80, 50, partial(random_jungle, most=2), patient),
        Scene("running late", 400, 30, partial(random_jungle, most=4), every_pair(slow, late(at_random, 0.15))),
        Scene("near the limit", 150, 12, near_jungle_limit, patient),
        Scene("rats at the bank", 1200, 7, placed(RAT_WAR), every_pair(capturing, at_random)),
        Scene("rats and elephants", 150, 2, placed("R@a3,b3 e@a2,b2,c3 w@g8"), every_pair(capturing)),
        Scene("jumpers", 400, 16, placed(JUMPERS), every_pair(capturing, jumping)),
        Scene("in traps", 300, 6, placed(IN_TRAPS), every_pair(capturing)),
        Scene("rat in a trap", 300, 4, placed(RAT_IN_TRAP, side="blue"), every_pair(capturing)),
        Scene("shuffling", 60, 40, placed("D@a3 l@a4 r@g8 t@f8", extras=(0, 2)), shuffle),
        Scene("shuffling by a trap", 60, 24, placed("D@b1,c2 l@g8 t@f7"), shuffle),
        Scene("chased across the river", 120, 24, placed("D@a4,a5 l@d4,d5 w@g8 C@g1"), ((shuffling, leaping),)),
        Scene("jumping back and forth", 60, 20, placed("L@a5,d5,a4 w@g8,f8 c@f9"), ((jumping, shuffling),)),
        Scene("going round", 150, 40, placed("D@b1 l@f9 t@e7"), ((going_round(LOOP), peaceful),)),
        Scene("going round six", 60, 40, placed("D@a1,a2 l@f9 t@e7"), ((going_round(LOOP_OF_SIX), peaceful),)),
        Scene("round by a trap", 60, 40, placed("D@b1 l@f9 t@e7"), ((going_round(LOOP_BY_A_TRAP), peaceful),)),
        Scene("chased round", 150, 42, placed(CHASED_LOOP), ((going_round(LOOP), going_round(LION_LOOP)),)),
        Scene(
            "walking in", 400, 24, placed("L@a3,b1 d@a5,b3 c@g8"), ((shuffling, seeking("banned-capture", peaceful)),)
        ),
        Scene("at the den", 150, 2, placed("C@c9,d8,e9 w@a1,g3", extras=(0, 2)), every_pair(ending)),
        Scene("at the den at the limit", 250, 1, placed("C@c9,d8,e9 w@a1,g3", idle=199), ((ending, ending),)),
        Scene("last beast", 150, 2, placed("C@b3,b7,c8 r@b8,a7,d7,c2,b4", extras=(0, 0)), every_pair(ending)),
        Scene("boxed in", 200, 1, placed("c@a9 E@a8 L@b8,c9"), every_pair(ending)),
        Scene("boxed in at the limit", 150, 1, placed("c@a9 E@a8 L@b8,c9", idle=199), every_pair(stuck_at_the_limit)),
        Scene("late at the limit", 400, 3, late_at_the_limit, ((late(peaceful, 1.0), peaceful),)),
        Scene(
            "late and boxed in",
            150,
            40,
            placed("D@b1 l@f9 t@e7"),
            ((going_round(LOOP), late_after(18 - JUNGLE_GAMES[game].timeouts_lose, peaceful)),),
        ),
        *finished_scenes(),
    ]


def near_jungle_limit(rng: Random) -> str:
    return random_jungle(rng, most=4, idle=rng.randint(192, 200))


def late_at_the_limit(rng: Random) -> str:
    return random_jungle(rng, most=4, idle=rng.choice([197, 199]))


def finished_scenes() -> list[Scene]:
    nobody = every_pair(at_random)
    return [
        Scene("den and no beasts", 150, 0, placed("W@d9", extras=(0, 0)), nobody),
        Scene("den and boxed in", 150, 0, placed("c@a9 E@a8 L@b9 W@d9", side="blue"), nobody),
        Scene("den at the limit", 60, 0, placed("c@a9,b7,g3 E@a8 W@d9", side="blue", idle=200), nobody),
        Scene("no beasts, to move", 150, 0, placed("W@a1,b2,g7,d8", side="blue"), nobody),
        Scene("no beasts at the limit", 150, 0, placed("W@a1,b2,g7,d8", idle=200), nobody),
        Scene("boxed in, finished", 60, 0, placed("c@a9 E@a8 L@b9", side="blue", idle=200), nobody),
    ]


GAMES = [*HUNT_GAMES, *JUNGLE_GAMES]


def main(games: list[str]) -> None:
    for game in games:
        played = [play_scene(game, scene, mirrored=False) for scene in scenes(game)]
        events = sum((one.events for one in played), Counter())
        print(f"{game}: {sum(one.games for one in played)} games, {sum(one.plies for one in played)} plies")
        for event, times in sorted(events.items()):
            print(f"  {times:7} {event}")


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES)
