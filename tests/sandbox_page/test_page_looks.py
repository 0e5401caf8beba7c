"""How the page looks: contrast, emojis on any machine, whole names, languages, one hint."""

from typing import Any

import discord
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import DESKTOP, PHONE, faint, opened
from tests.sandbox_page.showcase import files, layout, rows
from tests.sandbox_page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

EMOJIS = "✋ 🖐️ 🪑 ▶️ ✅ ✖️ ➕ 🃏 1️⃣ 5️⃣ 9️⃣ 🔟 ⬅️ ➡️ ⬇️ 🇦 🇫 🇵 👍🏽 ❤️ ♠️ ♥️ 🏆 👩‍💻 🏴‍☠️ 🇪🇸"
"""Of every kind: with and without selector, keycaps, letters, tones, joined, a flag."""

COLOURED = {"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", "Sandbox Emoji"}

PAINT = """
(nodes) => nodes.map((node) => {
  const pencil = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  Object.assign(pencil.canvas, { width: 80, height: 60 });
  pencil.font = `40px ${getComputedStyle(node).fontFamily}`;
  pencil.fillText(node.textContent, 0, 46);
  const { data } = pencil.getImageData(0, 0, 80, 60);
  const ink = data.filter((each, i) => i % 4 === 3 && each > 127).length;
  return [node.textContent, pencil.measureText(node.textContent).width / 40, ink / 1600];
})
"""
"""Each emoji with its width in letters and the part of such a square that is painted."""


def newest(page: Page) -> Locator:
    """Return the last message of the log."""
    return page.locator("[data-message-id]").last


async def everything(page: Page, stage: Stage) -> None:
    """Fill a channel with everything a message can show, as Ana sees it."""
    channel = await stage.show(page, "Ana")
    ana, ben = stage.person("Ana"), stage.person("Ben")
    await stage.send(
        channel,
        f"# Title\n-# small\n**b** `code` ||spoiler||\n> quote\n```py\nx = 1\n```\n<@{ana.id}> "
        f"<#{channel.id}> @everyone https://example.org/ <t:1700000000:R>",
        embed=stage.embed(),
    )
    said = await ben.say(channel.id, "plain")
    await ana.react(said.id, "✋")
    await ben.react(said.id, "1️⃣")
    await stage.reply(channel, said.id, f"an answer to <@{ana.id}>")
    await stage.thread(await stage.send(channel, "with a thread"), "a thread")
    await stage.at(channel).send(view=layout("✋"), files=files())
    table = await stage.send(channel, "table", view=rows())
    await ana.press(table.id, "whisper")
    await page.get_by_role("button", name="Play with keys").click()
    await expect(newest(page)).to_contain_text("Only for you")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
async def test_words_stand_out(
    browser: Browser, stage: Stage, theme: str, size: tuple[int, int]
) -> None:
    """At least 4.5 to 1: messages, controls also when off, lists, menus, forms, refusals."""
    async with opened(browser, stage.url, size=size, theme=theme) as page:
        found = {*await faint(page)}
        await everything(page, stage)
        found |= {*await faint(page)}
        message = page.locator("[data-message-id]").filter(
            has=page.locator("[data-custom-id=form]")
        )
        await message.locator("[data-custom-id=form]").click()
        await expect(page.locator("[data-modal]")).to_be_visible()
        found |= {*await faint(page)}
        await page.keyboard.press("Escape")
        await message.locator("[data-custom-id=dead]").click()
        await expect(message.locator("[data-custom-id=dead]")).to_have_attribute(
            "aria-busy", "true"
        )
        stage.world.clock.advance(4.0)
        await expect(message).to_contain_text("This interaction failed")
        found |= {*await faint(page)}
        await page.locator("[data-custom-id=suits]").click()
        found |= {*await faint(page)}
        await page.keyboard.press("Escape")
        await newest(page).scroll_into_view_if_needed()
        await page.locator(".entry-text").click()
        await page.keyboard.type("/")
        await expect(page.locator("[role=option]").first).to_be_visible()
        found |= {*await faint(page)}
        await page.keyboard.type("deal ")
        await page.keyboard.type("9")
        await page.keyboard.press("Enter")
        await expect(page.locator(".problem")).to_be_visible()
        found |= {*await faint(page)}
        assert found == set()


async def test_faint_words_are_found(page: Page) -> None:
    """What measures the contrast sees through opacity, backgrounds and placeholders."""
    await page.evaluate(
        """() => {
          const node = document.createElement("div");
          node.id = "trial";
          const styles = [["#777", "#fff", 1], ["#000", "#fff", 0.4], ["#767676", "#fff", 1]];
          for (const [color, background, opacity] of styles) {
            const line = document.createElement("p");
            Object.assign(line.style, { color, background, opacity });
            line.textContent = `trial ${color} ${opacity}`;
            node.append(line);
          }
          node.style.background = "#fff";
          document.body.append(node);
        }"""
    )
    found = [each for each in await faint(page) if "trial" in each]
    assert [each.split()[0] for each in found] == ["4.48", "2.85"]


async def fonts(page: Page, selector: str) -> list[set[str]]:
    """Return, for each element, the names of the fonts that draw it."""
    session = await page.context.new_cdp_session(page)
    await session.send("DOM.enable")
    await session.send("CSS.enable")
    root = (await session.send("DOM.getDocument"))["root"]["nodeId"]
    asked = {"nodeId": root, "selector": selector}
    found = []
    for node in (await session.send("DOM.querySelectorAll", asked))["nodeIds"]:
        used: Any = await session.send("CSS.getPlatformFontsForNode", {"nodeId": node})
        found.append({str(each["familyName"]) for each in used["fonts"]})
    return found


async def test_emojis_are_coloured_pictures_on_any_machine(page: Page, stage: Stage) -> None:
    """In texts, on buttons, as reactions and in the picker; never a box, never an outline."""
    channel = await stage.show(page, "Ana")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(custom_id="a", label="Lay 7️⃣", emoji="⬇️"))
    view.stop()
    message = await stage.send(channel, f"7♠ and {EMOJIS}, 12 cards #1", view=view)
    await message.add_reaction("🇦")
    await expect(newest(page).locator("[data-act=react]")).to_have_count(1)
    await newest(page).get_by_role("button", name="Add reaction").first.click()
    await expect(page.locator("[data-pick='🐌']")).to_be_visible()
    await page.evaluate("document.fonts.ready")
    marked = await newest(page).locator(".content .emoji").all_text_contents()
    assert marked == EMOJIS.split()
    drawn = await fonts(page, ".emoji")
    assert len(drawn) > len(marked) + 60
    assert [each for each in drawn if not each or each - COLOURED] == []
    painted = await page.locator("span.emoji").evaluate_all(PAINT)
    assert [each for each in painted if not 0.9 < each[1] < 1.5 or each[2] < 0.15] == []


async def test_layout_of_the_whole_width_covers_no_face(browser: Browser, stage: Stage) -> None:
    """On a phone a layout takes the margin too, so the author's face stands beside the name."""
    channel = stage.channel()
    await stage.at(channel).send(view=layout("✋"), files=files())
    async with opened(browser, stage.url, size=PHONE) as page:
        await stage.show(page, "Ana", channel)
        face = await page.locator(".row > .avatar").bounding_box()
        below = await page.locator(".row .components").bounding_box()
        assert face is not None
        assert below is not None
        assert below["x"] < face["x"] + face["width"]
        assert face["y"] + face["height"] <= below["y"]


async def test_names_of_options_do_not_break(browser: Browser, stage: Stage) -> None:
    """On a phone a name with a hyphen stays on one line, in the list and in the field."""
    async with opened(browser, stage.url, size=PHONE) as page:
        await stage.show(page, "Ana")
        await page.locator(".entry-text").click()
        await page.keyboard.type("/long")
        broken = (
            "nodes => nodes.filter(each => each.getClientRects().length > 1).map(e => e.innerText)"
        )
        await expect(page.locator(".wants").first).to_be_visible()
        assert await page.locator(".wants").evaluate_all(broken) == []
        lines = await page.locator(".wants").evaluate_all("nodes => nodes.map(e => e.offsetHeight)")
        assert len(lines) == 6
        assert len(set(lines)) == 1
        await page.keyboard.type("-names ")
        names = page.locator(".option-label.whole")
        await expect(names.first).to_be_visible()
        heights = await names.evaluate_all("nodes => nodes.map(e => e.offsetHeight)")
        assert len(set(heights)) == 1
        await names.first.click()
        name = page.locator(".chip-name")
        await expect(name).to_have_text("a-name-in-five-parts-1")
        assert await name.evaluate("each => each.scrollWidth <= each.clientWidth")
        one_line = await name.evaluate("each => each.clientHeight < 2 * 22")
        assert one_line


async def test_hint_goes_once_one_plays(page: Page, stage: Stage) -> None:
    """Writing is no playing; a press is, and the hint does not come back."""
    channel = await stage.show(page, "Ana")
    hint = page.locator("#hint")
    await stage.send(channel, "table", view=rows())
    await page.locator(".entry-text").fill("hello")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("hello")
    await expect(hint).to_be_visible()
    await page.locator("[data-custom-id=whisper]").click()
    await expect(newest(page)).to_contain_text("Only for you")
    await expect(hint).to_be_hidden()
    await page.reload()
    await page.locator("body[data-ready=true]").wait_for()
    await expect(hint).to_be_hidden()


async def test_hint_leaves_room_for_messages_however_far_one_zooms(
    browser: Browser, stage: Stage
) -> None:
    """A phone at 200 % has half its pixels; the hint scrolls and can still be closed."""
    width, height = PHONE
    async with opened(browser, stage.url, size=(width // 2, height // 2)) as page:
        await stage.show(page, "Ana")
        hint = await page.locator("#hint").bounding_box()
        assert hint is not None
        assert hint["height"] <= 0.3 * height / 2 + 1
        first = await page.locator("#hint b").first.bounding_box()
        assert first is not None
        assert first["y"] >= hint["y"], "its beginning is seen"
        await page.locator("[data-act=hint]").click()
        await expect(page.locator("#hint")).to_be_hidden()


async def test_language_of_everybody_is_shown_and_chosen(page: Page, stage: Stage) -> None:
    """All begin in English; who is made Spanish says so in the bar, to eyes and to readers."""
    await stage.show(page, "Carla")
    tongues = page.locator("[data-language]")
    assert {*await tongues.all_text_contents()} == {"en"}
    await page.get_by_label("Language of this person").select_option("es-ES")
    mine = page.locator("[data-act=be][aria-pressed=true]")
    await expect(mine.locator("[data-language]")).to_have_text("es")
    await expect(page.get_by_role("button", name="Ser Carla (Español)")).to_be_visible()
    assert stage.person("Ben").locale == "en-US"
    await page.get_by_label("Idioma de esta persona").select_option("en-US")
    await expect(mine.locator("[data-language]")).to_have_text("en")


async def test_hint_is_in_the_language_of_who_is_shown(page: Page, stage: Stage) -> None:
    """It names what to press as it stands on the screen."""
    await stage.show(page, "Carla")
    hint = page.locator("#hint")
    await expect(hint.get_by_text("Play with bots")).to_be_visible()
    stage.person("Carla").locale = "es-ES"
    await page.reload()
    await expect(hint.get_by_text("Jugar con bots")).to_be_visible()
    await expect(hint.get_by_text("Play with bots")).to_be_hidden()
    stage.person("Carla").locale = "en-US"


async def test_keys_play_five_cards_places_and_calls(page: Page, stage: Stage) -> None:
    """Numbers, letters, the arrow for laying, the call, and what ends a choice."""
    channel = await stage.show(page, "Ana")
    message = await stage.send(channel, "hand")
    pressed = {
        "5": "5️⃣",
        "f": "🇫",
        "A": "🇦",
        "ArrowDown": "⬇️",
        "Space": "✋",
        "Enter": "✅",
        "Backspace": "✖️",
        "+": "➕",
        "*": "🃏",
    }
    for emoji in pressed.values():
        await message.add_reaction(emoji)
    await expect(newest(page).locator("[data-act=react]")).to_have_count(len(pressed))
    await page.get_by_role("button", name="Play with keys").click()
    signs = newest(page).locator("[data-bound]")
    shown = [await each.get_attribute("data-bound") for each in await signs.all()]
    assert shown == ["5", "F", "A", "↓", "Space", "↵", "⌫", "+", "*"]
    done = len(stage.bot.reactions)
    for number, key in enumerate(pressed, 1):
        await page.keyboard.press(key)
        await expect(newest(page).locator("[data-emoji][aria-pressed=true]")).to_have_count(number)
    bare = [emoji.replace("\ufe0f", "") for emoji in pressed.values()]
    assert stage.bot.reactions[done:] == [("add", emoji) for emoji in bare]


async def test_list_behind_a_button_says_what_waits_there(browser: Browser, stage: Stage) -> None:
    """On a phone the button of the list counts what waits elsewhere, to eyes and to readers."""
    world, ben = stage.world, stage.person("Ben")
    eva = world.add_user("Eva")
    guild = world.add_guild("Second club", owner=eva)
    world.add_member(guild, ben)
    first, other = (world.add_channel(guild, name) for name in ("first", "other"))
    async with opened(browser, f"{stage.url}/#/{eva.id}/{first.id}", size=PHONE) as page:
        button = page.locator("#drawer")
        await expect(button).to_have_attribute("aria-label", "Channels")
        await expect(button.locator(".fresh, .badge")).to_have_count(0)
        await ben.say(other.id, "hello")
        await expect(button).to_have_attribute("aria-label", "Channels, something new")
        await expect(button.locator(".fresh")).to_be_visible()
        await ben.say(other.id, f"hello <@{eva.id}>")
        await expect(button.locator("[data-badge]")).to_have_text("1")
        await expect(button).to_have_attribute("aria-label", "Channels, 1 unread")
        await button.click()
        await page.locator(f"[data-act=go][data-channel-id='{other.id}']").click()
        await expect(button).to_have_attribute("aria-label", "Channels")
