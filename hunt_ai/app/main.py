"""The command `hunt-ai`: finds the command's module and turns errors into one line. Imports nothing heavy."""

import argparse
import importlib
import io
import os
import re
import shlex
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

from hunt_ai.core.errors import UserError, one_line
from hunt_ai.core.interrupts import interrupts_noticed

COMMANDS = (
    "games", "rules", "show", "moves", "play", "match", "tournament", "sprt", "results", "summary", "replay", "perft",
    "bench", "tune", "analyse", "solve", "solve verify", "solve stats", "solve endings", "solve ask",
    "accuracy", "train", "plot", "calibrate", "export", "export-presets", "check-presets",
    "engine",
)  # fmt: skip
DESCRIPTION = "Engine and laboratory for traditional hunt games and Dou Shou Qi."
INTERRUPTED = 130


class _Commands(argparse.RawDescriptionHelpFormatter):
    """Makes room for the longest command's name, whose indentation argparse does not count."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = max(map(len, COMMANDS)) + 4


class Parser(argparse.ArgumentParser):
    """Bad arguments are one line on standard error and exit status 2."""

    def __init__(self, **settings: Any) -> None:
        defaults: dict[str, Any] = {"allow_abbrev": False, "formatter_class": argparse.RawDescriptionHelpFormatter}
        super().__init__(**defaults | settings)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {one_line(message)} (see {self.prog} --help)\n")


def build_parser() -> Parser:
    """The parser of the whole command line; each command's module stands in `app/commands/`."""
    from hunt_ai import __version__

    example = "example: hunt-ai play double-tiger --as dogs"
    parser = Parser(prog="hunt-ai", description=DESCRIPTION, epilog=example, formatter_class=_Commands)
    parser.add_argument("--version", action="version", version=f"hunt-ai {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = importlib.import_module(f"hunt_ai.app.commands.{re.sub('[ -]', '_', name)}")
        command = commands.add_parser(
            name, help=module.HELP, description=module.HELP, epilog=f"example: hunt-ai {module.EXAMPLE}"
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0, 2 for bad input, 130 for Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # the games have Chinese names, whatever the locale
    warnings.showwarning = _print_warning
    try:
        with interrupts_noticed():
            words = list(sys.argv[1:] if arguments is None else arguments)
            two = [" ".join(words[:2])] if " ".join(words[:2]) in COMMANDS else words[:2]
            parsed = build_parser().parse_args([*two, *words[2:]])
            parsed.command_line = shlex.join(["hunt-ai", *words])
            status: int = parsed.run(parsed)
        if sys.stdout is not None:  # it is None where the caller closed it
            sys.stdout.flush()
        return status
    except UserError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"warning: {one_line(str(message))}", file=sys.stderr)


def _fail(message: str) -> int:
    print(f"error: {one_line(message)}", file=sys.stderr)
    return 2


def _reader_gone() -> int:
    """Whoever read our output has stopped (as `head` does): nobody is left to tell."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE
