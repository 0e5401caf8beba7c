"""What the page says: every sentence is in its catalogue, and none stands anywhere else."""

import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import pytest_asyncio
from babel.messages.extract import extract_from_dir
from playwright.async_api import Page, expect

from bot.sandbox.model import threads
from bot.sandbox.page.files import FOLDER
from bot.sandbox.page.sentences import catalogues
from tests.sandbox_page.showcase import files, layout, rows
from tests.sandbox_page.stage import Stage

browsing = pytest.mark.asyncio(loop_scope="module")

SCRIPTS = sorted(FOLDER.glob("*.js"))

SAID = ("t", "n", "parts", "mark")

KEPT = re.compile(r"[\w.]+[,)]")
"""What may stand in a call in place of a literal: where a marked sentence, or a topic, is kept."""

COMMENT = re.compile(r"(?m)^\s*(//|/?\*).*$")

LITERAL = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\\n]|\\.)*`")

SAYING = re.compile(rf"(?<![\w.])(?:{'|'.join(SAID)})\(\s*(?:\"[^\"\n]*\",\s*)?$")
"""What stands before a literal that is translated: a call, or the first form of one that counts."""

READ = ("aria-label", "title", "placeholder", "label", "textContent", "note", "problem")
"""Attributes and keys whose text somebody reads or hears."""

NAMED = re.compile(rf"\"?(?:{'|'.join(READ)})\"?:\s*$")

OWN = {
    **dict.fromkeys(
        ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Backspace", "Escape", "Tab"),
        "what the browser calls a key",
    ),
    **dict.fromkeys(("PageDown", "PageUp"), "what the browser calls a key"),
    "English": "a language in its own words",
    "Español": "a language in its own words",
    "Sandbox": "the title of the window, a name",
}
"""Words that stand in the scripts as they are, each with the reason."""

SENTENCE = re.compile(r"^\W*[A-ZÁÉÍÓÚÑ¿][a-zñáéíóú]+($|[\s.…?!:])|[a-z] [a-z]+[.…?!]$")


def extracted(folder: Path) -> set[str]:
    """Return the messages of the scripts that extraction sees, each form of them."""
    found = extract_from_dir(
        folder, [("**.js", "javascript")], keywords={**dict.fromkeys(SAID), "n": (1, 2)}
    )
    return {
        form
        for _, _, message, _, _ in found
        for form in ([message] if isinstance(message, str) else message)
    }


def test_extraction_sees_every_sentence_of_the_page() -> None:
    """None is put together, within a template or within another one's places."""
    call = re.compile(rf"(?<![\w.])(?:{'|'.join(SAID)})\(\s*(\"(?:[^\"\\]|\\.)*\"|[^\s)][^\n]*)")
    unseen = []
    for path in SCRIPTS:
        code = COMMENT.sub("", path.read_text()).replace("export function ", "function")
        for argument in call.findall(code):
            text = argument[1:-1] if argument.startswith('"') else None
            if text not in extracted(FOLDER) and not (text is None and KEPT.match(argument)):
                unseen.append(f"{path.name}: {argument}")
    assert unseen == []


def test_no_sentence_stands_outside_of_the_catalogue() -> None:
    """What reads like a sentence, or names something, is within a call that translates it."""
    outside = []
    for path in SCRIPTS:
        code = COMMENT.sub("", path.read_text())
        for literal in LITERAL.finditer(code):
            before, text = code[: literal.start()], re.sub(r"\$\{.*?\}", "", literal[0][1:-1])
            named = NAMED.search(before) and re.search("[a-z]", text)
            if (SENTENCE.search(text) or named) and text not in OWN and not SAYING.search(before):
                outside.append(f"{path.name}: {literal[0]}")
    assert outside == []


class Words(HTMLParser):
    """Gathers what of a document somebody would read before any script runs."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within.append(tag)
        self.found += [value or "" for name, value in attrs if name in READ]

    def handle_endtag(self, tag: str) -> None:
        while len(self._within) > 1 and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and self._within[-1] not in ("title", "noscript"):
            self.found.append(data)


def test_document_itself_says_nothing() -> None:
    """Its words come with the scripts; what stands there without them is in both languages."""
    words = Words()
    words.feed((FOLDER / "index.html").read_text())
    assert words.found == []


UNTRANSLATED = """
(theirs) => {
  const found = new Set();
  const note = (text) => {
    if (/[a-zñ]{2}/i.test(text.replace(/⟦[^⟧]*⟧/g, ""))) found.add(text.trim());
  };
  for (const node of document.body.querySelectorAll("*")) {
    if (node.closest(theirs)) continue;
    for (const each of node.childNodes) if (each.nodeType === Node.TEXT_NODE) note(each.data);
    if (node.matches("dialog")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) note(node.getAttribute(name) ?? "");
  }
  return [...found];
}
"""
"""Words of the page that are in no brackets, but those within what is somebody else's.

A form is named by its title, which is the bot's.
"""

THEIRS = (
    "noscript, script, .content, .text, .author, .person-name, .channel-name, .guild, .own-name b,"
    " .place-name, .avatar, .tongue, .lead b, .mention, .thread-card b, .embed, .file, .label,"
    " .option, .chip-name, .command-name, .form-title, .field-label, .field-description,"
    " .field-input, .input, .select, .picture, .thumbnail, .emoji, .snippet, .day, .hour,"
    " .about, time, option"
)
"""Words of people, of the bot, of the world, and times, which the browser writes."""


@pytest_asyncio.fixture(loop_scope="module")
async def marked(page: Page) -> AsyncIterator[Page]:
    """The page with each of its sentences in brackets, what fills its places left out."""
    messages: dict[str, list[str]] = json.loads(catalogues())["es"]
    plain = {
        each: [f"⟦{re.sub('{.*?}', '', each)}⟧" for _ in forms] for each, forms in messages.items()
    }
    kept = {key: [f"⟦{key}⟧"] * len(forms) for key, forms in messages.items() if "{key}" in key}
    answer = json.dumps({"en": plain | kept})
    await page.route("**/page/sentences", lambda route: route.fulfill(body=answer))
    await page.reload()
    await page.locator("body[data-ready=true]").wait_for()
    yield page
    await page.unroute("**/page/sentences")


@browsing
async def test_everything_the_page_says_is_translated(marked: Page, stage: Stage) -> None:
    """A message with all there is, its thread, a DM, a refusal, a form and a command half typed."""
    channel = await stage.show(marked, "Ana")
    ana, ben = stage.person("Ana"), stage.person("Ben")
    said = await ben.say(channel.id, "plain")
    await ana.react(said.id, "✋")
    await stage.reply(channel, said.id, "an answer")
    with_thread = await stage.send(channel, "with a thread")
    thread = await stage.thread(with_thread, "a thread")
    await with_thread.edit(content="edited")
    await stage.at(channel).send(view=layout("✋"), files=files())
    table = await stage.send(channel, "table", view=rows())
    await stage.send(await stage.dm(ana), "a hand")
    await ana.press(table.id, "whisper")
    await ana.slash(channel.id, "hello")
    await marked.locator("[data-custom-id=dead]").click()
    await expect(marked.locator("[data-failure]")).to_be_visible()
    await marked.locator("[data-custom-id=form]").click()
    await expect(marked.locator("[data-modal]")).to_be_visible()
    assert await marked.evaluate(UNTRANSLATED, THEIRS) == []
    await marked.keyboard.press("Escape")
    await marked.locator(".entry-text").fill("/deal ")
    await expect(marked.locator("[data-command=deal]")).to_be_visible()
    await marked.keyboard.press("Enter")
    await expect(marked.locator(".problem")).to_be_visible()
    assert await marked.evaluate(UNTRANSLATED, THEIRS) == []
    await marked.locator(f"[data-act=go][data-channel-id='{thread.id}']").click()
    await expect(marked.locator(f"[data-here='{thread.id}']")).to_be_visible()
    assert await marked.evaluate(UNTRANSLATED, THEIRS) == []


@browsing
async def test_untranslated_words_are_found(marked: Page) -> None:
    """What is in no catalogue is named; the test above can fail."""
    await marked.evaluate("document.getElementById('to-end').textContent = 'Jump'")
    assert await marked.evaluate(UNTRANSLATED, THEIRS) == ["Jump"]


@browsing
async def test_page_speaks_the_language_of_who_is_shown(page: Page, stage: Stage) -> None:
    """Also the topic of a channel of the demo, and refusals: Discord's own words are quoted."""
    table = next(each for each in stage.world.channels.values() if each.name == "card-table")
    ana = stage.person("Ana")
    ana.locale = "es-ES"
    try:
        await page.reload()
        await stage.show(page, "Ana", table)
        await expect(page.locator(".topic")).to_have_text("Escribe /jugar para abrir una mesa")
        await expect(page.locator("html")).to_have_attribute("lang", "es")
        await expect(page.locator(".beginning")).to_have_text("Aquí empieza #card-table.")
        channel = await stage.show(page, "Ana")
        said = await stage.person("Ben").say(channel.id, "many")
        for number in range(20):
            await stage.person("Ben").react(said.id, chr(0x1F600 + number))
        await page.get_by_role("button", name="Añadir reacción").first.click()
        await page.locator("[data-pick='✋']").click()
        await expect(page.locator(".notice")).to_have_text(
            "Discord lo rechaza: Maximum number of reactions reached (20)"
        )
        thread = await stage.thread(await stage.send(channel, "with a thread"), "a thread")
        await stage.send(thread, "table", view=rows())
        await stage.show(page, "Ana", thread)
        threads.set_archived(stage.world, thread, True)
        await page.locator("[data-custom-id=edit]").click()
        await expect(page.locator(".notice").last).to_have_text("El hilo está archivado.")
    finally:
        ana.locale = "en-US"
