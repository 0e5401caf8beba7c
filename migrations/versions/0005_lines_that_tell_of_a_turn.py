"""lines that tell of a turn

Revision ID: 0005
Revises: 0004
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0005'
down_revision: str | Sequence[str] | None = '0004'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = ('notice_turn', 'notice_channel', 'notice_message')


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column('tables', sa.Column(name, sa.BigInteger(), nullable=True))


def downgrade() -> None:
    for name in reversed(COLUMNS):
        op.drop_column('tables', name)
