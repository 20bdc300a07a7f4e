"""The secret seed of a table. Earlier tables have none: their games have no chance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it."""
    op.add_column("game_table", sa.Column("seed", sa.LargeBinary(32), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game_table", "seed")
