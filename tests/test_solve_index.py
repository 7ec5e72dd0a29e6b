"""The numbering of positions: rank and unrank are exact inverses, and images of a position share an index or copies."""

import itertools
import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.solve.hunt_index import build_index, slice_size
from hunt_ai.solve.kernels import hunt_index_layout as at
from hunt_ai.solve.kernels.hunt_index import (
    class_of_index,
    count_class,
    next_set,
    nth_set,
    rank,
    rank_all,
    unrank,
    unrank_all,
)
from hunt_ai.solve.slices import Slice, canonical_slice, flat_slices, image_of_heights, slice_of, slice_row

FILES = Path(__file__).parent / "games"
LITTLE = str(FILES / "little-tiger.toml")
GATE = "dog-deer{hand=0,capture_goal=2,start='./.../..D../...../...../.oo../..D../.../...'}"
WHOLE = [
    (LITTLE, Slice(4, 0, (0, 0, 0, 0))),
    (LITTLE, Slice(3, 0, (0, 0, 0, 0))),
    (LITTLE, Slice(4, 0, (1, 0, 0, 1))),
    (LITTLE, Slice(4, 0, (1, 0, 0, 0))),
    (LITTLE, Slice(0, 0, (0, 0, 0, 0))),
    (GATE, Slice(1)),
    ("beat-the-wolf{start='.../.../.....oo/...W.../......./.../...',capture_goal=1}", Slice(2)),
    (LITTLE + "{start='TTo/..o/TTo',capture_goal=1}", Slice(3, 0, (0, 0, 0, 0))),
    ("bagh-chal{capture_goal=1}", Slice(0, 20)),
    (str(FILES / "crooked.toml"), Slice(2)),
    (str(FILES / "long-road.toml"), Slice(2, 2, (1, 0, 0))),
    (str(FILES / "long-road.toml"), Slice(5, 0, (3, 0, 0))),
]
BIG = [
    ("double-tiger", Slice(16, 0, (0, 0, 0, 0))),
    ("double-tiger", Slice(11, 0, (0, 0, 0, 0))),
    ("double-tiger", Slice(14, 0, (3, 2, 0, 0))),
    ("dog-deer", Slice(24)),
    ("dog-deer", Slice(17)),
    ("dog-deer", Slice(15, 9)),
    ("beat-the-wolf", Slice(17)),
    ("beat-the-wolf", Slice(6)),
    ("fox-and-geese", Slice(9)),
    ("bagh-chal", Slice(20)),
    (str(FILES / "long-road.toml"), Slice(13, 0, (0, 1, 1))),
]


def raised_mask(game, here: Slice) -> int:
    points = zip(game.settings.group_points, here.heights, strict=True)
    return sum(1 << game.bits[point] for point, height in points if height)


def all_positions(game, here: Slice) -> set[tuple[int, int]]:
    """Every (quarry, pack) of a slice, from what may stand where."""
    raised = raised_mask(game, here)
    quarry_bits = [bit for bit in game.bits.values() if not raised >> bit & 1]
    dog_bits = [game.bits[point] for point in game.settings.pack_area if not raised >> game.bits[point] & 1]
    found = set()
    for quarry in itertools.combinations(quarry_bits, game.quarry_count):
        free = [bit for bit in dog_bits if bit not in quarry]
        for dogs in itertools.combinations(free, here.singles):
            found.add((sum(1 << bit for bit in quarry), raised | sum(1 << bit for bit in dogs)))
    return found


def random_position(game, here: Slice, rng: Random) -> tuple[int, int]:
    raised = raised_mask(game, here)
    while True:
        quarry = rng.sample(sorted(bit for bit in game.bits.values() if not raised >> bit & 1), game.quarry_count)
        area = {game.bits[point] for point in game.settings.pack_area}
        free = sorted(bit for bit in area - set(quarry) if not raised >> bit & 1)
        if len(free) >= here.singles:
            dogs = rng.sample(free, here.singles)
            return sum(1 << bit for bit in quarry), raised | sum(1 << bit for bit in dogs)


def images(game, here: Slice, quarry: int, pack: int) -> set[tuple[int, int]]:
    """The images of a position by the automorphisms that keep its slice."""
    row = slice_row(game, here, quarry, pack, 0)
    kept = [a for a in game.automorphisms if image_of_heights(game, here.heights, a) == here.heights]
    return {(int(image[0]), int(image[1])) for image in (game.transform(row, a) for a in kept)}


def index_of(index, position: tuple[int, int]) -> int:
    return rank(index, np.uint64(position[0]), np.uint64(position[1]))


@pytest.mark.parametrize(("name", "here"), WHOLE)
def test_every_position_of_small_slices(name: str, here: Slice) -> None:
    game = load_game(name)
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    assert size == slice_size(game, here)
    quarries, packs = np.empty(size, dtype=np.uint64), np.empty(size, dtype=np.uint64)
    unrank_all(index, 0, size, quarries, packs)
    back = np.empty(size, dtype=np.int64)
    rank_all(index, quarries, packs, back)
    np.testing.assert_array_equal(back, np.arange(size))
    stored = list(zip(quarries.tolist(), packs.tolist(), strict=True))
    assert len(set(stored)) == size
    positions = all_positions(game, here)
    assert positions >= set(stored)
    found = {position: index_of(index, position) for position in positions}
    assert set(found.values()) == set(range(size))
    classes = {}
    for position in positions:  # one index, or the copies of one position
        orbit = images(game, here, *position)
        indices = {found[image] for image in orbit}
        assert {stored[i] for i in indices} <= orbit
        classes[min(orbit)] = indices
    assert sum(map(len, classes.values())) == size
    counted = [count_class(index, number) for number in range(int(index.numbers[at.CLASSES]))]
    assert sum(indices for indices, _ in counted) == size
    assert sum(canonical for _, canonical in counted) == len(classes)
    orbits = index.numbers[index.numbers[at.CLASSES_AT] + at.CLASS_ORBIT :: at.CLASS_NUMBERS]
    assert sum(n * int(orbit) for (n, _), orbit in zip(counted, orbits, strict=False)) == len(positions)


@pytest.mark.parametrize(("name", "here"), BIG)
def test_samples_of_large_slices(name: str, here: Slice) -> None:
    game = load_game(name)
    index = build_index(game, here)
    size = int(index.numbers[at.SIZE])
    assert size == slice_size(game, here)
    rng = Random(f"{name} {here}")
    for number in [0, size - 1, *(rng.randrange(size) for _ in range(300))]:
        quarry, pack = unrank(index, number)
        assert rank(index, quarry, pack) == number
        row = slice_row(game, here, quarry, pack, 1)
        assert slice_of(game, row) == here or here.heights == ()
        game.parse_position(game.format_position(row))
        record = index.numbers[at.CLASSES_AT] + at.CLASS_NUMBERS * class_of_index(index, number)
        assert index.numbers[record + at.CLASS_OFFSET] <= number < index.numbers[record + at.CLASS_END]
    for _ in range(300):
        position = random_position(game, here, rng)
        found = index_of(index, position)
        assert 0 <= found < size
        orbit = images(game, here, *position)
        assert tuple(map(int, unrank(index, found))) in orbit
        assert {tuple(map(int, unrank(index, index_of(index, image)))) for image in orbit} <= orbit


def test_sets_follow_one_another_in_colex_order() -> None:
    index = build_index(load_game("double-tiger"), Slice(4, 12, (0, 0, 0, 0)))
    for points, members in ((7, 3), (10, 1), (6, 6), (9, 8)):
        sets = sorted(sum(1 << n for n in chosen) for chosen in itertools.combinations(range(points), members))
        assert [int(nth_set(index, points, members, n)) for n in range(math.comb(points, members))] == sets
        assert [int(next_set(np.uint64(dogs))) for dogs in sets[:-1]] == sets[1:]


def test_sizes_of_the_big_games() -> None:
    double_tiger = load_game("double-tiger")
    sizes = [slice_size(double_tiger, here) for here in flat_slices(double_tiger)]
    assert [here.on_board for here in flat_slices(double_tiger)] == [11, 12, 13, 14, 15, 16]
    classes = sizes[0] // math.comb(23, 11)
    assert sizes == [classes * math.comb(23, dogs) for dogs in range(11, 17)]
    deer = load_game("dog-deer")
    assert [here.on_board for here in flat_slices(deer)] == list(range(17, 25))


def test_slices_are_told_apart_and_put_into_one_order() -> None:
    game = load_game("double-tiger")
    assert slice_of(game, game.start) == Slice(16, 0, (3, 3, 3, 3))
    here, automorphism = canonical_slice(game, Slice(12, 0, (0, 1, 0, 3)))
    assert here.heights == (3, 1, 0, 0)
    assert image_of_heights(game, (0, 1, 0, 3), automorphism) == (3, 1, 0, 0)
    assert Slice(16, 0, (3, 3, 3, 3)).singles == 0
    assert not slice_of(game, game.start).is_flat


def test_slices_that_cannot_be() -> None:
    game = load_game("double-tiger")
    with pytest.raises(UserError, match="no position has 3 dogs"):
        build_index(game, Slice(3, 0, (3, 0, 0, 0)))
    with pytest.raises(UserError, match="cannot be numbered"):
        build_index(game, Slice(24, 0, (0, 0, 0, 0)))
