"""hunt_ai.Game against the naive referee at every ply, and the count of how often each rule was put to the test.

A failure gives game, scene, index, position and moves: enough to play it again by hand.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from playouts import Played, play_scene
from referee import HUNT_GAMES
from referee_base import words
from referee_hunt import HUNT_EVENTS
from referee_jungle_rules import JUNGLE_EVENTS
from scenes import GAMES, scenes

AT_LEAST = 100
FULL = 8

NO_GROUPS = dict.fromkeys(
    words("group-step group-last-dog jump-over-group singles-stay-put pass-groups-stuck"), "the game has no groups"
)
NO_HAND = dict.fromkeys(words("placement dogs-wait-for-the-hand pass-no-room"), "no dogs in hand")
NO_OUTSIDE = dict.fromkeys(
    words(
        "jump-over-gate driven-out one-deer-out-other-stuck captures-before-driven-out "
        "driven-out-before-immobilised driven-out-before-no-progress"
    ),
    "no points outside the pack's region",
)
ONE_PIECE = {"quarry-partly-stuck": "the quarry is one piece"}
PACK_PASSES = {"pack-immobilised": "a stuck pack passes"}
EMPTY_BESIDE_A_DOG = {"pass-stuck": "some dog is always beside an empty point: test_referee shows it"}

CANNOT_HAPPEN: dict[str, dict[str, str]] = {
    "dog-deer": {
        **NO_GROUPS,
        **PACK_PASSES,
        "driven-out-before-immobilised": "a deer outside always has a move: test_referee shows it",
    },
    "beat-the-wolf": {
        **NO_GROUPS,
        **NO_HAND,
        **NO_OUTSIDE,
        **ONE_PIECE,
        **PACK_PASSES,
        **EMPTY_BESIDE_A_DOG,
        "captures-before-immobilised": "five dogs cannot hold the wolf: test_referee shows it",
    },
    "double-tiger": {**NO_HAND, **NO_OUTSIDE, **PACK_PASSES, **EMPTY_BESIDE_A_DOG},
    "bagh-chal": {
        **NO_GROUPS,
        **NO_OUTSIDE,
        **PACK_PASSES,
        "pass-no-room": "four tigers and twenty goats leave one of the 25 points empty",
    },
    "fox-and-geese": {
        **NO_GROUPS,
        **NO_HAND,
        **NO_OUTSIDE,
        **ONE_PIECE,
        "pass-stuck": "stuck geese lose",
    },
    "jungle-arena": {
        "jump-blocked-by-own-rat-on-path": "only the opponent's rat blocks",
        "jump-blocked-by-own-rat-off-path": "only the opponent's rat blocks",
        "jump-blocked-by-enemy-rat-off-path": "a rat blocks on the path only",
        "tiger-may-not-jump-along-file": "the tiger jumps both ways",
        "rat-may-not-take-rat-across-bank": "it may",
        "trapped-beast-captures": "it may not",
        "timeout-not-in-a-row": "the first lost turn ends the game",
        "ban-across-timeout": "the first lost turn ends the game",
    },
    "jungle-bighead": {
        "jump-over-own-rat": "any rat in the river blocks",
        "jump-past-enemy-rat": "any rat in the river blocks",
        "rat-takes-rat-across-bank": "it may not",
        "trapped-beast-may-not-capture": "it may",
    },
}


@cache
def played(game: str, scene_name: str, times: int) -> Played:
    scene = next(scene for scene in scenes(game) if scene.name == scene_name)
    return play_scene(game, scene, times=times, mirrored=True)


def agrees(game: str, scene_name: str, times: int) -> None:
    result = played(game, scene_name, times)
    shown = "\n".join(result.differences[:3])
    assert not result.differences, f"{game}: {len(result.differences)} of {result.games} games differ:\n{shown}"


def every_event_fired(game: str, times: int) -> None:
    events = sum((played(game, scene.name, times).events for scene in scenes(game)), Counter())
    all_events = HUNT_EVENTS if game in HUNT_GAMES else JUNGLE_EVENTS
    possible = all_events - CANNOT_HAPPEN[game].keys()
    assert events.keys() <= possible, f"unknown, or said not to happen: {events.keys() - possible}"
    rare = {event: events[event] for event in sorted(possible) if events[event] < AT_LEAST}
    assert not rare, f"{game}: fired too seldom: {rare}"


EVERY_SCENE = [(game, scene.name) for game in GAMES for scene in scenes(game)]


@pytest.mark.parametrize(("game", "scene"), EVERY_SCENE)
def test_every_ply_agrees(game: str, scene: str) -> None:
    agrees(game, scene, 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_fired(game: str) -> None:
    every_event_fired(game, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "scene"), EVERY_SCENE)
def test_every_ply_agrees_full_size(game: str, scene: str) -> None:
    agrees(game, scene, FULL)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_event_fired_full_size(game: str) -> None:
    every_event_fired(game, FULL)
