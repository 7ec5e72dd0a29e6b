"""Match rules: clocks, resignation, draws, leaving, scoring, adjudication, and players that fail."""

import contextlib
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from hunt_ai.arena import play
from hunt_ai.arena.contest import Contest
from hunt_ai.arena.match_rules import MatchRules
from hunt_ai.arena.play import play_out
from hunt_ai.arena.record import contest_record, replay
from hunt_ai.core.errors import UserError
from hunt_ai.core.interrupts import interrupts_noticed
from hunt_ai.games.game import Game, Outcome
from hunt_ai.games.ruleset import IllegalMove
from hunt_ai.players.player import Answer, Player, RandomPlayer, Turn
from hunt_ai.search.result import Score

QUICK = "double-tiger{capture_goal=1}"


def contest(game: str = "double-tiger", **rules: Any) -> Contest:
    return Contest(Game(game), MatchRules(**rules))


class Scripted(Player):
    """Answers by a function of the game and the turn; the text is for records."""

    text = "scripted"

    def __init__(self, script: Callable[[Game, Turn], Answer], proofs_hold: bool = False) -> None:
        self.script, self.proofs_hold = script, proofs_hold

    def reset(self, seed: int) -> None:
        pass

    def choose(self, game: Game) -> int:
        return game.legal_move_values()[0]

    def answer(self, game: Game, turn: Turn) -> Answer:
        return self.script(game, turn)


def first(game: Game, turn: Turn) -> Answer:
    return Answer(game.legal_move_values()[0])


def played_out(one: Player, other: Player, game: str = "double-tiger", **rules: Any) -> Contest:
    """A whole game, `one` with the tigers (or red); its record replays."""
    match = contest(game, **rules)
    sides = match.game.rules.sides_in_order
    play_out(match, dict(zip(sides, (one, other), strict=True)), dict.fromkeys(sides, 1))
    replay(contest_record(match, dict.fromkeys(sides, "x")), "here")
    return match


# -- resigning, leaving, draws


def test_resigning_and_leaving_lose() -> None:
    for act in (Contest.resign, Contest.leave):
        for side, other in (("tigers", "dogs"), ("dogs", "tigers")):
            match = contest()
            act(match, side)
            assert match.outcome == Outcome(other, "resignation")
    assert match.detail == "dogs left the game"


def test_a_draw_needs_both() -> None:
    match = contest()
    with pytest.raises(UserError, match="not offered"):
        match.accept_draw("tigers")
    match.offer_draw("tigers")
    assert match.outcome is None
    with pytest.raises(UserError, match="not offered"):
        match.accept_draw("tigers")
    match.play("a3-a2")
    assert match.draw_offered
    match.accept_draw("dogs")
    assert match.outcome == Outcome(None, "agreement")
    with pytest.raises(UserError, match="the game is over"):
        match.resign("dogs")


def test_a_move_or_a_lost_turn_declines() -> None:
    for decline in (lambda match: match.play("b2-a1"), lambda match: match.lose_turn()):
        match = contest()
        match.offer_draw("tigers")
        match.play("a3-a2")
        decline(match)
        with pytest.raises(UserError, match="not offered"):
            match.accept_draw("dogs")


def test_an_offer_against_an_offer_agrees() -> None:
    match = contest()
    match.offer_draw("dogs")
    match.offer_draw("tigers")
    assert match.outcome == Outcome(None, "agreement")


def test_taking_back_opens_the_game_again() -> None:
    match = contest(resign_score=100, resign_turns=2)
    with pytest.raises(IndexError):
        match.take_back()
    match.play("a3xc1")
    match.offer_draw("dogs")
    match.hear(Score("cp", -500))
    assert match.take_back() == "a3xc1"
    assert match.game.position() == Game("double-tiger").position()
    match.play("a3xc1")
    match.hear(Score("cp", -500))
    assert match.outcome is None  # the score before counts no more
    match.play("b2-a2")
    assert not match.draw_offered
    match.resign("tigers")
    assert match.take_back() == "b2-a2"
    assert (match.outcome, match.detail) == (None, None)


def test_players_resign_and_agree() -> None:
    resigned = played_out(RandomPlayer(), Scripted(lambda game, turn: Answer(None)))
    assert resigned.outcome == Outcome("tigers", "resignation")
    offers = Scripted(lambda game, turn: Answer(game.legal_move_values()[0], draw=True))
    agreed = played_out(offers, Scripted(lambda game, turn: Answer(game.legal_move_values()[0], turn.draw_offered)))
    assert agreed.outcome == Outcome(None, "agreement")
    assert len(agreed.game.moves) == 1
    assert played_out(offers, Scripted(first)).outcome not in (None, Outcome(None, "agreement"))


def test_no_side_of_the_game() -> None:
    with pytest.raises(UserError, match="'wolf' is no side of double-tiger"):
        contest().resign("wolf")


# -- clock


@pytest.mark.parametrize(
    ("game", "given", "seconds"),
    [("double-tiger", None, 60.0), ("double-tiger", 0, None), ("double-tiger{turn_seconds=0}", None, None),
     ("double-tiger{turn_seconds=0}", 2.5, 2.5), ("jungle-arena", None, 60.0)],
)  # fmt: skip
def test_the_clock(game: str, given: float | None, seconds: float | None) -> None:
    assert contest(game, turn_seconds=given).seconds == seconds


def slow(game: Game, turn: Turn) -> Answer:
    assert turn.seconds is not None
    if len(game.moves) in (2, 4):
        time.sleep(turn.seconds * 1.2)
    return first(game, turn)


def test_what_a_late_move_means() -> None:
    hunt = played_out(Scripted(slow), RandomPlayer(), "double-tiger", turn_seconds=0.1, max_plies=8)
    assert [ply for ply, move in enumerate(hunt.game.moves) if move == "timeout"] == [2, 4]
    assert hunt.outcome == Outcome(None, "truncated")
    arena = played_out(Scripted(slow), RandomPlayer(), "jungle-arena", turn_seconds=0.1)
    assert arena.outcome == Outcome("blue", "timeout")
    assert len(arena.game.moves) == 3
    bighead = played_out(Scripted(slow), RandomPlayer(), "jungle-bighead", turn_seconds=0.1)
    assert bighead.outcome == Outcome("blue", "timeout")
    assert len(bighead.game.moves) == 5


def test_a_move_in_time_is_played() -> None:
    match = played_out(Scripted(first), RandomPlayer(), turn_seconds=30.0)
    assert "timeout" not in match.game.moves


# -- scoring


def test_games_over_too_soon() -> None:
    for competition, plies, scored in ((False, 20, False), (False, 21, True), (True, 1, True)):
        match = contest("jungle-arena", competition=competition)
        while len(match.game.moves) < plies:
            match.play(match.game.legal_moves()[0])
        match.resign("red")
        assert match.scored == scored
        assert contest_record(match, {})["scored"] == scored
    match = contest("double-tiger", competition=False)
    match.resign("dogs")
    assert match.scored  # no such rule


def test_truncated_is_no_result() -> None:
    match = played_out(RandomPlayer(), RandomPlayer(), max_plies=5)
    assert (match.outcome, match.scored, len(match.game.moves)) == (Outcome(None, "truncated"), False, 5)
    assert contest_record(match, {})["match"] == {"max_plies": 5}


# -- adjudication


def with_score(*score: Any, **more: Any) -> Scripted:
    return Scripted(lambda game, turn: Answer(game.legal_move_values()[0], score=Score(*score)), **more)


def test_adjudication_is_off_by_default() -> None:
    match = played_out(with_score("loss", 2), with_score("win", 3, proofs_hold=True))
    assert match.outcome is not None
    assert match.outcome.termination not in ("proved", "resignation")
    assert "match" not in contest_record(match, {})


def test_proved_results() -> None:
    lost = played_out(with_score("loss", 4), RandomPlayer(), adjudicate_proved=True)
    assert lost.outcome == Outcome("dogs", "proved")
    assert contest_record(lost, {})["match"] == {"adjudicate_proved": True}
    assert contest_record(lost, {})["detail"] == "tigers: loss in 4 plies"
    won = played_out(with_score("win", 5, proofs_hold=True), RandomPlayer(), adjudicate_proved=True)
    assert won.outcome == Outcome("tigers", "proved")
    boasts = played_out(with_score("win", 5), RandomPlayer(), QUICK, adjudicate_proved=True)
    assert boasts.outcome is not None
    assert boasts.outcome.termination != "proved"  # its proofs need not hold


def test_resigning_by_score() -> None:
    match = played_out(with_score("cp", -500), RandomPlayer(), resign_score=500, resign_turns=3)
    assert match.outcome == Outcome("dogs", "resignation")
    assert len(match.game.moves) == 4  # the third such turn ends it
    proved = played_out(with_score("loss", 9), RandomPlayer(), resign_score=500, resign_turns=1)
    assert proved.outcome == Outcome("dogs", "resignation")
    better = played_out(with_score("cp", -499), RandomPlayer(), resign_score=500)
    assert better.outcome is not None
    assert better.outcome.termination != "resignation"


def test_low_scores_must_run_on() -> None:
    def wavering(game: Game, turn: Turn) -> Answer:
        return Answer(game.legal_move_values()[0], score=Score("cp", 0 if len(game.moves) == 2 else -900))

    match = played_out(Scripted(wavering), RandomPlayer(), resign_score=500, resign_turns=2)
    assert match.outcome == Outcome("dogs", "resignation")
    assert len(match.game.moves) == 6


# -- players that fail


def fails(game: Game, turn: Turn) -> Answer:
    raise ValueError("no\nidea")


def test_a_crash(caplog: pytest.LogCaptureFixture) -> None:
    match = played_out(RandomPlayer(), Scripted(fails))
    assert match.outcome == Outcome("tigers", "crash")
    assert match.detail == "ValueError: no idea"
    assert "dogs's player failed" in caplog.text


@pytest.mark.parametrize("move", [-1, 10**12, "a3-a2", 1.5])
def test_illegal_moves(move: Any) -> None:
    match = played_out(Scripted(lambda game, turn: Answer(move)), RandomPlayer())
    assert match.outcome == Outcome("dogs", "illegal-move") or move == "a3-a2"


def test_a_player_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "GRACE", 0.1)

    def endless(game: Game, turn: Turn) -> Answer:
        while True:
            time.sleep(0.001)

    match = played_out(RandomPlayer(), Scripted(endless), turn_seconds=0.0, patience=0.2)
    assert match.outcome == Outcome("tigers", "hang")


def test_answers_long_past_the_clock_are_a_hang() -> None:
    def late(game: Game, turn: Turn) -> Answer:
        time.sleep(0.3)
        return first(game, turn)

    match = played_out(Scripted(late), RandomPlayer(), turn_seconds=0.1, patience=0.05)
    assert match.outcome == Outcome("dogs", "hang")


def test_a_failure_before_the_first_turn() -> None:
    class Broken(RandomPlayer):
        def prepare(self, game: Game) -> None:
            raise OSError("no weights")

    match = played_out(RandomPlayer(), Broken())
    assert match.outcome == Outcome("tigers", "crash")
    assert match.game.moves == []


def test_a_slow_start_is_outside_the_clock() -> None:
    class Slow(RandomPlayer):
        def prepare(self, game: Game) -> None:
            time.sleep(0.4)

    match = played_out(Slow(), RandomPlayer(), turn_seconds=0.2, patience=0.1, max_plies=4)
    assert match.outcome == Outcome(None, "truncated")
    assert "timeout" not in match.game.moves


def test_ctrl_c_made_into_something_else_is_ctrl_c() -> None:
    def interrupted(game: Game, turn: Turn) -> Answer:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise OSError("interrupted") from None
        raise AssertionError

    with pytest.raises(KeyboardInterrupt), interrupts_noticed():
        played_out(Scripted(interrupted), RandomPlayer())


def test_an_alarm_lost_in_a_callback_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "GRACE", 0.1)

    def swallows(game: Game, turn: Turn) -> Answer:
        for _ in range(2):
            with contextlib.suppress(BaseException):  # as where an exception cannot be raised
                time.sleep(30)
        return first(game, turn)

    started = time.monotonic()
    match = played_out(Scripted(swallows), RandomPlayer(), turn_seconds=0.1, patience=0.1)
    assert match.outcome == Outcome("dogs", "hang")
    assert time.monotonic() - started < 20


def test_the_handler_of_alarms_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    played_out(RandomPlayer(), RandomPlayer(), max_plies=2)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_game_that_is_over_asks_nobody() -> None:
    match = contest(max_plies=1)
    match.play("a3-a2")
    play_out(match, {"tigers": Scripted(fails), "dogs": Scripted(fails)}, {"tigers": 1, "dogs": 2})
    assert match.outcome == Outcome(None, "truncated")


def test_a_player_may_be_exchanged_between_moves() -> None:
    match = contest()
    players: dict[str, Player] = {"tigers": Scripted(first), "dogs": Scripted(first)}

    def exchanges(game: Game, turn: Turn) -> Answer:
        players["tigers"] = Scripted(lambda game, turn: Answer(None))
        return first(game, turn)

    players["dogs"] = Scripted(exchanges)
    play_out(match, players, {"tigers": 1, "dogs": 2})
    assert match.outcome == Outcome("dogs", "resignation")
    assert len(match.game.moves) == 2


def test_a_contest_refuses_illegal_moves() -> None:
    match = contest()
    with pytest.raises(IllegalMove):
        match.play("a1-a2")
    assert match.outcome is None
