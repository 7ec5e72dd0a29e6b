"""Plays out solved wins under the tests' slow referee: `python experiments/solved/show_wins.py GAME TABLES`.

The winning side plays from the tables, or with --asked from what `hunt-ai solve ask --question win --line` found. The
other resists as long as it can in every third game, moves at random in another, and does now this, now that in the
rest. Games begin at the start position where somebody wins it, else at positions won at random in the solved slices.
Each must be won, and within the stated plies; what is not is printed.
"""

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from referee import HUNT_GAMES
from referee_hunt import HuntReferee

from hunt_ai import Game, load_game
from hunt_ai.arena.accuracy import random_row
from hunt_ai.games.hunt.ruleset import HuntGame
from hunt_ai.games.ruleset import Row
from hunt_ai.solve.forcing import Forcing
from hunt_ai.solve.one_slice import Question, ask
from hunt_ai.solve.oracle import Oracle
from hunt_ai.solve.retrograde import Value
from hunt_ai.solve.slices import flat_slices

Keeping = Callable[[Row], list[int]]  # best moves of either side


def play(
    rules: HuntGame, row: Row, winner: int, keeping: Keeping, resistance: float, rng: np.random.Generator
) -> int | None:
    """Plies that the winner took; None where it did not win."""
    game = Game(rules, position=rules.format_position(row))
    referee = HuntReferee(HUNT_GAMES[rules.name], game.position())
    plies = 0
    while not referee.outcome():
        best = rules.side_of(game.row) == winner or rng.random() < resistance
        moves = keeping(game.row) if best else game.legal_move_values()
        text = rules.move_text(game.row, int(rng.choice(moves)))
        assert text in referee.legal_moves()
        game.push(text)
        referee.push(text)
        plies += 1
    return plies if referee.outcome()[0] == rules.sides[winner] else None


def from_tables(
    arguments: argparse.Namespace, rules: HuntGame, rng: np.random.Generator
) -> Iterator[tuple[Row, Value, Keeping]]:
    """Won positions, without end."""
    oracle = Oracle(arguments.tables, rules, arguments.memory)

    def keeping(row: Row) -> list[int]:
        return oracle.keeping(row, oracle.legal(row))[1]

    start = None if arguments.slices else oracle.value(rules.start)
    slices = flat_slices(rules)
    while True:
        if start and start.winner is not None:
            yield rules.start, start, keeping
            continue
        row = random_row(rules, slices[rng.integers(len(slices))], int(rng.integers(2)), rng)
        value = oracle.value(row)
        if value.distance and value.distance <= rules.settings.no_progress_limit:
            yield row, value, keeping


def from_answer(arguments: argparse.Namespace, rules: HuntGame) -> Iterator[tuple[Row, Value, Keeping]]:
    """The start, without end."""
    answer = ask(rules, Question.WIN, folder=arguments.tables, timed=True)
    assert answer.plies is not None, "no win"
    yield from itertools.repeat((rules.start, Value(answer.asker, answer.plies), Forcing(answer).keeping))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=HUNT_GAMES)
    parser.add_argument("tables", type=Path)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--memory", type=int, default=1024, help="MiB, of the search before dogs only step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slices", action="store_true", help="begin in the slices, whoever wins the start")
    parser.add_argument("--asked", action="store_true", help="TABLES is the folder of an answer")
    arguments = parser.parse_args()
    rules, rng = load_game(arguments.game), np.random.default_rng(arguments.seed)
    positions = from_answer(arguments, rules) if arguments.asked else from_tables(arguments, rules, rng)
    won, longest = 0, 0
    for number, (row, value, keeping) in enumerate(itertools.islice(positions, arguments.games)):
        assert value.winner is not None
        assert value.distance is not None
        taken = play(rules, row, value.winner, keeping, (0.0, 0.5, 1.0)[number % 3], rng)
        longest = max(longest, taken or 0)
        if taken is not None and taken <= value.distance:
            won += 1
        else:
            print(f"not won in {value.distance} plies but {taken}: {rules.format_position(row)}", flush=True)
    print(f"{rules.name}: {won} of {arguments.games} games won within the stated plies, the longest in {longest}")


if __name__ == "__main__":
    main()
