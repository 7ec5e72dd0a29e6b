"""`Display`: what a person sees of a contest, line by line or on a screen that is drawn anew."""

import shutil
from collections.abc import Sequence

from hunt_ai.app.play.saved import SavedGame
from hunt_ai.app.play.screen import CLEAR, full_screen, picture
from hunt_ai.app.play.texts import TEXTS, opponent_words, result_line, side_titles
from hunt_ai.arena.contest import Contest
from hunt_ai.core.errors import one_line
from hunt_ai.core.width import display_width, wrap
from hunt_ai.games.game import TIMEOUT

WARNING = 10  # seconds left from which on the prompt counts each one
PLAIN_WIDTH = 80
BUSY = ("thinking", "preparing")


class Display:
    """Prints how a contest stands, and what is said about it, in the language of its setup.

    terminal: whether a person looks at a terminal; colour: whether its screen is drawn anew each time, in colour. What
    is noted then waits for the next screen, and a page takes its place once.
    """

    def __init__(self, contest: Contest, setup: SavedGame, terminal: bool, colour: bool) -> None:
        self.contest, self.game, self.setup = contest, contest.game, setup
        self.terminal, self.colour = terminal, colour
        self.language, self.say = setup.language, TEXTS[setup.language]
        self.titles = side_titles(self.game.rules, setup.language)
        self._notes: list[str] = []
        self._page: list[str] = []
        texts = [self.say[key].format(side=side) for key in BUSY for side in self.titles.values()]
        self._widest_busy = max(map(display_width, texts))

    # -- what is said

    def note(self, key: str, **words: object) -> None:
        """A text by its key: at once, or above the next prompt."""
        text = self.say[key].format(**words)
        if self.colour:
            self._notes.append(text)
        else:
            print(text)

    def show_page(self, lines: Sequence[str]) -> None:
        """Several lines: at once, or instead of the next screen."""
        if self.colour:
            self._page = list(lines)
        else:
            print("\n".join(lines))

    def forget(self) -> None:
        """What was noted has been seen."""
        self._notes.clear()
        self._page.clear()

    def opponent(self) -> str:
        """The opponent in words."""
        return opponent_words(one_line(self.setup.opponent or ""), self.language)

    def heading(self) -> tuple[str, str]:
        title = getattr(self.game.rules.settings.title, self.language)
        if self.setup.opponent is None:
            return self.say["title_both"].format(title=title), self.say["intro"]
        side = self.titles[self.setup.human[0]]
        return self.say["title"].format(title=title, side=side, opponent=self.opponent()), self.say["intro"]

    def prompt(self, left: float | None) -> str:
        """The prompt when so many seconds are left."""
        side = self.titles[self.game.side_to_move]
        if left is None:
            return self.say["prompt"].format(side=side)
        seconds = max(-int(-left // 1), 0)
        if seconds <= WARNING:
            return self.say["prompt_late"].format(side=side, seconds=seconds)
        shown = min(-(-seconds // 10) * 10, round(self.contest.seconds or seconds))  # calmly, in tens
        return self.say["prompt_clock"].format(side=side, seconds=shown)

    # -- what is drawn

    def begin_turn(self, moves: Sequence[str]) -> None:
        """Before the first prompt of a turn, where a screen is not drawn before each."""
        if not self.colour:
            print()
            self.draw(moves)

    def before_prompt(self, moves: Sequence[str]) -> None:
        if self.colour and self._page:
            print(CLEAR + "\n".join([*self._wrapped(self._page), ""]))
        elif self.colour:
            self.draw(moves)

    def draw(self, moves: Sequence[str], *more: str) -> None:
        """The board and these moves; in colour all of the screen, what was noted, and `more`."""
        over = self.contest.outcome is not None
        width = shutil.get_terminal_size().columns if self.terminal else PLAIN_WIDTH
        if not self.colour:
            print("\n".join(picture(self.game, moves, width, self.language, False, over)))
            return
        count = len(self.game.moves)
        recent = " · ".join(map(self.played, range(max(count - 2, 0), count)))
        lines = full_screen(self.game, moves, self.heading(), recent, width, self.language, over)
        notes = [] if over else [*self._notes, *more]
        print(CLEAR + "\n".join([*lines, "", *self._wrapped(notes)]), flush=True)

    def _wrapped(self, lines: Sequence[str]) -> list[str]:
        columns = shutil.get_terminal_size().columns
        return [part for line in lines for part in wrap(line, columns)]

    def busy(self, key: str) -> None:
        """Tell a person at a terminal why nothing happens: a key of BUSY, of the side to move."""
        text = self.say[key].format(side=self.titles[self.game.side_to_move])
        if self.colour:
            self.draw((), text)
        elif self.terminal:
            print(f"\r{text}", end="", flush=True)

    def busy_no_more(self) -> None:
        """Wipe that off a terminal that is not drawn anew."""
        if self.terminal and not self.colour:
            print(f"\r{' ' * self._widest_busy}\r", end="", flush=True)

    def played(self, ply: int) -> str:
        """Who played what at a ply."""
        return self.say["played"].format(side=self.titles[self.mover(ply)], move=self.move_words(self.game.moves[ply]))

    def move_words(self, move: str) -> str:
        return self.say["timeout"] if move == TIMEOUT else move

    def mover(self, ply: int) -> str:
        """The side that played move number `ply`: sides alternate, passes and lost turns included."""
        away = len(self.game.moves) - ply
        return self.game.rules.sides[(self.game.side + away) % 2]

    # -- the end

    def print_result(self) -> None:
        """The last board, and how the contest ended."""
        outcome = self.contest.outcome
        assert outcome is not None
        if not self.terminal:
            print()  # the prompt's line was not ended by what was typed
        self.draw(())
        own = ""
        if outcome.winner and len(self.setup.human) == 1:
            own = " " + self.say["you_won" if outcome.winner in self.setup.human else "you_lost"]
        print(result_line(self.game, outcome, self.language) + own)
        if self.contest.detail:
            print(one_line(self.contest.detail))

    def print_record(self) -> None:
        """The moves and the position."""
        if self.game.moves:
            print(self.say["record"].format(moves=" ".join(self.game.moves)))
        print(self.say["position"].format(position=self.game.position()))
