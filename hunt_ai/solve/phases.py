"""Exact values in the acyclic phases of a hunt game, by search down to the solved flat slices.

A game goes through its phases only once: dogs in hand are placed, groups are broken up, and neither is ever undone. So
the values of their positions need no retrograde analysis: a search finds them, and the flat slices, where play may go
in circles, end it. As everywhere in `hunt_ai.solve`, there is no limit of plies without progress.
"""

from collections.abc import Callable

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.kernels.hunt_layout import MAX_GROUP_POINTS
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.hunt_index import build_index
from hunt_ai.solve.kernels import hunt_phases as at
from hunt_ai.solve.kernels.hunt_index import SliceIndex
from hunt_ai.solve.kernels.hunt_tables import HuntTables
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import flat_slices

NODES_A_CALL = 20_000  # some milliseconds
MEMORY_MB = 1024
LONGEST = at.NO_WIN - 1

Report = Callable[[int, int], None]  # (nodes of this question, its attacker)


class PhaseSearch:
    """Asks for the values of one game's positions; what it finds out is remembered from question to question.

    `memory_mb` MiB are kept for each side's questions, and taken at the first of them.
    """

    def __init__(self, game: HuntGame, tables: HuntTables, memory_mb: int = MEMORY_MB) -> None:
        if memory_mb < 1:
            raise UserError(f"memory: {memory_mb} MiB is less than 1")
        self.game = game
        self.nodes = 0  # of all questions so far
        self._tables = tables
        self._buckets = 1 << (memory_mb * 2**20 // (8 * at.BUCKET)).bit_length() - 1
        self._works: dict[int, at.Phases] = {}

    def wins_within(self, row: Row, attacker: int, limit: int = LONGEST, report: Report | None = None) -> int:
        """Whether side `attacker` wins from `row` within `limit` plies, as a bound on the plies to its win.

        An answer of at most `limit` says that it wins within so many; a greater one, not within fewer, and LONGEST + 1
        never. UserError where a slice is missing.
        """
        work = self._work(attacker)
        at.begin(work, row, attacker, limit)
        while not at.search(work, NODES_A_CALL):
            if report:
                report(int(work.state[at.NODES]), attacker)
        self.nodes += int(work.state[at.NODES])
        status = work.state[at.STATUS]
        if status == at.TABLE_MISSING:
            raise UserError(f"{self.game.name}: the search came to a flat slice that is not solved")
        if status == at.TOO_DEEP:
            raise UserError(f"{self.game.name}: a line of play is longer than {at.MAX_PLIES} plies")
        return int(work.state[at.RESULT])

    def value(self, row: Row, report: Report | None = None) -> Value:
        """The value of any position, its distance exact."""
        for attacker in range(2):
            distance = self.distance(row, attacker, report)
            if distance is not None:
                return Value(attacker, distance)
        return Value(None, None)

    def distance(self, row: Row, attacker: int, report: Report | None = None) -> int | None:
        """Plies to the win of side `attacker`; None where it cannot force one."""
        least = 0
        found = self.wins_within(row, attacker, LONGEST, report)
        if found > LONGEST:
            return None
        while least < found:
            answer = self.wins_within(row, attacker, found - 1, report)
            if answer < found:
                found = answer
            else:
                least = answer
        return found

    def _work(self, attacker: int) -> at.Phases:
        if attacker not in self._works:
            numbering = build_index(self.game, flat_slices(self.game)[0])
            self._works[attacker] = at.Phases(
                self.game.kernel_rules,
                self._tables,
                numbering,
                _packing(self.game, numbering),
                _images_of_heights(self.game),
                np.zeros(self._buckets * at.BUCKET, dtype=np.uint64),
                np.zeros((2, 4096), dtype=np.int64),
                np.zeros((at.MAX_PLIES, 8), dtype=np.int64),
                np.zeros((at.MAX_PLIES, 3), dtype=np.uint64),
                np.zeros(at.MAX_PLIES, dtype=np.uint64),
                np.zeros((at.MAX_PLIES, self.game.max_moves), dtype=np.int32),
                np.zeros(8, dtype=np.int64),
            )
        return self._works[attacker]


def _packing(game: HuntGame, numbering: SliceIndex) -> np.ndarray:
    """Where the fields of a position's key begin; UserError where they do not fit into 63 bits."""
    from hunt_ai.solve.kernels import hunt_index_layout as layout

    groups = len(game.settings.group_points)
    widths = [len(game.settings.pack_area), 2 * groups, game.settings.hand.bit_length(), 1]
    shifts = np.cumsum(widths).astype(np.uint64)
    classes = int(numbering.numbers[layout.CLASSES])
    if int(shifts[-1]) + classes.bit_length() > 63:
        raise UserError(f"{game.name}: the board is too large to search the phases before the dogs only step")
    return shifts


def _images_of_heights(game: HuntGame) -> np.ndarray:
    """[automorphisms, 4, 256] uint64: the image of each byte of the heights, as a field of its own."""
    groups = game.settings.group_points
    order = {point: number for number, point in enumerate(game.points)}
    result = np.zeros((len(game.automorphisms), 4, 256), dtype=np.uint64)
    assert 2 * MAX_GROUP_POINTS <= 32
    for number, automorphism in enumerate(game.automorphisms):
        for place, point in enumerate(groups):
            image = groups.index(game.points[automorphism.points[order[point]]])
            byte, shift = divmod(2 * place, 8)
            for value in range(256):
                result[number, byte, value] |= np.uint64((value >> shift & 3) << 2 * image)
    return result
