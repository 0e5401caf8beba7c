"""`/history`: somebody's last games, with links."""

from collections.abc import Mapping, Sequence

from bot.db.stats import PAGE, Played
from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.links import channel_url, link, message_url, relative
from bot.ui.elements.names import escape, short
from bot.ui.elements.screen import Button, Part, Row, Screen, Text
from bot.ui.rating import scored


def draw(
    name: str,
    person: int,
    played: Sequence[Played],
    page: int,
    renderers: Mapping[str, AnyRenderer],
    t: Translator,
) -> Screen:
    """Return somebody's last games with links, newest first.

    Args:
        name: as Discord shows it.
        person: whose games.
        played: one page of them, and one more where there is a next page.
        page: which one, from 0.
        renderers: of the games.
        t: the reader's language.
    """
    lines = ["### " + t("{name}'s latest games", name=escape(short(name)) or t("Player"))]
    if not played:
        lines.append(t("No finished games here yet."))
    for each in played[:PAGE]:
        lines += _played(each, renderers, t)
    act = f"{controls.HISTORY}{person}"
    buttons = []
    if page > 0:
        control = Control(0, 0, page - 1, 0, act).custom_id
        buttons.append(Button(control, t("Previous page"), emoji="◀"))
    if len(played) > PAGE:
        control = Control(0, 0, page + 1, 0, act).custom_id
        buttons.append(Button(control, t("Next page"), emoji="▶"))
    parts: list[Part] = [Text("\n".join(lines))]
    if buttons:
        parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def _played(each: Played, renderers: Mapping[str, AnyRenderer], t: Translator) -> list[str]:
    result = each.result
    where = each.thread or each.channel
    url = channel_url(result.guild, where)
    if each.message is not None:
        url = message_url(result.guild, where, each.message)
    renderer = renderers.get(result.game)
    game = renderer.name if renderer is not None else result.game
    head = link(t("{game} · table {number}", game=game, number=result.table), url)
    place = t("{place} of {seats}", place=t.ordinal(result.place), seats=t.number(each.seats))
    return [f"{head} · {place}", f"-# {scored(result, t)} · {relative(result.ended)}"]
