"""``tablier games`` lists the games; ``tablier warm`` compiles them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tablier.catalogue.data import Lang

LANG = "tablier.lang"
"""The language given to the running command, for its error messages."""


def wanted(context: click.Context) -> str:
    """The language given to the command, or that of the environment: French or English."""
    return str(context.meta.get(LANG, _language()))


def _language() -> str:
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if asked.startswith("fr") else "en"


def _note(context: click.Context, _option: click.Parameter, lang: str) -> str:
    context.meta[LANG] = lang
    return lang


language = click.option(
    "--lang",
    type=click.Choice(["en", "fr"]),
    default=_language,
    callback=_note,
    show_default="as LANG says, else en",
    help="Language.",
)


@click.command()
@language
def games(lang: Lang) -> None:
    """List the games."""
    from rich.console import Console
    from rich.table import Table

    from tablier import catalogue

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in {"en": ("Name", "Title", "Seats", "Minutes"), "fr": ("Nom", "Titre", "Places", "Minutes")}[lang]:
        table.add_column(heading)
    for name in catalogue.names():
        info = catalogue.info(name)
        table.add_row(name, info.title[lang], ", ".join(map(str, info.seats)), str(info.minutes))
    Console().print(table)


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option(
    "--browser", is_flag=True, help="Build kernels for browsers, too: they search for hints, analysis and reviews."
)
def warm(names: tuple[str, ...], browser: bool) -> None:
    """Compile games ahead of their first use, all or those that are named.

    A named game that does not belong to this package is checked, too: its files, rulebooks, texts, scene, lessons
    and tokens.toml.
    """
    from rich.console import Console
    from rich.progress import Progress

    from tablier import browser_kernels, catalogue
    from tablier.warm import further_steps
    from tablier.warm import steps as table_steps

    with Progress(console=Console(stderr=True)) as progress:
        for name in dict.fromkeys(names) or catalogue.names():
            task = progress.add_task(name, total=None)
            steps = [*table_steps(name), *further_steps(name)]
            if names and not catalogue.package(name).startswith("tablier."):
                steps[1:1] = _checks(name)  # once the rules are compiled
            if browser:
                steps.append(("for browsers", partial(browser_kernels.kernels, name)))
            progress.update(task, total=len(steps))
            for label, step in steps:
                progress.update(task, description=f"{name}: {label}")
                step()
                progress.advance(task)
            progress.update(task, description=name)


def _checks(name: str) -> list[tuple[str, Callable[[], Any]]]:
    """Label and action of each check for the author of a game."""
    from importlib import resources

    from tablier import catalogue, game, rulebook
    from tablier.catalogue import lessons
    from tablier.envs.tokens import FILE, Tokens
    from tablier.scene.check import check_scene
    from tablier.server.domain.check_lessons import check_lessons

    checks: list[tuple[str, Callable[[], Any]]] = [("rulebooks", partial(rulebook.require_same_rules, name))]
    if (resources.files(catalogue.package(name)) / FILE).is_file():
        checks.append((FILE, partial(Tokens, name)))
    if catalogue.has_scene(name):
        checks.append(("scene", lambda: check_scene(game(name))))
        checks.append((lessons.FILE, partial(check_lessons, name)))
    return checks
