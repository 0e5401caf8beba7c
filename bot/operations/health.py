"""`kalamazoo health`: asks a running bot how it does, as a container's health check."""

import typer

from bot.operations.terminal import Config, fail, settings_of

PATIENCE = 5.0


def health(config: Config = None) -> None:
    """Ask the running bot whether people can play.

    It is the one that runs with these settings. Exit status 0 if they can, else 1.
    """
    import urllib.error
    import urllib.request

    address = settings_of(config).monitoring
    if address is None:
        fail("The setting 'monitoring' names no address to ask at.")
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://{address}/health", timeout=PATIENCE) as answer:
            typer.echo(answer.read().decode())
    except urllib.error.HTTPError as error:
        fail(error.read().decode(), status=1)
    except OSError as error:
        why = getattr(error, "reason", error)
        fail(f"Nobody answers at {address} ({getattr(why, 'strerror', None) or why}).", status=1)
