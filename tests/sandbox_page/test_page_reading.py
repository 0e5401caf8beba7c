"""What the page shows: people, places, messages, layouts; in a real browser, of a real bot."""

import asyncio
import io
import re
import time

import discord
import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.browser import PHONE, opened, overflow
from tests.sandbox_page.showcase import files, layout, rows
from tests.sandbox_page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOSTILE = "<img src=x onerror=alert(1)> <b>bold</b> javascript:alert(1) [x](javascript:alert(1))"


def newest(page: Page) -> Locator:
    """Return the last message of the log."""
    return page.locator("[data-message-id]").last


async def test_page_shows_people_channels_and_one_hint(page: Page, stage: Stage) -> None:
    """A newcomer sees who they are, where they are and what to type; the hint stays closed."""
    people = page.locator("[data-act=be]")
    await expect(people).to_have_text([re.compile(name) for name in stage.names])
    await expect(people.first).to_have_attribute("aria-pressed", "true")
    await expect(page.locator("[data-channel-id] .channel-name").first).to_have_text("card-table")
    await expect(page.locator("#hint")).to_contain_text("/play")
    await page.locator("#hint button").click()
    await expect(page.locator("#hint")).to_be_hidden()
    await page.reload()
    await expect(page.locator("body[data-ready=true]")).to_be_attached()
    await expect(page.locator("#hint")).to_be_hidden()


async def test_person_changes_with_one_press_and_has_a_badge(page: Page, stage: Stage) -> None:
    """A DM shows as a badge at its person; one press is that person, the next goes to the DM."""
    ben = stage.person("Ben")
    dm = await stage.dm(ben)
    await stage.send(dm, "Your hand: 7 and 9")
    tab = page.locator(f"[data-act=be][data-person-id='{ben.id}']")
    await expect(tab.locator("[data-badge]")).to_have_text("1")
    await expect(page.locator("[data-act=go][data-kind=dm]")).to_have_count(0)
    await tab.click()
    await expect(tab).to_have_attribute("aria-pressed", "true")
    await tab.click()
    await expect(newest(page)).to_contain_text("Your hand: 7 and 9")
    await expect(newest(page)).not_to_have_class(re.compile("mentioned"))
    await expect(tab.locator("[data-badge]")).to_have_count(0)


async def test_messages_come_edited_and_go_live(page: Page, stage: Stage) -> None:
    """A message appears, changes with the mark "(edited)" and goes, without any reload."""
    channel = await stage.show(page, "Ana")
    message = await stage.send(channel, "first")
    shown = page.locator(f"[data-message-id='{message.id}']")
    await expect(shown).to_contain_text("first")
    await expect(shown.locator(".tag")).to_have_text("APP")
    await message.edit(content="second")
    await expect(shown).to_contain_text("second")
    await expect(shown).to_contain_text("(edited)")
    await message.delete()
    await expect(shown).to_have_count(0)


async def test_text_is_shown_as_discord_shows_it(page: Page, stage: Stage) -> None:
    """Each part of Discord's markdown becomes its element."""
    channel = await stage.show(page, "Ana")
    dan = stage.person("Dan")
    await stage.send(
        channel,
        "# Title\n## Lower\n-# small\n**b** *i* _j_ __u__ ~~s~~ `c*` ||sp||\n> quote\n"
        "- one\n  - two\n1. first\n```py\nx = *1*\n```\n\\*plain\\* 2 * 3 * 4 snake_case_name "
        f"<@{dan.id}> <#{channel.id}> @everyone <https://example.org/> [words](https://example.org)",
    )
    text = newest(page).locator(".content")
    for selector, words in {
        "h3": "Title",
        "h4": "Lower",
        ".subtext": "small",
        "strong": "b",
        "em >> nth=0": "i",
        "em >> nth=1": "j",
        "u": "u",
        "s": "s",
        "code >> nth=0": "c*",
        "blockquote": "quote",
        "ul > li > ul > li": "two",
        "ol > li": "first",
        "pre": "x = *1*",
        ".mention >> nth=0": "@Dan",
        ".mention >> nth=1": channel.name,
    }.items():
        await expect(text.locator(selector)).to_have_text(words)
    await expect(text).to_contain_text("*plain* 2 * 3 * 4 snake_case_name")
    await expect(text.get_by_role("link", name="words")).to_have_attribute(
        "href", "https://example.org"
    )
    await expect(text.locator(".spoiled")).to_be_hidden()
    await text.locator(".spoiler").click()
    await expect(text.locator(".spoiled")).to_be_visible()


async def test_times_count_by_themselves(browser: Browser, stage: Stage) -> None:
    """A relative time changes without an edit, and is worded in the person's language."""
    async with opened(browser, stage.url) as page:
        channel = await stage.show(page, "Ana")
        moment = int(time.time()) + 80
        await stage.send(channel, f"until <t:{moment}:R>")
        shown = newest(page).locator("time.stamp")
        await expect(shown).to_have_text("in 1 minute")
        await page.clock.install()
        await page.clock.fast_forward(100_000)
        await expect(shown).to_have_text(re.compile("ago$"))


async def test_nothing_people_write_becomes_html(page: Page, stage: Stage) -> None:
    """Hostile text, names, labels and addresses stay text; nothing runs, nothing loads."""
    channel = await stage.show(page, "Ana")
    await stage.person("Ben").say(channel.id, HOSTILE)
    content = newest(page).locator(".content")
    await expect(content).to_have_text(HOSTILE)
    await expect(content.locator("img, b, a")).to_have_count(0)


async def test_embed_and_attachment_show_with_alt_text(page: Page, stage: Stage) -> None:
    """An embed has its parts; a picture has the description as its alternative text."""
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "with files", files=files()[:1], embed=stage.embed())
    message = newest(page)
    await expect(message.locator(".embed-title")).to_have_text("Results")
    await expect(message.locator(".field")).to_have_count(2)
    await expect(message.locator(".embed-footer")).to_contain_text("Season 1")
    image = message.locator("img[alt='A green field']")
    await expect(image).to_be_visible()
    assert (
        await image.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }")
        == 60
    )
    await image.click()
    await expect(page.locator("dialog.lightbox img")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.lightbox")).to_have_count(0)


async def test_layout_shows_every_component(page: Page, stage: Stage) -> None:
    """A components-v2 message shows container, texts, sections, pictures, file and controls."""
    channel = await stage.show(page, "Ana")
    emoji = await stage.emoji()
    await stage.send(channel, None, view=layout(str(emoji)), files=files())
    box = newest(page).locator(".container")
    assert (
        await box.evaluate("(one) => getComputedStyle(one).borderLeftColor") == "rgb(36, 128, 70)"
    )
    await expect(box.locator("h4")).to_contain_text("A layout")
    picture = box.locator("h4 img.emoji")
    assert await picture.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }")
    await expect(box.locator(".section .thumbnail img")).to_be_visible()
    await expect(box.locator(".section button[data-custom-id=beside]")).to_have_text("Beside")
    await expect(box.locator(".separator.wide")).to_have_count(1)
    await expect(box.locator(".gallery img")).to_have_count(2)
    veiled = box.locator(".gallery .veiled")
    await veiled.click()
    await expect(veiled).to_have_attribute("data-local-shown", "")
    await expect(box.locator("a.file")).to_contain_text("log.txt")
    await expect(box.locator("a.file")).to_contain_text("4 B")
    await expect(box.locator("[data-act=open-select]")).to_have_count(4)


async def test_buttons_have_their_styles(page: Page, stage: Stage) -> None:
    """Each style looks its own; a disabled button cannot be pressed, a link leads outside."""
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "buttons", view=rows())
    message = newest(page)
    colours = {
        await message.locator(f"[data-custom-id={name}]").evaluate(
            "(one) => getComputedStyle(one).backgroundColor"
        )
        for name in ("edit", "whisper", "form", "dead")
    }
    assert len(colours) == 4
    await expect(message.locator("[data-custom-id=off]")).to_be_disabled()
    await expect(message.locator("a.button")).to_have_attribute("href", "https://example.org/")
    await expect(message.locator("[data-custom-id=hand]")).to_have_text("✋")


async def test_message_link_jumps_within_the_page(page: Page, stage: Stage) -> None:
    """A link to a message opens its channel at it, also from a DM, also far back."""
    channel = stage.channel()
    target = await stage.person("Ana").say(channel.id, "the table is here")
    for number in range(60):
        await stage.person("Carla").say(channel.id, f"chatter {number}")
    guild = channel.guild.id if channel.guild else 0
    dm = await stage.dm(stage.person("Ben"))
    link = f"https://discord.com/channels/{guild}/{channel.id}/{target.id}"
    await stage.send(dm, f"Your turn: {link}")
    await stage.show(page, "Ben", dm)
    await newest(page).locator("a.jump").click()
    await expect(page.locator(f"[data-here='{channel.id}']")).to_have_text(channel.name)
    await expect(page.locator(f"[data-message-id='{target.id}']")).to_be_in_viewport()
    assert await page.evaluate("location.host") in stage.url


async def test_thread_shows_under_its_channel(page: Page, stage: Stage) -> None:
    """A thread of a message is listed, linked from it and can be opened."""
    channel = await stage.show(page, "Ana")
    message = await stage.send(channel, "table 3")
    thread = await stage.thread(message, "Table 3")
    await stage.send(thread, "inside")
    await expect(page.locator(f"[data-channel-id='{thread.id}']")).to_contain_text("Table 3")
    await page.locator(f"[data-message-id='{message.id}'] button.thread-card").click()
    await expect(newest(page)).to_contain_text("inside")
    await expect(page.locator("#place")).to_contain_text(f"in #{channel.name}")


async def test_reply_and_mention_stand_out(page: Page, stage: Stage) -> None:
    """A reply shows what it answers; a message that mentions oneself is marked."""
    channel = await stage.show(page, "Ben")
    said = await stage.person("Ben").say(channel.id, "## Who plays?\nTonight")
    await stage.reply(channel, said.id, f"<@{stage.person('Ben').id}> I do")
    await expect(newest(page).locator(".snippet")).to_have_text("Who plays?")
    await expect(newest(page)).to_have_class(re.compile("mentioned"))
    await newest(page).locator("button.lead").click()
    await expect(page.locator(f"[data-message-id='{said.id}']")).to_have_attribute(
        "data-local-found", ""
    )


async def test_page_connects_again_by_itself(browser: Browser, stage: Stage) -> None:
    """After a lost connection the page comes back and shows what happened meanwhile."""
    cut, links = asyncio.Event(), list[WebSocketRoute]()

    async def connect(link: WebSocketRoute) -> None:
        if cut.is_set():
            await link.close()
        else:
            link.connect_to_server()
            links.append(link)

    async with opened(browser, stage.url) as page:
        await page.route_web_socket("**/page/socket", connect)
        await page.reload()
        channel = await stage.show(page, "Ana")
        cut.set()
        await links[-1].close()
        await expect(page.locator("#link")).to_be_visible()
        await stage.person("Ben").say(channel.id, "said meanwhile")
        cut.clear()
        await expect(newest(page)).to_contain_text("said meanwhile")
        await expect(page.locator("#link")).to_be_hidden()


async def test_theme_follows_the_system_and_the_button(
    browser: Browser, stage: Stage, sandbox_url: str
) -> None:
    """Light where the system prefers it; the button changes it for good."""
    back = "getComputedStyle(document.body).backgroundColor"
    async with opened(browser, sandbox_url, theme="light") as page:
        assert await page.evaluate(back) == "rgb(255, 255, 255)"
        await page.locator("#theme").click()
        assert await page.evaluate(back) == "rgb(49, 51, 56)"
        await page.reload()
        await expect(page.locator("body[data-ready=true]")).to_be_attached()
        assert await page.evaluate(back) == "rgb(49, 51, 56)"


async def test_phone_needs_no_sideways_scrolling(
    browser: Browser, stage: Stage, sandbox_url: str
) -> None:
    """At 390 pixels everything fits, the list is a drawer, what one presses is 44 pixels high."""
    channel = stage.channel()
    await stage.person("Ben").say(channel.id, "w" * 300 + " " + HOSTILE)
    await stage.send(channel, None, view=layout("✋"), files=files())
    message = await stage.send(channel, "buttons " + "`" + "x" * 200 + "`", view=rows())
    await message.add_reaction("✋")
    async with opened(browser, sandbox_url, size=PHONE) as page:
        await stage.show(page, "Ana", channel)
        await expect(newest(page).locator("[data-act=react]")).to_be_visible()
        assert await overflow(page) == 0
        for control in await page.locator(
            "#log .button, #log .select, #log .reaction, .round, .person"
        ).all():
            if await control.is_visible():
                box = await control.bounding_box()
                assert box is not None
                assert box["height"] >= 44, await control.evaluate("(one) => one.outerHTML")
        drawer = page.locator("#sidebar")
        await expect(drawer).to_be_hidden()
        await page.locator("#drawer").click()
        await expect(drawer).to_be_visible()
        await page.locator("[data-channel-id] .channel-name").first.click()
        await expect(drawer).to_be_hidden()
        await page.locator(".entry-text").fill("/")
        await expect(page.get_by_role("listbox", name="Commands")).to_be_visible()
        assert await overflow(page) == 0


async def test_every_control_has_a_name_and_takes_the_focus(page: Page, stage: Stage) -> None:
    """Buttons, fields and lists have accessible names and can be reached by keyboard."""
    channel = await stage.show(page, "Ana")
    await stage.send(channel, "buttons", view=rows())
    await expect(newest(page).locator(".button").first).to_be_visible()
    nameless = await page.evaluate(
        """[...document.querySelectorAll("button, a[href], input, textarea, select")]
        .filter((one) => one.checkVisibility())
        .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
        .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    await page.locator("#people button").first.focus()
    reached = set()
    for _ in range(40):
        await page.keyboard.press("Tab")
        reached.add(
            await page.evaluate(
                "document.activeElement.dataset.customId ?? document.activeElement.className"
            )
        )
    assert {"edit", "whisper", "hand", "entry-text"} <= reached
    outlined = await page.evaluate(
        "getComputedStyle(document.activeElement).outlineStyle !== 'none' ||"
        " document.activeElement === document.body"
    )
    assert outlined


async def test_uploaded_file_cannot_run_in_the_page(stage: Stage) -> None:
    """A page that somebody uploads is served so that its scripts do not run."""
    channel = stage.channel()
    script = discord.File(io.BytesIO(b"<script>alert(1)</script>"), "a.html")
    message = await stage.send(channel, "look", file=script)
    async with ClientSession() as client, client.get(message.attachments[0].url) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Security-Policy"] == "sandbox"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
