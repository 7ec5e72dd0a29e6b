"""Presets: the document says what the program does, any damage is one clear line, and folders are written whole."""

import copy
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from all_games import ALL_GAMES, random_game
from level_tables import made_levels
from made_presets import FIVE, PLAYERS, make_shipped

import hunt_ai
from hunt_ai import Game, load_game
from hunt_ai.app.main import main
from hunt_ai.core.errors import UserError
from hunt_ai.levels.conformance import OutcomeRecord
from hunt_ai.levels.conformance_check import differences
from hunt_ai.levels.move_order import move_order
from hunt_ai.levels.presets_board import board_record, tables_record
from hunt_ai.levels.presets_choice import is_sure
from hunt_ai.levels.presets_load import GamePresets
from hunt_ai.levels.presets_network import input_record
from hunt_ai.levels.presets_text import json_text, signed
from hunt_ai.levels.presets_write import export_presets
from hunt_ai.network.observation import Observation
from hunt_ai.players.parse import make_player
from hunt_ai.players.sampling import sample, sampling_weights
from hunt_ai.presets import load

TIGER = "double-tiger"
ZEROS = "0" * 64


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Presets of one game, whose made-up levels and network seem to ship."""
    folder = tmp_path_factory.mktemp("presets")
    with pytest.MonkeyPatch.context() as patch:
        make_shipped(folder, patch, (TIGER,))
        export_presets(folder / "out")
        yield folder / "out"


@pytest.fixture
def copied(exported: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    shutil.copytree(exported, tmp_path / "presets")
    return tmp_path / "presets"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def document(folder: Path) -> Any:
    return json.loads((folder / "presets.json").read_text(encoding="utf-8"))


def rewrite(folder: Path, values: Any) -> None:
    """The document changed by somebody who signs it anew."""
    if isinstance(values, dict):
        values = {**values, "checksum": ZEROS}
    (folder / "presets.json").write_bytes(signed(json_text(values)).encode())


def refused(folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        load(folder)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 2000
    return message


# -- what is written


def test_the_files_are_what_the_document_says(exported: Path) -> None:
    found = contents(exported)
    names = {"presets.json", "presets.schema.json", "conformance.schema.json", "README.md"}
    names |= {f"networks/{TIGER}.onnx", f"networks/{TIGER}.safetensors", f"conformance/{TIGER}.json"}
    assert {*found} == names
    values = document(exported)
    (game,) = values["games"]
    for file in (game["network"]["onnx"], game["network"]["safetensors"], game["conformance"]):
        assert file["sha256"] == hashlib.sha256(found[file["path"]]).hexdigest()
        assert file["bytes"] == len(found[file["path"]])
    text = found["presets.json"].decode()
    assert text.index(values["checksum"]) == text.index('"checksum": "') + len('"checksum": "')
    unsigned = text.replace(values["checksum"], ZEROS, 1)
    assert hashlib.sha256(unsigned.encode()).hexdigest() == values["checksum"]
    assert str(exported.parent) not in text
    readme = found["README.md"].decode()
    assert f"`{TIGER}`" in readme
    assert "{" not in readme


def test_other_validators_find_it_right(exported: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for name, path in (("presets", "presets.json"), ("conformance", f"conformance/{TIGER}.json")):
        schema = json.loads((exported / f"{name}.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        values = json.loads((exported / path).read_text(encoding="utf-8"))
        validator.validate(values)
        values["version"]["minor"], values["new"] = 3, 1
        validator.validate(values)
        values["version"]["major"] = 2
        assert not validator.is_valid(values)


def test_the_same_bytes_again(exported: Path, tmp_path: Path) -> None:
    export_presets(tmp_path / "elsewhere", [TIGER])
    assert contents(tmp_path / "elsewhere") == contents(exported)


def test_the_document_says_the_game(exported: Path) -> None:
    (game,) = document(exported)["games"]
    rules = load_game(TIGER)
    assert (game["id"], game["rules_hash"], game["start"]) == (TIGER, rules.hash, rules.start_text)
    assert [side["name"] for side in game["sides"]] == list(rules.sides)
    assert game["title"]["zh"] == "双虎棋"
    assert "虎" in game["rules_text"]["zh"]
    assert game["actions"] == list(rules.actions)
    assert {line["start"] for line in game["board"]["lines"]} <= {point["name"] for point in game["board"]["points"]}
    for number, level in enumerate(game["levels"]):
        assert level["number"] == number + 1
        for side, text in zip(rules.sides, PLAYERS[number], strict=True):
            assert level["sides"][side]["player"] == text
            assert level["sides"][side]["needs_search"] == (number >= 4)
            assert level["sides"][side]["rating"]["value"] == 100.0 * number
    assert game["levels"][7]["sides"]["tigers"]["settings"]["search"]["exploration"] == 1.5
    assert game["levels"][3]["sides"]["tigers"]["settings"] == {
        "kind": "policy", "wins": True, "temperature": 0.0, "least": 0.0,
    }  # fmt: skip
    assert game["levels"][6]["sides"]["dogs"]["settings"]["selectivity"] == []
    assert game["notes"] == ["made up"]


# -- what is read back


def check_vectors(presets: GamePresets) -> None:
    """The vectors against `Game`, and their moves against the levels rebuilt from the document and `level:N`."""
    kinds = set()
    levels: dict[tuple[int, str], Any] = {}
    assert len(presets.conformance.vectors) >= 40
    for vector in presets.conformance.vectors:
        game = Game(presets.record.id, vector.position, vector.moves)
        outcome = game.outcome()
        said = vector.outcome and (vector.outcome.winner, vector.outcome.termination)
        assert said == (outcome and (outcome.winner, outcome.termination))
        assert list(vector.legal_moves) == game.legal_moves()
        assert vector.text == game.position()
        assert [game.rules.actions[n] for n in vector.actions] == [m.replace("x", "-") for m in game.legal_moves()]
        if outcome is not None:
            assert not vector.choices
            continue
        assert sum(vector.policy) == pytest.approx(1, abs=1e-4)
        active = Observation(game.rules).active(game.row[None])[0]
        assert list(vector.features) == sorted(active[active >= 0].tolist())
        assert {choice.level for choice in vector.choices if not choice.needs_search} <= {1, 2, 3, 4}
        for choice in vector.choices:
            kinds.add(choice.level)
            for text in ("document", f"level:{choice.level}"):
                key = choice.level, text
                if key not in levels:
                    levels[key] = presets.level(choice.level) if text == "document" else make_player(text)
                levels[key].reset(int(choice.seed))
                assert game.rules.move_text(game.row, levels[key].choose(game)) == choice.move, (vector, choice)
    assert kinds == set(range(1, 9))


def test_vectors(exported: Path) -> None:
    presets = load(exported)
    assert presets.games == (TIGER,)
    check_vectors(presets[TIGER])
    shown = {thing for vector in presets[TIGER].conformance.vectors for thing in vector.shows}
    assert shown >= {"capture", "groups", "pass", "timeout", "over: captures, tigers", "over: no-progress, drawn"}


def test_vectors_hold_within_the_tolerance(exported: Path) -> None:
    presets, rng = load(exported)[TIGER], np.random.default_rng(1)
    checked = 0
    for vector in presets.conformance.vectors:
        for choice in vector.choices:
            settings = presets.record.levels[choice.level - 1].sides[vector.side_to_move].settings
            if settings.kind != "policy" or settings.temperature == 0 or settings.wins:
                continue
            shares = dict(zip(vector.legal_moves, vector.policy, strict=True))
            for _ in range(10):
                off = {move: share * 1.001 ** rng.choice([-1, 0, 1]) for move, share in shares.items()}
                ordered = [off[move] for move in vector.order]
                weights = sampling_weights(ordered, settings.temperature, settings.least)
                assert vector.order[sample(weights, int(choice.seed), len(vector.moves))] == choice.move
                checked += 1
    assert checked > 500


def test_sure_choices_do_not_change() -> None:
    rng = np.random.default_rng(3)
    sure = 0
    for trial in range(400):
        shares = (rng.dirichlet(np.full(6, 0.4)) + 1e-6).tolist()
        temperature, least, seed = float(rng.choice([0.0, 0.3, 1.0, 2.0])), float(rng.choice([0.0, 0.2])), trial

        def chosen(shares: list[float]) -> int:
            if temperature == 0:  # noqa: B023
                return int(np.argmax(shares))
            return sample(sampling_weights(shares, temperature, least), seed, 5)  # noqa: B023

        if is_sure(shares, temperature, least, chosen(shares), seed, 5, 0.02):
            sure += 1
            for _ in range(20):
                off = [share * 1.02 ** rng.uniform(-1, 1) for share in shares]
                assert chosen(off) == chosen(shares)
        other = (chosen(shares) + 1) % 6
        assert not is_sure(shares, temperature, least, other, seed, 5, 0.02)
    assert 100 < sure < 400


def test_levels_play_as_the_named_ones(exported: Path) -> None:
    presets = load(exported)[TIGER]
    for number in range(1, 9):
        game, players = Game(TIGER), [presets.level(number), make_player(f"level:{number}")]
        alone = {side: presets.level(number, side) for side in game.rules.sides}
        for player in (*players, *alone.values()):
            player.reset(number)
        for _ in range(8):
            first, second = (player.choose(game) for player in players)
            assert first == second == alone[game.side_to_move].choose(game)
            game.push_value(first)


def test_levels_need_nothing_that_ships(exported: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the levels, nor the network, nor the weights of the evaluation come from the package."""
    moves = {number: opening_moves(make_player(f"level:{number}")) for number in range(1, 9)}
    monkeypatch.setattr("hunt_ai.network.trained_networks.TRAINED", tmp_path)
    monkeypatch.setattr("hunt_ai.players.level_table.FOLDER", tmp_path)
    monkeypatch.setattr("hunt_ai.players.search_players.side_values", None)
    presets = load(exported)[TIGER]
    for number in range(1, 9):
        assert opening_moves(presets.level(number)) == moves[number]


def opening_moves(player: Any) -> list[str]:
    game = Game(TIGER)
    player.reset(11)
    for _ in range(4):
        game.push_value(player.choose(game))
    return game.moves


def test_bad_asking(exported: Path) -> None:
    presets = load(exported / "presets.json")
    for number in (0, 9):
        with pytest.raises(UserError, match="levels 1 to 8"):
            presets[TIGER].level(number)
    with pytest.raises(UserError, match="tigers and dogs"):
        presets[TIGER].level(1, "red")
    with pytest.raises(UserError, match="is of double-tiger, not of dog-deer"):
        presets[TIGER].level(1).choose(Game("dog-deer"))
    with pytest.raises(KeyError):
        presets["dog-deer"]


def test_it_is_reached_by_name() -> None:
    code = "import hunt_ai, sys; assert 'numpy' not in sys.modules; print(hunt_ai.presets.load.__name__)"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert finished.stdout == "load\n"
    assert "presets" in dir(hunt_ai)


# -- what is refused


def test_versions(copied: Path) -> None:
    values = document(copied)
    rewrite(copied, values | {"version": {"major": 1, "minor": 7}, "news": [1, {"x": 2}]})
    load(copied)
    changed = copy.deepcopy(values)
    changed["games"][0]["levels"][0]["news"] = changed["games"][0]["board"]["news"] = "x"
    rewrite(copied, changed)
    load(copied)
    rewrite(copied, values | {"version": {"major": 2, "minor": 0}, "games": "quite other"})
    assert "its version is 2, and this program reads 1" in refused(copied)
    for version in (1, "1.0", None, {}, {"major": True}, {"major": "1"}, {"major": 1}):
        rewrite(copied, values | {"version": version})
        refused(copied)


def test_a_changed_document(copied: Path) -> None:
    path = copied / "presets.json"
    path.write_bytes(path.read_bytes().replace(b"temperature=1", b"temperature=2", 1))
    assert "its checksum does not fit" in refused(copied)


def change_level(**changes: Any) -> Callable[[Any], None]:
    return lambda game: game["levels"][0]["sides"]["dogs"].update(changes)


CHANGES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a move less": (lambda game: game["rules"]["pack_steps"].pop(), "rules: this is not what its settings say"),
    "another rule": (lambda game: game["settings"].update(capture_goal=5), "this is not what its settings say"),
    "an unknown rule": (lambda game: game["settings"].update(colour="red"), "colour: unknown key"),
    "a bad rule": (lambda game: game["settings"].update(hand=10**30), "hand"),
    "actions": (lambda game: game["actions"].reverse(), "actions: this is not"),
    "order": (lambda game: game["move_order"][0].reverse(), "move_order: this is not"),
    "features": (lambda game: game["network"]["input"]["blocks"][1].update(offset=3), "network: this is not"),
    "another player": (change_level(player="net:policy,temperature=9"), "with other settings than the document says"),
    "a program": (change_level(player="ugi:rm -r"), "a level's player is one of net, alphabeta, mcts"),
    "a file": (change_level(player="net:/etc/passwd,policy"), "needs no file of its own"),
    "no search": (change_level(needs_search=True), "needs_search is wrong"),
    "no number": (lambda game: game["levels"][0]["even"]["dogs"].update(low="x"), "games.0.levels.0.even.dogs.low"),
    "no evaluation": (lambda game: game.update(evaluation=None), "evaluation: a level needs it"),
    "odd evaluation": (lambda game: game["evaluation"][0].popitem(), "evaluation: its keys are not"),
    "one level": (lambda game: game["levels"].pop(), "levels"),
    "levels swapped": (lambda game: game["levels"].reverse(), "level 1 is not there"),
    "a side gone": (lambda game: game["levels"][2]["sides"].pop("dogs"), "level 3 is not there, or not for both"),
    "no title": (lambda game: game.pop("title"), "games.0.title: this key is missing"),
    "outside": (lambda game: game["conformance"].update(path="../conformance/x.json"), "path"),
    "absolute": (lambda game: game["conformance"].update(path="/etc/passwd"), "path"),
    "long name": (lambda game: game["conformance"].update(path="conformance/" + "a" * 9999 + ".json"), "path"),
    "absent": (lambda game: game["conformance"].update(path="conformance/absent.json"), "cannot be read"),
    "swapped": (lambda game: game["network"].update(onnx=game["conformance"], safetensors=game["network"]["onnx"]), "safetensors"),
    "a name with lines": (lambda game: game.update(id="a\nb"), "games.0.id"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_document_signed_anew(name: str, copied: Path) -> None:
    change, words = CHANGES[name]
    values = document(copied)
    change(values["games"][0])
    rewrite(copied, values)
    assert words in refused(copied)


def test_files_that_are_others(copied: Path, tmp_path: Path) -> None:
    onnx, weights = copied / "networks" / f"{TIGER}.onnx", copied / "networks" / f"{TIGER}.safetensors"
    kept = onnx.read_bytes()
    onnx.write_bytes(weights.read_bytes())
    assert "it is not the file that the presets name" in refused(copied)
    onnx.unlink()
    assert "cannot be read" in refused(copied)
    onnx.mkdir()
    assert "it is no file" in refused(copied)
    onnx.rmdir()
    (tmp_path / "elsewhere.onnx").write_bytes(kept)
    onnx.symlink_to(tmp_path / "elsewhere.onnx")
    assert "without links" in refused(copied)
    onnx.unlink()
    onnx.write_bytes(kept)
    load(copied)


def test_no_presets(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path)
    assert "cannot be read" in refused(tmp_path / "absent")
    path = tmp_path / "presets.json"
    deep = "[" * 200_000
    for text in ("", "x", "[]", "{}", "null", '{"format": "hunt_ai presets"}', deep, '{"format": ' + deep, "NaN",
                 '{"a": ' + "9" * 10_000 + "}", '{"format": "hunt_ai presets", "version": {"major": 1}, "checksum": ""}'):  # fmt: skip
        path.write_text(text, encoding="utf-8")
        refused(tmp_path)
    path.write_bytes(b"\xff\xfe{")
    refused(tmp_path)
    os.truncate(path, 0)
    os.truncate(path, 100_000_000)
    assert "larger than" in refused(tmp_path)


def test_damaged_bytes(exported: Path, copied: Path) -> None:
    """One byte changed, or the end cut off, anywhere in any file that is read: never loaded, never another error."""
    rng = random.Random(5)
    for name, content in contents(exported).items():
        if name.endswith((".md", ".schema.json")):
            continue
        for trial in range(25):
            damaged = bytearray(content)
            if trial % 5 == 0:
                del damaged[rng.randrange(len(damaged)) :]
            else:
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            (copied / name).write_bytes(damaged)
            refused(copied)
        (copied / name).write_bytes(content)
    load(copied)


ODD = (None, True, -1, 0, 1e308, 10**40, "", "x", "\ud800", "a" * 1000, [], {}, [[]], {"x": 1}, "net:", "../..")


def mutate(values: Any, rng: random.Random) -> None:
    """One value somewhere in a document replaced, dropped or doubled."""
    while True:
        keys = [*values] if isinstance(values, dict) else [*range(len(values))]
        if not keys:
            return
        key = rng.choice(keys)
        inner = values[key]
        if isinstance(inner, dict | list) and rng.random() < 0.9:
            values = inner
            continue
        kind = rng.random()
        if kind < 0.7:
            values[key] = copy.deepcopy(rng.choice(ODD))
        elif kind < 0.85:
            del values[key]
        elif isinstance(values, list):
            values.append(copy.deepcopy(inner))
        else:
            values[f"{key}2"] = copy.deepcopy(inner)
        return


def is_harmless(folder: Path) -> bool:
    """Whether it loads; where it does not, that is one line."""
    try:
        load(folder)
    except UserError:
        refused(folder)
        return False
    return True


@pytest.mark.parametrize("kind", ["document", "vectors"])
def test_odd_values(kind: str, copied: Path) -> None:
    """Signed anew, whatever is wrong with the values: loaded where it does no harm, else one clear line."""
    rng, values = random.Random(9), document(copied)
    vectors = copied / "conformance" / f"{TIGER}.json"
    examples = json.loads(vectors.read_text(encoding="utf-8"))
    harmless = 0
    for _ in range(80):
        changed, odd = copy.deepcopy(values), copy.deepcopy(examples)
        if kind == "document":
            mutate(changed, rng)
        else:
            mutate(odd, rng)
            content = json.dumps(odd).encode()
            vectors.write_bytes(content)
            changed["games"][0]["conformance"].update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        changed["checksum"] = ZEROS
        (copied / "presets.json").write_text(signed(json.dumps(changed)), encoding="utf-8")
        harmless += is_harmless(copied)
    assert harmless < 70


# -- where it is written


def test_other_folders_are_left_alone(exported: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match=r"not one of presets \(it holds 'notes\.txt'\)"):
        export_presets(out)
    shutil.copytree(exported, out, dirs_exist_ok=True)
    with pytest.raises(UserError, match=r"it holds 'notes\.txt'"):
        export_presets(out)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="this is no folder"):
        export_presets(tmp_path / "file")
    with pytest.raises(UserError, match="cannot be written"):
        export_presets(tmp_path / "file" / "out")
    empty = tmp_path / "json"
    empty.mkdir()
    (empty / "presets.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match=r"it holds no presets\.json of ours"):
        export_presets(empty)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "file", "json"}


def test_presets_are_replaced_whole_or_not_at_all(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copied / "networks" / "dog-deer.onnx").write_bytes(b"old")  # of an export of more games
    before = contents(copied)

    def fail(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("hunt_ai.levels.presets_write.readme_text", fail)
        with pytest.raises(KeyboardInterrupt):
            export_presets(copied)
    assert contents(copied) == before
    export_presets(copied)
    assert {*before} - {*contents(copied)} == {"networks/dog-deer.onnx"}
    assert [path.name for path in copied.parent.iterdir()] == ["presets"]


# -- the command


@pytest.mark.usefixtures("exported")
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "presets"
    assert main(["export-presets", "--out", str(out), "--games", TIGER, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["checksum"] == document(out)["checksum"]
    assert printed["games"] == [TIGER]
    for games, words in ((["chess"], "not of 'chess'"), (["dog-deer"], "no levels are calibrated for dog-deer")):
        assert main(["export-presets", "--out", str(tmp_path / "other"), "--games", *games]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert words in error
        assert not (tmp_path / "other").exists()


def test_checking(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-presets", str(copied)]) == 0
    assert "double-tiger: 64 vectors, " in (told := capsys.readouterr().out)
    assert told.endswith(" 0 differences\n")
    presets = load(copied)[TIGER]
    vectors = list(presets.conformance.vectors)
    at = next(n for n, vector in enumerate(vectors) if len(vector.legal_moves) > 2 and vector.choices)
    one, choice = vectors[at], vectors[at].choices[0]
    other = next(move for move in one.legal_moves if move != choice.move)
    for changes, words in (
        ({"legal_moves": one.legal_moves[1:]}, "other moves are legal"),
        ({"policy": one.policy[::-1]}, "another policy"),
        ({"outcome": OutcomeRecord(winner=None, termination="no-progress")}, "it ends otherwise"),
        ({"choices": (choice.model_copy(update={"move": other}),)}, f"not {other}, for seed {choice.seed}"),
    ):
        changed = [*vectors[:at], one.model_copy(update=changes), *vectors[at + 1 :]]
        document = presets.conformance.model_copy(update={"vectors": tuple(changed)})
        (line,) = differences(replace(presets, conformance=document))
        assert line.startswith(f"double-tiger, vector {at + 1}: ")
        assert words in line
    assert main(["check-presets", str(copied / "absent"), "--json"]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_no_levels_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hunt_ai.players.level_table.FOLDER", tmp_path)
    with pytest.raises(UserError, match="no game has calibrated levels"):
        export_presets(tmp_path / "out")


def test_levels_that_need_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_shipped(tmp_path, monkeypatch, (TIGER,))
    text = f"net:{tmp_path}/networks/{TIGER}.safetensors,policy"
    table = made_levels(TIGER, ((text, text), *PLAYERS[1:]))
    (tmp_path / "levels" / f"{TIGER}.json").write_text(table.model_dump_json(), encoding="utf-8")
    with pytest.raises(UserError, match="needs no file of its own"):
        export_presets(tmp_path / "out")
    assert not (tmp_path / "out").exists()


# -- laws of every game


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_order_of_moves(name: str) -> None:
    rules = load_game(name)
    orders = move_order(rules)
    for seed in range(6):
        game = random_game(name, seed, 60)
        while game.moves:
            moves = [rules.move_text(game.row, move).replace("x", "-") for move in game.legal_move_values()]
            places = [orders[game.side].index(rules.actions.index(move)) for move in moves]
            assert places == sorted(places)
            game.pop()


@pytest.mark.parametrize("name", ALL_GAMES)
def test_tables_of_every_game(name: str) -> None:
    rules = load_game(name)
    tables, board, sees = tables_record(rules), board_record(rules), input_record(rules)
    assert type(tables).model_validate(json.loads(json.dumps(tables.model_dump(mode="json")))) == tables
    assert [point.name for point in board.points] == list(rules.points)
    ends = [block.offset + block.length for block in sees.blocks]
    assert [0, *ends[:-1]] == [block.offset for block in sees.blocks]
    assert ends[-1] == sees.size == Observation(rules).size


@pytest.mark.slow
def test_vectors_of_all_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_shipped(tmp_path, monkeypatch)
    export_presets(tmp_path / "out")
    presets = load(tmp_path / "out")
    assert presets.games == FIVE
    for name in presets.games:
        check_vectors(presets[name])
    for name in FIVE[3:]:
        shown = {thing for vector in presets[name].conformance.vectors for thing in vector.shows}
        assert shown >= {"the 7-3 ban", "the 17-5 ban", "river jump", "capture", "over: no-progress, drawn"}
        assert shown >= {"rats across the bank", "rats and river jumps", "an elephant beside a rat", "the weaker takes"}
        assert shown >= {"a ban lifted by a chase", "a beast in a trap beside another", "a run on many cells"}
