"""In which language to reply."""

import re
from functools import cache, lru_cache

from lingua import Language as LinguaLanguage
from lingua import LanguageDetector, LanguageDetectorBuilder

from src.dossier.models import Language

SHORT = 3
"""Words up to which a message says too little: 'ok', 'artikel 13', 'ja prima'; then the dossier's language counts."""

SURE = 0.8
"""Confidence above which even a short message changes the language: 'yes please' after a Dutch conversation."""

DEFAULT: Language = "nl"

LONGEST = 1_000
"""Characters that are looked at: they tell as much as all, and a word of 60,000 letters takes seconds."""

TELLING: dict[str, Language] = {
    **dict.fromkeys(
        ("ja", "nee", "hallo", "hoi", "prima", "akkoord", "bedankt", "dank", "graag"), "nl"
    ),
    **dict.fromkeys(("yes", "no", "hello", "hi", "hey", "thanks", "thank", "please", "sure"), "en"),
    **dict.fromkeys(("the", "what", "how", "who", "tax", "vat", "rate"), "en"),
}
"""Words that tell the language of a short message to people, and nothing to statistics."""


@cache
def _detector() -> LanguageDetector:
    return LanguageDetectorBuilder.from_languages(
        LinguaLanguage.DUTCH, LinguaLanguage.ENGLISH
    ).build()


@lru_cache(maxsize=64)
def _english(words: str) -> float:
    """Return how sure it is that these words are English; each message is asked about at two doors."""
    return _detector().compute_language_confidence(words, LinguaLanguage.ENGLISH)


def detect(text: str, before: Language | None) -> Language:
    """Return the language of the text, ``nl`` or ``en``; for a short or wordless one that of the dossier so far."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"\S*\d\S*", " ", text[:LONGEST]))
    if not words:
        return before or DEFAULT
    short = len(words) <= SHORT
    told = next((TELLING[word.lower()] for word in words if word.lower() in TELLING), None)
    if short and told:
        return told
    english = _english(" ".join(words))
    if short and max(english, 1 - english) < SURE:
        return before or DEFAULT
    return "en" if english > 0.5 else "nl"
