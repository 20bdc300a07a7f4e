"""Ship proofs with Ponte del Diavolo: ``python tools/ship_proofs.py FILE``.

FILE was written by ``tablier solve ponte_del_diavolo --proofs FILE``. Of its proofs those that took long become
``proofs.npz`` in the game's folder, with those of all first turns; a solver finds the others again as it needs them.
"""

from __future__ import annotations

from pathlib import Path

import click

import tablier
from tablier.solve import Solver
from tablier.solve.proof_file import shipped_proofs

GAME = "ponte_del_diavolo"
SOLVED = (4, 5)
"""The boards of which all first turns are proved."""
LASTING = 12
"""Proofs are shipped behind which are at least ``1 << (LASTING - 1)`` visited positions."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path) -> None:
    """Write the proofs in FILE that took long into the folder of the game."""
    solver = Solver(tablier.game(GAME).new(board=5), entries=1 << 24)
    solver.load(file)
    for board in SOLVED:
        start = tablier.game(GAME).new(board=board)
        for position in solver.after_turns(start).values():
            solver.pin(position)
    target = Path(str(shipped_proofs(GAME)))
    solver.save(target, lasting=LASTING)
    click.echo(f"{target}: {target.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
