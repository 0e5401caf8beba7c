"""`kalamazoo health`: asks a running bot how it does, as a container's health check."""

import typer

from bot.operations.terminal import Config, fail, settings_of

PATIENCE = 5.0
"""Seconds to wait for an answer."""
MOST = 10_000
"""Bytes of an answer that are read."""


def health(config: Config = None) -> None:
    """Ask the running bot whether people can play.

    It is the one that runs with these settings. Exit status 0 if they can, else 1.
    """
    import json
    import urllib.error
    import urllib.request
    from http.client import HTTPException

    address = settings_of(config).monitoring
    if address is None:
        fail("The setting 'monitoring' names no address to ask at.")
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        try:
            with direct.open(f"http://{address}/health", timeout=PATIENCE) as answer:
                said = answer.read(MOST).decode()
        except urllib.error.HTTPError as error:  # it is not ready
            said = error.read(MOST).decode()
        ready = json.loads(said)["ready"] is True
    except OSError as error:
        why = getattr(error, "reason", error)
        fail(f"Nobody answers at {address} ({getattr(why, 'strerror', None) or why}).", status=1)
    except (HTTPException, ValueError, LookupError, TypeError):
        fail(f"Somebody else than Kalamazoo answers at {address}.", status=1)
    if not ready:
        fail(said, status=1)
    typer.echo(said)
