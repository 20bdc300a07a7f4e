"""The address of a PostgreSQL database."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from tablier.server.db.errors import StoreError

SCHEMES = {"postgres", "postgresql", "postgresql+asyncpg"}
DRIVER = "postgresql+asyncpg"
OPTIONS = {
    "database": "PGDATABASE",
    "gsslib": "PGGSSLIB",
    "host": "PGHOST",
    "krbsrvname": "PGKRBSRVNAME",
    "passfile": "PGPASSFILE",
    "password": "PGPASSWORD",
    "port": "PGPORT",
    "ssl": "PGSSLMODE",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "user": "PGUSER",
}
"""The parts of an address, which may also be options after ``?``, with the variables of PostgreSQL's own programs."""
SEVERAL = {"host", "port"}
"""Options that may be repeated."""


def parse_url(url: str) -> sa.URL:
    """The parts of an address.

    Raises:
        StoreError: it is not one, has an option that it cannot have, or its driver is not installed.
    """
    try:
        address = sa.make_url(url)
        usable = all(port in range(1 << 16) for port in _ports(address))
    except (ArgumentError, ValueError):  # ValueError: the port is not a number
        usable = False
    if not usable:
        # The address may hold a password: it is not repeated.
        raise StoreError(
            "the value of --database or TABLIER_DATABASE is no address, or has a wrong port; write it like "
            "postgresql://user:password@host:5432/name"
        )
    if address.drivername not in SCHEMES:
        raise StoreError(
            f"--database and TABLIER_DATABASE cannot use {address.drivername}; write them like "
            "postgresql://user:password@host/name, or name a folder for SQLite with --data"
        )
    for option, value in address.query.items():
        if option not in OPTIONS or (isinstance(value, tuple) and option not in SEVERAL):
            fault = f"{option} twice" if option in OPTIONS else f"the option {option}"
            raise StoreError(
                f"--database and TABLIER_DATABASE cannot have {fault}; the options after ? are {', '.join(OPTIONS)}"
            )
    if find_spec("asyncpg") is None:
        raise StoreError("PostgreSQL needs asyncpg; install it with: pip install 'tablier[postgres]'")
    return address.set(drivername=DRIVER)


def connect_arguments(address: sa.URL) -> dict[str, Any]:
    """The arguments of a connection, by the names of :data:`OPTIONS`. Several hosts are a list, and so are their ports.

    Raises:
        ArgumentError: a port is no number, or hosts and ports do not fit together.
    """
    _, arguments = address.set(drivername=DRIVER).get_dialect()().create_connect_args(address)
    return dict(arguments)


def _ports(address: sa.URL) -> list[int]:
    port = connect_arguments(address).get("port", 0)
    return port if isinstance(port, list) else [port]
