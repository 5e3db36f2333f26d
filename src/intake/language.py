"""In which language to reply."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from lingua import Language as LinguaLanguage
from lingua import LanguageDetector, LanguageDetectorBuilder

from src.dossier.models import Language

SHORT = 3
"""Words up to which a message says too little: 'ok', 'bron 13', 'ja prima'; then the dossier's language counts."""

TELLING_LETTERS = 4
"""Letters from which on a word of a short message tells anything: 'ok' and 'art' are words of both languages."""

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
    **dict.fromkeys(("the", "what", "how", "who", "rate"), "en"),
}
"""Words that tell the language of a short message to people, and nothing to statistics; a desk adds its own."""


def register_telling(words: Mapping[str, Language]) -> None:
    """Let words of a desk's field tell the language of short messages, too."""
    TELLING.update(words)


_WITH_DIGIT = re.compile(r"(?<!\S)[^\s\d]*+\d\S*")
"""A run of signs that has a digit; looked for once from its beginning, and not from each of its signs."""


@cache
def _detector() -> LanguageDetector:
    # Of two languages, groups of three letters tell nearly as much as those of up to five, in 7 MB instead of 92.
    languages = (LinguaLanguage.DUTCH, LinguaLanguage.ENGLISH)
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()


@lru_cache(maxsize=64)
def _english(words: str) -> float:
    """Return how sure it is that these words are English; each message is asked about at two doors."""
    return _detector().compute_language_confidence(words, LinguaLanguage.ENGLISH)


def detect(text: str, before: Language | None) -> Language:
    """Return the language of the text, ``nl`` or ``en``; for a short or wordless one that of the dossier so far."""
    words = re.findall(r"[^\W\d_]+", _WITH_DIGIT.sub(" ", text[:LONGEST]))
    if not words:
        return before or DEFAULT
    short = len(words) <= SHORT
    told = next((TELLING[word.lower()] for word in words if word.lower() in TELLING), None)
    if short and told:
        return told
    long_enough = [word for word in words if len(word) >= TELLING_LETTERS] if short else words
    if not long_enough:
        return before or DEFAULT
    english = _english(" ".join(long_enough))
    if short and max(english, 1 - english) < SURE:
        return before or DEFAULT
    return "en" if english > 0.5 else "nl"
