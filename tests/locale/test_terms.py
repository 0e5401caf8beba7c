"""The games' terms in Spanish: one word a thing, everywhere."""

import re

import pytest

from tests.locale.test_catalogues import forms, messages

TERMS = {
    r"Flinch pile": r"pilas? Flinch",
    r"\breserve\b": r"reserva",
    r"\bstock\b": r"mazo",
    r"\bstacks?\b": r"mazo",
    r"house players?\b": r"jugador(es)? de la casa",
    r"house rules?\b": r"reglas? de la casa",
    r"\blobb(y|ies)\b": r"salas? de espera",
    r"\bpenalty\b": r"castigo",
    r"\bduty|duties\b": r"obligaci(ón|ones)",
    r"\bjacks?\b": r"jota",
    r"\bqueens?\b": r"reina",
    r"\bkings?\b": r"rey",
    r"\baces?\b": r"\bas(es)?\b",
    r"\bspades?\b": r"picas?",
    r"\bhearts?\b": r"coraz(ón|ones)",
    r"\bclubs?\b": r"trébol(es)?",
    r"\bdiamonds?\b": r"diamantes?",
    r"\bjokers?\b": r"comod(ín|ines)",
    r"\bdoubles\b": r"dobles",
    r"\bpartner'?s?\b": r"pareja|enfrente|por él",
    r"\brated\b": r"punt[uú]|puntuad|puntuación",
    r"\bthe commitment\b": r"compromiso",
    r"(?<!false )(Flinch!|FLIP!|\{call\})": r"¡(Flinch!|FLIP!|\{call\})",
    r"\b(calls?|called|calling|says?|saying) (Flinch!|\**FLIP|\{call\})": r"\bcant|¡Flinch! de",
    r"wrong call|false FLIP!": r"\bcant",
}
"""English term → what its Spanish must have."""

BANNED = {
    r"llamada": "canto",
    r"\b(un|los|tus|sus) avisos?\b": "canto",
    r"penalizaci": "castigo",
    r"\bdeberes\b": "obligaciones",
    r"en falso": "sin razón",
    r"\bsota": "jota",
    r"\bcentro\b": "medio",
    r"\bretirar? a\b": "expulsar a",
    r"\bllevar(te|se) \w+": "tomar el montón",
    r"\busted(es)?\b": "tú",
    r"\banfitri": "quien lleva la mesa",
    r"\b(di|dice|diga|digan|dicho|diciendo|decir)\b \W*(flip|flinch)": "cantar",
    r"(?<!¡)(flinch!|flip!|\{call\})": "¡Flinch!, ¡FLIP!",
}
"""What is not said → what is said instead."""


@pytest.mark.parametrize("term", TERMS)
def test_term_is_the_same_everywhere(term: str) -> None:
    """Each message with the English term has the Spanish one, in every form."""
    found = [
        (source, text)
        for message in messages()
        for source, text in zip(forms(message.id), forms(message.string), strict=True)
        if re.search(term, source, re.IGNORECASE)
    ]
    assert found
    missing = [text for _, text in found if not re.search(TERMS[term], text, re.IGNORECASE)]
    assert missing == []


@pytest.mark.parametrize("word", BANNED)
def test_other_word_is_not_used(word: str) -> None:
    """One word a thing: not two for a call, a penalty or whoever leads the table."""
    texts = [text for message in messages() for text in forms(message.string)]
    assert [text for text in texts if re.search(word, text, re.IGNORECASE)] == [], BANNED[word]
