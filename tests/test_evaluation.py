"""The static evaluation against a naive twin of sets, its symmetries and its weights files."""

import math
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from all_games import ALL_GAMES, random_game

from hunt_ai import Game, load_game
from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import GAMES
from hunt_ai.games.jungle.board import DENS, TRAPS
from hunt_ai.games.kernels.rows import row_key
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.search import weights as weights_files
from hunt_ai.search.jungle_parameters import NAMES
from hunt_ai.search.kernels.noisy_evaluation import NoisyEvaluation
from hunt_ai.search.kernels.scores import MAX_STATIC
from hunt_ai.search.kernels.static_scores import static_scores
from hunt_ai.search.tuning import Parameters, extract_features
from hunt_ai.search.weights import evaluation_keys, load_evaluation, load_values, make_evaluation, save_values

pytestmark = pytest.mark.slow  # most of the time is compiling

Values = dict[str, list[int]]


def scores_of(rules: Ruleset, evaluation: Any, rows: list[np.ndarray]) -> list[int]:
    scores = np.zeros(len(rows), dtype=np.int64)
    static_scores(rules.kernel_rules, evaluation, np.array(rows), scores)
    return scores.tolist()


def random_values(rules: Ruleset, rng: Random, most: int = 30) -> Values:
    """Random numbers for every key, the same on points that symmetry makes the same."""
    return {
        key.name: [numbers[tie] for tie in key.ties]
        for key in evaluation_keys(rules)
        for numbers in [{tie: rng.randint(-most, most) for tie in key.ties}]
    }


def unfinished(game: str, count: int) -> list[Game]:
    games = (random_game(game, seed, seed * 3 % 120) for seed in range(count))
    return [played for played in games if not played.outcome()]


# -- the twin of hunt games


def hunt_fields(text: str, rules: Any) -> tuple[set[str], dict[str, int], str, int, int]:
    """(quarry, dogs by point, side, hand, captured) of a position text."""
    rows, side, hand, captured, _ = text.split(" ")
    quarry, pack = set(), {}
    for row, points in zip(rows.split("/"), rules.settings.layout.ranks, strict=True):
        for character, point in zip(row, points, strict=True):
            if character == rules.settings.quarry.letter:
                quarry.add(point)
            elif character != ".":
                pack[point] = int(character) if character.isdigit() else 1
    return quarry, pack, side, int(hand), int(captured)


def naive_hunt(rules: Any, values: list[Values], text: str) -> int:
    quarry, pack, side, hand, captured = hunt_fields(text, rules)
    settings = rules.settings
    empty = set(rules.points) - quarry - set(pack)
    steps = {point: {to for start, to in settings.quarry_steps if start == point} for point in rules.points}
    jumps = [jump for jump in settings.layout.jumps if jump[1] in pack and jump[2] in empty]
    reached: set[str] = set()
    edge = quarry
    for _ in range(5):
        edge = {to for point in edge for to in steps[point] & empty} - reached
        reached |= edge
    exits = {point: len(steps[point] & empty) for point in quarry}
    stepped = {to for point in quarry for to in steps[point] & empty}
    now = [jump for jump in jumps if jump[0] in quarry]
    soon = {over for start, over, _ in jumps if start in stepped}
    far = {over for start, over, _ in jumps if start in reached} - soon
    n = len(reached)
    home = settings.layout.regions[settings.driven_out_of] if settings.driven_out_of else set(rules.points)
    grouped = sum(pack.values()) - len(pack)
    counts = {
        "trapped": len([p for p in quarry if not exits[p] and not any(start == p for start, _, _ in now)]),
        "jumps": len(now),
        "any_jump": bool(now),
        "soon": len(soon),
        "far": len(far),
        "beside": len({to for point in quarry for to in steps[point]} & set(pack)),
        "pack_steps": len([1 for start, to in settings.pack_steps if start in pack and to in empty]),
        "outside": len(quarry - set(home)),
        "in_hand": hand,
        "grouped": grouped,
    }
    chosen = values["qp".index(side)]

    def total(table: str) -> int:
        def number(name: str, place: int = 0) -> int:
            return chosen[f"{table}.{name}"][place]

        result = sum(number(name) * count for name, count in counts.items())
        result += number("remaining", settings.capture_goal - captured - 1)
        result += number("reach", n if n < 8 else min(15, 8 + (n - 8) // 4))
        result += sum(number("exits", min(8, exits[point])) for point in quarry)
        for name, points in (("quarry_points", quarry), ("pack_points", set(pack))):
            result += sum(number(name, rules.points.index(point)) for point in points)
        return result

    start_hand, start_pack = settings.hand, hunt_fields(rules.start_text, rules)[1]
    whole = start_hand + sum(start_pack.values()) - len(start_pack)
    opening = min(hand + grouped, whole)
    score = total("main")
    if whole and opening:
        score = math.floor((score * (whole - opening) + total("opening") * opening) / whole)
    return score if side == "q" else -score


# -- the twin of jungle games

BEASTS = "RCDWPTLE"


def turned(cell: str) -> str:
    return f"{'abcdefg'[6 - 'abcdefg'.index(cell[0])]}{10 - int(cell[1])}"


def jungle_beasts(text: str) -> dict[str, str]:
    """Letter by cell."""
    return {
        f"{file}{9 - i}": letter
        for i, row in enumerate(text.split(" ")[0].split("/"))
        for file, letter in zip("abcdefg", row, strict=True)
        if letter != "."
    }


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))


def takes_by_rank(hunter: int, prey: int) -> bool:
    if {hunter, prey} == {0, 7}:
        return hunter == 0
    return hunter >= prey


def naive_jungle(rules: Any, values: list[Values], text: str) -> int:
    rows, side_letter, _ = text.split(" ")
    side = "rb".index(side_letter)
    chosen = values[side]
    beasts = jungle_beasts(text)
    own = [{cell: BEASTS.index(c.upper()) for cell, c in beasts.items() if c.isupper() == (s == 0)} for s in range(2)]

    def for_side(me: int) -> dict[str, Any]:
        foe, mine, theirs = 1 - me, own[me], own[1 - me]
        home = (lambda cell: cell) if me == 0 else turned
        moves = Game(rules, f"{rows} {'rb'[me]} 0").legal_moves()
        attack = min((distance(cell, DENS[foe]) for cell in mine), default=15)
        near_traps = {c for c in map_cells() for trap in TRAPS[me] if distance(c, trap) <= 1} - {DENS[me]}
        return {
            "cells": sum(
                chosen["material"][beast]
                + chosen[f"cells.{NAMES[beast]}"][(9 - int(home(cell)[1])) * 7 + "abcdefg".index(home(cell)[0])]
                for cell, beast in mine.items()
            ),
            "free": sum(
                chosen["free"][b] for b in mine.values() if not any(takes_by_rank(x, b) for x in theirs.values())
            ),
            "pairs": sum(takes_by_rank(a, b) for a in mine.values() for b in theirs.values()),
            "takes": {theirs[m[3:]] for m in moves if m[2] == "x"},
            "steps": sum(distance(m[:2], m[3:]) == 1 for m in moves),
            "attack": attack,
            "defence": min((distance(cell, DENS[me]) for cell in mine), default=15),
            "in_traps": len(set(mine) & TRAPS[foe]),
            "guards": len(set(mine) & near_traps),
        }

    me, foe = for_side(side), for_side(1 - side)

    def lead(a: dict[str, Any], b: dict[str, Any]) -> int:
        return max(-4, min(4, b["defence"] - a["attack"])) + 4

    return (
        me["cells"] - foe["cells"] + me["free"] - foe["free"]
        + sum(chosen["chases"][b] for b in me["takes"]) + sum(chosen["chased"][b] for b in foe["takes"])
        + chosen["prey"][0] * (me["pairs"] - foe["pairs"]) + chosen["mobility"][0] * (me["steps"] - foe["steps"])
        + chosen["nearest"][me["attack"]] + chosen["enemy_nearest"][foe["attack"]]
        + chosen["lead"][lead(me, foe)] + chosen["enemy_lead"][lead(foe, me)]
        + chosen["in_traps"][0] * (me["in_traps"] - foe["in_traps"])
        + chosen["guards"][0] * (me["guards"] - foe["guards"]) + chosen["tempo"][0]
    )  # fmt: skip


def map_cells() -> list[str]:
    return [f"{file}{rank}" for rank in range(1, 10) for file in "abcdefg"]


# -- the tests


@pytest.mark.parametrize("game", ALL_GAMES)
def test_kernel_equals_naive_twin(game: str) -> None:
    rules = load_game(game)
    rng = Random(7)
    naive = naive_hunt if rules.family == "hunt" else naive_jungle
    for _ in range(2):
        values = [random_values(rules, rng), random_values(rules, rng)]
        games = unfinished(game, 60)
        found = scores_of(rules, make_evaluation(rules, values), [played.row for played in games])
        for played, score in zip(games, found, strict=True):
            assert score == naive(rules, values, played.position()), played.position()


@pytest.mark.parametrize("game", ALL_GAMES)
def test_symmetric_positions_score_the_same(game: str) -> None:
    rules = load_game(game)
    rng = Random(3)
    evaluations = [load_evaluation(rules), make_evaluation(rules, [random_values(rules, rng) for _ in range(2)])]
    rows = [played.row for played in unfinished(game, 40)]
    for evaluation in evaluations:
        expected = scores_of(rules, evaluation, rows)
        for automorphism in rules.automorphisms:
            assert scores_of(rules, evaluation, [rules.transform(row, automorphism) for row in rows]) == expected


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if game.startswith("jungle")])
def test_half_a_turn_swaps_the_colours(game: str) -> None:
    rules = load_game(game)
    evaluation = make_evaluation(rules, [random_values(rules, Random(5))] * 2)
    texts = [played.position() for played in unfinished(game, 60)]
    swapped = []
    for text in texts:
        rows, side, idle = text.split(" ")
        swapped.append(f"{rows[::-1].swapcase()} {'rb'['br'.index(side)]} {idle}")
    scores = [scores_of(rules, evaluation, [rules.parse_position(t) for t in many]) for many in (texts, swapped)]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_scores_keep_their_bounds(game: str) -> None:
    rules = load_game(game)
    values = [{key.name: [20_000] * len(key.slots) for key in evaluation_keys(rules)}] * 2
    rows = [played.row for played in unfinished(game, 40)]
    extreme = scores_of(rules, make_evaluation(rules, values), rows)
    assert max(map(abs, extreme)) == MAX_STATIC
    assert max(map(abs, scores_of(rules, load_evaluation(rules), rows))) < MAX_STATIC // 4


@pytest.mark.parametrize("game", ALL_GAMES)
def test_features_times_weights_are_the_score(game: str) -> None:
    rules = load_game(game)
    keys = evaluation_keys(rules)
    parameters = Parameters.of(keys)
    values = random_values(rules, Random(11))
    rows = np.array([played.row for played in unfinished(game, 40)])
    features = extract_features(rules, parameters, rows).astype(np.float64)
    expected = scores_of(rules, make_evaluation(rules, [values, values]), list(rows))
    assert np.abs(features @ parameters.read(keys, values) - expected).max() <= 1  # scores are whole numbers


# -- weights files


@pytest.mark.parametrize("game", GAMES)
def test_both_files_are_there(game: str) -> None:
    rules = load_game(game)
    for side in range(2):
        path = weights_files.weights_path(rules, side, weights_files.FOLDER)
        assert path is not None
        assert path.exists()
        for key, numbers in ((key, load_values(rules, side)[key.name]) for key in evaluation_keys(rules)):
            assert len({(tie, number) for tie, number in zip(key.ties, numbers, strict=True)}) == len(set(key.ties))


@pytest.mark.parametrize("game", GAMES)
def test_files_are_read_as_written(game: str, tmp_path: Path) -> None:
    rules = load_game(game)
    for side in range(2):
        values = random_values(rules, Random(side))
        text = save_values(rules, side, values, tmp_path, "Made up.").read_text()
        assert load_values(rules, side, tmp_path) == values
        assert all(f"# {key.comment}\n" in text for key in evaluation_keys(rules))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "format"),
        ('side = "tigers"', 'side = "dogs"', "side"),
        ("jumps =", "jmups =", "main.jumps: this key is missing"),
        ("trapped =", "extra = 1\ntrapped =", "main.extra: unknown key"),
        ("trapped = ", "trapped = 1.5 #", "main.trapped: not whole numbers"),
        ("exits = [", "exits = [1, ", "main.exits: 10 numbers, not 9"),
        ("a1 = ", "z9 = ", "main.quarry_points"),
        ("exits = [", "exits = ", "not TOML"),
    ],
)
def test_bad_files_are_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    rules = load_game("double-tiger")
    path = save_values(rules, 0, load_values(rules, 0), tmp_path, "")
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(UserError, match=message) as error:
        load_values(rules, 0, tmp_path)
    assert path.name in str(error.value)
    with pytest.raises(UserError, match="cannot be read"):
        load_values(rules, 1, tmp_path)


def test_a_variant_takes_what_fits_of_its_game() -> None:
    base = load_values(load_game("double-tiger"), 0)
    more = load_values(load_game("double-tiger{capture_goal=8}"), 0)
    slope = base["main.remaining"][-1] - base["main.remaining"][-2]
    assert more["main.remaining"] == [
        *base["main.remaining"], base["main.remaining"][-1] + slope, base["main.remaining"][-1] + 2 * slope,
    ]  # fmt: skip
    assert more["main.exits"] == base["main.exits"]
    fewer = load_values(load_game("double-tiger{capture_goal=2}"), 0)
    assert fewer["main.remaining"] == base["main.remaining"][:2]
    hand = load_values(load_game("beat-the-wolf{hand=3}"), 1)
    assert hand["opening.exits"] == hand["main.exits"]


def test_the_quarry_likes_captures_and_room() -> None:
    for game in ("bagh-chal", "fox-and-geese", *GAMES[:3]):
        rules = load_game(game)
        for side in range(2):
            values = load_values(rules, side)
            assert values["main.remaining"][0] > values["main.remaining"][-1]
            assert values["main.exits"][0] < max(values["main.exits"])


# -- errors on purpose


def plain_mix(word: int) -> int:
    word = (word + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


@pytest.mark.parametrize("game", GAMES)
def test_noise_is_a_position_s_own(game: str) -> None:
    """Its error, by plain numbers: the difference of two 16-bit draws from key and seed, times the most there may be."""
    rules = load_game(game)
    rows = [played.row for played in unfinished(game, 40)]
    evaluation = load_evaluation(rules)
    plain, errors = scores_of(rules, evaluation, rows), []
    for seed, most in ((1, 100), (2**64 - 1, 100), (7, 20_000)):
        noisy = scores_of(rules, NoisyEvaluation(evaluation, np.uint64(seed), np.int64(most)), rows)
        for row, score, found in zip(rows, plain, noisy, strict=True):
            word = plain_mix(int(row_key(rules.kernel_rules, row)) ^ seed)
            error = ((word >> 48) - (word >> 32 & 0xFFFF)) * most >> 16
            assert abs(error) <= most
            assert found == min(max(score + error, -MAX_STATIC), MAX_STATIC)
            errors.append(error)
    assert len({*errors}) > len(rows)
