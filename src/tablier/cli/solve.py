"""``tablier solve`` proves what a position is worth."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablier.cli.options import in_folder, on
from tablier.errors import MAX_THREADS
from tablier.files import write_whole

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
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Processes of this machine, with a table each.",
)
@on
@click.option(
    "--proofs",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep proofs that took long in this file, and go on from those in it.",
)
@click.option(
    "--certificate",
    "file",
    type=click.Path(path_type=Path),
    help="Write a proof that other programs can check, such as tools/check_ponte.py, compressed if its name ends in "
    ".gz. With --turns: a folder with a file for each turn; files that are there already are left.",
)
@click.option("--seat", type=click.IntRange(0, 1), help="Certify what this seat gets. Default: both.")
def solve(
    game: str,
    diagram: str,
    moves: bool,
    turns: bool,
    limit: int | None,
    entries: int,
    threads: int,
    jobs: int,
    on: str,
    proofs: Path | None,
    file: Path | None,
    seat: int | None,
) -> None:
    """Prove the result of a position of GAME under perfect play.

    DIAGRAM is the position in the game's notation, such as "board: 4; new". Default: the start of the game.
    """
    import tablier
    from tablier.solve import Solver
    from tablier.solve.many import values, values_apart
    from tablier.work import results, workers

    apart = jobs > 1 or on != "local"
    if turns and moves:
        raise click.UsageError("--turns does not go with --moves")
    if apart and threads > 1:
        raise click.UsageError("--threads share a table; they go with neither --jobs nor --on")
    for written in filter(None, (file, proofs)):
        in_folder(written)

    position = tablier.game(game).setup(diagram)
    solver = Solver(position, entries=entries)
    _require_place(file, seat, solver, in_a_folder=turns)
    if proofs and proofs.exists():
        solver.load(proofs)
    elif proofs:
        solver.save(proofs)  # fails now rather than after hours

    def prove(positions: Mapping[str, Position]) -> None:
        with workers(jobs, on) if apart else nullcontext() as executor:
            found = (
                values_apart(solver, positions, partial(results, executor), entries=entries, limit=limit)
                if executor
                else values(solver, positions, threads=threads, limit=limit, every=TICK)
            )
            _print(solver, found, len(positions), limit=limit, proofs=proofs)

    positions = solver.after_turns(position) if turns else {"perfect play": position}
    prove(positions)
    if file:
        _certify(solver, positions, file, seat, threads, in_a_folder=turns)
    if moves:
        prove({str(move): position.copy().play(str(move)) for move in position.moves()})
    click.echo(f"{solver.visited:,} positions visited")


def _print(
    solver: Solver,
    answers: Iterable[tuple[str, tuple[float, float] | None] | None],
    total: int,
    *,
    limit: int | None,
    proofs: Path | None,
) -> None:
    """Print each result as soon as it is proved, and save proofs now and then, also when the user interrupts."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    unsolved, saved = 0, time.monotonic()
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        try:
            for found in answers:
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
            f"{unsolved} of {total} not solved after {limit:,} positions: give a larger --limit, or leave it out"
        )


def _require_place(file: Path | None, seat: int | None, solver: Solver, *, in_a_folder: bool) -> None:
    """Check before hours of work that certificates can be written."""
    if file is None:
        if seat is not None:
            raise click.UsageError("--seat goes with --certificate")
        return
    if not solver.by_turns:
        raise click.ClickException("this game or board is solved ply by ply: there are no certificates of it")
    if in_a_folder and file.exists() and not file.is_dir():
        raise click.ClickException(f"{file} is not a folder; name another place")
    if file.exists() and not in_a_folder:
        raise click.ClickException(f"{file} exists and was not changed: name another file")


def _certify(
    solver: Solver, positions: Mapping[str, Position], to: Path, seat: int | None, threads: int, *, in_a_folder: bool
) -> None:
    """Write the certificates of solved positions; in a folder, of those by which a seat gets anything."""
    from tablier.solve import certificate

    seats, mark = ((0, 1), "") if seat is None else ((seat,), f"_seat_{seat}")

    def write(name: str, position: Position) -> None:
        file = in_folder(to / f"{name.replace(' ', '_')}{mark}.txt.gz") if in_a_folder else to
        rewards = solver.value(position) or ()
        needed = position.movers and any(rewards[seat] for seat in seats) and not file.exists()
        if needed or not in_a_folder:
            text = certificate(solver, position, seats).encode()
            write_whole(file, gzip.compress(text) if file.suffix == ".gz" else text)

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(write, positions, positions.values()):
            pass


def _text(value: tuple[float, float] | None) -> str:
    return ", ".join(f"seat {seat} {reward:g}" for seat, reward in enumerate(value)) if value else "not solved"
