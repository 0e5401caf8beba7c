"""Which of the application's emojis are card faces, and what brings them up to date."""

from typing import NamedTuple, cast

import discord

from bot.cards import emoji_name, mark_name
from bot.discord_api.emojis import Upkeep, by_face, upkeep


class Uploaded(NamedTuple):
    """An application's emoji, as far as it is looked at."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


def uploaded(*names: str) -> list[discord.Emoji]:
    """Return emojis of these names, uploaded in this order."""
    return cast("list[discord.Emoji]", [Uploaded(name, at) for at, name in enumerate(names, 1)])


def removed(plan: Upkeep) -> list[str]:
    """Return the names of what is removed."""
    return [emoji.name for emoji in plan.remove]


def test_only_what_is_missing_is_uploaded_and_only_ours_is_removed() -> None:
    """Outdated faces go; a face's bare name, another's emoji and what is up to date stay."""
    present = uploaded(mark_name(), emoji_name("7S"), "f7_00000", "7S", "party_12345", "party")
    plan = upkeep(present, ("7S", "f7", "7S", "back"))
    assert plan.mark
    assert plan.upload == ("f7", "back")
    assert removed(plan) == ["f7_00000"]
    assert plan.rename == {}
    assert plan.kept == 1


def test_nothing_is_left_to_do_once_all_is_there() -> None:
    """Running it again changes nothing."""
    plan = upkeep(uploaded(mark_name(), emoji_name("f1"), emoji_name("f2")), ("f1", "f2"))
    assert plan == Upkeep(mark=True, upload=(), rename={}, remove=(), kept=2)


def test_faces_of_before_the_design_are_replaced_and_make_room_for_their_names() -> None:
    """The mark of an earlier design goes too; what came after the present one stays."""
    earlier, later = emoji_name("f1"), emoji_name("f2")
    present = uploaded("card_faces_00000000", earlier, mark_name(), later)
    plan = upkeep(present, ("f1", "f2"))
    assert (plan.mark, plan.upload, plan.kept) == (True, ("f1",), 1)
    assert plan.rename == {"f1": present[1]}
    assert removed(plan) == ["card_faces_00000000", earlier]


def test_faces_of_an_installation_without_a_mark_are_all_replaced() -> None:
    """Their names had an ending, so that none stands in the way of a new one."""
    present = uploaded("card_1_3f09a", "f2_3f09a")
    plan = upkeep(present, ("f1", "f2"))
    assert (plan.mark, plan.upload, plan.rename) == (False, ("f1", "f2"), {})
    assert removed(plan) == ["card_1_3f09a", "f2_3f09a"]


def test_newest_face_is_shown_and_an_outdated_one_where_there_is_no_other() -> None:
    """Renderers find a face by its plain name, whatever its emoji is called."""
    new = emoji_name("f7")
    forms = by_face(reversed(uploaded("f7_00000", mark_name(), new, "8S_00000", "f9", "party")))
    assert forms == {"f7": f"<:{new}:3>", "8S": "<:8S_00000:4>"}
