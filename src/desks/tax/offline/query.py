"""What to search for a question, and what a short follow-up goes on about. Pure."""

import re

from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.glossary import dutch_terms, without_terms
from src.desks.tax.library.dutch import terms
from src.llm.offline_words import language_of

_LONGEST_FOLLOW_UP = 9
"""Words up to which a follow-up may lack its subject."""
_OPENING = r"(?:(?:ok|oke|oké|okay|ja|yes|dank je|bedankt|thanks)\b[\s,.!]*)?"
_WITHOUT_VERB = re.compile(
    rf"\W*{_OPENING}(?:(?:en|maar|and|but)\b\s*)(?:dan\s|then\s)?(?:als|voor|bij|in|met|zonder|tegen|op|over|van|na|naar"
    r"|if|for|in|with|without|against|on|about|of|from|after|to|when it|wanneer het)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"\W*{_OPENING}(?:(?:en|maar|and|but)\b\s*)?(?:(?:hoe|wat) (?:zit|is|staat) het (?:dan )?met"
    r"|what about|how about)\b",
    re.IGNORECASE,
)
_LINKED = re.compile(rf"\W*{_OPENING}(?:en|maar|and|but)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][\w&-]+|\b\d[\w.:%]*|\b[A-Z]{2,}\b")
"""A proper name, an abbreviation or a number: the same in both languages. A sentence's first word tells nothing."""


def query(question: str) -> str:
    """Return what to search: the statutes' terms and the question's words; empty for English without any term.

    Of an English question only citations, names and numbers are kept: its other words are Dutch words with another
    meaning, or none.
    """
    english = language_of(question) == "en"
    kept = _kept_of_english(question) if english else question
    return f"{dutch_terms(question)} {kept}".strip()


def _kept_of_english(question: str) -> str:
    text = re.sub(r"\b(?:articles?|sections?)\b", "artikel", question, flags=re.IGNORECASE)
    text = re.sub(r"\bof the\b", "van de", text)
    spans = [citation.span for citation in find_citations(text)]
    kept = [text[start:end] for start, end in dict.fromkeys(spans)]
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return " ".join([*kept, *_NAME.findall(without_terms(text))])


def is_follow_up(message: str) -> bool:
    """Tell whether a message lacks its subject: "En voor een belegger?", "en wie is vrijgesteld?"."""
    if len(message.split()) > _LONGEST_FOLLOW_UP:
        return False
    if _WITHOUT_VERB.match(message) or _ABOUT.match(message):
        return True
    asked = _dutch_words(message)
    return _LINKED.match(message) is not None and len(asked) <= 1


def _dutch_words(message: str) -> set[str]:
    english = language_of(message) == "en"
    return set(terms(dutch_terms(message) if english else message))
