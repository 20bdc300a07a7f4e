"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
browser = sa.Table(
    "browser",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("secret", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("rematch_of", sa.String(32), sa.ForeignKey("game_table.id"), unique=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.LargeBinary(32), nullable=False, server_default=""),
    sa.Column("watch", sa.LargeBinary(32)),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("fair", sa.JSON(none_as_null=True)),
    sa.Column("draw_scheme", sa.Integer, nullable=False, server_default="1"),
    sa.Column("invite", sa.LargeBinary(32)),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("start", sa.Text),
)
seat = sa.Table(
    "seat",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("browser_id", sa.Integer, sa.ForeignKey("browser.id"), index=True),
    sa.Column("token", sa.LargeBinary(32), unique=True),
    sa.Column("recovery", sa.LargeBinary(32)),
)
watcher = sa.Table(
    "watcher",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("browser_id", sa.Integer, sa.ForeignKey("browser.id"), primary_key=True),
)
event = sa.Table(
    "event",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("plies", sa.JSON, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "key"),
)
lease = sa.Table(
    "lease",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("process", sa.String(16), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("browser_id", sa.Integer, primary_key=True),
    sa.Column("sockets", sa.Integer, nullable=False, server_default="1"),
    sa.Column("until", sa.BigInteger, nullable=False),
)
uptime = sa.Table(
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("start", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
)
