"""Jungle endings against sweeps over the referee's positions; their texts, numbering and files."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from naive_endings import follows, naive_values, placements, position_text, result_and_successors, without_bans

from hunt_ai.core.errors import UserError
from hunt_ai.games.catalog import load_game
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.jungle.text import JunglePosition
from hunt_ai.solve import jungle_table
from hunt_ai.solve.jungle_endings import (
    Ending,
    all_endings,
    ending_of,
    needed_endings,
    parse_ending,
    plan_endings,
)
from hunt_ai.solve.jungle_retrograde import SolvedEnding, solve_one
from hunt_ai.solve.jungle_table import ending_path, load_ending, save_ending, solve_ending, solve_endings
from hunt_ai.solve.table_file import HEADER_BYTES

GAMES = ("jungle-arena", "jungle-bighead")


def letters_of(ending: str) -> str:
    red, blue = ending.split("-")
    return red + blue.lower()


def jungle(name: str) -> JungleGame:
    game = load_game(name)
    assert isinstance(game, JungleGame)
    return game


@cache
def solved(name: str, ending: str) -> SolvedEnding:
    return solve_ending(jungle(name), parse_ending(ending))


def told(found: SolvedEnding, text: str) -> tuple[str, int] | None:
    """The value of a position as the twin writes it."""
    value = found.value(found.game.parse_position(text))
    return None if value.winner is None else (found.game.sides[value.winner], value.distance)


def value_by_text(name: str) -> Callable[[str], tuple[str, int] | None]:
    """The value of any position: of its ending, or by the referee where a side is gone."""

    def value_of(text: str) -> tuple[str, int] | None:
        letters = [letter for letter in text.split()[0] if letter.isalpha()]
        red, blue = ("".join(filter(test, letters)).upper() for test in (str.isupper, str.islower))
        if red and blue:
            return told(solved(name, f"{red}-{blue}"), text)
        winner, _ = result_and_successors(without_bans(name), text)
        assert winner
        return winner, 0

    return value_of


# -- values


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("jungle-arena", "R-E"),
        ("jungle-bighead", "T-L"),
        ("jungle-arena", "R-R"),
        *(
            pytest.param(name, ending, marks=pytest.mark.slow)
            for name, ending in [("jungle-bighead", "R-E"), ("jungle-arena", "T-L"), ("jungle-bighead", "R-R")]
        ),
    ],
)
def test_every_value_of_endings_of_two(name: str, ending: str) -> None:
    expected = naive_values(without_bans(name), letters_of(ending))
    found = solved(name, ending)
    swapped = str(found.ending) != ending
    raw: tuple[Counter, Counter] = (Counter(), Counter())
    longest = [0, 0]
    for beasts in placements(without_bans(name), letters_of(ending)):
        for side, letter in enumerate("rb"):
            value = expected[position_text(beasts, letter)]
            assert told(found, position_text(beasts, letter)) == value
            result = 2 if value is None else ("red", "blue").index(value[0])
            raw[side][result if value is None else result ^ swapped] += 1
            longest[side] = max(longest[side], value[1] if value else 0)
    for side in (0, 1):
        counts = found.counts(side ^ swapped)
        assert counts.raw == tuple(raw[side][result] for result in range(3))
        assert counts.longest == longest[side]
        on_axis = [
            beasts for beasts in placements(without_bans(name), letters_of(ending)) if {c[0] for c in beasts} == {"d"}
        ]
        assert sum(counts.canonical) == (sum(counts.raw) + len(on_axis)) // 2
        assert counts.example is not None
        value = found.value(found.game.parse_position(counts.example))
        assert (value.winner, value.distance) == (counts.winner, longest[side])


def random_beasts(name: str, letters: str, rng: Random) -> dict[str, str]:
    """A random placement: now and then close together, on the banks or around a den, where the rules differ."""
    definition = without_bans(name)
    water = sorted(frozenset().union(*definition.rivers))
    cells = sorted(cell for cell in (f"{file}{rank}" for file in "abcdefg" for rank in range(1, 10)))
    cells = [cell for cell in cells if cell not in definition.dens.values()]
    traps = [cell for traps in definition.traps.values() for cell in traps]
    around = rng.choice(
        [
            cells,
            cells,
            sorted({*traps, "d3", "d7", "b1", "f9", "c2", "e8"}),
            [*water, "a4", "d5", "b3", "b7", "e3", "g6"],
        ]
    )
    while True:
        beasts = {rng.choice(around if rng.random() < 0.8 else cells): letter for letter in letters}
        if len(beasts) == len(letters) and all(letter in "rR" or cell not in water for cell, letter in beasts.items()):
            return beasts


def check_samples(name: str, ending: str, samples: int) -> Counter:
    """Compare random positions of an ending with their successors by the referee; how many were what."""
    definition, value_of = without_bans(name), value_by_text(name)
    found, rng = solved(name, ending), Random(f"{name} {ending}")
    seen: Counter = Counter()
    for _ in range(samples):
        text = position_text(random_beasts(name, letters_of(ending), rng), rng.choice("rb"))
        winner, after = result_and_successors(definition, text)
        if winner:
            expected = winner, 0
        else:
            expected = follows({"r": "red", "b": "blue"}[text.split()[1]], [value_of(other) for other in after])
        assert told(found, text) == expected, text
        seen["drawn" if expected is None else "won"] += 1
        seen["immobilised"] += winner is not None
    return seen


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ending", ["LR-E", "R-ET", "TR-R", "RC-D"])
def test_samples_of_endings_of_three_follow_from_their_successors(name: str, ending: str) -> None:
    seen = check_samples(name, ending, 400)
    assert seen["won"] > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ending", ["ER-LC", "RL-TR", "T-ELR"])
def test_samples_of_endings_of_four_follow_from_their_successors(name: str, ending: str) -> None:
    seen = check_samples(name, ending, 1500)
    assert seen["won"] > 300


EMPTY = "......./"


@pytest.mark.parametrize(
    ("ending", "position", "arena", "bighead"),
    [
        # Red's wolf is shut in by beasts that it may not take.
        ("W-EL", f"{7 * EMPTY}......l/.....eW r 0", ("blue", 0), ("blue", 0)),
        # The rat takes the elephant, the elephant takes the rat in a trap of its own side only.
        ("R-E", f"{7 * EMPTY}......e/......R r 0", ("red", 1), ("red", 1)),
        ("E-R", f"{8 * EMPTY}.Er.... r 0", ("red", 1), ("red", 1)),
        ("E-R", f"{8 * EMPTY}.....Er r 0", None, None),
        # A cat takes what stands in a trap of its side, if it comes in time.
        ("C-E", f"{7 * EMPTY}..Ce.../....... r 0", ("red", 1), ("red", 1)),
        ("C-E", f"{7 * EMPTY}..Ce.../....... b 0", ("blue", 1), ("blue", 1)),
        # Jumps of the tiger: along a rank in both games, along a file in one.
        ("T-W", f"{4 * EMPTY}T..w.../{3 * EMPTY}....... r 0", ("red", 1), ("red", 1)),
        ("T-W", f"{2 * EMPTY}.w...../{3 * EMPTY}.T...../{EMPTY}....... r 0", ("red", 1), None),
        # A rat in the water on the path, or elsewhere in the river.
        ("L-WR", f"{4 * EMPTY}Lr.w.../{3 * EMPTY}....... r 0", None, None),
        # A rat in the water takes another, and one on the bank in one of the games.
        ("R-R", f"{4 * EMPTY}.Rr..../{3 * EMPTY}....... r 0", ("red", 1), ("red", 1)),
        ("R-R", f"{4 * EMPTY}.R...../.r...../{2 * EMPTY}....... r 0", ("red", 1), ("red", 1)),
        ("R-R", f"{4 * EMPTY}rR...../{3 * EMPTY}....... r 0", ("red", 1), None),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_positions_that_show_a_rule(
    name: str, ending: str, position: str, arena: tuple[str, int] | None, bighead: tuple[str, int] | None
) -> None:
    expected = {"jungle-arena": arena, "jungle-bighead": bighead}[name]
    value = told(solved(name, ending), position)
    if expected:
        assert value == expected
    else:
        assert value is None or value[1] > 1


def test_history_and_idle_plies_are_ignored() -> None:
    found = solved("jungle-arena", "R-E")
    text = "......./......./......./......./......./......./......./......./r.....E r"
    assert told(found, f"{text} 0") == told(found, f"{text} 199") == told(found, f"{text} 200")


@pytest.mark.parametrize(
    "change",
    [
        "all_banned='lift'",
        "judgement=['immobilised','no-beasts','den','no-progress']",
        "ban_repeats=0,ban_run=0,no_progress_limit=1",
    ],
)
def test_what_bans_and_judgement_say_changes_nothing(change: str) -> None:
    other = solve_ending(jungle(f"jungle-bighead{{{change}}}"), parse_ending("T-R"))
    for side in (0, 1):
        np.testing.assert_array_equal(other.words[side], solved("jungle-bighead", "T-R").words[side])


def test_a_den_entered_is_the_end() -> None:
    found = solved("jungle-arena", "R-E")
    assert told(found, "...E.../......./......./......./......./......./......./......./r...... r 0") == ("red", 0)
    assert told(found, "...R.../......./......./......./......./......./......./......./e...... b 0") == ("red", 0)
    with pytest.raises(UserError, match="no position of the ending E-R"):
        found.value(
            found.game.parse_position("......./......./......./......./......./......./......./......./r.....L r 0")
        )
    with pytest.raises(UserError, match="blue has none"):
        found.value(
            found.game.parse_position("......./......./......./......./......./......./......./......./......L r 0")
        )


# -- texts, order and plans


@pytest.mark.parametrize(
    ("text", "standard"), [("ER-LC", "ER-LC"), ("re-cl", "ER-LC"), ("C-EL", "EL-C"), ("R-E", "E-R"), ("R-R", "R-R")]
)
def test_texts(text: str, standard: str) -> None:
    ending = parse_ending(text)
    assert str(ending.standard) == standard
    assert parse_ending(str(ending)) == ending
    assert ending.swapped.swapped == ending
    assert ending.swapped.standard == ending.standard


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no ending"),
        ("ER", "is no ending"),
        ("E-", "is no ending"),
        ("E-R-L", "is no ending"),
        ("EX-L", "unknown beast 'X'; known are E L T P W D C R"),
        ("E L-R", "unknown beast ' '"),
        ("EE-L", "red has the beast E twice"),
        ("E-LrL", "blue has the beast L twice"),
        ("ELT-RC", "of 5 beasts: at most 4"),
    ],
)
def test_texts_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        parse_ending(text)
    assert "\n" not in str(caught.value)


def test_endings_that_are_none() -> None:
    for red, blue in [((), (1,)), ((1, 2), (3,)), ((8,), (3,)), ((3, 3), (1,)), ((-1,), (1,))]:
        with pytest.raises(UserError):
            Ending(red, blue)
    assert parse_ending("E-R").without(1, 0) is None
    with pytest.raises(UserError, match="blue has none"):
        ending_of(JunglePosition({"a1": (0, 7)}, 0, 0))


def test_all_endings_stand_once() -> None:
    assert [len(list(all_endings(beasts))) for beasts in (2, 3, 4)] == [36, 224, 854]
    assert all(ending == ending.standard for ending in all_endings(3))


def test_needed_endings_come_in_order() -> None:
    needed = needed_endings(parse_ending("LC-ER"))
    assert [str(ending) for ending in needed] == ["C-R", "E-C", "E-L", "L-R", "ER-C", "ER-L", "LC-E", "LC-R", "ER-LC"]
    game = jungle("jungle-arena")
    with pytest.raises(UserError, match="the ending ER-L needs"):
        solve_one(game, needed[5], {})
    with pytest.raises(UserError, match="is kept as ER-LC"):
        solve_one(game, parse_ending("LC-ER"), {})
    with pytest.raises(UserError, match="only Dou Shou Qi"):
        solve_ending(load_game("double-tiger"), needed[0])


def test_plans() -> None:
    plan = plan_endings(parse_ending("E-R"))
    assert (plan.endings, plan.positions) == ((parse_ending("E-R"),), 2 * 49 * 61)
    assert plan.disk == 4096 + 4 * 49 * 61
    both = plan_endings(parse_ending("ER-L"), parse_ending("EL-R"))
    assert [str(ending) for ending in both.endings] == ["E-L", "E-R", "L-R", "EL-R", "ER-L"]
    assert 4 * 61 * 49 * 49 < both.memory < 4_000_000


def test_progress_is_told() -> None:
    progress: list[tuple[str, int, int]] = []
    found = solve_ending(
        jungle("jungle-arena"), parse_ending("T-L"), report=lambda *now: progress.append((str(now[0]), *now[1:]))
    )
    assert [one[:2] for one in progress[:2]] == [("L-T", 1), ("L-T", 2)]
    assert progress[-1][1] == max(found.counts(side).longest for side in (0, 1)) + 1


# -- files


def test_an_ending_is_read_back_as_it_was(tmp_path: Path) -> None:
    game, ending = jungle("jungle-arena"), parse_ending("R-ET")
    found = solve_ending(game, ending, tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["E-R.ending", "ET-R.ending", "T-R.ending"]
    loaded = load_ending(tmp_path / "new", game, ending)
    for side in (0, 1):
        np.testing.assert_array_equal(loaded.words[side], found.words[side])
        np.testing.assert_array_equal(loaded.words[side], solved("jungle-arena", "R-ET").words[side])
        assert loaded.counts(side) == found.counts(side)


def test_solving_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ending = jungle("jungle-arena"), parse_ending("R-ET")
    half = solve_endings(game, ending, folder=tmp_path)
    assert [str(next(half).ending) for _ in range(2)] == ["E-R", "T-R"]
    half.close()
    done = []

    def counted(game, ending, *rest):
        done.append(str(ending))
        return solve_one(game, ending, *rest)

    monkeypatch.setattr(jungle_table, "solve_one", counted)
    found = solve_ending(game, ending, tmp_path)
    assert done == ["ET-R"]
    np.testing.assert_array_equal(found.words[1], solved("jungle-arena", "R-ET").words[1])
    solve_ending(game, ending, tmp_path)
    assert done == ["ET-R"]


def test_files_that_are_refused(tmp_path: Path) -> None:
    game, ending = jungle("jungle-arena"), parse_ending("E-R")
    with pytest.raises(UserError, match="cannot be read"):
        load_ending(tmp_path, game, ending)
    path = save_ending(tmp_path, solved("jungle-arena", "E-R"))
    good = path.read_bytes()
    with pytest.raises(UserError, match="its hash is"):
        load_ending(tmp_path, jungle("jungle-bighead"), ending)
    ending_path(tmp_path, parse_ending("L-R")).write_bytes(good)
    with pytest.raises(UserError, match="its ending is 'E-R'"):
        load_ending(tmp_path, game, parse_ending("L-R"))
    for content, message in (
        (good[:-1], "cut off"),
        (good[:HEADER_BYTES] + bytes([good[HEADER_BYTES] ^ 2]) + good[HEADER_BYTES + 1 :], "damaged"),
        (good.replace(b'"version": 1', b'"version": 2'), "solve it again"),
        (good.replace(b"solved ending", b"solved slice "), "no solved ending"),
        (b"[]", "no solved ending"),
        (b"\xff\xfe", "no solved ending"),
    ):
        path.write_bytes(content)
        with pytest.raises(UserError, match=message):
            load_ending(tmp_path, game, ending)
