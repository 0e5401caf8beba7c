"""what is shown where

Revision ID: 0009
Revises: 0008
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op


revision: str = '0009'
down_revision: str | Sequence[str] | None = '0008'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

OF_TABLE = ('message', 'message_at', 'old_message', 'round', 'notice_turn', 'notice_channel', 'notice_message')
OF_SEAT = ('hand_channel', 'hand_message')

OVER = "tables.status NOT IN ('lobby', 'playing')"
PLACE = 'COALESCE(tables.thread, tables.channel)'
ROW = 'INSERT INTO messages ("table", message, channel, kind, round, posted, seat, person, turn, final) '

PUBLIC = ROW + f"""
    SELECT id, message, {PLACE}, CASE WHEN started IS NULL THEN 'lobby' ELSE 'table' END,
           round, message_at, NULL, NULL, NULL, {OVER}
    FROM tables WHERE message IS NOT NULL
"""
# The start of a game was the round after its lobby's; a thread made from a message has its number.
OLD = ROW + f"""
    SELECT id, old_message, CASE WHEN thread = old_message THEN channel ELSE {PLACE} END,
           CASE WHEN started IS NULL OR message IS NULL OR round = 2 THEN 'lobby' ELSE 'table' END,
           round - 1, NULL, NULL, NULL, NULL, {OVER}
    FROM tables WHERE old_message IS NOT NULL AND (message IS NULL OR message <> old_message)
"""
HANDS = ROW + f"""
    SELECT tables.id, seats.hand_message, seats.hand_channel, 'hand',
           0, NULL, seats."index", seats.person, NULL, {OVER}
    FROM seats JOIN tables ON tables.id = seats."table"
    WHERE seats.hand_message IS NOT NULL AND seats.hand_channel IS NOT NULL
      AND seats.person IS NOT NULL AND seats.away IS NULL
"""
NOTICES = ROW + """
    SELECT id, notice_message, notice_channel, 'notice', 0, NULL, NULL, NULL, notice_turn, false
    FROM tables WHERE notice_message IS NOT NULL AND notice_channel IS NOT NULL
"""


def upgrade() -> None:
    op.create_table(
        'messages',
        sa.Column('table', sa.BigInteger(), nullable=False),
        sa.Column('message', sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column('channel', sa.BigInteger(), nullable=False),
        sa.Column('kind', sa.Text(), nullable=False),
        sa.Column('round', sa.BigInteger(), nullable=False),
        sa.Column('posted', sa.DateTime(timezone=True), nullable=True),
        sa.Column('seat', sa.BigInteger(), nullable=True),
        sa.Column('person', sa.BigInteger(), nullable=True),
        sa.Column('turn', sa.BigInteger(), nullable=True),
        sa.Column('final', sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(['table'], ['tables.id'], name='fk_messages_table'),
        sa.PrimaryKeyConstraint('table', 'message', name='pk_messages'),
    )
    op.create_index('ix_messages_message', 'messages', ['message'])
    op.create_index('ix_messages_person', 'messages', ['person'])
    op.create_index('ix_messages_final', 'messages', ['final'])
    for moved in (PUBLIC, OLD, HANDS, NOTICES):
        op.execute(sa.text(moved))
    for name in OF_TABLE:
        op.drop_column('tables', name)
    for name in OF_SEAT:
        op.drop_column('seats', name)


def downgrade() -> None:
    raise NotImplementedError('put back the copy that was made before the upgrade')
