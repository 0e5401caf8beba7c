"""The page of the sandbox: Discord's client, small, for several people in one window.

``static/`` is what the browser gets, plain files with no build step; ``emoji.woff2`` there is made
by ``scripts/emoji_font.py`` and drawn by Twemoji (``emoji-licence.txt``). :mod:`.socket` is the one
connection behind it, :mod:`.window` what one open page has to be told, :mod:`.shapes` how that is
written, :mod:`.requests` what can be asked, :mod:`.unread` who has read what, :mod:`.sentences`
what the page says in each language, :mod:`.guard` who may connect at all.

``/#/person/channel`` (and ``/message``) opens a place. Tests and scripts find things by
``data-person-id``, ``data-channel-id``, ``data-here`` (the channel shown), ``data-message-id``,
``data-author-id``, ``data-custom-id``, ``data-emoji``, ``data-option``, ``data-command``,
``data-modal``, ``data-badge`` and ``data-act``; ``body[data-ready=true]`` says that it shows.
"""

from aiohttp import web

from bot.sandbox.page.files import Files
from bot.sandbox.page.socket import Sockets
from bot.sandbox.page.unread import ReadMarks
from bot.sandbox.world import World

__all__ = ["attach"]


def attach(app: web.Application, world: World) -> None:
    """Serve the page at ``/`` and everything behind it under ``/page/``.

    Args:
        app: The sandbox's application, not yet started.
        world: What the page shows and acts on.
    """
    files = Files(world)
    sockets = Sockets(world, ReadMarks(world))
    app.router.add_get("/", files.index)
    app.router.add_get("/page/static/{name}", files.static)
    app.router.add_get("/page/sentences", files.sentences)
    app.router.add_get("/page/emoji/{emoji_id:\\d+}", files.emoji)
    app.router.add_get("/page/socket", sockets.connect)
    app.on_shutdown.append(sockets.close)
