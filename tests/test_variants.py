"""Variants against the naive referee with the same changes: every rule that is a key, played both ways."""

from dataclasses import replace
from random import Random

import pytest
from all_games import back_and_forth
from positions import random_hunt, random_jungle, stuck_groups, tight_hunt
from referee import HUNT_GAMES, JUNGLE_GAMES
from referee_base import Referee, words
from referee_hunt import HuntReferee
from referee_jungle import JungleReferee

from hunt_ai import Game

HUNT = [
    ("double-tiger", "groups_stuck='free'", {"groups_stuck": "free"}),
    ("double-tiger", "pack_stuck='lose'", {"pack_stuck": "loses"}),
    ("double-tiger", "pack_stuck='lose',groups_stuck='free'", {"pack_stuck": "loses", "groups_stuck": "free"}),
    ("double-tiger", "progress=['capture']", {"progress": words("capture")}),
    ("double-tiger", "progress=[]", {"progress": frozenset()}),
    ("double-tiger", "progress=['ungroup']", {"progress": words("leave-group")}),
    ("dog-deer", "progress=['placement']", {"progress": words("placement")}),
    ("dog-deer", "pack_stuck='lose'", {"pack_stuck": "loses"}),
    ("dog-deer", "capture_goal=3,no_progress_limit=20", {"capture_goal": 3, "no_progress_limit": 20}),
    ("beat-the-wolf", "pack.directions=['up','left','right']", {"pack_directions": words("up left right")}),
    ("beat-the-wolf", "first='pack'", {"first": "pack"}),
    ("bagh-chal", "group_points=['c3'],no_progress_limit=7", {"group_points": words("c3"), "no_progress_limit": 7}),
    ("fox-and-geese", "pack_stuck='pass'", {"pack_stuck": "pass"}),
]
JUNGLE = [
    ("jungle-arena", "ban_repeats=0", {"ban_7_3_window": None}),
    ("jungle-arena", "ban_run=0", {"ban_17_5_window": None}),
    ("jungle-arena", "ban_repeats=2", {"ban_7_3_entries": 2}),
    ("jungle-arena", "ban_repeats=1,ban_window=4", {"ban_7_3_entries": 1, "ban_7_3_window": 4}),
    ("jungle-bighead", "ban_repeats=2,ban_window=5", {"ban_7_3_entries": 2, "ban_7_3_window": 5}),
    ("jungle-bighead", "chase_lifts_ban=false", {"ban_7_3_lifted_by_chase": False}),
    ("jungle-arena", "ban_run=4,ban_cells=3", {"ban_17_5_window": 4, "ban_17_5_cells": 3}),
    ("jungle-arena", "ban_run=7,ban_cells=4", {"ban_17_5_window": 7, "ban_17_5_cells": 4}),
    ("jungle-bighead", "ban_run=8,ban_cells=9", {"ban_17_5_window": 8, "ban_17_5_cells": 9}),
    ("jungle-bighead", "tiger_jumps='file'", {"jumps": {"L": words("rank file"), "T": words("file")}}),
    ("jungle-arena", "lion_jumps='none'", {"jumps": {"T": words("rank file")}}),
    ("jungle-arena", "trapped_may_take=true", {"trapped_beast_may_capture": True}),
    ("jungle-bighead", "rats_take_across_bank=true", {"rat_takes_rat_across_bank": True}),
    ("jungle-arena", "time_out='second-loses'", {"timeouts_lose": 2}),
    ("jungle-arena", "no_progress_limit=12", {"no_progress_limit": 12}),
]


def follow(game: Game, naive: Referee, rng: Random) -> None:
    """Play a game on both, comparing at every ply."""
    for _ in range(120):
        assert game.position() == naive.position()
        moves = game.legal_moves()
        assert moves == naive.legal_moves(), (game.rules.name, game.start_position(), game.moves)
        outcome = game.outcome()
        assert (outcome and (outcome.winner, outcome.termination)) == naive.outcome()
        if outcome:
            return
        back = back_and_forth(game.moves, moves)
        move = back if back and rng.random() < 0.6 else rng.choice(moves)
        move = "timeout" if rng.random() < 0.02 else move
        game.push(move)
        naive.push(move)


@pytest.mark.parametrize(("name", "keys", "changes"), HUNT)
def test_hunt_variants(name: str, keys: str, changes: dict[str, object]) -> None:
    rng = Random(keys)
    definition = replace(HUNT_GAMES[name], **changes)
    for number in range(60):
        position = None
        if number % 3 == 1:
            position = random_hunt(name, rng)
        elif number % 3 == 2:
            position = stuck_groups(rng) if name == "double-tiger" else tight_hunt(name, rng)
        try:
            naive = HuntReferee(definition, position)
            game = Game(f"{name}{{{keys}}}", position=position)
        except ValueError:
            continue  # the position is past a limit of the variant
        follow(game, naive, rng)


@pytest.mark.parametrize(("name", "keys", "changes"), JUNGLE)
def test_jungle_variants(name: str, keys: str, changes: dict[str, object]) -> None:
    rng = Random(keys)
    definition = replace(JUNGLE_GAMES[name], **changes)
    for number in range(60):
        position = random_jungle(rng, most=rng.randint(1, 4)) if number % 4 else None
        try:
            naive = JungleReferee(definition, position)
            game = Game(f"{name}{{{keys}}}", position=position)
        except ValueError:
            continue  # the position is past a limit of the variant
        follow(game, naive, rng)
