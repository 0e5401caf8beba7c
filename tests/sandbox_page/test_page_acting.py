"""What one can do on the page: write, command, press, choose, fill in, react, by hand and keys."""

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import PHONE, opened
from tests.sandbox_page.showcase import rows, selects
from tests.sandbox_page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

WITHIN = 3.1


def newest(page: Page) -> Locator:
    """Return the last message of the log."""
    return page.locator("[data-message-id]").last


def control(page: Page, custom_id: str) -> Locator:
    """Return a control of the last message."""
    return newest(page).locator(f"[data-custom-id={custom_id}]")


def entry(page: Page) -> Locator:
    """Return the field one writes in."""
    return page.locator(".entry-text")


def option(page: Page, name: str) -> Locator:
    """Return a row of the list that is open."""
    return page.locator("[role=option]").filter(has_text=name)


async def write(page: Page, *keys: str) -> None:
    """Type texts and press keys (``<Enter>``) wherever the focus is."""
    for key in keys:
        if key.startswith("<"):
            await page.keyboard.press(key.strip("<>"))
        else:
            await page.keyboard.type(key)


async def test_message_is_written_and_seen_by_others(page: Page, stage: Stage) -> None:
    """Enter sends, shift and Enter makes a line, and everybody sees it."""
    channel = await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "one", "<Shift+Enter>", "two", "<Enter>")
    await expect(newest(page).locator(".content")).to_have_text("one\ntwo", use_inner_text=True)
    await expect(entry(page)).to_have_value("")
    assert stage.person("Ben").messages(channel.id)[-1].content == "one\ntwo"


async def test_draft_stays_in_its_place(page: Page, stage: Stage) -> None:
    """What is half written belongs to the person and the channel."""
    channel = await stage.show(page, "Ana")
    await entry(page).fill("not sent yet")
    await stage.show(page, "Ben", channel)
    await expect(entry(page)).to_have_value("")
    await stage.show(page, "Ana", channel)
    await expect(entry(page)).to_have_value("not sent yet")


async def test_ephemeral_answer_is_seen_by_one_and_can_be_dismissed(
    page: Page, stage: Stage
) -> None:
    """Only the person who asked sees it, with the line that says so; dismissed, it is gone."""
    channel = await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/hello", "<Enter>")
    await expect(newest(page)).to_contain_text("Hello, quietly")
    await expect(newest(page).locator(".lead")).to_contain_text("Ana used hello")
    await expect(newest(page)).to_contain_text("Only you can see this · Dismiss message")
    await stage.show(page, "Ben", channel)
    await expect(page.locator("[data-message-id]")).to_have_count(0)
    await stage.show(page, "Ana", channel)
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator("[data-message-id]")).to_have_count(0)


async def test_commands_are_listed_with_their_descriptions(page: Page, stage: Stage) -> None:
    """A slash lists every command; typing narrows the list; Escape closes it."""
    await stage.show(page, "Ana")
    await page.keyboard.press("/")
    rows_ = page.locator("[role=option]")
    await expect(rows_).to_have_count(7)
    await expect(option(page, "/table open")).to_contain_text("Opens a table")
    await expect(option(page, "/deal")).to_contain_text("count")
    await write(page, "op")
    await expect(rows_.first).to_contain_text("/table open")
    await write(page, "<Escape>")
    await expect(rows_).to_have_count(0)


async def test_enter_sends_no_command_that_was_not_named(page: Page, stage: Stage) -> None:
    """A list may show what is found by its description; sent is it only when chosen there."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/thinks", "<Enter>")
    await expect(page.locator(".notice")).to_contain_text("There is no such command here.")
    await expect(page.locator("[data-command], [data-echo], [data-message-id]")).to_have_count(0)
    await write(page, "<ArrowDown>", "<Enter>")
    await expect(page.locator("[data-command=slow]")).to_be_visible()
    await write(page, "<Escape>")


async def test_options_are_filled_in_by_keyboard(page: Page, stage: Stage) -> None:
    """Required options stand there at once, others are added; Enter picks and then sends."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/deal ")
    await expect(page.locator("[data-option=count]")).to_be_visible()
    await write(page, "<Enter>")
    await expect(page.locator(".problem")).to_have_text("This option is required.")
    await write(page, "9", "<Enter>")
    await expect(page.locator(".problem")).to_have_text("At most 5.")
    await write(page, "<Backspace>", "3", "<Tab>", "to", "<Enter>", "car", "<Enter>")
    await write(page, "open:", "<ArrowDown>", "<Enter>", "deck", "<Tab>", "<Enter>")
    await expect(page.locator("[data-option=to] input")).to_have_value("Carla")
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("dealt 3 carla False small")


async def test_options_are_filled_in_by_pointer(page: Page, stage: Stage) -> None:
    """Everything can be picked from lists without a key but the number."""
    await stage.show(page, "Ana")
    await page.get_by_role("button", name="Commands").click()
    await option(page, "/deal").click()
    await write(page, "2")
    await page.locator(".more").click()
    await option(page, "To whom").click()
    await option(page, "Dan").click()
    await page.get_by_role("button", name="Send").click()
    await expect(newest(page)).to_contain_text("dealt 2 dan None None")


async def test_whole_command_can_be_pasted(page: Page, stage: Stage) -> None:
    """A line with options is understood as it stands."""
    await stage.show(page, "Ana")
    await entry(page).fill("/deal count:4 deck:Small deck")
    await expect(page.locator("[data-option=deck] input")).to_have_value("Small deck")
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("dealt 4 None None small")


async def test_text_that_fits_no_option_is_not_dropped(page: Page, stage: Stage) -> None:
    """It stays to be mended beside the options there are; nothing is sent without it."""
    await stage.show(page, "Ana")
    await entry(page).fill("/deal cards:5 count:4")
    tail = page.locator("[data-command=deal] .tail")
    await expect(tail).to_have_value("cards:5")
    await write(page, "<Enter>")
    await expect(page.locator(".problem")).to_have_text("There is no such option.")
    await expect(option(page, "To whom")).to_be_visible()
    await expect(page.locator("[data-message-id]")).to_have_count(0)
    await tail.fill("")
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("dealt 4 None None None")


async def test_command_in_a_text_is_begun_by_pressing_it(page: Page, stage: Stage) -> None:
    """A mention of a command opens it, with the options that it requires."""
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "Cards are dealt by </deal:1234>.")
    await newest(page).get_by_role("link", name="/deal").click()
    await page.locator("[data-option=count] input").fill("2")
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("dealt 2 None None None")


async def test_backspace_takes_a_command_back(page: Page, stage: Stage) -> None:
    """Backspace removes an empty option, then the command itself."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/deal ", "<Tab>", "to:", "<Backspace>")
    await expect(page.locator("[data-option=to]")).to_have_count(0)
    await write(page, "<Backspace>")
    await expect(entry(page)).to_have_value("/deal")


async def test_autocomplete_asks_the_bot(page: Page, stage: Stage) -> None:
    """Suggestions come from the bot for what is typed; the value is sent, not the name."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/find ")
    await expect(page.locator("[role=option]")).to_have_count(4)
    await write(page, "hearts")
    await expect(page.locator("[role=option]")).to_have_count(2)
    await write(page, "<ArrowDown>", "<Enter>")
    await expect(page.locator("[data-option=card] input")).to_have_value("Queen Of Hearts")
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("found queen of hearts")


async def test_autocomplete_leaves_free_text(page: Page, stage: Stage) -> None:
    """What the bot does not suggest can be sent as it was typed."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/find ", "a joker")
    await expect(page.locator("[role=option]")).to_have_count(0)
    await write(page, "<Enter>")
    await expect(newest(page)).to_contain_text("found a joker")


async def test_commands_are_in_the_persons_language(page: Page, stage: Stage) -> None:
    """Changing a person's language changes names, descriptions and relative times."""
    channel = await stage.show(page, "Carla")
    await stage.send(channel, f"<t:{int(stage.world.clock.now()) - 3600}:R>")
    await expect(newest(page)).to_contain_text("1 hour ago")
    await page.get_by_label("Language of this person").select_option("es-ES")
    await expect(newest(page)).to_contain_text("hace 1 hora")
    assert stage.person("Carla").locale == "es-ES"
    await entry(page).click()
    await write(page, "/repartir")
    await expect(option(page, "/repartir")).to_contain_text("Reparte unas cartas")
    await write(page, " ")
    await expect(page.locator("[data-option=count]")).to_contain_text("cuantas")
    await write(page, "2", "<Enter>", "<Enter>")
    await expect(newest(page)).to_contain_text("dealt 2")
    await expect(newest(page).locator(".lead")).to_contain_text("Carla usó repartir")
    await stage.send(channel, "Type </deal:1>")
    await expect(newest(page).locator("[data-act=command]")).to_have_text("/repartir")


async def test_slow_command_shows_that_the_bot_is_thinking(page: Page, stage: Stage) -> None:
    """A deferred answer is "… is thinking" until the answer comes in its place."""
    stage.bot.go_on.clear()
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/slow", "<Enter>")
    await expect(newest(page)).to_contain_text("Kalamazoo is thinking…")
    stage.bot.go_on.set()
    await expect(newest(page)).to_contain_text("Thought about it")
    await expect(page.locator(".thinking")).to_have_count(0)


async def test_unanswered_command_says_so(page: Page, stage: Stage) -> None:
    """After three seconds without an answer the page says what Discord says."""
    await stage.show(page, "Ana")
    await entry(page).click()
    await write(page, "/dead", "<Enter>")
    await expect(page.locator("[data-echo=sending]")).to_be_visible()
    stage.world.clock.advance(WITHIN)
    await expect(page.locator("[data-echo=failed]")).to_contain_text(
        "The application did not respond"
    )
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator("[data-echo]")).to_have_count(0)


async def test_button_waits_works_and_fails_as_on_discord(page: Page, stage: Stage) -> None:
    """A press shows that it waits; an answer ends that; no answer is "This interaction failed"."""
    stage.bot.go_on.clear()
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "press", view=rows())
    await control(page, "held").click()
    await expect(control(page, "held")).to_have_attribute("aria-busy", "true")
    await stage.show(page, "Ben", channel)
    await expect(control(page, "held")).not_to_have_attribute("aria-busy", "true")
    await stage.show(page, "Ana", channel)
    await expect(control(page, "held")).to_have_attribute("aria-busy", "true")
    stage.bot.go_on.set()
    await expect(control(page, "held")).not_to_have_attribute("aria-busy", "true")
    await control(page, "dead").click()
    await expect(control(page, "dead")).to_have_attribute("aria-busy", "true")
    stage.world.clock.advance(WITHIN)
    await expect(newest(page).locator("[data-failure]")).to_have_text("This interaction failed")
    await control(page, "edit").click()
    await expect(newest(page)).to_contain_text("Edited by a press")
    await expect(newest(page).locator(".button")).to_have_count(0)
    await expect(newest(page).locator("[data-failure]")).to_have_count(0)


async def test_focus_stays_at_the_message_whose_control_is_gone(page: Page, stage: Stage) -> None:
    """Whoever plays by keyboard alone or listens to the page goes on from there, not from its top.

    Where the message has gone too, from the messages.
    """
    channel = await stage.show(page, "Ana")
    sent = await stage.send(channel, "Choose", view=rows())
    message = page.locator(f"[data-message-id='{sent.id}']")
    await control(page, "whisper").focus()
    await sent.edit(content="Chosen", view=None)
    await expect(message).to_contain_text("Chosen")
    await expect(message).to_be_focused()
    await sent.edit(content="Choose again", view=rows())
    await expect(control(page, "whisper")).to_be_visible()
    await control(page, "whisper").focus()
    await sent.delete()
    await expect(message).to_have_count(0)
    await expect(page.locator("#log")).to_be_focused()


async def test_focus_survives_an_edit(page: Page, stage: Stage) -> None:
    """A control that stays keeps the keyboard's focus while its message changes around it."""
    channel = await stage.show(page, "Ana")
    message = await stage.send(channel, "before", view=rows())
    await control(page, "whisper").focus()
    await message.edit(content="after")
    await expect(newest(page)).to_contain_text("after")
    await expect(control(page, "whisper")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("Only for you")


async def test_selects_send_what_was_chosen(page: Page, stage: Stage) -> None:
    """Several values within their limits, a person, a role, a channel; each reaches the bot."""
    channel = await stage.show(page, "Ben")
    await stage.send(channel, None, view=selects())
    await control(page, "suits").click()
    for name in ("Spades", "Hearts", "Clubs"):
        await option(page, name).click()
    await expect(page.locator("[role=option][aria-selected=true]")).to_have_count(2)
    await page.get_by_role("button", name="Done").click()
    await expect(control(page, "suits")).to_contain_text("♠️Spades♥️Hearts")
    for custom_id, name in (("users", "Dan"), ("roles", "Admin"), ("places", channel.name)):
        await control(page, custom_id).click()
        await option(page, name).click()
        await expect(control(page, custom_id)).to_contain_text(name)
    role = next(one for one in stage.guild.roles.values() if one.name == "Admin")
    assert stage.bot.presses[-4:] == [
        ("ben", "suits", ["Spades", "Hearts"]),
        ("ben", "users", [str(stage.person("Dan").id)]),
        ("ben", "roles", [str(role.id)]),
        ("ben", "places", [str(channel.id)]),
    ]
    await control(page, "suits").click()
    await write(page, "<Enter>", "<ArrowDown>", "<Enter>", "<Escape>")
    await expect(control(page, "suits")).to_contain_text("Make a selection")
    assert stage.bot.presses[-1] == ("ben", "suits", [])


async def test_form_is_checked_and_sent(page: Page, stage: Stage) -> None:
    """A form says what is missing, keeps what was written and sends every field."""
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "press", view=rows())
    await control(page, "form").click()
    form = page.locator("dialog[data-modal]")
    await expect(form).to_contain_text("In a few words")
    await form.get_by_label("Your reason").fill("no")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.locator(".failure")).to_contain_text("at least 3 characters")
    await form.get_by_label("Your reason").fill("nope")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.locator(".failure")).to_contain_text("“Suit” has to be chosen")
    await form.locator("[data-custom-id=suit] .select").click()
    await option(page, "Hearts").click()
    await form.locator("[data-custom-id=who] .select").click()
    await option(page, "Carla").click()
    await form.get_by_label("More").fill("two\nlines")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(newest(page)).to_contain_text("Form received")
    assert stage.bot.forms[-1] == {
        "short": "nope",
        "long": "two\nlines",
        "suit": "Hearts",
        "who": str(stage.person("Carla").id),
    }


async def test_reaction_is_pressed_added_and_taken_away(page: Page, stage: Stage) -> None:
    """A press adds one's own, the next takes it away; the picker adds a new one."""
    channel = await stage.show(page, "Ana")
    message = await stage.send(channel, "table")
    await message.add_reaction("✋")
    hand = newest(page).locator("[data-act=react][data-emoji='✋']")
    await hand.click()
    await expect(hand.locator(".count")).to_have_text("2")
    await expect(hand).to_have_attribute("aria-pressed", "true")
    await hand.click()
    await expect(hand.locator(".count")).to_have_text("1")
    await newest(page).get_by_role("button", name="Add reaction").first.click()
    await page.get_by_label("Find an emoji").fill("trophy")
    await write(page, "<Enter>")
    await expect(newest(page).locator("[data-emoji='🏆']")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert stage.bot.reactions[-3:] == [("add", "✋"), ("remove", "✋"), ("add", "🏆")]


async def test_twenty_first_reaction_is_refused_in_a_line(page: Page, stage: Stage) -> None:
    """A refusal of Discord is shown as a sentence."""
    channel = await stage.show(page, "Ana")
    said = await stage.person("Ben").say(channel.id, "many")
    for number in range(20):
        await stage.person("Ben").react(said.id, chr(0x1F600 + number))
    await newest(page).get_by_role("button", name="Add reaction").first.click()
    await page.locator("[data-pick='✋']").click()
    await expect(page.locator(".notice")).to_contain_text("Maximum number of reactions")


async def test_keys_press_the_newest_table_in_view(page: Page, stage: Stage) -> None:
    """With keys on, digits, arrows and space press reactions; in a text field they write."""
    channel = await stage.show(page, "Ana")
    old = await stage.send(channel, "old table")
    await old.add_reaction("1️⃣")
    table = await stage.send(channel, "new table")
    for emoji in ("1️⃣", "➡️", "🖐️"):
        await table.add_reaction(emoji)
    one = newest(page).locator("[data-emoji='1️⃣']")
    await expect(newest(page).locator("[data-act=react]")).to_have_count(3)
    await page.keyboard.press("1")
    await page.get_by_role("button", name="Play with keys").click()
    await expect(one).to_have_attribute("data-bound", "1")
    done = len(stage.bot.reactions)
    await write(page, "<1>", "<ArrowRight>", "<Space>", "<1>")
    await expect(newest(page).locator("[data-emoji='🖐️']")).to_have_attribute("aria-pressed", "true")
    await expect(one).to_have_attribute("aria-pressed", "false")
    assert stage.bot.reactions[done:] == [
        ("add", "1⃣"),
        ("add", "➡"),
        ("add", "🖐"),
        ("remove", "1⃣"),
    ]
    await entry(page).click()
    await write(page, "1 2")
    await expect(entry(page)).to_have_value("1 2")
    assert len(stage.bot.reactions) == done + 4
    assert not stage.person("Ana").message(old.id).reactions[0].me


async def test_closed_dms_are_closed(page: Page, stage: Stage) -> None:
    """The switch closes one's direct messages, and opens them again."""
    await stage.show(page, "Dan")
    switch = page.get_by_role("switch", name="DMs closed")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "true")
    assert stage.person("Dan").dms_closed
    assert not stage.person("Ana").dms_closed
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "false")
    assert not stage.person("Dan").dms_closed


async def test_two_windows_show_the_same(browser: Browser, stage: Stage) -> None:
    """What one person does in one window shows at once in another, for another person."""
    async with opened(browser, stage.url) as first, opened(browser, stage.url) as second:
        channel = await stage.show(first, "Ana")
        await stage.show(second, "Ben", channel)
        await entry(first).fill("over here")
        await first.keyboard.press("Enter")
        await expect(newest(second)).to_contain_text("over here")


async def test_phone_plays_by_touch(browser: Browser, stage: Stage) -> None:
    """On a phone one taps a button, a reaction and a command without a keyboard."""
    channel = stage.channel()
    message = await stage.send(channel, "table", view=rows())
    await message.add_reaction("✋")
    async with opened(browser, stage.url, size=PHONE) as page:
        await stage.show(page, "Ana", channel)
        await newest(page).locator("[data-act=react]").tap()
        await expect(newest(page).locator(".count")).to_have_text("2")
        await control(page, "whisper").tap()
        await expect(newest(page)).to_contain_text("Only for you")
        await page.get_by_role("button", name="Commands").tap()
        await option(page, "/hello").tap()
        await page.get_by_role("button", name="Send").tap()
        await expect(newest(page)).to_contain_text("Hello, quietly")
