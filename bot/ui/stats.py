"""`/stats` and `/history`: somebody's games in figures and in a list."""

from collections.abc import Mapping, Sequence

from bot.db.records import Rating
from bot.db.stats import PAGE, Opponent, Played, Totals
from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, facts, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.links import channel_url, link, message_url, relative
from bot.ui.elements.names import escape, short
from bot.ui.elements.screen import Attachment, Button, Part, Picture, Row, Screen, Text
from bot.ui.rating import scored, whole

PICTURE = "ratings.png"
Series = Mapping[str, Sequence[float]]


def draw(
    name: str,
    totals: Mapping[str, Totals],
    ratings: Mapping[str, Rating],
    opponents: Sequence[Opponent],
    series: Series,
    renderers: Mapping[str, AnyRenderer],
    t: Translator,
    picture: bytes | None,
    person: int | None = None,
) -> Screen:
    """Return somebody's figures in this server, per game, and the history of the ratings.

    Args:
        name: as Discord shows it.
        totals, ratings: by game; ratings of all time.
        opponents: those met most often.
        series: ratings after each rated game, by game.
        renderers: of the games.
        t: the reader's language.
        picture: the drawn series; None where there is nothing to draw.
        person: whose figures they are, where they can be shared.
    """
    blocks = ["### " + t("{name}'s games", name=escape(short(name)) or t("Player"))]
    if not totals:
        blocks.append(t("No finished games here yet."))
    for key, renderer in renderers.items():
        if key in totals:
            blocks.append("\n".join(_game(totals[key], ratings.get(key), renderer, t)))
    if opponents:
        nobody = t("Player")
        met = [
            f"{escape(short(each.name)) or nobody} ({t.number(each.games)})" for each in opponents
        ]
        blocks.append(
            t.n(
                "Most frequent opponent: {names}",
                "Most frequent opponents: {names}",
                len(met),
                names=t.list(met),
            )
        )
    parts: list[Part] = [*map(Text, blocks)]
    attachments: tuple[Attachment, ...] = ()
    if picture is not None:
        attachments = (Attachment(PICTURE, picture),)
        parts.append(Picture(PICTURE, words(series, renderers, t)))
    if person is not None and totals:
        parts.append(Row((frame.share_button(f"{controls.STATS}{person}", 0, t),)))
    return Screen(tuple(parts), accent=frame.PRIVATE, attachments=attachments)


def words(series: Series, renderers: Mapping[str, AnyRenderer], t: Translator) -> str:
    """Return what the picture of the ratings shows, in words: its alternative text."""
    sentences = []
    for key, renderer in renderers.items():
        ratings = series.get(key, ())
        if not ratings:
            continue
        sentences.append(
            t(
                "{game}: {last} after {games}; first {first}, highest {most}, lowest {least}.",
                game=renderer.name,
                games=t.n("{n} rated game", "{n} rated games", len(ratings)),
                first=whole(ratings[0], t),
                last=whole(ratings[-1], t),
                most=whole(max(ratings), t),
                least=whole(min(ratings), t),
            )
        )
    return " ".join(sentences)[:1024]


def history(
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


def _game(totals: Totals, rating: Rating | None, renderer: AnyRenderer, t: Translator) -> list[str]:
    played = t.n("{n} game", "{n} games", totals.played)
    won = t.n("{n} won", "{n} won", totals.won)
    lines = [f"**{renderer.name}** · {played} · {won}"]
    if rating is None:
        lines.append("-# " + t("not rated"))
    else:
        rated = t.n("{n} rated game", "{n} rated games", rating.games)
        now = t("Rating **{rating}**", rating=t.number(rating.number))
        lines.append(f"{now} · {rated}")
    if totals.calls:
        calls = t.n("{n} call", "{n} calls", totals.calls)
        right = t.n("{n} right", "{n} right", totals.right)
        lines.append(f"{calls} · {right}")
        if totals.quickest is not None:
            quickest = facts.seconds(totals.quickest, t)
            lines.append(t("Fastest {call} {time}", call=renderer.shout, time=quickest))
    return lines


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
