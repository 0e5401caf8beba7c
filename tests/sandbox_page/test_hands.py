"""A hand on a phone: middle, own cards and every control at once, at most six rows of them."""

from collections.abc import Mapping
from typing import Any

import pytest
from discord.http import Route
from msgspec.structs import replace
from playwright.async_api import Browser, Page, expect

from bot.db.records import Vote
from bot.discord_api import components
from bot.ui.contract.renderer import Half
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen
from bot.ui.games.flinch import presses as flinch
from bot.ui.games.flushed import presses as flushed
from bot.ui.preferences import REACTIONS
from tests.browser import PHONE, faint, opened, overflow
from tests.sandbox_page.stage import Stage
from tests.ui.positions import NOW, PAIRS, Position, look, walk

pytestmark = pytest.mark.asyncio(loop_scope="module")

FLINCH, FLUSHED = (
    next(each for each in PAIRS if each[0].key == key) for key in ("flinch", "flushed")
)
ROWS = 6
CENTRE = (2, 5, 7, 9, 12, 14, 3)
"""As many piles as are seen now and then."""
FULL = ((3, 14), (15, 13, 12), (10,), (5, 11), (8, 8, 9))
"""Places of a reserve, each with cards, two-digit ones on top of most."""
HELD = (10, 11, 12, 13, 15)

MEASURED = """
(message) => {
  const view = document.getElementById("log").getBoundingClientRect();
  const controls = [...message.querySelectorAll(".button, .select")];
  const texts = [...message.querySelectorAll(".content")];
  const first = texts.findIndex((one) => /Middle|Centro|Suit|Palo/.test(one.textContent));
  const own = [...controls, ...texts.slice(first)];
  const seen = own.map((one) => [one, one.getBoundingClientRect()]);
  const lines = (one) => Math.round(
    one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight));
  const tops = controls.map((one) => Math.round(one.getBoundingClientRect().top));
  return {
    found: first >= 0,
    cut: seen.filter(([, box]) => box.top < view.top || box.bottom > view.bottom)
      .map(([one]) => one.textContent.slice(0, 60)),
    missing: Math.round(Math.min(...seen.map(([, box]) => box.top)) - view.top),
    rows: new Set(tops).size,
    broken: [...message.querySelectorAll(".button .label, .select .chosen")]
      .filter((one) => lines(one) > 1).map((one) => one.textContent),
  };
}
"""
"""What of a message is out of sight, how many rows of controls it has, labels on two lines."""


def _flinch(
    *, vote: bool = False, shown: tuple[int, ...] = (), turn: int = 0, **rules: Any
) -> Position:
    """Return a game of four in which everybody's reserve is full and all hold high cards."""
    game, renderer = FLINCH
    position = next(walk(game, renderer, 4, 5, options=game.settle(4, rules)))
    state = position.table.state
    seats = tuple(replace(each, reserve=FULL, hand=HELD, shown=shown) for each in state.seats)
    state = replace(state, seats=seats, turn=turn, centre=CENTRE)
    asked = (
        Vote(accuser=1, accused=2, voters=(0, 1, 3), yes=(1,), opened=NOW, until=NOW)
        if vote
        else None
    )
    table = replace(position.table, state=state, vote=asked)
    return replace(position, table=table, numbers=(tuple(map(str, HELD)),) * 4)


def _flushed(**rules: Any) -> Position:
    game, renderer = FLUSHED
    for position in walk(game, renderer, 4, 5, options=game.settle(4, rules)):
        if position.table.ply > 12 and position.table.state.turn == 0:
            return position
    raise AssertionError("it is everybody's turn again and again")


LAID = Half((flinch.LAY, "5"))
KINDS: Mapping[str, tuple[Position, Half | None]] = {
    "flinch": (_flinch(), None),
    "flinch-laying": (_flinch(), Half((flinch.LAY,))),
    "flinch-spot": (_flinch(), LAID),
    "partners": (_flinch(partners=True), None),
    "partners-spot": (_flinch(partners=True), LAID),
    "partners-vote": (_flinch(partners=True, vote=True), None),
    "strict": (_flinch(conduct="strict", shown=(9, 11), turn=1), None),
    "flushed": (_flushed(), None),
    "flushed-several": (_flushed(doubles=True), Half((flushed.SEVERAL, "1", "2"))),
}


def drawn(kind: str, sight: Look) -> Screen:
    """Return one kind of hand of seat 0, with what the last press was answered."""
    position, half = KINDS[kind]
    named = replace(
        position.table,
        seats=tuple(
            replace(seat, name=name)
            for seat, name in zip(position.table.seats, ("Ana", "Ben", "Carla", "Dan"), strict=True)
        ),
    )
    hand = replace(position, table=named).hand(0, half=half, last=sight.t("Pick a card first."))
    return position.renderer.hand(hand, sight)


async def show(page: Page, stage: Stage, screen: Screen) -> Any:
    """Send a hand to Ana with the reactions set beforehand, and return it on the page."""
    channel = await stage.dm(stage.person("Ana"))
    await stage.show(page, "Ana", channel)
    body: Any = components.message(screen).payload
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    sent = await stage.bot.http.request(route, json=body)
    message = page.locator(f"[data-message-id='{sent['id']}']")
    reactions = screen.reactions[: REACTIONS["few"]]
    for key in reactions:
        await stage.bot.http.add_reaction(channel.id, int(sent["id"]), key)
    await expect(message.locator(".reaction")).to_have_count(len(reactions) + 1)
    return message


@pytest.mark.parametrize(
    ("language", "big", "faces"),
    [("en", False, False), ("es", False, True), ("en", True, True), ("es", True, False)],
    ids=["text", "Spanish faces", "big faces", "big Spanish text"],
)
async def test_hand_is_seen_at_once_on_a_phone(
    browser: Browser, stage: Stage, language: str, big: bool, faces: bool
) -> None:
    """`experience.md` section 4: no card or control is out of sight, no label breaks, all is read.

    The middle, one's own cards and all controls, in at most six rows, whatever is half made.
    """
    wrong: list[str] = []
    async with opened(browser, stage.url, size=PHONE) as page:
        await page.locator("[data-act=hint]").click()
        for kind, (position, _) in KINDS.items():
            sight = look(language, big=big)
            if faces:
                card = str(await stage.emoji())
                sight = replace(sight, emojis=dict.fromkeys(position.renderer.faces, card))
            message = await show(page, stage, drawn(kind, sight))
            seen = await message.evaluate(MEASURED)
            wrong += [f"{kind}: no middle"] if not seen["found"] else []
            wrong += (
                [f"{kind}: out of sight by {-seen['missing']}: {seen['cut']}"]
                if seen["cut"]
                else []
            )
            wrong += [f"{kind}: {seen['rows']} rows"] if seen["rows"] > ROWS else []
            wrong += [f"{kind}: broken {each}" for each in seen["broken"]]
            wrong += [f"{kind}: faint {each}" for each in await faint(page)]
            wrong += [f"{kind}: too wide"] if await overflow(page) else []
    assert wrong == []
