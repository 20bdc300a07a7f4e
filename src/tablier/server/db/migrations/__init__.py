"""The database's history. A server runs what it lacks when it starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from tablier.server.db.errors import StoreError


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Bring the database of an open transaction up to date.

    Raises:
        StoreError: the database was made by a newer version.
    """
    config = alembic_config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current(connection) not in {None, *known}:
        raise StoreError(
            "a newer version of tablier used this database; upgrade, or choose another with --data or --database"
        )
    command.upgrade(config, "head")


def current(connection: Connection) -> str | None:
    """The revision of a database; ``None`` if it has no tables yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def newest() -> str | None:
    """The revision that this version needs."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head()
