"""What the draws of an imported record follow from, so that the table's own record can be verified."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it."""
    op.add_column("game_table", sa.Column("fair", sa.JSON))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game_table", "fair")
