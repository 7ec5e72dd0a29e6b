"""`Contest`: one game under match rules. It knows clocks only by what it is told, and no players."""

from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.core.errors import UserError
from hunt_ai.games.game import TIMEOUT, Game
from hunt_ai.games.ruleset import Outcome
from hunt_ai.search.result import Score


class Contest:
    """A game being contested: its moves, and what ends a game besides its rules.

    Whoever drives it (a loop over two players, a terminal, a page) tells it what the sides do. Once `outcome` is there
    every further act is refused with UserError.
    """

    def __init__(self, game: Game, rules: MatchRules | None = None) -> None:
        self.game = game
        self.rules = rules or MatchRules()
        self.detail: str | None = None  # more about how it ended than the termination says
        self._ended: Outcome | None = None
        self._offered_by: str | None = None
        self._low_turns = dict.fromkeys(game.rules.sides, 0)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._ended or self.game.outcome() or self._truncated()

    def _truncated(self) -> Outcome | None:
        cap = self.rules.max_plies
        return Outcome(None, "truncated") if cap is not None and len(self.game.moves) >= cap else None

    @property
    def scored(self) -> bool:
        """Whether the result counts: not if truncated, nor (outside competition) if over too soon."""
        outcome = self.outcome
        if outcome is not None and outcome.termination == "truncated":
            return False
        return self.rules.counts(self.game)

    @property
    def seconds(self) -> float | None:
        """What the clock gives the side to move for this turn, None without a clock."""
        return self.rules.clock(self.game.rules)

    @property
    def draw_offered(self) -> bool:
        """Whether the side to move may accept a draw."""
        return self._offered_by == self._other(self.game.side_to_move)

    # -- what the side to move does

    def play(self, move: str | int) -> None:
        """Play a legal move, by text or value; it declines an offer of the other side. IllegalMove."""
        self._check_open()
        declined = self.draw_offered
        if isinstance(move, str):
            self.game.push(move)
        else:
            self.game.push_value(move)
        if declined:
            self._offered_by = None

    def lose_turn(self) -> None:
        """The clock of the side to move ran out: what follows is in the game's rules."""
        self._check_open()
        if self.draw_offered:
            self._offered_by = None
        self.game.push(TIMEOUT)

    def hear(self, score: Score, proofs_hold: bool = False) -> None:
        """The side to move's own opinion, before its move; adjudication may end the game by it."""
        self._check_open()
        side = self.game.side_to_move
        if self.rules.adjudicate_proved and (score.kind == "loss" or (score.kind == "win" and proofs_hold)):
            winner = side if score.kind == "win" else self._other(side)
            self._end(winner, "proved", f"{side}: {score.kind} in {score.number} plies")
        limit = self.rules.resign_score
        if limit is not None and self._ended is None:
            low = score.kind == "loss" or (score.kind == "cp" and score.number <= -limit)
            self._low_turns[side] = self._low_turns[side] + 1 if low else 0
            if self._low_turns[side] >= self.rules.resign_turns:
                self._end(self._other(side), "resignation", f"{side}: adjudicated by score")

    # -- what either side may do at any time

    def take_back(self) -> str:
        """Undo the last move, or lost turn; its text. A game that was over goes on, an offer of a draw is forgotten.

        IndexError where nothing was played.
        """
        move = self.game.pop()
        self._ended = self.detail = self._offered_by = None
        self._low_turns = dict.fromkeys(self._low_turns, 0)
        return move

    def resign(self, side: str) -> None:
        self._end(self._other(side), "resignation")

    def leave(self, side: str) -> None:
        """A side that leaves loses as one that resigns."""
        self._end(self._other(side), "resignation", f"{side} left the game")

    def offer_draw(self, side: str) -> None:
        """The offer stands until the other side has moved; made while the other's stands, it accepts that."""
        self._check_open()
        if self._offered_by == self._other(side):
            self._end(None, "agreement")
        else:
            self._offered_by = side

    def accept_draw(self, side: str) -> None:
        """UserError where the other side has offered none."""
        self._check_open()
        if self._offered_by != self._other(side):
            raise UserError(f"{side} cannot accept a draw that was not offered")
        self._end(None, "agreement")

    def forfeit(self, side: str, termination: str, detail: str) -> None:
        """`side` cannot go on (`crash`, `hang`) or broke the rules (`illegal-move`): it loses."""
        self._end(self._other(side), termination, detail)

    def _other(self, side: str) -> str:
        first, second = self.game.rules.sides
        if side not in (first, second):
            raise UserError(f"{side!r} is no side of {self.game.rules.name}; they are {first} and {second}")
        return second if side == first else first

    def _check_open(self) -> None:
        if outcome := self.outcome:
            raise UserError(f"the game is over ({outcome.termination})")

    def _end(self, winner: str | None, termination: str, detail: str | None = None) -> None:
        self._check_open()
        self._ended, self.detail = Outcome(winner, termination), detail
