"""tables as pictures

Revision ID: 0010
Revises: 0009
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0010'
down_revision: str | Sequence[str] | None = '0009'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('tables', sa.Column('display', sa.Text(), server_default='text', nullable=False))


def downgrade() -> None:
    op.drop_column('tables', 'display')
