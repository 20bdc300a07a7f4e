"""The notebooks run from the first cell to the last, and what they assert holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.py"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook_runs(file: Path) -> None:
    if "gymnasium" in file.read_text(encoding="utf-8"):
        pytest.importorskip("gymnasium")
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(file)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
