"""What the computer does for and against a person: answers offers of a draw, and gives hints."""

from dataclasses import replace

from hunt_ai.core.errors import UserError
from hunt_ai.games.game import Game
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.network.trained_networks import trained_network
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Answer, Player, Turn
from hunt_ai.players.search_players import SearchPlayer
from hunt_ai.search.limits import Limits
from hunt_ai.search.result import Score, SearchResult


def agrees_to_draw(score: Score | None) -> bool:
    """Whether a player with this opinion of its own side takes a draw: not if it thinks itself better, nor without."""
    return score is not None and (score.kind == "loss" or (score.kind == "cp" and score.number <= 0))


class DrawTaker(Player):
    """Another player, which also takes a draw by its own opinion; one that takes draws itself may."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.text, self.proofs_hold, self.seconds = player.text, player.proofs_hold, player.seconds

    def check(self, rules: Ruleset) -> None:
        self._player.check(rules)

    def reset(self, seed: int) -> None:
        self._player.reset(seed)

    def prepare(self, game: Game) -> None:
        self._player.prepare(game)

    def choose(self, game: Game) -> int:
        return self._player.choose(game)

    def answer(self, game: Game, turn: Turn) -> Answer:
        answer = self._player.answer(game, turn)
        return replace(answer, draw=answer.draw or (turn.draw_offered and agrees_to_draw(answer.score)))

    def close(self) -> None:
        self._player.close()


class Adviser:
    """A good player of a game: with the network that ships for it, else alpha-beta."""

    def __init__(self, rules: Ruleset) -> None:
        try:
            trained_network(rules)
            text = "net"
        except UserError:  # none ships
            text = "alphabeta"
        player = make_player(text)
        assert isinstance(player, SearchPlayer)
        self._player = player
        self._player.check(rules)

    def advise(self, game: Game, seconds: float) -> SearchResult:
        self._player.prepare(game)
        return self._player.search(game, Limits(seconds=seconds))
