"""The diagram of the position at which a table begins: earlier tables begin at the start of their game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("game_table", sa.Column("start", sa.Text))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("game_table", "start")
