"""``tablier solve`` proves what a position is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablier.cli.options import in_folder

if TYPE_CHECKING:
    from tablier.position import Position
    from tablier.solve import Solver

SLICE = 1_000_000
"""Positions visited between two reports."""


@click.command()
@click.argument("game")
@click.argument("diagram", default="new")
@click.option("--moves", is_flag=True, help="Solve the position after each legal ply, too.")
@click.option(
    "--limit", type=click.IntRange(1), help="Stop after visiting this many positions. Default: when it is solved."
)
@click.option(
    "--entries", default=1 << 22, show_default=True, type=click.IntRange(1, 1 << 32), help="Positions kept in memory."
)
@click.option(
    "--certificate",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a proof that other programs can check, such as tools/check_ponte.py.",
)
def solve(game: str, diagram: str, moves: bool, limit: int | None, entries: int, file: Path | None) -> None:
    """Prove the result of a position of GAME under perfect play.

    DIAGRAM is the position in the game's notation, such as "board: 4; new". Default: the start of the game.
    """
    import tablier
    from tablier.solve import Solver, certificate

    if file and file.exists():
        raise click.ClickException(f"{file} exists and was not changed: name another file")
    if file:
        in_folder(file)

    position = tablier.game(game).setup(diagram)
    solver = Solver(position, entries=entries)
    click.echo(f"perfect play: {_proved(solver, position, limit)}; {solver.visited:,} positions visited")
    if file:
        file.write_text(certificate(solver, position), encoding="utf-8")
    for move in position.moves() if moves else ():
        after = position.copy()
        after.push(move)
        click.echo(f"{move}: {_proved(solver, after, limit)}")


def _proved(solver: Solver, position: Position, limit: int | None) -> str:
    """The rewards of the seats; shows how many positions have been visited meanwhile."""
    from rich.console import Console

    last = None if limit is None else solver.visited + limit
    with Console(stderr=True).status("") as status:
        while True:
            left = SLICE if last is None else min(SLICE, last - solver.visited)
            value = solver.value(position, limit=left)
            if value is not None:
                return ", ".join(f"seat {seat} {reward:g}" for seat, reward in enumerate(value))
            if last is not None and solver.visited >= last:
                raise click.ClickException(
                    f"not solved after {limit:,} positions: give a larger --limit, or leave it out"
                )
            status.update(f"{solver.visited:,} positions visited")
