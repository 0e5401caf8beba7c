"""The bot that dies in between: `python -m tests.end_to_end.dying <file> run …`.

Once there is a file `die` where it runs, nothing that is answered is erased any more, and the first
answer by a message of its own is the last thing it does, with those under way: as if it had died,
for each letter, just after the answer (`architecture.md`, Several processes).
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
    done, part, follow = Post.done, Post.part, Token.follow
    under_way = 0

    def left(post: Post, letter: int) -> None:
        if not os.access(DIE, os.F_OK):
            done(post, letter)

    async def parted(post: Post, letter: int) -> None:
        nonlocal under_way
        under_way += 1
        await part(post, letter)

    async def followed(token: Token, method: str, *body: Any) -> Any:
        nonlocal under_way
        sent = await follow(token, method, *body)
        if method == "POST":
            under_way -= 1
            if under_way <= 0 and os.access(DIE, os.F_OK):
                os.kill(os.getpid(), signal.SIGKILL)
        return sent

    Post.done, Post.part = left, parted  # type: ignore[method-assign,assignment]  # for tests
    Token.follow = followed  # type: ignore[method-assign,assignment]  # for tests


if __name__ == "__main__":
    from bot.cli import main

    mortal()
    foreseen(Path(sys.argv.pop(1)))
    main()
