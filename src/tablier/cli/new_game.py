"""``tablier new-game``: write the template of a game."""

from __future__ import annotations

from pathlib import Path

import click

_NEXT = """\
Wrote {folder}{sep}: Nim, complete, for you to change into your game. Next:

  python -m pytest {name}                            check its rules
  TABLIER_GAMES={name} python -m tablier arena {name} 3 random --games 20

docs/adding.md goes through it step by step, up to a table in the browser."""


@click.command("new-game")
@click.argument("name")
def new_game(name: str) -> None:
    """Write the template of a game into a new folder NAME, here.

    NAME is a Python package's: lower-case letters, digits and underscores.
    """
    import os

    from tablier import template

    folder = template.copy(name, Path())
    click.echo(_NEXT.format(folder=folder, name=name, sep=os.sep))
