"""The weights of Dou Shou Qi: keys of their files, and numbers set by hand.

All numbers are for the side to move, whose board reads as red's: its den is `d1`, the enemy's `d9`.
"""

from hunt_ai.games.jungle.board import BEAST_TITLES, BITS, DENS, ROWS, TRAPS, WATER
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search.kernels import jungle_evaluation as at
from hunt_ai.search.parameters import Key, Values, orbits, plain_key

NAMES = tuple(english.lower() for english, _ in BEAST_TITLES)  # by number of the beast
_CELLS = tuple(cell for row in ROWS for cell in row)  # as in the file: the ninth rank first
_SCALARS = (
    ("prey", at.PREY, "each pair of an own beast and an enemy one that it could take by rank, less the enemy's pairs"),
    ("mobility", at.MOBILITY, "each own step, less the enemy's"),
    ("in_traps", at.IN_TRAPS, "each own beast in an enemy trap, less the enemy's in own traps"),
    ("guards", at.GUARDS, "each own beast in its traps or beside them, less the enemy's in and beside theirs"),
    ("tempo", at.TEMPO, "to be the side to move"),
)
# Winners have few guards, having gone to the other den; who fits that plays on without a guard, and loses.
_LOOSENESS = {"guards": 0.02, "in_traps": 0.3}
_MATERIAL = (300, 120, 160, 200, 280, 400, 480, 450)  # by number of the beast
_ADVANCE = (3, 3, 3, 4, 6, 8, 8, 4)  # for each step nearer to the enemy's den


def jungle_keys(rules: Ruleset) -> list[Key]:
    """The keys of one side's file."""
    by_point = dict(zip(rules.points, orbits(rules), strict=True))
    ties = tuple(by_point[cell] for cell in _CELLS)
    eight = "rat, cat, dog, wolf, leopard, tiger, lion, elephant"
    cells = [
        Key(
            f"cells.{name}",
            "an own beast by its cell, the ninth rank first, less the enemy's on their turned board",
            tuple((at.CELLS_AT + 64 * beast + BITS[cell],) for cell in _CELLS),
            ties,
            columns=7,
            looseness=0.2,
        )
        for beast, name in enumerate(NAMES)
    ]
    everywhere = tuple(tuple(at.CELLS_AT + 64 * beast + bit for bit in BITS.values()) for beast in range(8))
    return [
        Key("material", f"an own beast, less the enemy's: {eight}", everywhere, tuple(range(8))),
        plain_key("free", f"an own beast that no enemy left could take by rank, less the enemy's: {eight}", at.FREE, 8),
        plain_key("chased", f"an own beast that the enemy could take if it were to move: {eight}", at.CHASED, 8),
        plain_key("chases", f"an enemy beast that could be taken now: {eight}", at.CHASES, 8),
        plain_key("nearest", "by the least distance of an own beast to the enemy's den, 0 to 15", at.NEAREST, 16),
        plain_key("enemy_nearest", "the enemy's likewise", at.ENEMY_NEAREST, 16),
        plain_key("lead", "by the distance of the den's nearest defender less that, -4 to 4", at.LEAD, 9),
        plain_key("enemy_lead", "the enemy's likewise", at.ENEMY_LEAD, 9),
        *(plain_key(name, comment, word, 1, _LOOSENESS.get(name, 1.0)) for name, word, comment in _SCALARS),
        *cells,
    ]


def _distance(cell: str, den: str) -> int:
    return abs(ord(cell[0]) - ord(den[0])) + abs(int(cell[1]) - int(den[1]))


def _on_cell(beast: int, cell: str) -> int:
    if cell in DENS or (cell in WATER and beast != 0):
        return 0
    score = _ADVANCE[beast] * (8 - _distance(cell, DENS[1]))
    return score + (40 if cell in TRAPS[1] else 10 if cell in WATER else 0)


def jungle_defaults() -> Values:
    """Numbers set by hand, the same for both sides."""
    nearest = [0, 150, 80, 40, 20, 10, 5, *[0] * 9]
    lead = [-10, -8, -5, -3, 0, 10, 40, 90, 140]
    return {
        "material": list(_MATERIAL),
        "free": [60, 15, 15, 20, 30, 40, 60, 120],
        "chased": [-number // 10 for number in _MATERIAL],
        "chases": [number // 3 for number in _MATERIAL],
        "nearest": nearest,
        "enemy_nearest": [-number for number in nearest],
        "lead": lead,
        "enemy_lead": [-number for number in lead],
        "prey": [5],
        "mobility": [2],
        "in_traps": [20],
        "guards": [6],
        "tempo": [15],
        **{f"cells.{name}": [_on_cell(beast, cell) for cell in _CELLS] for beast, name in enumerate(NAMES)},
    }
