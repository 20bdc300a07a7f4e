"""One link for all free seats of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("game_table", sa.Column("invite", sa.LargeBinary(32)))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("game_table", "invite")
