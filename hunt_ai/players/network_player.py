"""`net` and `net:FILE`: plays with a network, by search or straight from its policy."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.network import Network, batch_evaluator
from hunt_ai.network.trained_networks import trained_network
from hunt_ai.network.weights_file import load_network
from hunt_ai.players.sampling import sample, sampling_weights
from hunt_ai.players.search_players import FORGET, MAX_MOVETIME, MAX_TABLE, Report, SearchPlayer, Stop
from hunt_ai.players.settings_text import Decimal, Whole, read_settings
from hunt_ai.search.limits import MAX_COUNT, Limits
from hunt_ai.search.mcts import MCTS
from hunt_ai.search.mcts_settings import MCTSSettings
from hunt_ai.search.mcts_tree import NODE_BYTES, value_cp
from hunt_ai.search.result import Score, SearchResult

SEARCH = MCTSSettings(probe=2)
LEAST_TEMPERATURE = 1e-3  # below it the best move is played
FLAGS = ("policy", "wins")
OF_CHOICE = {"temperature", "least"}  # settings that go with policy alone too


class NetPlayer(SearchPlayer):
    """Monte Carlo tree search with a network's values and priors, on the reference forward pass.

    Without a file the network is the one that ships for the game.
    policy: no search, the network's policy alone. wins: with it, a win in one ply is played, the likeliest of them.
    temperature: moves are drawn by policy ** (1 / temperature), of the visits where it searches and has proved nothing;
    0, the default, is the best move always. least: none is drawn whose share is less than this of the best's. The seed
    and the ply say which. draws: what a draw may be worth to the search, in place of the network's own setting.
    """

    kinds = {
        "simulations": Whole(1, MAX_COUNT),
        "movetime": Whole(1, MAX_MOVETIME),  # ms
        "temperature": Decimal(0, 100),
        "least": Decimal(0, 1),
        "exploration": Decimal(0.01, 100),
        "draws": Decimal(0, 1),
        "forget": FORGET,
        "table": Whole(1, MAX_TABLE),  # MB of tree
    }
    standard = Limits(simulations=400)

    def __init__(self, text: str, settings: dict[str, Any], path: Path | None, flags: frozenset[str]) -> None:
        super().__init__(text, settings)
        self.path, self.policy, self.wins = path, "policy" in flags, "wins" in flags
        self.network: Network | None = None  # one at hand, which goes before any file

    @classmethod
    def parse(cls, settings: str | None, text: str) -> Self:
        parts, path = [] if settings is None else settings.split(","), None
        if parts and parts[0] not in FLAGS and "=" not in parts[0]:
            path = parts.pop(0)
            if not path:
                raise UserError(
                    f"{text}: it reads net or net:FILE, then policy or KEY=VALUE; FILE is a network of the game, "
                    f"whose path holds no comma and no ="
                )
        parts = [part.strip() for part in parts]
        others = [part for part in parts if part not in FLAGS]
        flags = [part for part in parts if part in FLAGS]
        if len(flags) > len({*flags}):
            raise UserError(f"{text}: {max(flags, key=flags.count)}: given twice")
        if flags == ["wins"]:
            raise UserError(f"{text}: wins goes with policy; a search sees them")
        values = read_settings(",".join(others) if others else None, cls.kinds, text)
        if flags and (searching := values.keys() - OF_CHOICE):
            raise UserError(f"{text}: {min(searching)} is of the search, which policy goes without")
        if path and not os.path.isfile(path):
            raise UserError(f"{text}: {path!r} is no file that is there")
        return cls(text, values, Path(path) if path else None, frozenset(flags))

    def check(self, rules: Ruleset) -> None:
        self._load(rules)

    def _load(self, rules: Ruleset) -> Network:
        if self.network is not None:
            if self.network.rules.hash != rules.hash:
                raise UserError(f"{self.text}: its network is of {self.network.rules.name}, not of {rules.name}")
            return replace(self.network, rules=rules)
        try:
            return load_network(self.path or trained_network(rules), rules)
        except UserError as error:
            raise UserError(f"{self.text}: {error}") from None

    def _make(self, rules: Ruleset) -> None:
        network = self._load(rules)
        if self.policy:
            self._evaluate = batch_evaluator(network)
            self._evaluate(rules.start[None])  # compiles
        else:
            given = self.settings.get("exploration")
            settings = SEARCH if given is None else replace(SEARCH, exploration=given)
            nodes = self.settings.get("table", 64) * 2**20 // NODE_BYTES
            evaluator = network.evaluator(self.settings.get("draws"))
            self._searcher = MCTS(rules, evaluator, settings, nodes)
        self._forget()

    def _forget(self) -> None:
        if not self.policy:
            self._searcher.clear()

    def _search(self, game: Game, limits: Limits, stop: Stop | None, report: Report | None) -> SearchResult:
        if self.policy:
            found = self._by_policy(game)
        else:
            found = self._searcher.search(game, self._ending(limits, depth=limits.depth), self._seed, stop, report)
        temperature = self.settings.get("temperature", 0.0)
        if temperature < LEAST_TEMPERATURE or found.score.kind != "cp":
            return found
        weights = sampling_weights([*found.policy.values()], temperature, self.settings.get("least", 0.0))
        move = [*found.policy][sample(weights, self._seed, len(game.moves))]
        return found if move == found.move else replace(found, move=move, pv=(move,))

    def _by_policy(self, game: Game) -> SearchResult:
        from hunt_ai.games.kernels.rows import row_actions

        priors, values = self._evaluate(game.row[None])
        moves = game.legal_move_values()
        actions = np.empty(len(moves), dtype=np.int64)
        row_actions(game.rules.kernel_rules, game.row, np.array(moves, dtype=np.int32), actions)
        policy = dict(zip(moves, priors[0, actions].tolist(), strict=True))
        value, score = float(values[0]), Score("cp", value_cp(float(values[0])))
        candidates = moves
        if self.wins and (wins := self._winning(game, moves)):
            candidates, value, score = wins, 1.0, Score("win", 1)
        best = max(candidates, key=lambda move: policy[move])
        return SearchResult(
            move=best,
            side=game.side,
            value=value,
            score=score,
            pv=(best,),
            nodes=1,
            depth=0,
            policy=policy,
        )

    def _winning(self, game: Game, moves: list[int]) -> list[int]:
        """The moves that win at once."""
        from hunt_ai.games.kernels.outcomes import WINNER_BITS
        from hunt_ai.games.kernels.rows import play_rows

        codes = np.empty(len(moves), dtype=np.int64)
        play_rows(game.rules.kernel_rules, np.tile(game.row, (len(moves), 1)), np.array(moves, dtype=np.int32), codes)
        return [move for move, code in zip(moves, codes.tolist(), strict=True) if code & WINNER_BITS == 1 + game.side]
