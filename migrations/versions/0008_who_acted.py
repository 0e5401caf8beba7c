"""who acted: the people behind an act, also when they have gone since

Revision ID: 0008
Revises: 0007
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0008'
down_revision: str | Sequence[str] | None = '0007'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('events', sa.Column('people', sa.JSON(none_as_null=True), nullable=True))
    op.add_column('leavers', sa.Column('name', sa.Text(), server_default='', nullable=False))


def downgrade() -> None:
    op.drop_column('leavers', 'name')
    op.drop_column('events', 'people')
