"""What README.md shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest

from hunt_ai import Game
from hunt_ai.app.main import COMMANDS
from hunt_ai.games.hunt.spec import HuntSettings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_typed_session() -> None:
    session = "\n".join(re.findall(r"```pycon\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.tries > 5
    assert runner.failures == 0


def test_every_key_and_command_is_named() -> None:
    for key in {*HuntSettings.model_fields} - {"format", "family"}:
        assert f"`{key}`" in README, key
    for command in COMMANDS:
        assert f"hunt-ai {command}" in README, command


@pytest.mark.parametrize("path", sorted((ROOT / "pictures").glob("*.svg")), ids=lambda path: path.stem)
def test_the_pictures_are_what_show_draws(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == Game(path.stem).svg()
