"""How a table's draws follow from its seed: tables made before this revision keep scheme 1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("game_table", sa.Column("draw_scheme", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("game_table", "draw_scheme")
