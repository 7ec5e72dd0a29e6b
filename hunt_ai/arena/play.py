"""Two players playing out a contest: turns, clocks, and players that fail."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from hunt_ai.arena.contest import Contest
from hunt_ai.core.alarm import AlarmRang, alarm_clock
from hunt_ai.core.errors import one_line
from hunt_ai.core.interrupts import check_interrupt
from hunt_ai.games.ruleset import IllegalMove
from hunt_ai.players.player import Answer, Player, PlayerFailed, Turn

_LOG = logging.getLogger("hunt_ai")
GRACE = 5.0  # seconds past its patience after which a player that keeps no time itself is stopped
PREPARATION = 120.0  # seconds in which a player must be ready for a game
T = TypeVar("T")


def play_out(
    contest: Contest,
    players: Mapping[str, Player],
    seeds: Mapping[str, int],
    watch: Callable[[str], object] = lambda side: None,
) -> None:
    """Play `contest` to its end; `players` and their seeds by side name.

    The mapping is read anew each turn: who drives a game may exchange a player between two moves. `watch` is told
    whose player is about to be asked.
    """
    with alarm_clock() as alarm:
        for side, player in players.items():
            if contest.outcome:
                return
            watch(side)
            begin(contest, side, player, seeds[side], alarm)
        while contest.outcome is None:
            side = contest.game.side_to_move
            watch(side)
            take_turn(contest, players[side], alarm)


def begin(contest: Contest, side: str, player: Player, seed: int, alarm: Callable[[float], object]) -> None:
    """Make `player` ready to play `side`, outside any clock; where it fails, the game is forfeited."""

    def act() -> None:
        player.reset(seed)
        player.prepare(contest.game)

    _guarded(contest, side, act, PREPARATION, alarm)


def take_turn(contest: Contest, player: Player, alarm: Callable[[float], object]) -> None:
    """Ask `player` for the side to move's answer, and do what it says or what its failure or lateness means."""
    side, clock, patience = contest.game.side_to_move, contest.seconds, contest.rules.patience
    turn = Turn(clock, patience, contest.draw_offered)
    limit = (player.seconds if clock is None else clock) + patience
    started = time.perf_counter()
    answer = _guarded(contest, side, lambda: player.answer(contest.game, turn), limit + GRACE, alarm)
    elapsed = time.perf_counter() - started
    if answer is None:
        return
    if elapsed > limit:
        contest.forfeit(side, "hang", f"{side} answered after {elapsed:.1f} s")
    elif clock is not None and elapsed > clock:
        contest.lose_turn()
    else:
        _do(contest, side, answer, player.proofs_hold)


def _guarded(
    contest: Contest, side: str, act: Callable[[], T], seconds: float, alarm: Callable[[float], object]
) -> T | None:
    """What `act` gives; None, and the game forfeited, where the player of `side` fails in it."""
    try:
        try:
            alarm(seconds)
            return act()
        finally:
            alarm(0)
    except AlarmRang:
        alarm(0)
        contest.forfeit(side, "hang", f"{side} did not answer")
    except PlayerFailed as failure:
        contest.forfeit(side, failure.termination, _words(failure))
    except Exception as failure:
        check_interrupt()  # a library may have made this of Ctrl-C
        _LOG.warning("%s's player failed", side, exc_info=True)
        contest.forfeit(side, "crash", _words(failure))
    return None


def _words(failure: Exception) -> str:
    name = "" if isinstance(failure, PlayerFailed) else f"{type(failure).__name__}: "
    return one_line(f"{name}{failure}")


def _do(contest: Contest, side: str, answer: Answer, proofs_hold: bool) -> None:
    if answer.move is None:
        contest.resign(side)
        return
    if answer.draw:
        contest.offer_draw(side)
    if answer.score is not None and contest.outcome is None:
        contest.hear(answer.score, proofs_hold)
    if contest.outcome is None:
        try:
            contest.play(answer.move)
        except IllegalMove as failure:
            contest.forfeit(side, "illegal-move", one_line(str(failure)))
