"""several processes share a database server

Revision ID: 0011
Revises: 0010
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0011'
down_revision: str | Sequence[str] | None = '0010'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    if op.get_bind().dialect.name != 'postgresql':
        return
    op.create_table(
        'processes',
        sa.Column('id', sa.Text(), primary_key=True),
        sa.Column('until', sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        'shards',
        sa.Column('shard', sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column('owner', sa.Text(), nullable=True),
        sa.Column('epoch', sa.BigInteger(), nullable=False),
        sa.Column('heir', sa.Text(), nullable=True),
        sa.Column('alive', sa.DateTime(timezone=True), nullable=True),
        sa.Column('answered', sa.JSON(), nullable=True),
    )
    op.create_table(
        'inbox',
        sa.Column('id', sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column('shard', sa.BigInteger(), nullable=False),
        sa.Column('kind', sa.Text(), nullable=False),
        sa.Column('key', sa.Text(), nullable=True, unique=True),
        sa.Column('stamp', sa.Float(), nullable=False),
        sa.Column('well_timed', sa.Boolean(), nullable=False),
        sa.Column('about', sa.BigInteger(), nullable=False),
        sa.Column('waiting', sa.Boolean(), nullable=False),
        sa.Column('token', sa.Text(), nullable=True),
        sa.Column('data', sa.JSON(), nullable=False),
        sa.Column('made', sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )
    op.create_index('ix_inbox_shard', 'inbox', ['shard'])
    op.create_table(
        'news',
        sa.Column('id', sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column('sender', sa.Text(), nullable=False),
        sa.Column('kind', sa.Text(), nullable=False),
        sa.Column('about', sa.BigInteger(), nullable=False),
        sa.Column('made', sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )
    op.execute('CREATE SEQUENCE table_ids')
    op.execute("SELECT setval('table_ids', GREATEST(last_table, 1)) FROM identity")


def downgrade() -> None:
    if op.get_bind().dialect.name != 'postgresql':
        return
    op.execute('DROP SEQUENCE table_ids')
    for table in ('news', 'inbox', 'shards', 'processes'):
        op.drop_table(table)
