"""``tablier show`` draws a record; ``tablier verify`` recomputes its draws."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from tablier.cli.engine import language
from tablier.cli.options import in_folder, require_other

if TYPE_CHECKING:
    from tablier.position import Position
    from tablier.record import Record

FORMATS = ("text", "svg", "png")
SUFFIXES = {"": "text", ".txt": "text", ".svg": "svg", ".png": "png"}
SEAT = {"en": "Seat {}", "fr": "Place {}"}


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="Default: what the name of --output says, else text."
)
@click.option("--ply", type=click.IntRange(0), help="Show the position after this many plies. Default: the last one.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="File to write.")
@click.option(
    "--width", type=click.IntRange(64, 8192), default=1120, show_default=True, help="Width of a picture in pixels."
)
@language
def show(file: BinaryIO, form: str | None, ply: int | None, output: Path | None, width: int, lang: str) -> None:
    """Show a position of the record FILE (- for the standard input).

    Text is in the notation of the game, the same in every language.
    """
    from tablier.errors import RecordError

    require_other(output, file)
    form = form or _form_of(output)
    if form == "png" and output is None and sys.stdout.isatty():
        raise click.UsageError("a picture in PNG cannot be shown in a terminal; name a file with --output")
    record = read(file)
    position = record.replay(upto=ply)
    if ply is not None and position.ply < ply:
        raise RecordError(f"the record has {position.ply} plies; there is no position after {ply}")
    _write(_drawn(record, position, form, width, lang), output)


@click.command()
@click.argument("file", type=click.File("rb"))
def verify(file: BinaryIO) -> None:
    """Recompute every die, draw and shuffle of the record FILE (- for the standard input) from its seed."""
    draws = read(file).verify()
    click.echo(f"all {draws} draws follow from the seed" if draws else "nothing was drawn in this game")


def read(file: BinaryIO) -> Record:
    """Read a record.

    Raises:
        RecordError: it is not a record.
    """
    from tablier.record import MAX_SIZE, Record

    return Record.loads(file.read(MAX_SIZE + 1))


def _form_of(output: Path | None) -> str:
    suffix = output.suffix.lower() if output else ""
    if suffix not in SUFFIXES:
        raise click.UsageError(f"{output}: the name says no format; end it in .svg, .png or .txt, or add --format")
    return SUFFIXES[suffix]


def _drawn(record: Record, position: Position, form: str, width: int, lang: str) -> bytes:
    if form == "text":
        return f"{position}\n".encode()
    from tablier.scene import png, svg

    given = dict(enumerate(record.players))
    names = [given.get(seat) or SEAT[lang].format(seat + 1) for seat in range(position.seats)]
    picture = svg.draw_position(position, names=names, width=width)
    return png.render(picture, width) if form == "png" else picture.encode()


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        in_folder(output).write_bytes(content)
