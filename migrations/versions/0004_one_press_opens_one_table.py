"""one press opens one table

Revision ID: 0004
Revises: 0003
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0004'
down_revision: str | Sequence[str] | None = '0003'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('tables', sa.Column('opening', sa.Text(), nullable=True))
    op.create_index('uq_tables_opening', 'tables', ['opening'], unique=True)


def downgrade() -> None:
    op.drop_index('uq_tables_opening', table_name='tables')
    op.drop_column('tables', 'opening')
