"""`Session`: one game in the terminal, from its first prompt to its record."""

import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from hunt_ai.app.play.keyboard import Reader, TimeUp
from hunt_ai.app.play.opponent import Adviser, DrawTaker
from hunt_ai.app.play.saved import SavedGame, write_saved
from hunt_ai.app.play.screen import CLEAR, full_screen, picture
from hunt_ai.app.play.texts import (
    ALIASES,
    TEXTS,
    closest,
    help_lines,
    level_number,
    level_words,
    opinion,
    opponent_words,
    result_line,
    side_titles,
)
from hunt_ai.app.play.width import display_width, wrap
from hunt_ai.arena.contest import Contest
from hunt_ai.arena.play import begin, take_turn
from hunt_ai.core.alarm import alarm_clock
from hunt_ai.core.errors import UserError, one_line
from hunt_ai.games.game import TIMEOUT
from hunt_ai.players.level_table import LEVELS
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player

HINT_SECONDS = 1.0
WARNING = 10  # seconds left from which on the prompt counts each one
PLAIN_WIDTH = 80
_WAITS = ("thinking", "preparing")
_SPLIT = re.compile(r"(\D+?)\s*(\d+)")  # a command with its number right behind it


class _Stop(Exception):
    """The person has had enough."""


class Session:
    """A contest between a person and a player, or a person with both sides.

    terminal: whether a person looks at a terminal; colour: whether its screen is drawn anew each turn, in colour.
    """

    def __init__(self, contest: Contest, setup: SavedGame, reader: Reader, terminal: bool, colour: bool) -> None:
        self.contest, self.game = contest, contest.game
        self.setup = setup
        self.changes: list[tuple[int, str]] = []  # other opponents: after so many plies, which
        self._reader, self._terminal, self._colour = reader, terminal, colour
        self._language = setup.language
        self._say = TEXTS[setup.language]
        self._titles = side_titles(self.game.rules, setup.language)
        self._opponent: Player | None = None
        self._ready = False
        if setup.opponent is not None:
            self._opponent = DrawTaker(make_player(setup.opponent))
            self._opponent.check(self.game.rules)
        self._longest_wait = max(  # columns of what is shown while the computer is busy
            display_width(self._say[key].format(side=side)) for key in _WAITS for side in self._titles.values()
        )
        self._adviser: Adviser | None = None
        self._file: Path | None = None
        self._notes: list[str] = []  # said since the last line was read
        self._page: list[str] = []  # takes the screen's place until the next line is read
        self._commands: dict[str, Callable[[str], bool]] = {
            "moves": self._moves, "hint": self._hint, "undo": self._undo, "level": self._level,
            "draw": self._draw_offer, "resign": self._resign, "save": self._save,
            "quit": self._quit, "help": self._help,
        }  # fmt: skip

    # -- the game

    def play(self) -> None:
        """Play on until the game is over or the person stops; Ctrl-C goes through, the record printed."""
        if not self._colour:
            for line in self._heading():
                print(line)
        try:
            with alarm_clock() as alarm:
                while self.contest.outcome is None:
                    if self.game.side_to_move in self.setup.human:
                        self._ask()
                    else:
                        self._answer(alarm)
        except _Stop:
            print(self._say["stopped"])
            self._print_end()
        except KeyboardInterrupt:
            print()
            self._print_end()
            raise
        else:
            self._print_result()
            self._print_end()
        finally:
            if self._opponent is not None:
                self._opponent.close()

    def _answer(self, alarm: Callable[[float], object]) -> None:
        """The computer's turn."""
        assert self._opponent is not None
        side, offered, before = self.game.side_to_move, self.contest.draw_offered, len(self.game.moves)
        if not self._ready:
            self._wait("preparing", side)
            begin(self.contest, side, self._opponent, self.setup.seed, lambda _: None)  # as long as it takes
            self._ready = True
        if self.contest.outcome is None:
            self._wait("thinking", side)
            take_turn(self.contest, self._opponent, alarm)
            self._end_wait()
        if len(self.game.moves) > before and not self._colour:
            print(self._played(before))
        if self.contest.outcome is None and offered and len(self.game.moves) > before:
            self._note(self._say["draw_declined"])

    def _wait(self, key: str, side: str) -> None:
        """Tell a person at a terminal why nothing happens."""
        text = self._say[key].format(side=self._titles[side])
        if self._colour:
            self._draw((), [*self._notes, text])
        elif self._terminal:
            print(f"\r{text}", end="", flush=True)

    def _end_wait(self) -> None:
        """Wipe that off a terminal that is not drawn anew."""
        if self._terminal and not self._colour:
            print(f"\r{' ' * self._longest_wait}\r", end="", flush=True)

    def _ask(self) -> None:
        """The person's turn: lines are read until one ends it."""
        seconds = self.contest.seconds
        deadline = None if seconds is None else time.monotonic() + seconds
        moves = self.game.legal_moves()
        if not self._colour:
            print()
            self._draw(moves)
        if self.contest.draw_offered:
            self._note(self._say["draw_open"])
        while True:
            if self._colour and self._page:
                print(CLEAR + "\n".join([*self._wrapped(self._page), ""]))
            elif self._colour:
                self._draw(moves, self._notes)
            try:
                line = self._reader.read(self._prompt, deadline)
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeUp
            except EOFError:
                print()  # nobody has ended the prompt's line
                raise _Stop from None
            except TimeUp:
                self._lose_turn()
                return
            self._notes.clear()
            self._page.clear()
            if self._do(line, moves):
                return

    def _prompt(self, left: float | None) -> str:
        side = self._titles[self.game.side_to_move]
        if left is None:
            return self._say["prompt"].format(side=side)
        seconds = max(-int(-left // 1), 0)
        if seconds <= WARNING:
            return self._say["prompt_late"].format(side=side, seconds=seconds)
        shown = min(-(-seconds // 10) * 10, round(self.contest.seconds or seconds))  # calmly, in tens
        return self._say["prompt_clock"].format(side=side, seconds=shown)

    def _lose_turn(self) -> None:
        self.contest.lose_turn()
        self._notes.clear()
        self._page.clear()
        if not self._terminal:
            print()
        if self.contest.outcome is None:
            self._note(self._say[f"time_{self.game.rules.settings.time_out}"])

    def _do(self, line: str, moves: Sequence[str]) -> bool:
        """What a line says; True if that ends the turn."""
        text = unicodedata.normalize("NFKC", line).strip()  # full-width letters and digits, from a Chinese keyboard
        first, *rest = text.split(maxsplit=1) or [""]
        if (found := _SPLIT.fullmatch(text)) and found[1].lower() in ("level", *ALIASES):
            first, *rest = found.groups()
        word = ALIASES.get(first.lower(), first.lower())
        if word not in self._commands:
            return self._move(text.lower(), moves)
        if not rest:
            return self._commands[word]("")
        if word == "save":
            return self._save(line.split(maxsplit=1)[1].strip())  # a file's name as it was typed
        if word == "level":
            return self._level(rest[0])
        self._note(self._say["no_argument"].format(word=one_line(first)))
        return False

    def _move(self, text: str, moves: Sequence[str]) -> bool:
        if text.isascii() and text.isdigit() and len(text) < 10:
            if not 1 <= int(text) <= len(moves):
                self._note(self._say["no_number"].format(number=text, count=len(moves)))
                return False
            self.contest.play(moves[int(text) - 1])
            return True
        move = text if text in moves else closest(text, moves)
        if move is not None:
            self.contest.play(move)
            return True
        if re.fullmatch(r"@?[a-z]?[0-9 ]+.*|[a-z][0-9].*|pass", text):  # meant as a move
            placed = "@" * (moves[0].startswith("@") and re.fullmatch(r"[a-z][0-9]+", text) is not None)
            reason = self.game.rules.why_illegal(self.game.row, placed + text)
            self._note(self._say["illegal"].format(move=one_line(text), reason=one_line(reason)))
        else:
            self._note(self._say["unknown"].format(word=one_line(text)))
        return False

    # -- commands; True ends the turn

    def _moves(self, _: str) -> bool:
        if not self._colour:
            self._draw(self.game.legal_moves())
        return False

    def _help(self, _: str) -> bool:
        lines = help_lines(self.game, self.game.legal_moves()[0], self.contest.seconds, self._language, self._colour)
        if self._colour:
            self._page = lines
        else:
            print("\n".join(lines))
        return False

    def _hint(self, _: str) -> bool:
        if self._terminal:
            print(self._say["hinting"], flush=True)
        try:
            self._adviser = self._adviser or Adviser(self.game.rules)
            found = self._adviser.advise(self.game, HINT_SECONDS)
        except UserError as error:
            self._note(one_line(str(error)))
            return False
        move = self.game.rules.move_text(self.game.row, found.move)
        self._note(
            self._say["hint"].format(
                move=move,
                number=self.game.legal_moves().index(move) + 1,
                side=self._titles[self.game.side_to_move],
                opinion=opinion(found.score, self._language),
            )
        )
        return False

    def _undo(self, _: str) -> bool:
        """Take back to the person's last decision."""
        turns = [ply for ply in range(len(self.game.moves)) if self._mover(ply) in self.setup.human]
        if not turns:
            self._note(self._say["nothing_to_undo"])
            return False
        gone = self.game.moves[turns[-1] :]
        while len(self.game.moves) > turns[-1]:
            self.contest.take_back()
        self._note(self._say["undone"].format(moves=" ".join(map(self._move_words, gone))))
        return True

    def _level(self, number: str) -> bool:
        if self._opponent is None or self.setup.opponent is None:
            self._note(self._say["no_opponent"])
            return False
        words = level_words(LEVELS, self._language)
        if not number:
            opponent = opponent_words(one_line(self.setup.opponent), self._language)
            self._note(self._say["level_now"].format(opponent=opponent, **words))
            return False
        if not re.fullmatch(r"[1-9]", number) or int(number) > LEVELS:
            self._note(self._say["level_bad"].format(**words))
            return False
        _, comma, file = self.setup.opponent.partition(",") if level_number(self.setup.opponent) else ("", "", "")
        text = f"level:{number}{comma}{file}"
        try:
            opponent_now = DrawTaker(make_player(text))
            opponent_now.check(self.game.rules)
        except UserError as error:
            self._note(self._say["level_fails"].format(reason=one_line(str(error))))
            return False
        self._opponent.close()
        self._opponent, self._ready = opponent_now, False
        self.setup = self.setup.model_copy(update={"opponent": text})
        self.changes.append((len(self.game.moves), text))
        self._note(self._say["level_set"].format(opponent=opponent_words(text, self._language)))
        return False

    def _draw_offer(self, _: str) -> bool:
        self.contest.offer_draw(self.game.side_to_move)
        if self.contest.outcome is not None:
            return True
        self._note(self._say["draw_offered"])
        return False

    def _resign(self, _: str) -> bool:
        self.contest.resign(self.game.side_to_move)
        return True

    def _save(self, name: str) -> bool:
        path = Path(name).expanduser() if name else self._file
        if path is None:
            self._note(self._say["save_where"])
            return False
        try:
            write_saved(self.setup.model_copy(update={"moves": tuple(self.game.moves)}), path)
        except (UserError, OSError, ValueError) as error:
            self._note(self._say["not_saved"].format(reason=one_line(str(error))))
            return False
        self._file = path
        self._note(self._say["saved"].format(file=one_line(str(path))))
        return False

    def _quit(self, _: str) -> bool:
        raise _Stop

    # -- what is shown

    def _note(self, text: str) -> None:
        if self._colour:
            self._notes.append(text)
        else:
            print(text)

    def _heading(self) -> tuple[str, str]:
        title = getattr(self.game.rules.settings.title, self._language)
        if self.setup.opponent is None:
            return self._say["title_both"].format(title=title), self._say["intro"]
        opponent = opponent_words(one_line(self.setup.opponent), self._language)
        side = self._titles[self.setup.human[0]]
        return self._say["title"].format(title=title, side=side, opponent=opponent), self._say["intro"]

    def _draw(self, moves: Sequence[str], notes: Sequence[str] = ()) -> None:
        """The board, and in colour all of the screen."""
        if not self._colour:
            width = shutil.get_terminal_size().columns if self._terminal else PLAIN_WIDTH
            print(
                "\n".join(
                    picture(
                        self.game, moves, width, self._language, colour=False, over=self.contest.outcome is not None
                    )
                )
            )
            return
        width = shutil.get_terminal_size().columns
        recent = " · ".join(self._played(ply) for ply in range(max(len(self.game.moves) - 2, 0), len(self.game.moves)))
        lines = full_screen(
            self.game, moves, self._heading(), recent, width, self._language, self.contest.outcome is not None
        )
        print(CLEAR + "\n".join([*lines, "", *self._wrapped(notes)]), flush=True)

    def _wrapped(self, lines: Sequence[str]) -> list[str]:
        columns = shutil.get_terminal_size().columns
        return [part for line in lines for part in wrap(line, columns)]

    def _played(self, ply: int) -> str:
        move = self._move_words(self.game.moves[ply])
        return self._say["played"].format(side=self._titles[self._mover(ply)], move=move)

    def _move_words(self, move: str) -> str:
        return self._say["timeout"] if move == TIMEOUT else move

    def _mover(self, ply: int) -> str:
        """The side that played move number `ply`: sides alternate, passes and lost turns included."""
        away = len(self.game.moves) - ply
        return self.game.rules.sides[(self.game.side + away) % 2]

    def _print_result(self) -> None:
        outcome = self.contest.outcome
        assert outcome is not None
        if not self._terminal:
            print()  # the prompt's line was not ended by what was typed
        self._draw(())
        own = ""
        if outcome.winner and len(self.setup.human) == 1:
            own = " " + self._say["you_won" if outcome.winner in self.setup.human else "you_lost"]
        print(result_line(self.game, outcome, self._language) + own.rstrip())
        if self.contest.detail:
            print(one_line(self.contest.detail))

    def _print_end(self) -> None:
        if self.game.moves:
            print(self._say["record"].format(moves=" ".join(self.game.moves)))
        print(self._say["position"].format(position=self.game.position()))
