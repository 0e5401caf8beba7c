"""no state of direct channels: nobody ever wrote or read it

Revision ID: 0014
Revises: 0013
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0014'
down_revision: str | Sequence[str] | None = '0013'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_column('users', 'dm_closed')


def downgrade() -> None:
    op.add_column(
        'users', sa.Column('dm_closed', sa.Boolean(), server_default=sa.false(), nullable=False)
    )
