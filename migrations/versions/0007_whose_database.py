"""whose database: a tag of its own, and table numbers that never come twice

Revision ID: 0007
Revises: 0005
"""

import secrets
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0007'
down_revision: str | Sequence[str] | None = '0005'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        'identity',
        sa.Column('id', sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column('tag', sa.Text(), nullable=False),
        sa.Column('last_table', sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_identity')),
    )
    last = op.get_bind().execute(sa.text('SELECT max(id) FROM tables')).scalar() or 0
    op.execute(
        sa.text('INSERT INTO identity (id, tag, last_table) VALUES (1, :tag, :last)').bindparams(
            tag=secrets.token_hex(4), last=last
        )
    )


def downgrade() -> None:
    op.drop_table('identity')
