"""When the server ran: downtime is not charged to clocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("start", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uptime"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("uptime")
