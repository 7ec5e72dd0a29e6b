"""What a network sees of a position: the features of a naive twin, their images, and how many there may be."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from all_games import ALL_GAMES, back_and_forth, random_game
from naive_features import feature_names, features
from referee import HUNT_GAMES, JUNGLE_GAMES
from referee_base import Referee
from referee_hunt import HuntReferee
from referee_jungle import JungleReferee

from hunt_ai import Game, load_game
from hunt_ai.network.kernels.observation import observe_rows
from hunt_ai.network.observation import Observation, spread

FREED = "double-tiger{groups_stuck='free'}"
DEFINITIONS = {
    **HUNT_GAMES,
    FREED: replace(HUNT_GAMES["double-tiger"], groups_stuck="free"),
    "dog-deer{no_progress_limit=12}": replace(HUNT_GAMES["dog-deer"], no_progress_limit=12),
    **JUNGLE_GAMES,
}
twins = pytest.mark.parametrize("name", DEFINITIONS)
SPARE = 70


def judge_of(name: str, position: str | None = None) -> Referee:
    definition = DEFINITIONS[name]
    return (JungleReferee if name.startswith("jungle") else HuntReferee)(definition, position)


def seen(observation: Observation, rows: np.ndarray) -> list[list[int]]:
    """The features of rows [n, K], written where there is room for more than there should be."""
    active = np.empty((len(rows), observation.most + SPARE), dtype=np.int32)
    observe_rows(observation.observer, observation.rules.kernel_rules, rows, active)
    assert (active[:, observation.most :] == -1).all()
    assert np.array_equal(observation.active(rows), active[:, : observation.most])
    return [[int(feature) for feature in row if feature >= 0] for row in active]


def compare(name: str, played: list[tuple[np.ndarray, Referee]]) -> None:
    """The features of rows are those of the judges beside them."""
    observation = Observation(load_game(name))
    hand = getattr(observation.rules.settings, "hand", 0)
    names = feature_names(played[0][1], hand)
    assert observation.size == len(names) == len(set(names))
    for found, (_, judge) in zip(seen(observation, np.array([row for row, _ in played])), played, strict=True):
        assert len(found) == len(set(found))
        assert {names[feature] for feature in found} == features(judge, hand), judge.position()


def followed(name: str, game: Game, judge: Referee, moves: list[str]) -> list[tuple[np.ndarray, Referee]]:
    """The positions before and after each of the moves."""
    played = [(game.row, judge.copy())]
    for move in moves:
        game.push(move)
        judge.push(move)
        played.append((game.row, judge.copy()))
    return played


@twins
def test_features_are_those_of_the_twin(name: str) -> None:
    played = []
    for seed in range(6):
        moves = random_game(name, seed, 120).moves
        if seed % 2 and len(moves) > 20:
            moves = [*moves[:9], "timeout", *random_game_after(name, [*moves[:9], "timeout"], seed)]
        played += followed(name, Game(name), judge_of(name), moves)
    compare(name, played)


def random_game_after(name: str, moves: list[str], seed: int) -> list[str]:
    game, rng = Game(name, moves=moves), Random(seed)
    for _ in range(60):
        if not game.legal_moves():
            break
        game.push(rng.choice(game.legal_moves()))
    return game.moves[len(moves) :]


@pytest.mark.parametrize("name", JUNGLE_GAMES)
def test_beasts_that_walk_to_and_fro(name: str) -> None:
    """Runs of one beast, with cells entered up to three times, as far as the bans let it."""
    played = []
    for seed in range(8):
        rng, game = Random(seed), Game(name)
        own = {0: "", 1: ""}
        while len(game.moves) < 90 and (moves := game.legal_moves()):
            side = game.side
            back = back_and_forth(game.moves, moves)
            of_one = [move for move in moves if move[:2] == own[side]]
            move = back if back and rng.random() < 0.7 else rng.choice(of_one or moves)
            own[side] = move[3:5]
            game.push(move)
        played += followed(name, Game(name), judge_of(name), game.moves)
    compare(name, played)
    found = set().union(*(features(judge) for _, judge in played))
    assert {("run", side, 17) for side in ("red", "blue")} <= found
    assert {kind[2] for kind in found if kind[0] == "entered"} == {1, 2, 3}


def crowded(name: str, rng: Random) -> str:
    """A position text with as many dogs on the board as there can be, groups, hand and captures at their greatest."""
    definition, rules = DEFINITIONS[name], load_game(name)
    points = rng.sample(sorted(definition.points), len(definition.points))
    quarry = set(points[: rules.quarry_count])
    dogs = dict.fromkeys((p for p in points if p in definition.pack_region - quarry), 1)
    while sum(dogs.values()) > rules.dogs:
        dogs.popitem()
    left = rules.dogs - sum(dogs.values())
    for point in definition.group_points & dogs.keys():
        more = min(3, left)
        dogs[point], left = dogs[point] + more, left - more
    letters = dict.fromkeys(quarry, definition.quarry_letter)
    letters |= {point: definition.pack_letter if count == 1 else str(count) for point, count in dogs.items()}
    rows = "/".join("".join(letters.get(point, ".") for point in row) for row in definition.rows)
    captured = min(left, definition.capture_goal)
    hand = left - captured
    return f"{rows} {rng.choice('qp')} {hand} {captured} {definition.no_progress_limit}"


@pytest.mark.parametrize("name", [name for name in DEFINITIONS if name in HUNT_GAMES or name == FREED])
def test_crowded_boards(name: str) -> None:
    texts = [crowded(name, Random(seed)) for seed in range(40)]
    compare(name, [(load_game(name).parse_position(text), judge_of(name, text)) for text in texts])


@pytest.mark.parametrize("name", ALL_GAMES)
def test_images_see_images(name: str) -> None:
    """Also: what is listed is in order of nothing, once each, below F and no more than `most`."""
    rules = load_game(name)
    observation = Observation(rules)
    rows = [row for seed in range(5) for row in random_game(name, seed, 60)._rows]
    found = seen(observation, np.array(rows))
    for features_of_row in found:
        assert len(set(features_of_row)) == len(features_of_row) <= observation.most <= observation.size
        assert max(features_of_row) < observation.size
    for automorphism in rules.automorphisms:
        image = observation.image(automorphism)
        assert sorted(image) == list(range(observation.size))
        images = seen(observation, np.array([rules.transform(row, automorphism) for row in rows]))
        for before, after in zip(found, images, strict=True):
            assert {int(image[feature]) for feature in before} == set(after)


@pytest.mark.parametrize("name", ["double-tiger", "jungle-arena"])
def test_spread(name: str) -> None:
    rules = load_game(name)
    observation = Observation(rules)
    rows = np.array([random_game(name, seed, 20).row for seed in range(5)])
    dense = spread(observation.active(rows), observation.size)
    assert dense.dtype == np.float32
    assert dense.shape == (5, observation.size)
    assert [np.flatnonzero(row).tolist() for row in dense] == [sorted(row) for row in seen(observation, rows)]
    assert set(np.unique(dense)) == {0, 1}
    full = np.arange(7, dtype=np.int32)[None]
    assert spread(full, 7).tolist() == [[1.0] * 7]
    assert dense[:, -1].tolist() == [rules.side_of(row) for row in rows]  # which the torch network relies on
