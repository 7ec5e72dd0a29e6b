"""What was solved, as tables and sentences: the documents' figures, read whole or refused with a clear line."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from solved_documents import TIGERS_WIN, counts_document, start_document, write_documents

from hunt_ai import Game
from hunt_ai.core.errors import UserError
from hunt_ai.solve.plots import line_png, plot_longest, plot_shares
from hunt_ai.solve.report import (
    BOARDS,
    SolvedGame,
    counts_table,
    limit_text,
    line_plies,
    line_text,
    read_solved,
    start_text,
)

COMMITTED = Path(__file__).parent.parent / "experiments" / "solved"


@pytest.fixture
def solved(tmp_path: Path) -> dict[str, SolvedGame]:
    write_documents(tmp_path)
    return {game.rules.name: game for game in read_solved(tmp_path)}


def write(folder: Path, name: str, document: Any) -> None:
    (folder / name).write_text(json.dumps(document), encoding="utf-8")


def test_the_table_holds_the_counts(solved: dict[str, SolvedGame]) -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in counts_table(solved["dog-deer"]).splitlines()]
    assert rows[0][2:6] == ["positions", "won by deer", "drawn", "won by dogs"]
    assert len(rows) == 2 + 2 * 8
    assert rows[2] == ["17", "deer", "17,387", "17,000", "70", "317", "1,754", "20", "deer"]
    assert rows[-1] == ["24", "dogs", "24,394", "24,000", "70", "324", "2,461", "27", "dogs"]


def test_wins_of_unknown_length(solved: dict[str, SolvedGame]) -> None:
    wolf = solved["beat-the-wolf"]
    assert not wolf.has_lengths
    assert counts_table(wolf).splitlines()[-1].replace(" ", "").endswith("|–|–|")
    assert "not known" in limit_text(wolf)


def test_the_start_in_a_sentence(solved: dict[str, SolvedGame]) -> None:
    tigers, deer, wolf = (solved[name] for name in ("double-tiger", "dog-deer", "beat-the-wolf"))
    assert "**won by the tigers** in 19 plies" in start_text(tigers)
    assert "tigers that win fastest: `e3xc5` `a3xc5`." in start_text(tigers)
    assert line_text(tigers).startswith("1 `e3xc5` 2 `d2-c1`")
    assert line_text(tigers).endswith("19 `b5xd5`")
    assert "is a **draw**" in start_text(deer)
    assert line_text(deer).endswith("the draw can be kept")
    assert "not known yet" in start_text(wolf)
    assert line_text(wolf) == ""


def test_a_start_known_from_an_answer(tmp_path: Path) -> None:
    answer = json.loads((COMMITTED / "beat-the-wolf-win.json").read_text())
    write(tmp_path, "beat-the-wolf-win.json", answer)
    (game,) = read_solved(tmp_path)
    assert start_text(game).endswith("**won by the dogs** in at most 140 plies. They lose no dog on the way.")
    assert line_text(game).startswith("1 `d4-e4` 2 ")
    answer["answers"][0]["holds"] = False
    write(tmp_path, "beat-the-wolf-win.json", answer)
    (game,) = read_solved(tmp_path)
    assert game.start is None
    assert not game.asked


def test_a_lost_start_is_resisted(tmp_path: Path) -> None:
    start = {"winner": "pack", "distance": 4, "best": ["d4-d5"], "line": []}
    write(tmp_path, "beat-the-wolf.json", start_document("beat-the-wolf", start))
    (game,) = read_solved(tmp_path)
    assert "**won by the dogs** in 4 plies. First moves of the wolf that resist longest: `d4-d5`." in start_text(game)


@pytest.mark.parametrize(("longest", "matters"), [(200, False), (201, True)])
def test_whether_the_limit_matters(longest: int, matters: bool, tmp_path: Path) -> None:
    document = counts_document(range(17, 19), 0, True)
    document[1]["longest"] = longest
    write(tmp_path, "dog-deer-stats.json", document)
    text = limit_text(read_solved(tmp_path)[0])
    assert f"{longest} plies" in text
    assert ("changes no value" in text) == (not matters)


@pytest.mark.parametrize("plies", [1, 2, 8, 9, 19, 33, 120])
def test_boards_of_a_line(plies: int) -> None:
    shown = line_plies(plies)
    assert shown[0] == 0
    assert shown[-1] == plies
    assert shown == sorted(set(shown))
    assert min(plies + 1, BOARDS // 2) <= len(shown) <= BOARDS


def test_plots_and_pictures(solved: dict[str, SolvedGame]) -> None:
    tigers = solved["double-tiger"]
    panels = plot_shares(tigers).axes
    assert [axes.get_title() for axes in panels] == ["tigers to move", "dogs to move"]
    assert [len(axes.patches) for axes in panels] == [3 * 6, 3 * 6]
    assert sum(bar.get_width() for bar in panels[0].patches) == pytest.approx(6)
    (axes,) = plot_longest(tigers).axes
    assert [bar.get_height() for bar in axes.patches] == [n + 3 for n in range(11, 17) for _ in range(2)]
    assert line_png(tigers, 0.2).startswith(b"\x89PNG")


def cut(document: dict[str, Any]) -> None:
    del document["start"]["line"]


def illegal(document: dict[str, Any]) -> None:
    document["start"]["line"][3] = "a1-b1"


def foreign(document: dict[str, Any]) -> None:
    document["rules_hash"] = "0"


@pytest.mark.parametrize(
    ("damage", "said"), [(cut, "KeyError: 'line'"), (illegal, "'a1-b1' is illegal"), (foreign, "other rules")]
)
def test_a_damaged_document_is_named(damage: Callable[[Any], None], said: str, tmp_path: Path) -> None:
    start = {"winner": "quarry", "distance": 19, "best": [], "line": [*TIGERS_WIN]}
    document = start_document("double-tiger", start)
    damage(document)
    write(tmp_path, "double-tiger.json", document)
    with pytest.raises(UserError, match=f"double-tiger.json: .*{re.escape(said)}"):
        read_solved(tmp_path)


@pytest.mark.parametrize(
    "document",
    [
        pytest.param([3], id="no counts"),
        pytest.param("{", id="a text"),
        pytest.param(counts_document(range(17, 18), 0, True)[:1], id="one side"),
        pytest.param(counts_document(range(3, 4), 0, True), id="no slice"),
    ],
)
def test_damaged_counts_are_named(document: Any, tmp_path: Path) -> None:
    write(tmp_path, "dog-deer-stats.json", document)
    with pytest.raises(UserError, match=re.escape("dog-deer-stats.json: ")):
        read_solved(tmp_path)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no"):
        read_solved(tmp_path)


def test_committed_lines_of_play_end_as_they_say() -> None:
    for solved in read_solved(COMMITTED):
        start = solved.start
        if start is None:
            continue
        assert set(start.best) <= set(Game(solved.rules).legal_moves())
        outcome = Game(solved.rules, start.position, start.line).outcome()
        if start.value.winner is None:
            assert outcome is None or outcome.winner is None
        else:
            assert outcome is not None
            assert outcome.winner == solved.rules.sides[start.value.winner]
            assert len(start.line) == start.value.distance
