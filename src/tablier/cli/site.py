"""``tablier site DIR``: the table without a server, for any static host."""

from __future__ import annotations

from pathlib import Path

import click

from tablier.cli import options


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", default="", help="Names of games, separated by commas. Default: all games with a table.")
@click.option(
    "--kernels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with kernels that `python -m tablier.wasm` has written. Default: build them, half a minute a game.",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with the npm package pyodide. Default: download it, once.",
)
def site(folder: Path, games: str, kernels: Path | None, pyodide: Path | None) -> None:
    """Write the table without a server into DIR, for any static host: bots play in the browser, offline too.

    An older site in DIR is replaced; a folder with other files is refused.
    """
    options.require_site()
    from tablier.site.build import build
    from tablier.site.sizes import sizes

    names = tuple(filter(None, games.split(",")))
    manifest = build(folder, names, prebuilt=kernels, pyodide=pyodide, progress=lambda step: click.echo(f"{step} ..."))
    for part, raw, compressed in sizes(folder, manifest):
        click.echo(f"{part:12} {raw / 1e6:6.2f} MB, {compressed / 1e6:5.2f} MB with brotli")
    click.echo(f"{folder} is complete: docs/site.md has the settings of a host")
