"""The examples in the README, the documentation and docstrings run with the printed results."""

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
    return [m.name for m in found if not any(part in m.name for part in ("__main__", ".migrations", ".test_"))]


PAGES = ["README.md", *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").glob("*.md")))]


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in (ROOT / page).read_text(encoding="utf-8")])
def test_examples_of_pages_run(page: str) -> None:
    if "tablier.envs" in (ROOT / page).read_text(encoding="utf-8"):
        for package in ("gymnasium", "pettingzoo", "pyspiel"):
            pytest.importorskip(package)
    assert doctest.testfile(str(ROOT / page), module_relative=False, optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("name", ["tablier", *modules()])
def test_examples_of_docstrings_run(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except MissingPackage as error:
        pytest.skip(str(error))
    assert doctest.testmod(module, optionflags=OPTIONS).failed == 0
