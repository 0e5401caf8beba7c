"""The command line of the engine: replay, selfplay, bench (`rules.md` section 4)."""

import argparse
import errno
import json
import os
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NoReturn, TextIO

from engine.api import AnyGame, Setup
from engine.errors import BadSetup
from engine.games import GAMES
from engine.play import act, start
from engine.selfplay import play_game
from engine.transcript import Transcript, find_game, read, replay, written

LARGEST = 64 * 1024 * 1024
"""Bytes of a transcript that is read."""

BENCH_GAMES = 40
"""Games played for a figure."""

BENCH_FAULTS = 0.1
"""Rate of irregular actions in them."""


class Parser(argparse.ArgumentParser):
    """Arguments whose error is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, exit status 2."""
        raise BadSetup("arguments", message)


def _parser() -> Parser:
    """Return the command line."""
    parser = Parser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("replay", help="answer every action of a transcript")
    one.add_argument("file", metavar="FILE", help="a transcript; - reads standard input")
    one = commands.add_parser("selfplay", help="play a whole game and write its transcript")
    one.add_argument("--game", required=True)
    one.add_argument("--seats", required=True, type=int)
    one.add_argument("--seed", required=True, metavar="HEX", help="64 hexadecimal digits")
    one.add_argument("--options", default="{}", metavar="JSON", help="house rules, as an object")
    one.add_argument("--policy", choices=("random", "normal"), default="random")
    one.add_argument("--faults", type=float, default=0.1, metavar="RATE", help="0 to 1")
    one = commands.add_parser("bench", help="print accepted actions and games per second")
    one.add_argument("--game")
    return parser


def _replay(path: str, out: TextIO) -> None:
    """Write one JSON object a line: the answers to the deal and to every action."""
    try:
        if path == "-":
            text = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                text = file.read(LARGEST + 1)
    except OSError as error:
        raise BadSetup("file", f"cannot be read: {error.strerror}") from error
    if len(text) > LARGEST:
        raise BadSetup("file", f"is larger than {LARGEST >> 20} MiB")
    for line in replay(read(text, GAMES)):
        out.write(json.dumps(line) + "\n")


def _selfplay(arguments: argparse.Namespace, out: TextIO) -> None:
    """Write the transcript of a whole game as one JSON object."""
    game = find_game(arguments.game, GAMES)
    try:
        chosen: Any = json.loads(arguments.options)
    except (ValueError, RecursionError) as error:
        raise BadSetup("options", "is not JSON") from error
    if not isinstance(chosen, dict):
        raise BadSetup("options", "must be an object")
    if not 0 <= arguments.faults <= 1:
        raise BadSetup("faults", "must be a rate from 0 to 1")
    setup = Setup(arguments.seats, game.settle(arguments.seats, chosen), arguments.seed)
    played = play_game(game, setup, arguments.policy, arguments.faults)
    out.write(json.dumps(written(played.transcript())) + "\n")


def _bench(key: str | None, out: TextIO) -> None:
    """Write accepted actions and games per second: of play as a whole, and of the rules alone."""
    for game in GAMES if key is None else (find_game(key, GAMES),):
        began = time.perf_counter()
        games = _some_games(game)
        whole = time.perf_counter() - began
        began = time.perf_counter()
        for transcript in games:
            _fold(transcript)
        alone = time.perf_counter() - began
        actions = sum(len(transcript.actions) for transcript in games)
        out.write(
            f"{game.key}: {actions / alone:,.0f} accepted actions and {len(games) / alone:,.1f} "
            f"games a second (choosing included: {actions / whole:,.0f} and "
            f"{len(games) / whole:,.1f}; {len(games)} games of {actions / len(games):,.0f} "
            "actions)\n"
        )


def _some_games(game: AnyGame) -> list[Transcript]:
    """Play games of every seat count in turn, with the default house rules."""
    counts = game.seat_counts
    return [
        play_game(
            game,
            Setup(
                seats := counts[i % len(counts)],
                game.settle(seats, {}),
                sha256(f"bench {i}".encode()).hexdigest(),
            ),
            "random",
            BENCH_FAULTS,
        ).transcript()
        for i in range(BENCH_GAMES)
    ]


def _fold(transcript: Transcript) -> None:
    """Do every action of a transcript again."""
    state = start(transcript.game, transcript.setup).state
    for entry in transcript.actions:
        state = act(transcript.game, state, entry.by, entry.do).state


def _run(arguments: Sequence[str] | None) -> None:
    """Run one command.

    Raises:
        BadSetup: what is asked for cannot be done.
        OSError: the output cannot be written.
    """
    chosen, out = _parser().parse_args(arguments), sys.stdout
    if out is None:  # Python's own way to say that it was closed
        raise OSError(errno.EBADF, "it is closed")
    try:
        match chosen.command:
            case "replay":
                _replay(chosen.file, out)
            case "selfplay":
                _selfplay(chosen, out)
            case _:
                _bench(chosen.game, out)
        out.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # what is left goes nowhere
        raise


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status: 0, or 2 after one line on standard error."""
    try:
        _run(arguments)
    except BrokenPipeError:
        return 0  # the reader has seen enough
    except OSError as error:
        return _failed(f"output: cannot be written: {error.strerror}")
    except BadSetup as wrong:
        return _failed(str(wrong))
    return 0


def _failed(message: str) -> int:
    """Say in one line what is wrong; return the exit status."""
    sys.stderr.write(" ".join(message.split()) + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
