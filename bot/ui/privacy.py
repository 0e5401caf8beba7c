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
        "Your moves and calls in a game are kept for {n} day after it, for /replay and /why; "
        "then they are dropped.",
        "Your moves and calls in a game are kept for {n} days after it, for /replay and /why; "
        "then they are dropped.",
        days,
    )
    if days == 0:
        kept = t("Your moves and calls in a game are kept, for /replay and /why.")
    lists = {
        t("What I keep of you"): [
            t(
                "Your Discord id and your name as last seen, so that tables and boards can name "
                "you."
            ),
            t("Your language and your settings, and which direct channel your cards go to."),
            kept,
            t("Reasons people write when they accuse somebody are kept as long as the moves."),
            t("Your results and ratings are kept until you have them deleted, for /leaderboard."),
        ],
        t("What I do not keep"): [
            t("I do not read messages, and I keep none of them. I share nothing with anybody."),
        ],
        t("What you can do"): [
            t("/mydata export sends you everything about you as a file."),
            t(
                "/mydata delete forgets you at once; games go on, with “a former player” in your "
                "place."
            ),
        ],
    }
    texts = ["\n".join([f"### {head}", *(f"- {line}" for line in lists[head])]) for head in lists]
    return plain("\n".join(texts), accent=frame.PRIVATE)


def exported(data: Mapping[str, Sequence[Mapping[str, Any]]], t: Translator) -> Screen:
    """Return somebody's own data as a file."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    said = t("Everything I keep of you. Only you see this.")
    return Screen(
        (Text(said), Document(FILE)),
        accent=frame.PRIVATE,
        attachments=(Attachment(FILE, text.encode()),),
    )


def ask(person: int, playing: int, t: Translator) -> Screen:
    """Return the one question before everything is deleted.

    Args:
        person: whose data.
        playing: at how many tables the person sits now.
        t: the reader's language.
    """
    lines = [
        t(
            "Shall I delete everything I keep of you? Your ratings, results and settings are gone "
            "then; in games that are over you become “a former player”. This cannot be undone."
        )
    ]
    if playing:
        lines.append(
            t.n(
                "You sit at {n} table now; a house player will go on in your place.",
                "You sit at {n} tables now; house players will go on in your place.",
                playing,
            )
        )
    yes = Control(0, 0, 0, 0, f"{controls.ERASE}{person}").custom_id
    no = Control(0, 0, 0, 0, f"{controls.KEEP}{person}").custom_id
    row = Row((Button(yes, t("Delete my data"), "danger"), Button(no, t("Keep it"))))
    return Screen((Text("\n".join(lines)), row), accent=frame.PRIVATE)


def deleted(t: Translator) -> Screen:
    """Return that it is done."""
    return plain(t("Everything I kept of you is deleted."), accent=frame.PRIVATE)


def kept(t: Translator) -> Screen:
    """Return that nothing was done."""
    return plain(t("Nothing was deleted."), accent=frame.PRIVATE)


def hand_gone(t: Translator) -> Screen:
    """Return what a hand shows whose person has gone."""
    return plain(t("You no longer play here: your data was deleted."), accent=frame.OVER)
