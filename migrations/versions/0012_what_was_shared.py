"""what was shared to a channel, and whom it names

Revision ID: 0012
Revises: 0011
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0012'
down_revision: str | Sequence[str] | None = '0011'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        'shares',
        sa.Column('message', sa.BigInteger(), nullable=False),
        sa.Column('person', sa.BigInteger(), nullable=False),
        sa.Column('channel', sa.BigInteger(), nullable=False),
        sa.Column('guild', sa.BigInteger(), nullable=False),
        sa.Column('what', sa.Text(), nullable=False),
        sa.Column('ply', sa.BigInteger(), nullable=False),
        sa.Column('subject', sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint('message', 'person', name='pk_shares'),
    )
    op.create_index('ix_shares_person', 'shares', ['person'])


def downgrade() -> None:
    op.drop_index('ix_shares_person', 'shares')
    op.drop_table('shares')
