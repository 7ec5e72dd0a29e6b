"""Conformance vectors: positions with what the rules, the network and the levels make of them."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import Field, StrictBool, StrictInt, StrictStr

from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.levels.conformance_positions import Case
from hunt_ai.levels.presets_choice import is_sure
from hunt_ai.levels.presets_players import rebuilt_player
from hunt_ai.levels.presets_record import Count, Name, Number, Record, Text, Version
from hunt_ai.network.network import Network, batch_evaluator
from hunt_ai.network.observation import Observation
from hunt_ai.players.level_table import LevelTable
from hunt_ai.players.network_player import NetPlayer
from hunt_ai.players.player import Player
from hunt_ai.players.search_players import SearchPlayer

FORMAT: Final = "hunt_ai conformance"
MAJOR, MINOR = 1, 0
TOLERANCE = 1e-3  # of a program's policy, relative; its value, absolute
SEARCHED = 8  # vectors that players who search have a move for
TRIES = 60  # seeds tried for a move that does not hang on the last digits
LARGEST_SEED = 2**64 - 1

Seed = Annotated[StrictStr, Field(pattern=r"^[0-9]{1,20}$")]


class OutcomeRecord(Record):
    """How a game ended. winner: a side's name, null for a draw."""

    winner: Name | None
    termination: Name


class ChosenRecord(Record):
    """The move that a level plays for a seed (a decimal number, 0 to 2^64 - 1), newly started at this position."""

    level: Count
    seed: Seed
    move: Name
    needs_search: StrictBool


class VectorRecord(Record):
    """A position: the text `position`, then `moves`, which count for bans, repetitions and the ply of the choice.

    shows: what it is there for. text: of the position after the moves. legal_moves: sorted; none once the game is over.
    actions, policy: of each of these. order: the same moves in the order of the choice. features: those that are 1.
    value: for the side to move. The last four are empty or null once the game is over.
    """

    shows: tuple[Text, ...]
    position: Name
    moves: tuple[Name, ...]
    text: Name
    side_to_move: Name
    legal_moves: tuple[Name, ...]
    actions: tuple[StrictInt, ...]
    outcome: OutcomeRecord | None
    order: tuple[Name, ...]
    features: tuple[StrictInt, ...]
    policy: tuple[Number, ...]
    value: Number | None
    choices: tuple[ChosenRecord, ...]


class ConformanceDocument(Record):
    """Examples that a program can check itself against: all of them should come out the same.

    tolerance: by how much, relatively, a policy may differ (a value: absolutely).
    """

    format: Literal["hunt_ai conformance"]
    version: Version
    game: Name
    rules_hash: Name
    tolerance: Number
    vectors: tuple[VectorRecord, ...]


def conformance_document(
    rules: Ruleset, network: Network, table: LevelTable, cases: Iterable[Case]
) -> ConformanceDocument:
    """The vectors of these positions, with the moves of the levels of `table`."""
    makers = _Makers(rules, network, table)
    vectors = [makers.vector(case) for case in cases]
    return ConformanceDocument(
        format=FORMAT,
        version=Version(major=MAJOR, minor=MINOR),
        game=rules.name,
        rules_hash=rules.hash,
        tolerance=TOLERANCE,
        vectors=tuple(vectors),
    )


class _Makers:
    """What vectors are made with."""

    def __init__(self, rules: Ruleset, network: Network, table: LevelTable) -> None:
        self.rules, self.random = rules, Random(f"{rules.hash} {table.network}")
        self.observation, self.evaluate = Observation(rules), batch_evaluator(network)
        self.levels: list[Mapping[str, Player]] = [
            {side: rebuilt_player(level.sides[side].player, None, network) for side in rules.sides}
            for level in table.levels
        ]
        self.searched = 0

    def vector(self, case: Case) -> VectorRecord:
        game = Game(self.rules, case.position, case.moves)
        outcome, legal = game.outcome(), game.legal_moves()
        numbers = {action: number for number, action in enumerate(self.rules.actions)}
        actions = [numbers[move.replace("x", "-")] for move in legal]
        order = [self.rules.move_text(game.row, move) for move in game.legal_move_values()]
        features, policy, value = [], [], None
        if outcome is None:
            priors, values = self.evaluate(game.row[None])
            policy = [_short(float(priors[0, action])) for action in actions]
            value = _short(float(values[0]))
            features = sorted(int(n) for n in self.observation.active(game.row[None])[0] if n >= 0)
        return VectorRecord(
            shows=case.shows,
            position=case.position,
            moves=case.moves,
            text=game.position(),
            side_to_move=game.side_to_move,
            legal_moves=tuple(legal),
            actions=tuple(actions),
            outcome=None if outcome is None else OutcomeRecord(winner=outcome.winner, termination=outcome.termination),
            order=tuple(order),
            features=tuple(features),
            policy=tuple(policy),
            value=value,
            choices=() if outcome is not None else tuple(self._choices(game)),
        )

    def _choices(self, game: Game) -> Iterable[ChosenRecord]:
        searching = len(game.legal_moves()) > 1 and self.searched < SEARCHED
        self.searched += searching
        for number, players in enumerate(self.levels, 1):
            player = players[game.side_to_move]
            if isinstance(player, NetPlayer) and player.policy:
                found = self._sure_choice(player, game)
            elif searching and isinstance(player, SearchPlayer) and not player.seconds:
                seed = self.random.getrandbits(64)
                player.reset(seed)
                found = seed, player.choose(game)
            else:
                found = None
            if found is not None:
                seed, move = found
                yield ChosenRecord(
                    level=number,
                    seed=str(seed),
                    move=self.rules.move_text(game.row, move),
                    needs_search=not (isinstance(player, NetPlayer) and player.policy),
                )

    def _sure_choice(self, player: NetPlayer, game: Game) -> tuple[int, int] | None:
        """(seed, move) where policies within the tolerance make the same choice; None where no such seed is found."""
        for attempt in range(TRIES):
            seed = (0, LARGEST_SEED)[attempt] if attempt < 2 and not game.moves else self.random.getrandbits(64)
            player.reset(seed)
            found = player.search(game)
            moves, shares = [*found.policy], [*found.policy.values()]
            chosen = moves.index(found.move)
            if found.score.kind == "win":  # the likeliest of the moves that win at once
                winning = [n for n, move in enumerate(moves) if self._wins(game, move)]
                if _is_greatest(shares, chosen, winning):
                    return seed, found.move
                return None
            temperature, least = player.settings.get("temperature", 0.0), player.settings.get("least", 0.0)
            if is_sure(shares, temperature, least, chosen, seed, len(game.moves), TOLERANCE):
                return seed, found.move
        return None

    def _wins(self, game: Game, move: int) -> bool:
        after = game.copy()
        after.push_value(move)
        outcome = after.outcome()
        return outcome is not None and outcome.winner == game.side_to_move


def _is_greatest(shares: list[float], chosen: int, among: list[int]) -> bool:
    return all(shares[n] * (1 + TOLERANCE) ** 2 < shares[chosen] for n in among if n != chosen)


def _short(number: float) -> float:
    """A number with the digits of a float32 that can be trusted."""
    return float(np.float64(f"{number:.7g}"))
