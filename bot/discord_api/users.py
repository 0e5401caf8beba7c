"""What is remembered of people between presses: language, the direct channel, names.

Reactions and messages carry no language (`discord.md` section 7), so the last one an interaction
told is kept; the id of a direct channel never changes, so it is opened once. In memory first; the
database behind it is read once per person and written when something is new.
"""

from collections.abc import Callable

from msgspec import structs

from bot.db.changes import person_change
from bot.db.errors import StorageError
from bot.db.records import EVERYWHERE, Person, Preferences, settings_of, stored_settings
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_api.errors import Tasks


class People:
    """The memory of everybody met, per server, and everywhere (server 0)."""

    def __init__(self, reader: Reader, store: Store, tasks: Tasks) -> None:
        self._reader = reader
        self._store = store
        self._tasks = tasks
        self._known: dict[tuple[int, int], Person] = {}
        self._told: set[tuple[int, int]] = set()
        """Of whom only what was told is known: the database was not read yet."""
        self.prefers: Callable[[int], None] = lambda person: None
        """Is told whose preferences are new."""
        self._new: dict[tuple[int, int], set[str]] = {}
        """What is not stored yet, by its columns."""

    async def remember(self) -> None:
        """Read, at the start, what people have set: reactions and clocks cannot wait for it."""
        for person in await self._reader.choosers():
            self._known[person.person, EVERYWHERE] = person

    async def meet(self, person: int, guild: int = EVERYWHERE) -> Person:
        """Return what is known, read from the database at the first time it can be."""
        try:
            return await self.read(person, guild)
        except StorageError:
            return self._known.get((person, guild)) or Person(person=person, guild=guild)

    async def read(self, person: int, guild: int = EVERYWHERE) -> Person:
        """Return what is stored, read from the database at the first time.

        Raises:
            StorageError: it cannot be read now.
        """
        key = (person, guild)
        if key not in self._known or key in self._told:
            stored = await self._reader.person(person, guild)
            self._told.discard(key)
            self._known[key] = _merged(stored, self._known.get(key), person, guild)
        return self._known[key]

    def locale(self, person: int) -> str | None:
        """Return the language chosen, or else last seen; None if it is not known (yet)."""
        known = self._known.get((person, EVERYWHERE))
        return self.preferences(person).language or (known.locale if known is not None else None)

    def preferences(self, person: int) -> Preferences:
        """Return what a person has set, as far as it is known."""
        known = self._known.get((person, EVERYWHERE))
        return settings_of(known.preferences, Preferences) if known is not None else Preferences()

    async def prefer(self, person: int, preferences: Preferences) -> None:
        """Store what a person has set.

        Raises:
            StorageError: it cannot be stored now; nothing has changed.
        """
        before = await self.read(person)
        after = structs.replace(before, preferences=stored_settings(preferences))
        await self._store.commit(person_change(after, "preferences"))
        self._prefers(person, after)
        self.prefers(person)

    async def learn(self, person: int) -> None:
        """Read anew what a person has set, in another process."""
        try:
            stored = await self._reader.person(person, EVERYWHERE)
        except StorageError:
            if (person, EVERYWHERE) in self._known:
                self._told.add((person, EVERYWHERE))
            return
        if stored is not None:
            self._prefers(person, stored)

    def _prefers(self, person: int, after: Person) -> None:
        key = (person, EVERYWHERE)
        if key not in self._known:
            self._told.add(key)
        known = self._known.get(key, after)
        self._known[key] = structs.replace(known, preferences=after.preferences)

    def heard(
        self, person: int, locale: str, guild: int | None, name: str, own_name: str = ""
    ) -> None:
        """Remember what an interaction told.

        Args:
            person: who.
            locale: the person's language.
            guild: where, None in a direct channel.
            name: as shown there.
            own_name: the person's own, which is shown everywhere.
        """
        own = {"name": own_name} if own_name else {}
        self._change(person, EVERYWHERE, locale=locale, **own)
        if guild is not None:
            self._change(person, guild, name=name)

    def forget(self, person: int) -> None:
        """Forget a person in every server; what is just being saved is not saved any more."""
        for key in [key for key in self._known if key[0] == person]:
            del self._known[key]
            self._new.pop(key, None)
        self._told = {key for key in self._told if key[0] != person}

    def opened(self, person: int, dm: int) -> None:
        """Remember the direct channel."""
        self._change(person, EVERYWHERE, dm_channel=dm)

    def _change(self, person: int, guild: int, **fields: str | int) -> None:
        key = (person, guild)
        known = self._known.get(key)
        if known is not None and all(getattr(known, name) == fields[name] for name in fields):
            return
        if known is None:
            self._told.add(key)
        before = known or Person(person=person, guild=guild)
        self._known[key] = structs.replace(before, **fields)
        self._new.setdefault(key, set()).update(fields)
        self._tasks.start(self._save(person, guild), f"person {person}")

    async def _save(self, person: int, guild: int) -> None:
        """Store what is new; a database that fails costs only the memory of it."""
        key, new = (person, guild), set[str]()
        try:
            if key in self._told:
                stored = await self._reader.person(person, guild)
                if key not in self._known:
                    return
                self._told.discard(key)
                self._known[key] = _merged(stored, self._known.get(key), person, guild)
                if self._known[key] == stored:
                    self._new.pop(key, None)
                    return
            new = self._new.pop(key, set())
            if key in self._known and new:
                await self._store.commit(person_change(self._known[key], *sorted(new)))
        except StorageError:
            if key in self._known:
                self._told.add(key)
                self._new.setdefault(key, set()).update(new)


def _merged(stored: Person | None, told: Person | None, person: int, guild: int) -> Person:
    """Return what was just told above what is stored."""
    if stored is None or told is None:
        return stored or told or Person(person=person, guild=guild)
    return structs.replace(
        stored,
        name=told.name or stored.name,
        locale=told.locale or stored.locale,
        dm_channel=told.dm_channel or stored.dm_channel,
    )
