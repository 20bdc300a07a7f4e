"""Sites: their files, their sizes, and Python in them."""

import base64
import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import randbytes

import msgspec
import pytest
from click.testing import CliRunner
from face_walk import digests
from known import AT_TABLE

from benchmarks.modules import NODE, Module
from tablier.bots.specs import SearchSpec, Spec
from tablier.browser_kernels import copy_kernels, suffixes
from tablier.cli import main
from tablier.errors import GameError
from tablier.site import downloads
from tablier.site.build import NotASite, build
from tablier.site.client import write_art
from tablier.site.manifest import MANIFEST, Manifest, listed, write_manifest
from tablier.site.sizes import sizes

from .conftest import PYODIDE, SITE_GAME
from .random_games import NUMBER

ROOT = Path(__file__).parents[2]
KERNELS = 352_000
"""Bytes of the kernels of all games, with brotli. CI does not build all of them: random bytes stand for them."""
MOST = 7_000_000
"""Bytes of a first visit with brotli."""
MOST_AT_FIRST = 150_000
"""Bytes that the first page needs besides drawings, with brotli."""
FIRST_PAGE = ("index.html", "assets/index-", "fonts/alegreya", "local/games.json")


def test_a_site_has_the_files_of_a_server_at_their_addresses(site: Path) -> None:
    assert '<meta name="tablier-host" content="local" />' in (site / "index.html").read_text()
    assert "<svg" in (site / f"api/art/{SITE_GAME}/cover.svg").read_text()
    safe = (site / f"api/art/safe/{SITE_GAME}/sprites.svg").read_text()
    assert safe != (site / f"api/art/{SITE_GAME}/sprites.svg").read_text()
    assert "problem-failed" in (site / f"api/texts/{SITE_GAME}/fr.ftl").read_text()
    assert "<figure" in (site / f"rules/{SITE_GAME}/fr/index.html").read_text()
    assert (site / f"rules/{SITE_GAME}/en/panel/index.html").is_file()
    specs = msgspec.json.decode((site / "local/levels.json").read_bytes(), type=dict[str, list[Spec]])
    assert isinstance(specs[SITE_GAME][-1], SearchSpec)


def test_the_manifest_lists_what_the_service_worker_caches(site: Path) -> None:
    manifest = msgspec.json.decode((site / MANIFEST).read_bytes(), type=Manifest)
    assert f"const VERSION = '{manifest.version}'" in (site / "sw.js").read_text()
    assert manifest == listed(site)
    for file in manifest.files:
        digest = hashlib.sha256((site / file.path).read_bytes()).digest()
        assert file.integrity == f"sha256-{base64.b64encode(digest).decode()}"
    paths = [file.path for file in manifest.files]
    assert not {"sw.js", MANIFEST} & set(paths)
    assert paths.index("index.html") < paths.index("local/python.zip")


def test_another_file_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "local").mkdir()
    (tmp_path / "index.html").write_text("one")
    before = write_manifest(tmp_path)
    assert write_manifest(tmp_path) == before
    (tmp_path / "index.html").write_text("two")
    assert write_manifest(tmp_path).version != before.version


def test_the_service_worker_has_the_drawings_of_both_palettes_offline(tmp_path: Path) -> None:
    write_art(tmp_path, AT_TABLE)
    (tmp_path / "local").mkdir()
    write_manifest(tmp_path)
    names = sorted(path.relative_to(tmp_path).as_posix() for path in (tmp_path / "api/art").rglob("*.svg"))
    assert any(name.startswith("api/art/safe/") for name in names)
    command: list[str | Path] = [NODE, Path(__file__).with_name("worker.mjs"), tmp_path, *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr[-3000:]
    assert json.loads(done.stdout) == [(tmp_path / name).read_text() for name in names]


def test_a_first_visit_stays_within_its_budget(built: Callable[[str], Module], tmp_path: Path) -> None:
    files = [f"{name}{suffix}" for name in AT_TABLE for suffix in suffixes(name)]
    for name in AT_TABLE if NUMBER else ():
        copy_kernels(name, built(name).path.parent, tmp_path)
    for file in () if NUMBER else files:
        (tmp_path / file).write_bytes(randbytes(KERNELS // len(files)))
    site = tmp_path / "site"
    manifest = build(site, AT_TABLE, prebuilt=tmp_path, pyodide=PYODIDE)
    first = Manifest("", [file for file in manifest.files if file.path.startswith(FIRST_PAGE)])
    assert next(packed for part, _, packed in sizes(site, manifest) if part == "total") <= MOST
    assert next(packed for part, _, packed in sizes(site, first) if part == "total") <= MOST_AT_FIRST


def test_python_starts_with_the_files_of_a_site(site: Path) -> None:
    """Every module of ``python.zip`` can be imported with the trimmed standard library, and a game is the same."""
    command: list[str | Path] = [NODE, Path(__file__).with_name("start.mjs"), site, ROOT / "tests", SITE_GAME]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr[-3000:]
    assert json.loads(done.stdout) == list(digests(SITE_GAME, 1))


def test_an_older_site_is_replaced_and_another_folder_is_refused(
    built: Callable[[str], Module], site: Path, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(NotASite, match=r"such as notes\.txt; choose a new or an empty folder"):
        build(tmp_path, [SITE_GAME], prebuilt=built(SITE_GAME).path.parent, pyodide=PYODIDE)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    (tmp_path / "local").mkdir()
    (tmp_path / "local" / "manifest.json").write_text('{"version": "", "files": []}')
    with pytest.raises(NotASite, match=r"such as notes\.txt; choose"):
        build(tmp_path, [SITE_GAME], prebuilt=built(SITE_GAME).path.parent, pyodide=PYODIDE)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(GameError, match=rf"has no {SITE_GAME}.wasm: python -m tablier.wasm {SITE_GAME} --out"):
        build(tmp_path / "new", [SITE_GAME], prebuilt=tmp_path, pyodide=PYODIDE)
    assert not (tmp_path / "new").exists()


def test_the_command_names_a_game_that_does_not_exist(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["site", str(tmp_path / "site"), "--games", "chess"])
    assert result.exit_code == 1
    assert "there is no game 'chess'" in result.output


def test_pyodide_is_that_of_the_clients_tests_and_another_archive_is_refused() -> None:
    locked = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]["node_modules/pyodide"]
    assert (locked["version"], locked["integrity"]) == (downloads.PYODIDE, downloads.INTEGRITY)
    with pytest.raises(downloads.DownloadFailed, match="is not the expected file"):
        downloads.require_integrity(b"another")
