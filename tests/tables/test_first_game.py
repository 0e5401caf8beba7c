"""Play with bots, and somebody's first game with them alone, which begins gently."""

from msgspec import structs

from bot.tables.entries import Leave, PlayWithBots
from bot.tables.lobby import gentle
from bot.tables.model import Table
from bot.tables.replies import Acted, Refusal, TableReason
from tests.tables.harness import HOST, House

OTHER = 102


async def alone(house: House, game: str = "flinch", **chosen: str) -> Table:
    """Open a lobby, press **Play with bots**, and return the game."""
    lobby = await house.lobby(game, chosen=chosen)
    answer = await house.do(lobby, PlayWithBots(**house.press(HOST)))
    assert isinstance(answer, Acted), answer
    return house.table(lobby)


def is_gentle(house: House, table: Table) -> bool:
    """Say whether it goes by the house rules of a first game."""
    return gentle(house.tables.game(table), table)


async def test_play_with_bots_fills_the_seats_and_starts(house: House) -> None:
    """`experience.md` section 3: as few as the game is played with, of the table's level."""
    for game, seats in (("flinch", 2), ("flip", 2), ("flushed", 3)):
        table = await alone(house, game)
        assert table.status == "playing"
        assert [seat.house for seat in table.seats] == [None] + ["normal"] * (seats - 1)
        await house.do(table, Leave(**house.press(HOST)))


async def test_play_with_bots_goes_by_the_house_rules(house: House) -> None:
    """With partners there are four seats at least."""
    lobby = await house.lobby("flinch", chosen={"partners": True})
    await house.do(lobby, PlayWithBots(**house.press(HOST)))
    assert len(house.table(lobby).seats) == 4


async def test_play_with_bots_is_the_hosts(house: House) -> None:
    """Anybody else is refused, and nothing changes; neither does a second press."""
    lobby = await house.lobby("flinch")
    answer = await house.do(lobby, PlayWithBots(**house.press(OTHER)))
    assert answer == Refusal(TableReason.NOT_HOST, {"host": HOST})
    assert len(house.table(lobby).seats) == 1
    await house.do(lobby, PlayWithBots(**house.press(HOST)))
    again = await house.do(lobby, PlayWithBots(**house.press(HOST)))
    assert again == Refusal(TableReason.NOT_A_LOBBY, {"status": "playing"})


async def test_first_game_with_bots_alone_begins_gently(house: House) -> None:
    """`experience.md` section 3: nothing is called; the next one is the real thing."""
    first = await alone(house)
    assert first.options["conduct"] == "assist"
    assert "conduct" not in first.chosen
    assert is_gentle(house, first)
    await finish(house, first)
    second = await alone(house)
    assert second.options["conduct"] == "call"
    assert not is_gentle(house, second)


async def test_what_was_chosen_stands(house: House) -> None:
    """A first game by other house rules keeps them, the server's or the host's."""
    for conduct in ("call", "strict", "assist"):
        table = await alone(house, conduct=conduct)
        assert table.options["conduct"] == conduct
        assert not is_gentle(house, table)
        await house.do(table, Leave(**house.press(HOST)))


async def test_table_with_people_is_never_gentle(house: House) -> None:
    """Two people play by what the server chose, also in their first game."""
    table = await house.playing(2, "flinch")
    assert table.options["conduct"] == "call"
    assert not is_gentle(house, structs.replace(table))


async def finish(house: House, table: Table) -> None:
    """Play a game to its end."""
    for _ in range(20_000):
        now = house.table(table)
        if now.status != "playing":
            return
        if house.turn_seat(now) == 0:
            await house.auto(now)
        else:
            await house.wait(5.0)
    raise AssertionError("the game does not end")
