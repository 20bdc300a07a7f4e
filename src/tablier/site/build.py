"""Writes a site."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from tablier import catalogue
from tablier.bots.specs import levels
from tablier.browser_kernels import copy_kernels, kernels
from tablier.errors import TablierError
from tablier.local.requests import local_entry
from tablier.local.table_runner import LocalGames
from tablier.site import downloads
from tablier.site.bytecode import compile_zips
from tablier.site.client import write_art, write_client, write_game_pages
from tablier.site.manifest import Manifest, foreign_file, write_manifest
from tablier.site.sources import write_sources
from tablier.site.stdlib import LIBRARY, MOUNTED, trim

PACKAGES = "/packages"
"""Where ``host.worker.ts`` unpacks our modules and msgspec."""


LOCK = "pyodide-lock.json"


class NotASite(TablierError):
    """The folder has other files than a site's."""


def build(
    out: Path,
    games: Sequence[str] = (),
    *,
    prebuilt: Path | None = None,
    pyodide: Path | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Manifest:
    """Write a site into a new folder, an empty one, or in place of an older site.

    Args:
        out: the folder.
        games: the names of the games; all that have a scene if none is given.
        prebuilt: a folder with kernels, as ``python -m tablier.wasm`` writes them; by default they are built.
        pyodide: a folder with the core files of Pyodide; by default they are downloaded.
        progress: called with what is done next.

    Raises:
        NotASite: the folder has other files.
        UnknownGame: there is no such game.
        GameError: kernels are missing or cannot be built.
        MissingPackage: an extra is not installed; the message names it.
        DownloadFailed: a file cannot be downloaded.
        NotCompiled: Pyodide cannot compile the sources.
    """
    if foreign := foreign_file(out):
        raise NotASite(f"{out} has other files than a site's, such as {foreign}; choose a new or an empty folder")
    names = tuple(games) or tuple(name for name in catalogue.names() if catalogue.has_scene(name))
    for name in names:
        catalogue.info(name)
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{out.name}-", dir=out.absolute().parent) as folder:
        new = Path(folder, "site")
        _write(new, names, prebuilt, pyodide, progress)
        manifest = write_manifest(new)
        if out.exists():
            out.replace(Path(folder, "old"))
        new.replace(out)
    return manifest


def _write(
    out: Path, games: Sequence[str], prebuilt: Path | None, pyodide: Path | None, progress: Callable[[str], None]
) -> None:
    local = out / "local"
    (local / "kernels").mkdir(parents=True)
    progress("the client")
    write_client(out)
    write_art(out, games)
    for game in games:
        progress(f"{game}: rulebook")
        write_game_pages(out, game)
        progress(f"{game}: kernels")
        copy_kernels(game, prebuilt or kernels(game), local / "kernels")
    progress("Pyodide")
    (local / "pyodide").mkdir()
    source = pyodide or downloads.pyodide()
    for name in downloads.CORE:
        shutil.copyfile(source / name, local / "pyodide" / name)
    _write_lock(source / LOCK, local / "pyodide" / LOCK)
    trim(source / LIBRARY, local / "pyodide" / LIBRARY)
    progress("Python")
    write_sources(local / "python.zip", games)
    shutil.copyfile(downloads.msgspec(), local / "msgspec.zip")
    compile_zips(source, local, {"python.zip": PACKAGES, "msgspec.zip": PACKAGES, f"pyodide/{LIBRARY}": MOUNTED})
    entries = [local_entry(LocalGames(), game) for game in games]
    (local / "games.json").write_bytes(msgspec.json.encode(entries))
    (local / "levels.json").write_bytes(
        msgspec.json.encode({game: [one.bot for one in levels(game)] for game in games})
    )


def _write_lock(source: Path, out: Path) -> None:
    """Copy Pyodide's list of packages without the packages: a site loads none of them."""
    lock = msgspec.json.decode(source.read_bytes())
    out.write_bytes(msgspec.json.encode({**lock, "packages": {}}))
