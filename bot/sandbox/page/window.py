"""What one open page shows, and what it has to be told to show what is now.

Nothing is queued for a page: at every change the whole of what it shows is built anew and the
difference to what it was told last is sent, so a page that missed anything is right again with
the next look.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.errors import Refused
from bot.sandbox.model.objects import DM
from bot.sandbox.page import shapes
from bot.sandbox.page.unread import ReadMarks
from bot.sandbox.people.person import Person
from bot.sandbox.world import World

Json = dict[str, Any]

PAGE = 50
"""Messages shown at first, and further ones with each look further back."""


@dataclass(slots=True)
class Place:
    """Who looks and where: messages from ``start`` on; ``read`` was the last one read before."""

    person: Person
    channel: int
    start: int
    read: int


@dataclass(slots=True)
class Told:
    """What a page knows, each part as the text it was sent as."""

    parts: dict[str, str] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    more: bool = False


class Window:
    """One open page.

    Args:
        world: What it shows.
        marks: Who has read what, shared by all pages.
    """

    def __init__(self, world: World, marks: ReadMarks) -> None:
        self._world = world
        self._marks = marks
        self._told = Told()
        self._fresh = True
        self.place: Place | None = None

    def show(self, person_id: int | None, channel_id: int | None, message_id: int | None) -> Json:
        """Show a channel as a person sees it, reaching back to ``message_id`` if given.

        Somebody else's DM stands for one's own with the same bot; what is not known or not to be
        seen is replaced by the first that is.

        Raises:
            Refused: There is nobody, or nothing this person can see.
        """
        people = self._world.people
        person = people.get(person_id or 0) or next(iter(people.values()), None)
        if person is None:
            raise Refused("Nobody lives in this sandbox yet.")
        seen = [each.id for each in person.channels()]
        if not seen:
            raise Refused("This person can see no channel.")
        wanted = self._own(person, channel_id)
        channel = wanted if wanted in seen else seen[0]
        start = self._start(person.messages(channel), message_id)
        self.place = Place(person, channel, start, self._marks.last(person.id, channel))
        self._told.messages.clear()
        self._fresh = True
        return {"person": str(person.id), "channel": str(channel)}

    def earlier(self) -> None:
        """Reach further back in the channel shown."""
        if self.place is None:
            return
        start = self.place.start
        before = [
            each.id for each in self.place.person.messages(self.place.channel) if each.id < start
        ]
        self.place.start = before[-PAGE:][0] if before else start

    def news(self) -> Json | None:
        """Return what the page has to be told now, None if it knows everything."""
        place = self.place
        if place is None:
            return None
        if place.channel not in {each.id for each in place.person.channels()}:
            self.show(place.person.id, None, None)
            return self.news()
        parts = {
            "people": shapes.people(self._world, self._marks),
            "directory": shapes.directory(place.person),
            "channels": shapes.channels(place.person, self._marks),
            "commands": [
                [each.name, each.shown_name] for each in place.person.commands(place.channel)
            ],
        }
        news = self._if_any(parts)
        messages = self._message_news(place)
        if news is None and messages is None:
            return None
        shown = {"person": str(place.person.id), "channel": str(place.channel)}
        return {"push": "state", **shown, **(news or {}), "messages": messages}

    def _if_any(self, parts: Json) -> Json | None:
        news: Json = {}
        for name, part in parts.items():
            text = json.dumps(part)
            if self._told.parts.get(name) != text:
                self._told.parts[name] = text
                news[name] = part
        return news or None

    def _message_news(self, place: Place) -> Json | None:
        told = self._told
        every = place.person.messages(place.channel)
        now = {
            str(seen.id): shapes.message(place.person, seen)
            for seen in every
            if seen.id >= place.start
        }
        texts = {key: json.dumps(value) for key, value in now.items()}
        put = [now[key] for key, text in texts.items() if told.messages.get(key) != text]
        gone = [key for key in told.messages if key not in texts]
        more = len(every) > len(now)
        if not (put or gone or self._fresh or more != told.more):
            return None
        news = {"reset": self._fresh, "put": put, "gone": gone, "more": more}
        if self._fresh:
            news["read"] = str(place.read)
        told.messages, told.more, self._fresh = texts, more, False
        return news

    def _own(self, person: Person, channel_id: int | None) -> int | None:
        channel = self._world.channels.get(channel_id or 0)
        if channel is None or channel.type != DM:
            return channel_id
        bots = {each.id for each in channel.recipients if each.bot}
        for seen in person.channels():
            partners = self._world.channels[seen.id].recipients
            if seen.kind == "dm" and any(each.id in bots for each in partners):
                return seen.id
        return None

    @staticmethod
    def _start(messages: list[MessageSeen], message_id: int | None) -> int:
        ids = [each.id for each in messages]
        at = max(0, len(ids) - PAGE)
        if message_id in ids:
            at = max(0, min(at, ids.index(message_id) - PAGE // 5))
        return ids[at] if ids else 0
