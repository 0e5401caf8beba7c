"""One word a thing, in both languages and everywhere: in the catalogue and on the rules pages."""

import re
from collections.abc import Iterator

import pytest

from bot.locale import LANGUAGES
from bot.ui.contract.renderer import PAGES
from tests.locale.test_catalogues import english, forms, messages

TERMS = {
    r"Flinch pile": r"pilas? Flinch",
    r"\breserve\b": r"reserva",
    r"\bstock\b": r"mazo",
    r"\bstacks?\b": r"mazo",
    r"\bmiddle\b": r"centro",
    r"\bbots?\b": r"\bbots?\b",
    r"house rules?\b": r"reglas? de la casa",
    r"must-plays?\b": r"jugadas? obligatorias?",
    r"\blobb(y|ies)\b": r"salas? de espera",
    r"\bpenalty\b": r"penalizaci(ón|ones)",
    r"\bspots?\b": r"lugar",
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
    r"\bpartner'?s?\b": r"pareja|enfrente",
    r"\brated games?\b": r"clasificatorias?",
    r"\bfingerprint\b": r"huella",
    r"(?<!wrong )(Flinch!|FLIP!|\{call\})": r"¡(Flinch!|FLIP!|\{call\})",
    r"\b(calls?|called|calling) (Flinch!|\**FLIP|\{call\})": r"\bcant|¡(Flinch|FLIP)!|¡\{call\}",
    r"wrong call|wrong FLIP": r"fallid",
    r"right call": r"acertad",
}
"""English term → what its Spanish must have."""

BANNED = {
    "en": {
        r"\b(some|every|any)body\b": "someone, everyone, anyone",
        r"house players?\b": "bot",
        r"\bdut(y|ies)\b|\boverlook": "must-play, miss",
        r"\b(false|wrongly|rightly)\b": "wrong call, right call",
        r"\b(cannot|do not|does not|is not|are not|has not|have not|will not)\b": "a contraction",
        r"\bcent(re|er)\b": "middle",
        r"\bgive up\b|\bgiven up\b": "resign",
        r"\bstand up\b|\bsits? in\b|\bsit down\b": "leave, take a seat, join",
        r"\bby itself\b": "automatic",
        r"\b(begin|begins|begun|beginning)\b": "start",
        r"(?<!\{)\bcommitments?\b": "fingerprint",
        r"\b(la(y|id|ys) down|irregularit)": "lay a card, breaking the rules",
    },
    "es": {
        r"llamada": "canto",
        r"\b(un|los|tus|sus) avisos?\b": "canto",
        r"\bcastig": "penalización",
        r"obligaci(ón|ones)|\bdeberes\b": "jugada obligatoria",
        r"en falso|sin razón|con razón": "fallido, acertado",
        r"\bsota": "jota",
        r"\bmedio\b": "centro",
        r"\bretirar? a\b": "expulsar a",
        r"\bllevar(te|se) \w+": "tomar el montón",
        r"\busted(es)?\b": "tú",
        r"\b(vosotr|vuestr|os )|(áis|éis)\b": "tú, or no verb",
        r"\banfitri": "quien organiza la mesa",
        r"adversari|\b(el|la|los|tu|su|un) contrari[oa]s?\b": "rival",
        r"\bpuntuad[ao]s?\b": "clasificatoria",
        r"jugador(es)? de la casa": "bot",
        r"por sí sol": "automático",
        r"\b(he|has|hemos) \w*(ado|ido|sto|cho|rto)\b": "the simple past, native on both sides",
        r"\b(di|dice|diga|digan|dicho|diciendo|decir)\b \W*(flip|flinch)": "cantar",
        r"(?<!¡)(flinch!|flip!|\{call\})": "¡Flinch!, ¡FLIP!",
    },
}
"""By language: what is not said → what is said instead."""


def texts(language: str) -> Iterator[str]:
    """Yield everything people read in a language: every message, every line of a rules page."""
    if language == "en":
        yield from english()
    else:
        yield from (text for message in messages() for text in forms(message.string))
    for path in sorted(PAGES.glob(f"*.{language}.md")):
        lines = path.read_text().splitlines()
        yield from (re.sub(r"<!-- (if [^:]+: )?|-->|!?\]\(.*?\)|`.*?`", "", one) for one in lines)


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


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language in LANGUAGES for word in BANNED[language]]
)
def test_other_word_is_not_used(language: str, word: str) -> None:
    """One word a thing: not two for a call, a penalty or whoever organises the table."""
    found = [text for text in texts(language) if re.search(word, text, re.IGNORECASE)]
    assert found == [], BANNED[language][word]


def test_what_is_empty_may_be_of_any_gender_and_number() -> None:
    """One word stands beside a hand, a stack and the piles: in Spanish it is no adjective."""
    (word,) = [forms(each.string)[0] for each in messages() if each.id == "empty"]
    assert not re.search(r"\b(vac|complet)[íi]?[oa]s?\b", word)
