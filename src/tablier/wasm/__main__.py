"""``python -m tablier.wasm GAME... --out DIR`` writes ``GAME.wasm``, ``GAME.so``, ``GAME.json`` and weights."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

from tablier import catalogue
from tablier.errors import TablierError

# LLVM optimises for WebAssembly, so Numba must not have optimised for the processor of this machine.
PLAIN = {"NUMBA_OPT": "0", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0", "NUMBA_BOUNDSCHECK": "0"}


@click.command()
@click.argument("games", nargs=-1)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
def main(games: tuple[str, ...], out: Path) -> None:
    """Build the WebAssembly modules of each game; of all games if none is named."""
    out.mkdir(parents=True, exist_ok=True)
    for game in games or catalogue.names():
        if all(os.environ.get(name) == value for name, value in PLAIN.items()):
            _build(game, out)
        else:
            command = [sys.executable, "-m", "tablier.wasm", game, "--out", str(out)]
            if subprocess.run(command, env={**os.environ, **PLAIN}, check=False).returncode:
                raise SystemExit(1)


def _build(game: str, out: Path) -> None:
    """Build one game in this process."""
    from numba.core.dispatcher import Dispatcher

    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]  # machine code is of no use here
    from tablier.wasm.build import build  # imports kernels

    try:
        paths = build(game, out)
    except TablierError as error:
        raise click.ClickException(str(error)) from error
    for path in paths:
        click.echo(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(prog_name="python -m tablier.wasm")
