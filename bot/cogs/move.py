"""`/move`: an action in notation or by the name of a card, and what becomes of it."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.app_commands import Transform
from msgspec import structs

from bot.discord_api.interaction import AnyInteraction
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context, Origin, context_of
from bot.interactions.transformers import (
    LONGEST,
    MOST,
    Choices,
    TableOption,
    number_of,
    playing,
)
from bot.locale import LANGUAGES, Translator, translator
from bot.messages.scene import Scene, deed, groups
from bot.tables import entries
from bot.tables.model import Table
from bot.tables.press_keys import numbered
from bot.tables.replies import Acted, Answer, Pending, Refusal
from bot.ui.contract.renderer import Source
from bot.ui.elements import replies
from bot.ui.elements.look import SUITS
from bot.ui.elements.names import texts
from engine.errors import Reason, Refused

OWN = TableOption(playing, turn=True)

SELECTOR = "\ufe0f"
"""Says that a sign is drawn as an emoji; phones put it after a suit."""


class ActionOption(app_commands.Transformer):
    """The option `action`: a source as listed by its name, or a notation."""

    min_value, max_value = 1, LONGEST

    async def transform(self, interaction: AnyInteraction, value: str, /) -> str:
        """Return it as typed: what it means depends on the table."""
        return value

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer all of one's sources by name, playable or not, always in the same order."""
        context, named = context_of(interaction), interaction.namespace.table
        number = number_of(named) if named else None
        if named:
            active = (*context.desk.kit.tables.active(), *await context.elsewhere())
            found = [each for each in active if each.id == number]
        else:
            found = [*await OWN.candidates(context)]
        scene: Scene | None = None
        if len(found) == 1:
            own = context.desk.kit.tables.owns(found[0].guild)
            registry = context.desk.registry
            scene = registry.view(found[0].id) if own else await registry.only_read(found[0])
        return suggested(scene, context.person, value, context.t)


class Move(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("move", self._move, direct=True)]

    async def _move(
        self,
        context: Context,
        action: Transform[str, ActionOption()],
        table: Transform[Table, OWN],
    ) -> None:
        scene = self._desk.registry.view(table.id)
        meant = meanings(scene, context.person, action, context.t)
        if len(meant) > 1:
            raise context.told(replies.which_card(meant, context.t))
        notation, number = action.strip().upper(), 0
        if meant:
            notation, number = meant[0].notation, meant[0].number
        origin = context.origin
        named = structs.replace(origin, key=numbered(origin.key, number))
        await act(context, table, notation, named)


async def act(context: Context, table: Table, notation: str, origin: Origin) -> None:
    """Hand in an action in notation; the answer says what became of it."""
    scene = context.desk.registry.view(table.id)
    call = scene is not None and any(c.notation == notation for c in scene.game.calls)
    seat = table.seat_of(context.person)
    card = ""
    if scene is not None and scene.playing and seat is not None:
        card = scene.renderer.named(scene.view(seat.index), notation)
    act = origin.entry(entries.Act, notation=notation)
    answer = await context.desk.kit.tables.submit(table.id, act)
    if isinstance(answer, Pending):
        if not call:
            await context.tell(_became(context, answer, card))
        answer = await answer.verdict
    said = _became(context, answer, card, call=call)
    if isinstance(answer, Refusal) and answer.reason == Reason.UNREADABLE:
        said = _unreadable(scene, context.person, context.t)
    elif isinstance(answer, Refusal):
        said = " ".join((said, *placed(scene, context.person, notation, context.t)))
    await context.tell(said)


def _became(context: Context, answer: Answer, card: str, *, call: bool = False) -> str:
    """Return what became of an action, in words: of a call the verdict."""
    t, person = context.t, context.person
    said = replies.sentence(answer, t, card=card)
    if not isinstance(answer, Acted):
        return said
    table, renderer = answer.after, context.desk.kit.renderers[answer.after.game]
    look = context.desk.kit.looks.private(person, table)
    game, seat = context.desk.kit.tables.game(table), table.seat_of(person)
    told = list[str | None]()
    for group in groups(answer.events):
        known = deed(game, group, seat.index if seat else None)
        told.append(renderer.tell(known, texts(table, t), look))
    return " ".join(filter(None, ("" if call else said, *told))) or said


def suggested(scene: Scene | None, person: int, typed: str, t: Translator) -> Choices:
    """Return what `/move` offers; the last line says when there is more than fits."""
    found: Choices = [
        app_commands.Choice(
            name=source.label[:LONGEST], value=numbered(source.notation, source.number)
        )
        for source in _own(scene, person, t)
        if _plain(typed) in _plain(source.label)
    ]
    if len(found) <= MOST:
        return found
    more = t("… and {number} more: type a part of the name", number=len(found) - MOST + 1)
    return [*found[: MOST - 1], app_commands.Choice(name=more[:LONGEST], value=typed or "…")]


def meanings(scene: Scene | None, person: int, text: str, t: Translator) -> tuple[Source, ...]:
    """Return what somebody who typed or chose something may mean; none: it is a notation, if any.

    A name counts as listed, in any language. A card named alone means the play of it that is
    possible; where none is, the first there is, which says why not.
    """
    meant, own = _plain(text), _own(scene, person, t)
    for language in LANGUAGES:
        for at, source in enumerate(_own(scene, person, translator(language))):
            if meant in (
                _plain(source.label),
                _plain(numbered(source.notation, source.number)),
            ):
                return (own[at],)
    plays = _plays(scene, person, text, own)
    possible = tuple(each for each in plays if _possible(scene, person, each.notation))
    return possible or plays[:1]


def _plays(
    scene: Scene | None, person: int, text: str, own: Sequence[Source]
) -> tuple[Source, ...]:
    """Return the plays of the card of a name, equal cards of a hand once."""
    seat = scene.table.seat_of(person) if scene is not None else None
    if scene is None or seat is None or not own:
        return ()
    view, plays = scene.view(seat.index), dict[str, Source]()
    for source in own:
        if named(text) == named(scene.renderer.named(view, source.notation)) != "":
            plays.setdefault(source.notation, source)
    return tuple(plays.values())


def _possible(scene: Scene | None, person: int, notation: str) -> bool:
    """Say whether the rules would take an action now, which tells its maker nothing hidden."""
    seat = scene.table.seat_of(person) if scene is not None else None
    if scene is None or seat is None:
        return False
    try:
        scene.game.decide(scene.table.state, (seat.index,), scene.game.parse(notation))
    except Refused:
        return False
    return True


def named(card: str) -> str:
    """Return a card's name however it is typed: `7s` and `7♠️` as `7♠`, `[12]` as `12`."""
    plain = _plain(card.replace(SELECTOR, "")).strip("[]")
    for letter, sign in SUITS.items():
        if plain.endswith((letter.casefold(), sign)):
            rank = plain[:-1].strip()
            return ("10" if rank == "t" else rank) + sign
    return plain


def placed(scene: Scene | None, person: int, notation: str, t: Translator) -> tuple[str, ...]:
    """Return an example of what works where an action lacks its place; () where it does not."""
    for source in _own(scene, person, t):
        if source.notation.startswith(f"{notation}@"):
            return (replies.example(source, t),)
    return ()


def _unreadable(scene: Scene | None, person: int, t: Translator) -> str:
    """Return the refusal of what cannot be read, with an example of one's own."""
    for source in _own(scene, person, t):
        if len(source.notation) > 1:
            return replies.unreadable(source, t)
    return replies.unreadable(None, t)


def _own(scene: Scene | None, person: int, t: Translator) -> tuple[Source, ...]:
    """Return the sources of this person; none of whoever does not sit at a running game."""
    seat = scene.table.seat_of(person) if scene is not None else None
    if scene is None or seat is None or not scene.playing:
        return ()
    view, numbers = scene.view(seat.index), scene.numbers(seat.index)
    return scene.renderer.sources(view, numbers, t)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
