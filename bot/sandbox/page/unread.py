"""Who has read how far, for the badges; it lives as long as the sandbox."""

from dataclasses import dataclass

from bot.sandbox.model.client_view import ChannelSeen
from bot.sandbox.people.person import Person
from bot.sandbox.world import World


@dataclass(frozen=True, slots=True)
class Unread:
    """What waits for a person in a channel: anything new, and how many notifications."""

    new: bool
    pings: int


class ReadMarks:
    """The last message each person has seen in each channel, and the pings after it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[tuple[int, int], int] = {}
        self._pings: dict[tuple[int, int], list[int]] = {}
        self._taken = 0

    def last(self, person_id: int, channel_id: int) -> int:
        """Return the id of the last message read there, 0 if none was."""
        return self._read.get((person_id, channel_id), 0)

    def read(self, person_id: int, channel_id: int, message_id: int) -> bool:
        """Note that a person has seen a channel up to a message; say whether that is news."""
        if message_id <= self.last(person_id, channel_id):
            return False
        self._read[person_id, channel_id] = message_id
        return True

    def unread(self, person: Person, channel: ChannelSeen) -> Unread:
        """Return what waits for a person in a channel; deleted messages do not."""
        self._take()
        last = self.last(person.id, channel.id)
        waiting = self._pings.get((person.id, channel.id), [])
        waiting[:] = [each for each in waiting if each > last and self._exists(each)]
        return Unread(self._new(person, channel, last), len(waiting))

    def _new(self, person: Person, channel: ChannelSeen, last: int) -> bool:
        if channel.last_message_id is None or channel.last_message_id <= last:
            return False
        for message in reversed(self._world.channels[channel.id].messages.values()):
            if message.id <= last:
                return False
            hidden = message.deleted or message.ephemeral_to is not None
            if not hidden and message.author.id != person.id:
                return True
        return False

    def _exists(self, message_id: int) -> bool:
        message = self._world.messages.get(message_id)
        return message is not None and not message.deleted

    def _take(self) -> None:
        """Sort the pings that came since the last look, so that a look never costs them all."""
        for ping in self._world.pings[self._taken :]:
            if not ping.silent:
                key = (ping.user_id, ping.channel_id)
                self._pings.setdefault(key, []).append(ping.message_id)
        self._taken = len(self._world.pings)
