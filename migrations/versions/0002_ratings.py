"""ratings

Revision ID: 0002
Revises: 0001
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0002'
down_revision: str | Sequence[str] | None = '0001'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

PLACED = sa.text('games >= 5')


def upgrade() -> None:
    op.create_table('ratings',
    sa.Column('guild', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('game', sa.Text(), nullable=False),
    sa.Column('season', sa.Text(), nullable=False),
    sa.Column('person', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('mu', sa.Float(), nullable=False),
    sa.Column('sigma', sa.Float(), nullable=False),
    sa.Column('number', sa.BigInteger(), nullable=False),
    sa.Column('games', sa.BigInteger(), nullable=False),
    sa.Column('wins', sa.BigInteger(), nullable=False),
    sa.Column('streak', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('guild', 'game', 'season', 'person', name=op.f('pk_ratings'))
    )
    op.create_index(
        'ix_ratings_board', 'ratings', ['guild', 'game', 'season', 'number', 'person', 'games'],
        unique=False, sqlite_where=PLACED, postgresql_where=PLACED,
    )
    op.create_index('ix_ratings_person', 'ratings', ['person'], unique=False)

    op.add_column('results', sa.Column('team', sa.BigInteger(), nullable=False, server_default='0'))
    op.add_column('results', sa.Column('left', sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column('results', sa.Column('number', sa.BigInteger(), nullable=True))
    op.add_column('results', sa.Column('rating_before', sa.Float(), nullable=True))
    op.add_column('results', sa.Column('rating_after', sa.Float(), nullable=True))
    op.add_column('results', sa.Column('overall_before', sa.Float(), nullable=True))
    op.add_column('results', sa.Column('overall_after', sa.Float(), nullable=True))
    op.create_index('ix_results_person_ended', 'results', ['person', 'ended'], unique=False)
    op.create_index(
        'uq_results_game_person_number', 'results', ['game', 'person', 'number'], unique=True
    )

    op.add_column('calls', sa.Column('after', sa.Float(), nullable=True))
    op.create_index('ix_calls_person', 'calls', ['person'], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('calls', schema=None) as batch_op:
        batch_op.drop_index('ix_calls_person')
        batch_op.drop_column('after')
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.drop_index('uq_results_game_person_number')
        batch_op.drop_index('ix_results_person_ended')
        for name in ('overall_after', 'overall_before', 'rating_after', 'rating_before', 'number', 'left', 'team'):
            batch_op.drop_column(name)
    op.drop_table('ratings')
