"""Which of the application's emojis are card faces, and what brings them up to date."""

from typing import NamedTuple, cast

import discord

from bot.cards import emoji_name
from bot.discord_api.emojis import by_face, upkeep


class Uploaded(NamedTuple):
    """An application's emoji, as far as it is looked at."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


def uploaded(*names: str) -> list[discord.Emoji]:
    """Return emojis of these names."""
    return cast(
        "list[discord.Emoji]", [Uploaded(*each) for each in zip(names, range(1, 9), strict=False)]
    )


def test_only_what_is_missing_is_uploaded_and_only_ours_is_removed() -> None:
    """Outdated faces go; a face's bare name, another's emoji and what is up to date stay."""
    present = uploaded(emoji_name("7S"), "f7_00000", "7S", "party_12345", "party")
    plan = upkeep(present, ("7S", "f7", "7S", "back"))
    assert plan.upload == ("f7", "back")
    assert [emoji.name for emoji in plan.remove] == ["f7_00000"]
    assert plan.kept == 1


def test_nothing_is_left_to_do_once_all_is_there() -> None:
    """Running it again changes nothing."""
    plan = upkeep(uploaded(emoji_name("f1"), emoji_name("f2")), ("f1", "f2"))
    assert (plan.upload, plan.remove, plan.kept) == ((), (), 2)


def test_newest_face_is_shown_and_an_outdated_one_where_there_is_no_other() -> None:
    """Renderers find a face by its plain name, whatever its emoji is called."""
    new = emoji_name("f7")
    for names in (("f7_00000", new), (new, "f7_00000")):
        forms = by_face(uploaded(*names, "8S_00000", "f9", "party"))
        assert set(forms) == {"f7", "8S"}
        assert forms["f7"].startswith(f"<:{new}:")
