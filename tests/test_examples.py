"""The examples in the README, the documentation and docstrings run, and print what they show."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
import pytest
import yaml
from pages import NOT_RUN, PAGES, ROOT, SLOW, Block, blocks, commands, inline

import tablier
from tablier.catalogue.lessons import Course
from tablier.cli import main
from tablier.errors import MissingPackage

OPTIONS = doctest.NORMALIZE_WHITESPACE
RUN = ("sh", "python")
PARSED: dict[str, Callable[[str], object]] = {"toml": tomllib.loads, "yaml": yaml.safe_load}
FOLDERS = re.compile(r"(baselines|benchmarks|deploy|docs|src|tests|tools|web)/[\w./-]+")
SLOW_TOO = "TABLIER_SLOW_BLOCKS" in os.environ


def modules() -> list[str]:
    found = pkgutil.walk_packages(tablier.__path__, "tablier.")
    return [m.name for m in found if not any(part in m.name for part in ("__main__", ".migrations", ".test_"))]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def scripts(page: Path) -> list[Block]:
    chosen = ("", SLOW) if SLOW_TOO else ("",)
    return [block for block in blocks(page) if block.language in RUN and not block.doctest and block.mark in chosen]


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.doctest for block in blocks(page))], ids=name)
def test_sessions_of_pages_print_what_they_show(page: Path) -> None:
    if "tablier.envs" in page.read_text(encoding="utf-8"):
        for package in ("gymnasium", "pettingzoo", "pyspiel"):
            pytest.importorskip(package)
    assert doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("page", [page for page in PAGES if scripts(page)], ids=name)
def test_scripts_of_pages_run_in_order(page: Path, tmp_path: Path) -> None:
    """In a folder for each page, which holds the tools alone; the packages that ``pip`` would install are there."""
    (tmp_path / "tools").symlink_to(ROOT / "tools")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for block in scripts(page):
        text = re.sub(r"^pip install .*$", "", block.text, flags=re.MULTILINE)
        program = ["bash", "-euc", text] if block.language == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(
            program,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_block_is_run_or_read_or_says_why_not(page: Path) -> None:
    assert page.read_text(encoding="utf-8").count("```") == 2 * len(blocks(page)), "a fence is indented or not closed"
    neglected = []
    for block in blocks(page):
        if (block.mark.startswith(NOT_RUN) and block.mark != NOT_RUN) or block.language in PARSED:
            continue
        if block.language not in RUN and block.language != "text" and not block.language.startswith("{"):
            neglected.append(f"{block} is {block.language or 'of no language'}")
        elif block.mark not in ("", SLOW):
            neglected.append(f"{block} has an unknown mark: {block.mark}")
    assert not neglected


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_data_of_pages_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language in PARSED:
            assert PARSED[block.language](block.text), block


def test_the_lesson_of_the_documentation_is_complete() -> None:
    (shown,) = (block for block in blocks(ROOT / "docs" / "lessons.md") if block.language == "toml")
    (lesson,) = msgspec.toml.decode(shown.text, type=Course).lessons
    assert tablier.game("ponte_del_diavolo").setup(lesson.setup).play(lesson.steps[0].accept[0])


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_of_pages_exist_with_their_options(page: Path) -> None:
    for words in commands(page):
        command: click.Command = main
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            command, words = command.commands[words[0]], words[1:]
        command.make_parser(click.Context(command)).parse_args(words)  # fails at an unknown option


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_targets_extras_and_files_of_pages_exist(page: Path) -> None:
    source = page.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    lines = [
        *inline(page),
        *(line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines()),
    ]
    shown = [line.split()[1] for line in lines if line.startswith("make ")]
    assert not set(shown) - set(targets)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert not {extra for found in re.findall(r"\btablier\[([a-z,]+)\]", source) for extra in found.split(",")} - set(
        extras
    )
    named = [code for code in inline(page) if FOLDERS.fullmatch(code)]
    assert not [file for file in named if not (ROOT / file).exists()]


@pytest.mark.parametrize("module", ["tablier", *modules()])
def test_examples_of_docstrings_run(module: str) -> None:
    try:
        imported = importlib.import_module(module)
    except MissingPackage as error:
        pytest.skip(str(error))
    assert doctest.testmod(imported, optionflags=OPTIONS).failed == 0
