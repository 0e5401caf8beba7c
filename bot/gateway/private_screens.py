"""What a press at a table shows to one person alone."""

from bot.cogs.hand import hand
from bot.cogs.replay import stepped
from bot.cogs.rules import rules_page
from bot.cogs.why import explained
from bot.interactions.context import Context
from bot.messages.table_view import TableView
from bot.tables.replies import TableReason
from bot.ui import fair_deal, house_rules
from bot.ui.replay import ReplayStep


async def show(context: Context, view: TableView, what: str) -> None:
    """Answer a press by showing what it asks for (`bot.interactions.parsing.SHOWN`)."""
    match what:
        case "hand":
            await hand(context, view)
        case "rules":
            await _rules(context, view)
        case "how-to":
            await context.say(await rules_page(context, view.game, view.renderer, 0, view.table))
        case "fair" | "replay" if view.table.status != "ended":
            await context.refuse(TableReason.NOT_OVER)
        case "fair":
            await context.say(fair_deal.draw(view.table, context.t))
        case "replay":
            await context.say(await stepped(context, view.table, ReplayStep(view.table.id, 0)))
        case _:
            await context.say(await explained(context, view))


async def _rules(context: Context, view: TableView) -> None:
    """Show the host's screen of house rules, or say why this person cannot have it."""
    if view.table.status != "lobby":
        await context.refuse(TableReason.NOT_A_LOBBY)
    elif context.person != view.table.host:
        await context.refuse(TableReason.NOT_HOST, {"host": view.table.host})
    else:
        now = (view.table, view.game, view.renderer)
        await context.say(house_rules.screen(*now, context.t))
