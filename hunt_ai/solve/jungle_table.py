"""Files of solved endings of Dou Shou Qi, one an ending; what stands in them is said in `table_file.py`.

The values are those without the bans and without the no-progress limit.
"""

from collections.abc import Iterator
from pathlib import Path

from hunt_ai.core.errors import UserError
from hunt_ai.games.jungle.ruleset import JungleGame
from hunt_ai.games.ruleset import Ruleset
from hunt_ai.solve.jungle_endings import Ending, needed_endings
from hunt_ai.solve.jungle_index import build_numbers
from hunt_ai.solve.jungle_retrograde import EndingReport, SolvedEnding, solve_one
from hunt_ai.solve.table_file import TableKind, map_table, write_table

KIND = TableKind("solved ending", 1, "distances", ".ending")


def ending_path(folder: Path, ending: Ending) -> Path:
    """The file of an ending: that of the standard one, such as `ER-LC.ending`."""
    return folder / f"{ending.standard}{KIND.suffix}"


def save_ending(folder: Path, solved: SolvedEnding) -> Path:
    """Write the file of an ending; UserError where it cannot be written."""
    path = ending_path(folder, solved.ending)
    write_table(path, KIND, solved.game, {"ending": str(solved.ending)}, solved.ending.size, solved.words)
    return path


def load_ending(folder: Path, game: JungleGame, ending: Ending, check: bool = True) -> SolvedEnding:
    """Map an ending's file into memory, its checksum compared if `check`.

    UserError where it is not there, is damaged, or holds another game, ending or version.
    """
    standard = ending.standard
    path = ending_path(folder, standard)
    words = map_table(path, KIND, game, {"ending": str(standard)}, standard.size, check)
    return SolvedEnding(game, standard, build_numbers(standard), words)


def solve_endings(
    game: Ruleset, *endings: Ending, folder: Path | None = None, report: EndingReport | None = None
) -> Iterator[SolvedEnding]:
    """These endings and all that they lead to, each once, those with fewer beasts first.

    With a folder each is saved there, or loaded where its file is there already. This keeps only those of one beast
    less in memory. UserError where the game is none of Dou Shou Qi.
    """
    if not isinstance(game, JungleGame):
        raise UserError(f"{game.name}: only Dou Shou Qi is solved by endings")
    lower: dict[Ending, SolvedEnding] = {}
    for ending in needed_endings(*endings):
        lower = {other: kept for other, kept in lower.items() if len(other.beasts) >= len(ending.beasts) - 1}
        if folder and ending_path(folder, ending).exists():
            solved = load_ending(folder, game, ending)
        else:
            solved = solve_one(game, ending, lower, report)
            if folder:
                save_ending(folder, solved)
        lower[ending] = solved
        yield solved


def solve_ending(
    game: Ruleset, ending: Ending, folder: Path | None = None, report: EndingReport | None = None
) -> SolvedEnding:
    """The values of an ending (of its standard form), after all that it leads to; see `solve_endings`."""
    *_, solved = solve_endings(game, ending, folder=folder, report=report)
    return solved
