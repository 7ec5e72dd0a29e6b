"""The weights of hunt games: keys of their files, and numbers set by hand for games that have none.

A file has the tables `main` and `opening`: what holds with no dog in hand or in a group, and at the start of games that
have such; in between the score goes from one to the other. All numbers are for the quarry, whoever is to move.
"""

from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.hunt.text import unpack_row
from hunt_ai.search.kernels import hunt_evaluation as at
from hunt_ai.search.parameters import Key, Values, orbits, plain_key

TABLES = ("main", "opening")
_SCALARS = (
    ("trapped", at.TRAPPED, "each quarry piece without a move"),
    ("jumps", at.JUMPS, "each jump that the quarry has"),
    ("any_jump", at.ANY_JUMP, "if it has any"),
    ("soon", at.SOON, "each dog that the quarry could jump after one step, nothing else having moved"),
    ("far", at.FAR, "each other dog that it could jump after up to five steps"),
    ("beside", at.BESIDE, "each dog that stands a step of the quarry away"),
    ("pack_steps", at.PACK_STEPS, "each step that dogs have, the hand and groups left aside"),
    ("outside", at.OUTSIDE, "each quarry piece outside the region that it can be driven out of"),
    ("in_hand", at.IN_HAND, "each dog in hand"),
    ("grouped", at.GROUPED, "each dog above the first of its group"),
)
# A piece that is stuck while the game goes on has drawn the pack away from the others: no reason to get stuck.
_LOOSENESS = {"trapped": 0.05}


def opening_dogs(rules: HuntGame) -> int:
    """Dogs in hand and above the first of their group at the start: how long the opening lasts."""
    position = unpack_row(rules.settings, rules.start)
    return position.hand + sum(position.pack.values()) - len(position.pack)


def hunt_keys(rules: HuntGame) -> list[Key]:
    """The keys of one side's file, those of the opening only where the game has one."""
    goal = min(rules.settings.capture_goal, at.MOST_REMAINING)
    ties = orbits(rules)
    keys = []
    for number, table in enumerate(TABLES if opening_dogs(rules) else TABLES[:1]):
        first = number * at.SET_WORDS

        def by_point(name: str, comment: str, word: int) -> Key:
            slots = tuple((word + rules.bits[point],) for point in rules.points)
            return Key(name, comment, slots, ties, rules.points, looseness=0.2)

        keys += [
            plain_key(f"{table}.remaining", "by dogs still to be taken, from 1", first + at.REMAINING + 1, goal),
            plain_key(f"{table}.exits", "each quarry piece, by its steps: 0 to 8", first + at.EXITS, 9, 0.2),
            plain_key(
                f"{table}.reach",
                "by the empty points that the quarry can walk to in five steps: 0 to 7, 8-11, 12-15, ... 40 or more",
                first + at.REACH, at.REACH_BUCKETS,
            ),
            *(
                plain_key(f"{table}.{name}", comment, first + word, 1, _LOOSENESS.get(name, 1.0))
                for name, word, comment in _SCALARS
            ),
            by_point(f"{table}.quarry_points", "each quarry piece, by its point", first + at.QUARRY_POINTS),
            by_point(f"{table}.pack_points", "each dog or group, by its point", first + at.PACK_POINTS),
        ]  # fmt: skip
    return keys


def fitted_remaining(numbers: list[int], goal: int) -> list[int]:
    """`remaining` of a game with another capture goal: the same where both have it, and on at the last slope."""
    slope = numbers[-1] - numbers[-2] if len(numbers) > 1 else 0
    return numbers[:goal] + [numbers[-1] + slope * (n + 1) for n in range(goal - len(numbers))]


def hunt_defaults(rules: HuntGame, side: int) -> Values:
    """Numbers set by hand, for `side` to move: captures count by the part of the goal, lines by their number."""
    goal = min(rules.settings.capture_goal, at.MOST_REMAINING)
    quarry_moves = side == 0
    lines = dict.fromkeys(rules.points, 0)
    for start, _ in rules.settings.quarry_steps:
        lines[start] += 1
    mean = sum(lines.values()) / len(lines)
    dog = max(40, min(200, 900 // goal))
    scalars = {
        "trapped": -50, "jumps": 20 if quarry_moves else 35, "any_jump": dog // 2 if quarry_moves else 0,
        "soon": 12 if quarry_moves else 6, "far": 4, "beside": -3, "pack_steps": -1, "outside": -40, "in_hand": 0,
        "grouped": 0,
    }  # fmt: skip
    values: dict[str, list[int]] = {}
    for table in TABLES if opening_dogs(rules) else TABLES[:1]:
        values[f"{table}.remaining"] = [dog * (goal - n) + (dog if n == 1 else 0) for n in range(1, goal + 1)]
        values[f"{table}.exits"] = [-90, -45, -20, -5, 5, 12, 18, 22, 25]
        values[f"{table}.reach"] = [-160, -120, -90, -65, -45, -30, -20, -10, 0, 10, 15, 20, 25, 25, 25, 25]
        values |= {f"{table}.{name}": [number] for name, number in scalars.items()}
        values[f"{table}.quarry_points"] = [round(4 * (lines[point] - mean)) for point in rules.points]
        values[f"{table}.pack_points"] = [0 for _ in rules.points]
    return values
