"""Board automorphisms: their number, and a published count of positions that they must reproduce."""

import itertools

import pytest

from hunt_ai import load_game
from hunt_ai.games.symmetry import automorphisms

EXPECTED = {
    "dog-deer": 2, "beat-the-wolf": 8, "double-tiger": 8, "jungle-arena": 2, "jungle-bighead": 2, "bagh-chal": 8,
    "fox-and-geese": 2, "double-tiger{group_points=['b2','d2','b4']}": 2,
    "double-tiger{pack.directions=['up','down','left','right','up-left','down-right']}": 4,
    "beat-the-wolf{quarry.directions=['up']}": 2,
}  # fmt: skip


@pytest.mark.parametrize("game", EXPECTED)
def test_number_of_automorphisms(game: str) -> None:
    start = {"double-tiger{group_points=['b2','d2','b4']}": ",start='...../.4.../T...T/.4.4./.....'}"}.get(game)
    assert len(load_game(game[:-1] + start if start else game).automorphisms) == EXPECTED[game]


def test_the_jungle_mirror_swaps_files() -> None:
    mirror = load_game("jungle-arena").automorphisms[1]
    assert [int(cell) for cell in mirror.points] == [7 * (cell // 7) + 6 - cell % 7 for cell in range(63)]


def orbits(permutations: list[tuple[int, ...]], quarry: int, pack: int) -> int:
    """Ways to put so many quarry pieces and dogs on the points up to symmetry: Burnside's lemma, by cycle lengths."""
    total = 0
    for permutation in permutations:
        left, ways = set(range(len(permutation))), {(0, 0): 1}
        while left:
            start = point = left.pop()
            length = 1
            while (point := permutation[point]) != start:
                left.remove(point)
                length += 1
            grown: dict[tuple[int, int], int] = {}
            for (q, p), count in ways.items():
                for key in ((q, p), (q + length, p), (q, p + length)):
                    grown[key] = grown.get(key, 0) + count
            ways = grown
        total += ways.get((quarry, pack), 0)
    return total // len(permutations)


def test_bagh_chal_has_the_published_number_of_positions() -> None:
    permutations = [tuple(int(p) for p in symmetry.points) for symmetry in load_game("bagh-chal").automorphisms]
    counts = [orbits(permutations, 4, goats) for goats in (20, 19, 18, 17, 16)]
    assert counts == [33481, 333175, 2105695, 9469965, 32188170]
    assert 2 * sum(counts) == 88_260_972


@pytest.mark.parametrize("seed", range(20))
def test_automorphisms_equal_trying_all_permutations(seed: int) -> None:
    import random

    rng = random.Random(seed)
    n = rng.randint(2, 6)
    colours = [rng.randint(0, 1) for _ in range(n)]
    relations = [{(a, b) for a in range(n) for b in range(n) if a != b and rng.random() < 0.4} for _ in range(2)]
    triples = {tuple(rng.sample(range(n), 3)) for _ in range(3)} if n > 2 else set()

    def keeps(p: tuple[int, ...]) -> bool:
        return (
            all(colours[p[a]] == colours[a] for a in range(n))
            and all({(p[a], p[b]) for a, b in relation} == relation for relation in relations)
            and {(p[a], p[b], p[c]) for a, b, c in triples} == triples
        )

    wanted = {p for p in itertools.permutations(range(n)) if keeps(p)}
    assert set(automorphisms(colours, relations, triples)) == wanted


def test_a_board_of_countless_symmetries_gets_the_identity() -> None:
    star = [(0, leaf) for leaf in range(1, 30)]
    assert automorphisms([0] * 30, [star], ()) == [tuple(range(30))]
