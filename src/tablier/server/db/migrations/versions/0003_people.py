"""Links to watch, the lobby, seats that move to another browser, shared and imported games.

Earlier tables have no link to watch: their address is enough, as before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FLAGS = ("open", "shared", "imported")


def upgrade() -> None:
    """Add it."""
    op.add_column("game_table", sa.Column("watch", sa.LargeBinary(32)))
    for flag in FLAGS:
        op.add_column("game_table", sa.Column(flag, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("recovery", sa.LargeBinary(32)))
    op.create_table(
        "watcher",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("browser_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "browser_id", name="pk_watcher"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_watcher_table_id_game_table"),
        sa.ForeignKeyConstraint(["browser_id"], ["browser.id"], name="fk_watcher_browser_id_browser"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("watcher")
    op.drop_column("seat", "recovery")
    for column in ("watch", *FLAGS):
        op.drop_column("game_table", column)
