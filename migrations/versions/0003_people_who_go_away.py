"""people who go away

Revision ID: 0003
Revises: 0002
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0003'
down_revision: str | Sequence[str] | None = '0002'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('leavers',
    sa.Column('table', sa.BigInteger(), nullable=False),
    sa.Column('person', sa.BigInteger(), nullable=False),
    sa.Column('how', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['table'], ['tables.id'], name=op.f('fk_leavers_table')),
    sa.PrimaryKeyConstraint('table', 'person', name=op.f('pk_leavers'))
    )
    op.add_column('seats', sa.Column('timeouts', sa.BigInteger(), nullable=False, server_default='0'))
    op.add_column('seats', sa.Column('away', sa.Text(), nullable=True))
    op.add_column('seats', sa.Column('substitute', sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column('tables', sa.Column('paused', sa.DateTime(timezone=True), nullable=True))
    op.add_column('votes', sa.Column('kind', sa.Text(), nullable=False, server_default='accuse'))
    with op.batch_alter_table('votes', schema=None) as batch_op:
        batch_op.alter_column('accused', existing_type=sa.BigInteger(), nullable=True)


def downgrade() -> None:
    op.execute("UPDATE votes SET accused = accuser WHERE accused IS NULL")
    with op.batch_alter_table('votes', schema=None) as batch_op:
        batch_op.alter_column('accused', existing_type=sa.BigInteger(), nullable=False)
        batch_op.drop_column('kind')
    op.drop_column('tables', 'paused')
    with op.batch_alter_table('seats', schema=None) as batch_op:
        for name in ('substitute', 'away', 'timeouts'):
            batch_op.drop_column(name)
    op.drop_table('leavers')
