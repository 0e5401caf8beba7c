"""How Alembic reaches the database: the connection of `bot.db.migrate`, or the settings' URL."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from bot.config import load
from bot.db.models import Base
from bot.db.writers import writing_engine


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect() -> None:
    writer = writing_engine(load().database_url)
    await writer.run(migrate)
    await writer.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    asyncio.run(connect())
