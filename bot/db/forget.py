"""The statements that forget a person, one for each database table; built once by the store."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import (
    BindParameter,
    Delete,
    Table,
    Update,
    bindparam,
    case,
    delete,
    null,
    or_,
    update,
)

WHO = "who"
"""Key in the rows of a `forget`: the person."""

TABLE, SEQ, RACE, PEOPLE = "of_table", "of_seq", "new_race", "new_people"
"""Keys in the rows of a `redact`: which event, and its race and people without the person."""

Statement = Update | Delete


def forgetting(table: Table) -> Statement:
    """Return the statement that takes a person out of one database table."""
    return FORGET[table.name](table, bindparam(WHO))


def redacting(table: Table) -> Update:
    """Return the statement that takes a person out of one event: press, race and people."""
    return (
        update(table)
        .where(table.c.table == bindparam(TABLE), table.c.seq == bindparam(SEQ))
        .values(
            press=null(),
            race=bindparam(RACE, type_=table.c.race.type),
            people=bindparam(PEOPLE, type_=table.c.people.type),
        )
    )


def _seats(table: Table, who: BindParameter[Any]) -> Update:
    """Seats of any table: held, kept, or wished to sit opposite of."""
    seat = table.c
    own = or_(seat.person == who, seat.invited == who)
    return (
        update(table)
        .where(or_(own, seat.opposite == who))
        .values(
            name=case((own, ""), else_=seat.name),
            invited_until=case((own, null()), else_=seat.invited_until),
            person=case((seat.person == who, null()), else_=seat.person),
            invited=case((seat.invited == who, null()), else_=seat.invited),
            opposite=case((seat.opposite == who, null()), else_=seat.opposite),
        )
    )


def _rows(table: Table, who: BindParameter[Any]) -> Delete:
    return delete(table).where(table.c.person == who)


def _shares(table: Table, who: BindParameter[Any]) -> Delete:
    """Whom something shared names; all of it, where it is about the person."""
    return delete(table).where(or_(table.c.person == who, table.c.subject == who))


def _person(table: Table, who: BindParameter[Any]) -> Update:
    return update(table).where(table.c.person == who).values(person=null())


def _host(table: Table, who: BindParameter[Any]) -> Update:
    return update(table).where(table.c.host == who).values(host=0)


FORGET: Mapping[str, Callable[[Table, BindParameter[Any]], Statement]] = {
    "tables": _host,
    "seats": _seats,
    "leavers": _rows,
    "messages": _rows,
    "shares": _shares,
    "calls": _person,
    "results": _person,
    "ratings": _rows,
    "users": _rows,
}
"""What is done where; `events` and `votes` are rewritten one by one (`bot.db.people`)."""
