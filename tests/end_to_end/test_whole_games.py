"""Whole games, played to the end by people who see only what Discord shows them."""

import asyncio
from pathlib import Path

import pytest

from tests.end_to_end.flinch_player import FlinchPlayer, Means
from tests.end_to_end.harness import club


@pytest.mark.parametrize("means", ["reactions", "buttons", "commands"])
async def test_four_people_play_to_the_end_by_one_means_alone(tmp_path: Path, means: Means) -> None:
    """Every player finishes, the table names a winner, nothing ever failed."""
    async with club(tmp_path) as place:
        await place.opened(pile="5")
        players = [FlinchPlayer(person, place.room, means) for person in place.people]
        await asyncio.gather(*(player.play() for player in players))
        table = await place.table(place.people[0], "Rematch")
        assert "wins" in table.text
        assert sum(player.acts for player in players) >= 4 * 4


async def test_partners_play_to_the_end_by_reactions(tmp_path: Path) -> None:
    """Two pairs: the pair that got rid of both piles wins together."""
    async with club(tmp_path) as place:
        await place.opened(pile="5", partners="on")
        players = [FlinchPlayer(person, place.room, "reactions") for person in place.people]
        await asyncio.gather(*(player.play() for player in players))
        table = await place.table(place.people[0], "Rematch")
        assert " win" in table.text


async def test_one_person_plays_to_the_end_against_house_players(tmp_path: Path) -> None:
    """House players fill the table, act when their turn was seen, and let the person finish."""
    async with club(tmp_path, people=1) as place:
        await place.opened(pile="5", bots=2, level="easy", conduct="call")
        await FlinchPlayer(place.people[0], place.room, "buttons").play()
        table = await place.table(place.people[0], "Rematch")
        assert "Bot" in table.text
        assert "win" in table.text
