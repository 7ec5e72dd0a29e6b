"""`Session`: one game in the terminal, from its first prompt to its record."""

import re
import time
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from hunt_ai.app.play.display import Display
from hunt_ai.app.play.keyboard import Reader, TimeUp
from hunt_ai.app.play.opponent import Adviser, DrawTaker
from hunt_ai.app.play.saved import SavedGame, write_saved
from hunt_ai.app.play.texts import ALIASES, closest, help_lines, level_number, level_words, opinion
from hunt_ai.arena.contest import Contest
from hunt_ai.arena.play import begin, take_turn
from hunt_ai.core.alarm import alarm_clock
from hunt_ai.core.errors import UserError, one_line
from hunt_ai.players.level_table import LEVELS
from hunt_ai.players.parse import make_player
from hunt_ai.players.player import Player

HINT_SECONDS = 1.0
_LEVEL = re.compile(r"(level|等级|难度)([0-9]+)")  # its number right behind it
_LIKE_A_MOVE = re.compile(r"@?[a-z]?[0-9 ]+.*|[a-z][0-9].*|pass")
_POINT = re.compile(r"[a-z][0-9]+")


class _Stop(Exception):
    """The person has had enough."""


class Session:
    """A contest between a person and a player, or a person with both sides."""

    def __init__(self, contest: Contest, setup: SavedGame, reader: Reader, display: Display) -> None:
        self.contest, self.game = contest, contest.game
        self.setup = setup
        self.changes: list[tuple[int, str]] = []  # other opponents: after so many plies, which
        self._reader, self._display = reader, display
        self._opponent: Player | None = None
        self._ready = False
        if setup.opponent is not None:
            self._opponent = DrawTaker(make_player(setup.opponent))
            self._opponent.check(self.game.rules)
        self._adviser: Adviser | None = None
        self._file: Path | None = None
        self._commands: dict[str, Callable[[str], bool]] = {
            "moves": self._moves, "hint": self._hint, "undo": self._undo, "level": self._level,
            "draw": self._draw_offer, "resign": self._resign, "save": self._save,
            "quit": self._quit, "help": self._help,
        }  # fmt: skip

    # -- the game

    def play(self) -> None:
        """Play on until the game is over or the person stops; Ctrl-C goes through, the record printed."""
        if not self._display.colour:
            print("\n".join(self._display.heading()))
        try:
            with alarm_clock() as alarm:
                while self.contest.outcome is None:
                    if self.game.side_to_move in self.setup.human:
                        self._ask()
                    else:
                        self._answer(alarm)
        except _Stop:
            print(self._display.say["stopped"])
            self._display.print_record()
        except KeyboardInterrupt:
            print()
            self._display.print_record()
            raise
        else:
            self._display.print_result()
            self._display.print_record()
        finally:
            if self._opponent is not None:
                self._opponent.close()

    def _answer(self, alarm: Callable[[float], object]) -> None:
        """The computer's turn."""
        assert self._opponent is not None
        side, offered, before = self.game.side_to_move, self.contest.draw_offered, len(self.game.moves)
        if not self._ready:
            self._display.busy("preparing")
            begin(self.contest, side, self._opponent, self.setup.seed, lambda _: None)  # as long as it takes
            self._ready = True
        if self.contest.outcome is None:
            self._display.busy("thinking")
            take_turn(self.contest, self._opponent, alarm)
        self._display.busy_no_more()
        if len(self.game.moves) > before:
            if not self._display.colour:
                print(self._display.played(before))
            if offered and self.contest.outcome is None:
                self._display.note("draw_declined")

    def _ask(self) -> None:
        """The person's turn: lines are read until one ends it."""
        seconds = self.contest.seconds
        deadline = None if seconds is None else time.monotonic() + seconds
        moves = self.game.legal_moves()
        self._display.begin_turn(moves)
        if self.contest.draw_offered:
            self._display.note("draw_open")
        while True:
            self._display.before_prompt(moves)
            try:
                line = self._reader.read(self._display.prompt, deadline)
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeUp
            except EOFError:
                print()  # nobody has ended the prompt's line
                raise _Stop from None
            except TimeUp:
                self._lose_turn()
                return
            self._display.forget()
            if self._do(line, moves):
                return

    def _lose_turn(self) -> None:
        self.contest.lose_turn()
        self._display.forget()
        if not self._display.terminal:
            print()
        if self.contest.outcome is None:
            self._display.note(f"time_{self.game.rules.settings.time_out}")

    def _do(self, line: str, moves: Sequence[str]) -> bool:
        """What a line says; True if that ends the turn."""
        text = unicodedata.normalize("NFKC", line).strip()  # full-width letters and digits, from a Chinese keyboard
        found = _LEVEL.fullmatch(text.lower())
        first, *rest = found.groups() if found else text.split(maxsplit=1) or [""]
        word = ALIASES.get(first.lower(), first.lower())
        if word not in self._commands:
            return self._move(text.lower(), moves)
        if rest and word not in ("level", "save"):
            self._display.note("no_argument", word=one_line(first))
            return False
        if word == "save":
            rest = line.split(maxsplit=1)[1:]  # a file's name as it was typed
        return self._commands[word](rest[0].strip() if rest else "")

    def _move(self, text: str, moves: Sequence[str]) -> bool:
        if text.isascii() and text.isdigit() and len(text) < 10:
            if not 1 <= int(text) <= len(moves):
                self._display.note("no_number", number=text, count=len(moves))
                return False
            self.contest.play(moves[int(text) - 1])
            return True
        move = text if text in moves else closest(text, moves)
        if move is not None:
            self.contest.play(move)
            return True
        if _LIKE_A_MOVE.fullmatch(text):
            placed = "@" if moves[0].startswith("@") and _POINT.fullmatch(text) else ""
            reason = self.game.rules.why_illegal(self.game.row, placed + text)
            self._display.note("illegal", move=one_line(text), reason=one_line(reason))
        else:
            self._display.note("unknown", word=one_line(text))
        return False

    # -- commands; True ends the turn

    def _moves(self, _: str) -> bool:
        if not self._display.colour:
            self._display.draw(self.game.legal_moves())
        return False

    def _help(self, _: str) -> bool:
        example, display = self.game.legal_moves()[0], self._display
        display.show_page(help_lines(self.game, example, self.contest.seconds, display.language, display.colour))
        return False

    def _hint(self, _: str) -> bool:
        if self._display.terminal:
            print(self._display.say["hinting"], flush=True)
        try:
            self._adviser = self._adviser or Adviser(self.game.rules)
            found = self._adviser.advise(self.game, HINT_SECONDS)
        except UserError as error:
            self._display.note("no_hint", reason=one_line(str(error)))
            return False
        move = self.game.rules.move_text(self.game.row, found.move)
        self._display.note(
            "hint",
            move=move,
            number=self.game.legal_moves().index(move) + 1,
            side=self._display.titles[self.game.side_to_move],
            opinion=opinion(found.score, self._display.language),
        )
        return False

    def _undo(self, _: str) -> bool:
        """Take back to the person's last decision."""
        turns = [ply for ply in range(len(self.game.moves)) if self._display.mover(ply) in self.setup.human]
        if not turns:
            self._display.note("nothing_to_undo")
            return False
        gone = self.game.moves[turns[-1] :]
        for _move in gone:
            self.contest.take_back()
        self._display.note("undone", moves=" ".join(map(self._display.move_words, gone)))
        return True

    def _level(self, number: str) -> bool:
        before = self.setup.opponent
        if self._opponent is None or before is None:
            self._display.note("no_opponent")
            return False
        words = level_words(LEVELS, self._display.language)
        if not number:
            self._display.note("level_now", opponent=self._display.opponent(), **words)
            return False
        if not re.fullmatch(r"[1-9]", number) or int(number) > LEVELS:
            self._display.note("level_bad", **words)
            return False
        _, comma, file = before.partition(",") if level_number(before) else ("", "", "")
        text = f"level:{number}{comma}{file}"
        try:
            opponent = DrawTaker(make_player(text))
            opponent.check(self.game.rules)
        except UserError as error:
            self._display.note("level_fails", reason=one_line(str(error)))
            return False
        self._opponent.close()
        self._opponent, self._ready = opponent, False
        self.setup = self._display.setup = self.setup.model_copy(update={"opponent": text})
        self.changes.append((len(self.game.moves), text))
        self._display.note("level_set", opponent=self._display.opponent())
        return False

    def _draw_offer(self, _: str) -> bool:
        self.contest.offer_draw(self.game.side_to_move)
        if self.contest.outcome is not None:
            return True
        self._display.note("draw_offered")
        return False

    def _resign(self, _: str) -> bool:
        self.contest.resign(self.game.side_to_move)
        return True

    def _save(self, name: str) -> bool:
        path = Path(name) if name else self._file
        if path is None:
            self._display.note("save_where")
            return False
        try:
            path = path.expanduser()
            write_saved(self.setup.model_copy(update={"moves": tuple(self.game.moves)}), path)
        except (UserError, OSError, ValueError, RuntimeError) as error:  # such as a home that is not known
            self._display.note("not_saved", reason=one_line(str(error)))
            return False
        self._file = path
        self._display.note("saved", file=one_line(str(path)))
        return False

    def _quit(self, _: str) -> bool:
        raise _Stop
