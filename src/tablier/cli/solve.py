"""``tablier solve`` proves what a position is worth."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablier.cli.options import in_folder
from tablier.errors import MAX_THREADS

if TYPE_CHECKING:
    from tablier.position import Position
    from tablier.solve import Solver

TICK = 0.2
"""Seconds between two updates of the progress bar."""
SAVE = 300.0
"""Seconds between two writings of the file of proofs."""


@click.command()
@click.argument("game")
@click.argument("diagram", default="new")
@click.option("--moves", is_flag=True, help="Solve the position after each legal ply, too.")
@click.option(
    "--turns", is_flag=True, help="Solve the position after each turn instead, one of each class under the symmetries."
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Visit at most this many positions for each result. Default: as many as it takes.",
)
@click.option(
    "--entries", default=1 << 22, show_default=True, type=click.IntRange(1, 1 << 32), help="Positions kept in memory."
)
@click.option(
    "--threads", default=1, show_default=True, type=click.IntRange(1, MAX_THREADS), help="Positions solved at once."
)
@click.option(
    "--proofs",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep proofs that took long in this file, and go on from those in it.",
)
@click.option(
    "--certificate",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a proof that other programs can check, such as tools/check_ponte.py.",
)
def solve(
    game: str,
    diagram: str,
    moves: bool,
    turns: bool,
    limit: int | None,
    entries: int,
    threads: int,
    proofs: Path | None,
    file: Path | None,
) -> None:
    """Prove the result of a position of GAME under perfect play.

    DIAGRAM is the position in the game's notation, such as "board: 4; new". Default: the start of the game.
    """
    import tablier
    from tablier.solve import Solver, certificate

    if turns and (moves or file):
        raise click.UsageError("--turns goes with neither --moves nor --certificate")
    if file and file.exists():
        raise click.ClickException(f"{file} exists and was not changed: name another file")
    for written in filter(None, (file, proofs)):
        in_folder(written)

    position = tablier.game(game).setup(diagram)
    solver = Solver(position, entries=entries)
    if proofs and proofs.exists():
        solver.load(proofs)
    elif proofs:
        solver.save(proofs)  # fails now rather than after hours
    prove = partial(_prove, solver, threads=threads, limit=limit, proofs=proofs)
    prove(solver.after_turns(position) if turns else {"perfect play": position})
    if file:
        file.write_text(certificate(solver, position), encoding="utf-8")
    if moves:
        prove({str(move): position.copy().play(str(move)) for move in position.moves()})
    click.echo(f"{solver.visited:,} positions visited")


def _prove(
    solver: Solver, positions: Mapping[str, Position], *, threads: int, limit: int | None, proofs: Path | None
) -> None:
    """Print each result as soon as it is proved, and save proofs now and then, also when the user interrupts."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from tablier.solve.many import values

    unsolved, saved = 0, time.monotonic()
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(positions))
        try:
            for found in values(solver, positions, threads=threads, limit=limit, every=TICK):
                progress.update(task, description=f"{solver.visited:,} positions visited", advance=found is not None)
                if found:
                    unsolved += found[1] is None
                    click.echo(f"{found[0]}: {_text(found[1])}")
                if proofs and time.monotonic() > saved + SAVE:
                    solver.save(proofs)
                    saved = time.monotonic()
        finally:
            if proofs:
                solver.save(proofs)
    if unsolved:
        raise click.ClickException(
            f"{unsolved} of {len(positions)} not solved after {limit:,} positions: "
            "give a larger --limit, or leave it out"
        )


def _text(value: tuple[float, float] | None) -> str:
    return ", ".join(f"seat {seat} {reward:g}" for seat, reward in enumerate(value)) if value else "not solved"
