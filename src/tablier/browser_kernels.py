"""Kernels for browsers, built when their sources have changed since the last time."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import requires
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from tablier import catalogue
from tablier.engine.cache import forget_unused, root, source_hash
from tablier.engine.net_file import NET_FILE, shipped_net
from tablier.errors import GameError, MissingPackage

_PACKAGE = Path(__file__).parent


def suffixes(game: str) -> tuple[str, ...]:
    """The endings of the names of the files with the kernels of a game; a net has its weights in a file of its own."""
    return (".wasm", ".so", ".json", *([".net"] if shipped_net(game).is_file() else []))


def kernels(game: str) -> Path:
    """The folder with the kernels of a game; building them takes half a minute.

    Raises:
        MissingPackage: they must be built, and the extra ``wasm`` is not installed.
        GameError: they cannot be built.
    """
    if folder := built(game):
        return folder
    if missing := [name for name in ("llvmlite", "ziglang") if find_spec(name) is None]:
        raise MissingPackage(f"building kernels needs {', '.join(missing)}: pip install 'tablier[wasm]'")
    folder = _folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as new:
        command = [sys.executable, "-m", "tablier.wasm", game, "--out", new]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise GameError(f"{game}: the kernels cannot be built: {done.stderr.strip()}")
        for suffix in suffixes(game):
            Path(new, f"{game}{suffix}").replace(folder / f"{game}{suffix}")
    forget_unused(folder, f"wasm-*/{game}.wasm")
    return folder


def built(game: str) -> Path | None:
    """The folder with the kernels of a game, if they are built; its name changes with them."""
    folder = _folder(game)
    if not all((folder / f"{game}{suffix}").is_file() for suffix in suffixes(game)):
        return None
    mark_used(game, folder)
    return folder


def mark_used(game: str, folder: Path) -> None:
    """Mark the kernels in a folder as used: a build deletes those of the game that were unused for a month."""
    with suppress(OSError):  # a read-only home
        (folder / f"{game}.wasm").touch()


def copy_kernels(game: str, source: Path, out: Path) -> None:
    """Copy the kernels of a game.

    Raises:
        GameError: ``source`` lacks a file.
    """
    for suffix in suffixes(game):
        if not (source / f"{game}{suffix}").is_file():
            raise GameError(f"{source} has no {game}{suffix}: python -m tablier.wasm {game} --out {source}")
        shutil.copyfile(source / f"{game}{suffix}", out / f"{game}{suffix}")


def _pins() -> list[str]:
    """The versions that build kernels. They are those of the extra, so that kernels can be used without it."""
    return sorted(line for line in requires("tablier") or () if "extra == 'wasm'" in line)


def _folder(game: str) -> Path:
    return root() / f"wasm-{_fingerprint(game)}"


def _fingerprint(game: str) -> str:
    """A hash of everything on which the kernels of a game depend."""
    package = Path(str(files(catalogue.package(game))))
    total = hashlib.blake2b(digest_size=8)
    for source in (package / "game.py", _PACKAGE / "search" / "kernel.py"):
        total.update(source_hash(str(source)).encode())
    own = (package / name for name in ("queries.py", "levels.toml", NET_FILE))  # levels decide what is exported
    for file in (*own, *sorted((_PACKAGE / "wasm").glob("*.[pc]*"))):
        total.update(file.read_bytes() if file.is_file() else b"")
    total.update(str(_pins()).encode())
    return total.hexdigest()
