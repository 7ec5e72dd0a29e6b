"""One-bit questions about one slice, against sweeps in plain Python and against solved tables."""

from pathlib import Path

import numpy as np
import pytest
from naive_questions import naive_members
from naive_values import positions_of
from test_retrograde import GAMES
from test_solve_index import images

from hunt_ai.games.catalog import load_game
from hunt_ai.solve import one_slice
from hunt_ai.solve.one_slice import Question, ask, map_bytes
from hunt_ai.solve.retrograde import solve_flat
from hunt_ai.solve.slices import flat_slices, slice_row
from test_retrograde import MIDDLE


def first_row(game, here):
    return next(positions_of(game, here))


@pytest.mark.parametrize("forward", [0, 4, 10**9])
@pytest.mark.parametrize("name", GAMES)
def test_every_member_in_small_slices(name: str, forward: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_slice, "FORWARD", forward)
    game = load_game(name)
    for here in flat_slices(game):
        for question in Question:
            expected = naive_members(game, here, question)
            told = []
            answer = ask(game, question, first_row(game, here), whole=True, report=lambda *new: told.append(new))
            assert answer.complete
            assert answer.rounds == max(expected.values(), default=0) + bool(expected)
            raw, canonical = [0, 0], [0, 0]
            for row in positions_of(game, here):
                holds = row.tobytes() in expected
                assert answer.holds_for(row) == holds, (question, game.format_position(row))
                raw[game.side_of(row)] += holds
                orbit = images(game, here, int(row[0]), int(row[1]))
                canonical[game.side_of(row)] += holds and (int(row[0]), int(row[1])) == min(orbit)
            for side in (0, 1):
                assert answer.counts(side) == (raw[side], canonical[side])
            assert [number for number, _ in told] == list(range(answer.rounds + 1))
