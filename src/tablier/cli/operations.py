"""``tablier backup`` and ``tablier doctor``, for operators of a server."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablier.cli import options

COLOURS = {"ok": "green", "warning": "yellow", "fault": "red"}


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), envvar="TABLIER_BACKUPS")
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    default=14,
    show_default=True,
    help="Number of backups; older ones are deleted.",
)
@options.data
@options.database
def backup(folder: Path, keep: int, data: Path | None, database: str) -> None:
    """Copy the database into FOLDER, while the server runs."""
    options.require_server()
    from tablier.server.operations.backup import back_up

    file = back_up(folder, keep, data=data or options.data_folder(), url=database)
    click.echo(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")


@click.command()
@options.origins
@options.metrics_token
@click.option(
    "--backups", type=click.Path(path_type=Path), envvar="TABLIER_BACKUPS", help="Folder that tablier backup fills."
)
@options.data
@options.database
def doctor(
    origins: tuple[str, ...], metrics_token: str, backups: Path | None, data: Path | None, database: str
) -> None:
    """Check a running installation: site, proxy, sockets, database, disk, kernels, clock and backups.

    Run it with the server's own environment. The exit status is 1 if there is a fault.
    """
    options.require_server()
    from tablier.server.operations.doctor import Installation, Level, examine

    installation = Installation(origins, data or options.data_folder(), database, metrics_token, backups)
    faulty = False
    for finding in examine(installation):
        level = click.style(f"{finding.level:8}", fg=COLOURS[finding.level])
        click.echo(f"{level} {finding.check:9} {finding.text}")
        if finding.remedy:
            click.echo(f"{'':18} {finding.remedy}")
        faulty |= finding.level is Level.FAULT
    sys.exit(faulty)
