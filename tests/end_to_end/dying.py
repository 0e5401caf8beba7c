"""The bot that dies in between: `python -m tests.end_to_end.dying <file> run …`.

Once there is a file `die` where it runs, nothing that is answered is erased any more, and the first
answer by a message of its own is the last thing it does: as if it had died, for each letter, just
after the answer (`architecture.md`, Several processes).
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.cluster.post import Post
from bot.discord_api.interaction import Token
from tests.end_to_end.dealt import foreseen

DIE = "die"


def mortal() -> None:
    """Let it die."""
    done, follow = Post.done, Token.follow

    def left(post: Post, letter: int) -> None:
        if not os.access(DIE, os.F_OK):
            done(post, letter)

    async def followed(token: Token, method: str, *body: Any) -> Any:
        sent = await follow(token, method, *body)
        if method == "POST" and os.access(DIE, os.F_OK):
            os.kill(os.getpid(), signal.SIGKILL)
        return sent

    Post.done, Token.follow = left, followed  # type: ignore[method-assign,assignment]  # for tests


if __name__ == "__main__":
    from bot.cli import main

    mortal()
    foreseen(Path(sys.argv.pop(1)))
    main()
