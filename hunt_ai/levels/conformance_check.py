"""Presets against this program: whether it comes to the same as every conformance vector says."""

from collections.abc import Iterator

import numpy as np

from hunt_ai.levels.conformance import TOLERANCE, VectorRecord
from hunt_ai.levels.presets_load import GamePresets
from hunt_ai.network.network import batch_evaluator
from hunt_ai.players.level_table import LEVELS


def differences(presets: GamePresets) -> Iterator[str]:
    """A line for each vector, and each move of a level, that comes out differently here."""
    evaluate = batch_evaluator(presets.network)
    levels = [presets.level(number) for number in range(1, LEVELS + 1)]
    for number, vector in enumerate(presets.conformance.vectors, 1):
        where = f"{presets.record.id}, vector {number}"
        game = presets.game(vector.position, vector.moves)
        outcome = game.outcome()
        if vector.text != game.position() or list(vector.legal_moves) != game.legal_moves():
            yield f"{where}: another position, or other moves are legal"
            continue
        ended = None if outcome is None else (outcome.winner, outcome.termination)
        if ended != (vector.outcome and (vector.outcome.winner, vector.outcome.termination)):
            yield f"{where}: it ends otherwise"
        if outcome is not None:
            continue
        priors, _ = evaluate(game.row[None])
        if not np.allclose(priors[0, list(vector.actions)], vector.policy, rtol=TOLERANCE, atol=1e-7):
            yield f"{where}: another policy"
        for choice in vector.choices:
            player = levels[choice.level - 1]
            player.reset(int(choice.seed))
            move = game.rules.move_text(game.row, player.choose(game))
            if move != choice.move:
                yield f"{where}: level {choice.level} plays {move}, not {choice.move}, for seed {choice.seed}"


def choices(vectors: tuple[VectorRecord, ...]) -> int:
    """How many moves of levels they hold."""
    return sum(len(vector.choices) for vector in vectors)
