"""The number of sockets of unknown browsers, so that all processes count the same spectators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it."""
    op.add_column("presence", sa.Column("sockets", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("presence", "sockets")
