"""The notebooks run from first to last cell on small documents, and show plots."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from solved_documents import write_documents

from hunt_ai.app.main import main

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
EXECUTE = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def execute(notebook: Path, folder: Path, **environment: str) -> list[dict[str, object]]:
    """The outputs of all cells."""
    finished = subprocess.run(
        [sys.executable, "-c", EXECUTE, str(notebook), str(folder / notebook.name)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(NOTEBOOKS.parent), "IPYTHONDIR": str(folder / "ipython")} | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr[-3000:]
    cells = json.loads((folder / notebook.name).read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def test_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("nbclient")
    monkeypatch.chdir(tmp_path)
    config = NOTEBOOKS.parent / "configs" / "tournaments" / "quickstart.toml"
    assert main(["tournament", str(config), "--pairs", "1", "--workers", "0", "--out", "small.db"]) == 0
    capsys.readouterr()
    outputs = execute(NOTEBOOKS / "tournament.ipynb", tmp_path, HUNT_AI_RESULTS=str(tmp_path / "small.db"))
    plots = [output for output in outputs if "image/png" in output.get("data", {})]  # type: ignore[operator]
    assert len(plots) == 3 * 5
    assert not any(output["output_type"] == "error" for output in outputs)


def test_solved(tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    write_documents(tmp_path)
    outputs = execute(NOTEBOOKS / "solved.ipynb", tmp_path, HUNT_AI_SOLVED=str(tmp_path))
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]  # type: ignore[operator]
    assert len(pictures) == 2 + 3 + 2  # lines of play, shares, longest wins
    assert not any(output["output_type"] == "error" for output in outputs)


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_committed_without_outputs(path: Path) -> None:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
