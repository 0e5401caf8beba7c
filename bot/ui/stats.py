"""`/stats`: somebody's games in figures."""

from collections.abc import Mapping, Sequence

from bot.db.records import Rating
from bot.db.stats import Opponent, Totals
from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame, notes
from bot.ui.elements.names import escape, short
from bot.ui.elements.screen import Attachment, Part, Picture, Row, Screen, Text
from bot.ui.rating import whole

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
    """Return what the picture of the ratings shows, in words: its alternative text.

    Each series begins with the rating before its first game, which may not be the person's first.
    """
    sentences = []
    for key, renderer in renderers.items():
        ratings = series.get(key, ())
        if not ratings:
            continue
        sentences.append(
            t(
                "{game}: from {first} to {last} over {games}; highest {most}, lowest {least}.",
                game=renderer.name,
                games=t.n("{n} rated game", "{n} rated games", len(ratings) - 1),
                first=whole(ratings[0], t),
                last=whole(ratings[-1], t),
                most=whole(max(ratings), t),
                least=whole(min(ratings), t),
            )
        )
    return " ".join(sentences)[:1024]


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
            quickest = notes.seconds(totals.quickest, t)
            lines.append(t("Fastest call: {time}", time=quickest))
    return lines
