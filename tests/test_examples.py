"""Every example in the README and in docstrings does what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import tablier
from tablier.errors import MissingPackage

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE


def modules() -> list[str]:
    found = pkgutil.walk_packages(tablier.__path__, "tablier.")
    return [m.name for m in found if not m.name.endswith("__main__") and ".migrations" not in m.name]


def test_readme() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=OPTIONS)
    assert result.attempted >= 8
    assert result.failed == 0


@pytest.mark.parametrize("name", ["tablier", *modules()])
def test_docstrings(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except MissingPackage as error:
        pytest.skip(str(error))
    assert doctest.testmod(module, optionflags=OPTIONS).failed == 0
