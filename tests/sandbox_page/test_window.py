"""What an open page is told: the difference to what it knows, for the person looking."""

from typing import Any

import pytest

from bot.sandbox.demo import furnished
from bot.sandbox.model import messages
from bot.sandbox.model.errors import Refused
from bot.sandbox.model.objects import Channel, User
from bot.sandbox.page.socket import welcome
from bot.sandbox.page.unread import ReadMarks
from bot.sandbox.page.window import PAGE, Window
from bot.sandbox.people.person import Person
from bot.sandbox.world import World


class Scene:
    """A demo world and one page open on it, as Ana in the first channel."""

    def __init__(self) -> None:
        self.world = furnished("a token")
        self.marks = ReadMarks(self.world)
        self.window = Window(self.world, self.marks)
        self.bot: User = next(iter(self.world.bots.values())).user
        self.ana, self.ben, *_ = self.world.people.values()
        self.table, self.second, *_ = self.world.channels.values()
        self.window.show(self.ana.id, self.table.id, None)

    def send(self, channel: Channel, text: str, **body: Any) -> int:
        """Let the bot write, and return the message's id."""
        return messages.send(self.world, channel, self.bot, {"content": text, **body}).id

    def told(self) -> dict[str, Any]:
        """Return the news, which must be there."""
        news = self.window.news()
        assert news is not None
        return news

    def person(self, news: dict[str, Any], person: Person) -> dict[str, Any]:
        """Return what the bar of people says of somebody."""
        return next(each for each in news["people"] if each["id"] == str(person.id))


@pytest.fixture
def scene() -> Scene:
    """A page that knows nothing yet."""
    return Scene()


def locales(world: World) -> set[str]:
    """Return the languages of everybody and of every guild."""
    spoken = {each.locale for each in world.people.values()}
    return spoken | {each.locale for each in world.guilds.values()}


def contents(news: dict[str, Any]) -> list[str]:
    """Return the texts of the messages that are new or changed."""
    return [each["content"] for each in news["messages"]["put"]]


def test_window_tells_everything_once_and_then_only_news(scene: Scene) -> None:
    """The first news hold the whole place; without a change there are none; then the change."""
    scene.send(scene.table, "first")
    first = scene.told()
    assert contents(first) == ["first"]
    assert first["messages"]["reset"]
    assert [each["name"] for each in first["people"]] == ["Ana", "Ben", "Carla", "Dan"]
    assert scene.window.news() is None
    scene.send(scene.table, "second")
    second = scene.told()
    assert contents(second) == ["second"]
    assert not second["messages"]["reset"]
    assert "directory" not in second


def test_window_tells_an_edit_and_a_deletion(scene: Scene) -> None:
    """An edited message comes anew with its mark, a deleted one is named as gone."""
    kept = scene.world.messages[scene.send(scene.table, "before")]
    gone = scene.send(scene.table, "wrong")
    scene.told()
    messages.edit(scene.world, kept, {"content": "after"})
    messages.delete(scene.world, scene.world.messages[gone], scene.bot)
    news = scene.told()["messages"]
    assert [(each["content"], each["edited"] is not None) for each in news["put"]] == [
        ("after", True)
    ]
    assert news["gone"] == [str(gone)]


def test_window_reaches_back_page_by_page(scene: Scene) -> None:
    """A long channel begins with its last messages; each look back brings as many more."""
    for number in range(PAGE * 2 + 5):
        scene.send(scene.second, str(number))
    scene.window.show(scene.ana.id, scene.second.id, None)
    first = scene.told()["messages"]
    assert len(first["put"]) == PAGE
    assert first["more"]
    scene.window.earlier()
    assert len(scene.told()["messages"]["put"]) == PAGE
    scene.window.earlier()
    last = scene.told()["messages"]
    assert [each["content"] for each in last["put"]] == ["0", "1", "2", "3", "4"]
    assert not last["more"]


def test_window_reaches_back_to_a_message_asked_for(scene: Scene) -> None:
    """Jumping to an old message brings it and some before it."""
    ids = [scene.send(scene.table, str(number)) for number in range(PAGE * 3)]
    scene.window.show(scene.ana.id, scene.table.id, ids[40])
    shown = contents(scene.told())
    assert "40" in shown
    assert "35" in shown
    assert "5" not in shown


def test_window_shows_ones_own_dm_in_place_of_somebody_elses(scene: Scene) -> None:
    """Changing the person in a DM with the bot goes to the new person's DM with it."""
    bot = scene.world.bots[scene.bot.id]
    of_ana = scene.world.dm_between(bot, scene.ana.user)
    of_ben = scene.world.dm_between(bot, scene.ben.user)
    scene.send(of_ana, "Ana's hand")
    scene.send(of_ben, "Ben's hand")
    assert scene.window.show(scene.ben.id, of_ana.id, None)["channel"] == str(of_ben.id)
    assert contents(scene.told()) == ["Ben's hand"]


def test_window_moves_away_from_a_channel_that_is_out_of_sight(scene: Scene) -> None:
    """Somebody who can no longer see the channel shown is shown the first they can."""
    scene.window.show(scene.ben.id, scene.second.id, None)
    scene.told()
    role = next(iter(scene.table.guild.roles.values())) if scene.table.guild else None
    assert role is not None
    scene.world.overwrite(scene.second, role, deny=1 << 10)
    news = scene.told()
    assert news["channel"] == str(scene.table.id)
    assert str(scene.second.id) not in {each["id"] for each in news["channels"]}


def test_window_refuses_where_nobody_lives() -> None:
    """An empty world has nobody to show."""
    world = World()
    with pytest.raises(Refused):
        Window(world, ReadMarks(world)).show(None, None, None)


def test_reading_counts_dms_until_they_are_read_or_deleted(scene: Scene) -> None:
    """A DM is one unread; reading or deletion takes it away, for that person alone."""
    dm = scene.world.dm_between(scene.world.bots[scene.bot.id], scene.ben.user)
    first = scene.send(dm, "Your turn")
    news = scene.told()
    assert scene.person(news, scene.ben)["pings"] == 1
    assert scene.person(news, scene.ana)["pings"] == 0
    second = scene.send(dm, "Your turn, still")
    assert scene.person(scene.told(), scene.ben)["pings"] == 2
    messages.delete(scene.world, scene.world.messages[second], scene.bot)
    assert scene.person(scene.told(), scene.ben)["pings"] == 1
    assert scene.marks.read(scene.ben.id, dm.id, first)
    ben = scene.person(scene.told(), scene.ben)
    assert (ben["pings"], ben["new"]) == (0, False)
    assert not scene.marks.read(scene.ben.id, dm.id, first)


async def test_reading_does_not_count_ones_own_messages(scene: Scene) -> None:
    """What one wrote oneself is no news to oneself, but to others."""
    await scene.ben.say(scene.second.id, "Hello")
    news = scene.told()
    assert not scene.person(news, scene.ben)["new"]
    assert scene.person(news, scene.ana)["new"]


@pytest.mark.parametrize(
    ("language", "spoken"),
    [("es-MX", "es-ES"), ("en-GB", "en-US"), ("de", "en-US"), ("None", "en-US")],
)
def test_all_begin_in_the_language_of_the_first_browser(language: str, spoken: str) -> None:
    """Everybody and the server, where it is one of the page's."""
    world = furnished("a token")
    welcome(world, language)
    assert locales(world) == {spoken}


async def test_nobody_is_made_spanish_who_has_chosen_or_plays(scene: Scene) -> None:
    """A second browser changes nothing any more."""
    scene.ben.locale = "es-ES"
    welcome(scene.world, "es")
    assert scene.ana.locale == "en-US"
    scene.ben.locale = "en-US"
    await scene.ana.say(scene.table.id, "hello")
    welcome(scene.world, "es")
    assert locales(scene.world) == {"en-US"}
