"""Components of messages (`discord.md` sections 2 and 14)."""

import io
from typing import Any

import discord
import pytest
from discord import ui

from bot.sandbox.model.objects import V2, Json
from tests.sandbox.conftest import Client, Raw, Town


def _button(number: int, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": f"B{number}", "custom_id": f"b{number}"} | more


def _row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def _text(content: str) -> Json:
    return {"type": 10, "content": content}


def _select(count: int, **more: Any) -> Json:
    options = [{"label": f"L{number}", "value": f"v{number}"} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | more


async def _send(raw: Raw, town: Town, *components: Json, v2: bool = True) -> tuple[int, Any]:
    body: Json = {"components": list(components), "flags": V2 if v2 else 0}
    if not v2:
        body["content"] = "x"
    status, answer, _ = await raw("POST", f"/channels/{town.room.id}/messages", body)
    return status, answer


def _codes(answer: Json) -> list[str]:
    """Return the field codes of a 50035, in order."""
    found: list[str] = []

    def look(node: Any) -> None:
        for key, value in node.items():
            if key == "_errors":
                found.extend(each["code"] for each in value)
            else:
                look(value)

    assert answer["code"] == 50035
    look(answer["errors"])
    return found


async def test_layout_view_is_stored_with_ids(client: Client, town: Town) -> None:
    """A real LayoutView arrives; people see its texts and controls."""
    view = ui.LayoutView()
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label="Join", custom_id="join"))
    row.add_item(ui.Button(label="Leave", custom_id="leave", disabled=True))
    picked: ui.Select[ui.LayoutView] = ui.Select(custom_id="pick", placeholder="Pick")
    picked.add_option(label="Nine", value="9", emoji="✋")
    section: ui.Section[ui.LayoutView] = ui.Section(
        "Ana", accessory=ui.Button(label="Sit", custom_id="sit")
    )
    box: ui.Container[ui.LayoutView] = ui.Container(
        ui.TextDisplay("# Table 12"), ui.Separator(), section, row, ui.ActionRow(picked)
    )
    view.add_item(box)
    message = await client.get_partial_messageable(town.room.id).send(view=view)

    seen = town.ana.message(message.id)
    assert seen.text == "# Table 12\nAna"
    assert [(each.custom_id, each.kind, each.disabled) for each in seen.controls] == [
        ("sit", "button", False),
        ("join", "button", False),
        ("leave", "button", True),
        ("pick", "string", False),
    ]
    assert seen.control("Join").custom_id == "join"
    assert message.flags.components_v2


async def test_text_over_4000_in_all_is_refused(raw: Raw, town: Town) -> None:
    """The sum counts, not the single text."""
    assert (await _send(raw, town, _text("x" * 2000), _text("y" * 2000)))[0] == 200
    status, answer = await _send(raw, town, _text("x" * 2000), _text("y" * 2001))
    assert (status, _codes(answer)) == (400, ["COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"])


async def test_more_than_40_components_are_refused(raw: Raw, town: Town) -> None:
    """Containers and rows count: 1 container, 6 rows of 5 buttons and 3 texts are 40."""
    rows = [_row(*(_button(5 * row + place) for place in range(5))) for row in range(6)]
    texts = [_text("x") for _ in range(3)]
    box = {"type": 17, "components": [*rows, *texts]}
    assert (await _send(raw, town, box))[0] == 200
    box = {"type": 17, "components": [*rows, *texts, _text("x")]}
    status, answer = await _send(raw, town, box)
    assert (status, _codes(answer)) == (400, ["COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"])


async def test_duplicate_custom_id_is_refused(raw: Raw, town: Town) -> None:
    """Anywhere in the message, selects and buttons alike."""
    same = _select(1, custom_id="b1")
    status, answer = await _send(
        raw, town, _row(_button(1)), {"type": 17, "components": [_row(same)]}
    )
    assert (status, _codes(answer)) == (400, ["COMPONENT_CUSTOM_ID_DUPLICATED"])


@pytest.mark.parametrize(("length", "status"), [(0, 400), (1, 200), (100, 200), (101, 400)])
async def test_custom_id_has_1_to_100_characters(
    raw: Raw, town: Town, length: int, status: int
) -> None:
    """101 is 50035 (`discord.md` section 14)."""
    answered, answer = await _send(raw, town, _row(_button(1, custom_id="c" * length)), v2=False)
    assert answered == status
    if status == 400:
        assert _codes(answer) == ["BASE_TYPE_BAD_LENGTH"]


@pytest.mark.parametrize(("count", "status"), [(0, 400), (1, 200), (25, 200), (26, 400)])
async def test_select_has_1_to_25_options(raw: Raw, town: Town, count: int, status: int) -> None:
    """`discord.md` section 2."""
    answered, _ = await _send(raw, town, _row(_select(count)))
    assert answered == status


@pytest.mark.parametrize(
    ("component", "code"),
    [
        (_row(*(_button(n) for n in range(6))), "BASE_TYPE_BAD_LENGTH"),
        (_row(_button(1), _select(1)), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (_row(_button(1, label="x" * 81)), "BASE_TYPE_MAX_LENGTH"),
        (_row(_button(1, label=None)), "BUTTON_COMPONENT_INVALID_LABEL"),
        (_row(_button(1, emoji={"name": "no"})), "BUTTON_COMPONENT_INVALID_EMOJI"),
        (_row(_button(1, emoji={"id": "123", "name": "AS"})), "BUTTON_COMPONENT_INVALID_EMOJI"),
        (_row(_button(1, style=9)), "BASE_TYPE_CHOICES"),
        (
            _row(_select(2, options=[{"label": "a", "value": "1"}] * 2)),
            "COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (_row(_select(2, max_values=3)), "COMPONENT_SELECT_MAX_VALUES_EXCEEDS_OPTIONS"),
        ({"type": 9, "components": [_text("x")]}, "BASE_TYPE_REQUIRED"),
        ({"type": 12, "items": []}, "BASE_TYPE_BAD_LENGTH"),
        (
            {"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]},
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        ({"type": 17, "components": []}, "BASE_TYPE_REQUIRED"),
        ({"type": 2, "style": 1, "label": "x", "custom_id": "y"}, "UNION_TYPE_CHOICES"),
        (_text(""), "BASE_TYPE_BAD_LENGTH"),
    ],
)
async def test_wrong_component_is_refused(raw: Raw, town: Town, component: Json, code: str) -> None:
    """Each wrong field has its own code."""
    status, answer = await _send(raw, town, component)
    assert (status, _codes(answer)) == (400, [code])


async def test_old_messages_take_rows_only(raw: Raw, town: Town) -> None:
    """Without the v2 flag there are at most five action rows and nothing else."""
    assert (await _send(raw, town, *(_row(_button(n)) for n in range(5)), v2=False))[0] == 200
    status, answer = await _send(raw, town, *(_row(_button(n)) for n in range(6)), v2=False)
    assert (status, _codes(answer)) == (400, ["BASE_TYPE_MAX_LENGTH"])
    status, answer = await _send(raw, town, _text("x"), v2=False)
    assert (status, _codes(answer)) == (400, ["UNION_TYPE_CHOICES"])


async def test_gallery_shows_an_attachment(client: Client, town: Town) -> None:
    """``attachment://`` becomes the attachment's own address."""
    view = ui.LayoutView()
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png")))
    file = discord.File(io.BytesIO(b"png"), "table.png")
    message = await client.get_partial_messageable(town.room.id).send(view=view, file=file)
    seen = town.ana.message(message.id)
    assert seen.components[0]["items"][0]["media"]["url"] == seen.attachments[0].url


async def test_old_message_becomes_v2_without_content(raw: Raw, town: Town) -> None:
    """An edit may set the flag if it takes content away."""
    path = f"/channels/{town.room.id}/messages"
    _, made, _ = await raw("POST", path, {"content": "old"})
    one = f"{path}/{made['id']}"
    body: Json = {"flags": V2, "components": [_text("new")]}
    assert (await raw("PATCH", one, body))[0] == 400
    assert (await raw("PATCH", one, body | {"content": None}))[0] == 200
    assert town.ana.message(int(made["id"])).text == "new"
