"""What the desk says itself, in a module per language; others are answered in English frames."""

from collections.abc import Mapping

from src.desks.docs.words import de, en, es, fr, nl, ru, zh
from src.desks.docs.words.texts import DocsTexts

EVERY: Mapping[str, DocsTexts] = {
    one.TEXTS.language: one.TEXTS for one in (en, nl, de, fr, es, ru, zh)
}


def texts_of(language: str) -> DocsTexts:
    """Return the texts of a language by its code; English where there are none."""
    return EVERY.get(language, EVERY["en"])
