"""`/privacy` and `/mydata`: what is kept of people, and their control over it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.locale import Translator
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Attachment, Button, Document, Row, Screen, Text, plain

FILE = "kalamazoo-my-data.json"


def draw(days: int, t: Translator) -> Screen:
    """Return in plain words what is kept, why, and how long.

    Args:
        days: after how many the moves of a finished game are dropped; 0: never.
        t: the reader's language.
    """
    kept = t.n(
        "I keep your moves and calls for {n} day after a game, for /replay and /why; then "
        "I delete them.",
        "I keep your moves and calls for {n} days after a game, for /replay and /why; then "
        "I delete them.",
        days,
    )
    if days == 0:
        kept = t("I keep your moves and calls, for /replay and /why.")
    lists = {
        t("What I keep about you"): [
            t(
                "Your Discord ID and the last name I saw, to show you at tables and on "
                "leaderboards."
            ),
            t("Your language and settings, and the DM channel your cards go to."),
            kept,
            t("If you accuse someone, I keep your reason as long as the moves."),
            t("I keep your results and ratings for /leaderboard, until you delete them."),
            t("I keep which shared posts name you, so I can take your name out of them."),
        ],
        t("What I don't keep"): [
            t("I don't read or keep messages, and I share nothing with anyone."),
        ],
        t("What you can do"): [
            t("/mydata export sends you a file with everything about you."),
            t(
                "/mydata delete forgets you right away; games go on with “a former player” "
                "in your place."
            ),
        ],
    }
    texts = ["\n".join([f"### {head}", *(f"- {line}" for line in lists[head])]) for head in lists]
    return plain("\n".join(texts), accent=frame.PRIVATE)


def exported(data: Mapping[str, Sequence[Mapping[str, Any]]], t: Translator) -> Screen:
    """Return somebody's own data as a file."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    said = t("Everything I keep about you, as a file.")
    return Screen(
        (Text(said), Document(FILE)),
        accent=frame.PRIVATE,
        attachments=(Attachment(FILE, text.encode()),),
    )


def ask(person: int, playing: int, t: Translator) -> Screen:
    """Return the one question before everything is deleted.

    Args:
        person: whose data.
        playing: in how many running games the person sits.
        t: the reader's language.
    """
    lines = [
        t(
            "Delete everything I keep about you? You lose your ratings, results and "
            "settings; in finished games you become “a former player”. You can't undo this."
        )
    ]
    if playing:
        lines.append(
            t.n(
                "You're in {n} game now, and leave it for good.",
                "You're in {n} games now, and leave them for good.",
                playing,
            )
        )
    yes = Control(0, 0, 0, 0, f"{controls.ERASE}{person}").custom_id
    no = Control(0, 0, 0, 0, f"{controls.KEEP}{person}").custom_id
    row = Row((Button(yes, t("Delete my data"), "danger"), Button(no, t("Keep my data"))))
    return Screen((Text("\n".join(lines)), row), accent=frame.PRIVATE)


def deleted(t: Translator) -> Screen:
    """Return that it is done."""
    return plain(t("I've deleted everything I kept about you."), accent=frame.PRIVATE)


def kept(t: Translator) -> Screen:
    """Return that nothing was done."""
    return plain(t("I've deleted nothing."), accent=frame.PRIVATE)


def share_gone(t: Translator) -> Screen:
    """Return what takes the place of something shared that cannot be shown without a name."""
    return plain(t("This was shared here, but it's gone now."), accent=frame.OVER)


def hand_gone(t: Translator) -> Screen:
    """Return what a hand shows whose person has gone."""
    return plain(t("You no longer play here: you deleted your data."), accent=frame.OVER)
