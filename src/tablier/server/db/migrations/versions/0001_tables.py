"""Browsers, tables, seats, events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "browser",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_browser"),
        sa.UniqueConstraint("secret", name="uq_browser_secret"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rematch_of", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
        sa.UniqueConstraint("rematch_of", name="uq_game_table_rematch_of"),
        sa.ForeignKeyConstraint(["rematch_of"], ["game_table.id"], name="fk_game_table_rematch_of_game_table"),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("browser_id", sa.Integer),
        sa.Column("token", sa.LargeBinary(32)),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
        sa.UniqueConstraint("token", name="uq_seat_token"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_seat_table_id_game_table"),
        sa.ForeignKeyConstraint(["browser_id"], ["browser.id"], name="fk_seat_browser_id_browser"),
    )
    op.create_index("ix_seat_browser_id", "seat", ["browser_id"])
    op.create_table(
        "event",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("plies", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_event"),
        sa.UniqueConstraint("table_id", "key", name="uq_event_table_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_event_table_id_game_table"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("event", "seat", "game_table", "browser"):
        op.drop_table(name)
