"""Only this machine's browser, and only from the page itself.

The page acts for everybody in the sandbox, so another web site open in the same browser must not
reach it: neither by a request of its own (``Origin``) nor by a name of its own that points to
127.0.0.1 (``Host``).
"""

from urllib.parse import urlsplit

from aiohttp import web

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""What every answer of the page carries; nothing may be loaded from outside."""


def check(request: web.Request) -> None:
    """Let a request pass that comes from the page on this machine.

    Raises:
        web.HTTPForbidden: ``Host`` is no loopback name, or ``Origin`` is another site.
    """
    host = urlsplit(f"//{request.headers.get('Host', '')}")
    if host.hostname not in LOOPBACK:
        raise web.HTTPForbidden(text="The sandbox answers on loopback addresses only.")
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != host.netloc:
        raise web.HTTPForbidden(text="Another site may not use the sandbox.")


def check_socket(request: web.Request) -> None:
    """Let a websocket of the page pass; browsers always send its ``Origin``.

    Raises:
        web.HTTPForbidden: As :func:`check`, or there is no ``Origin``.
    """
    check(request)
    if "Origin" not in request.headers:
        raise web.HTTPForbidden(text="Only the page may connect here.")
