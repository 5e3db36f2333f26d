"""What is said of each citation, in English and in Dutch: why the verdict, and what to do. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Language
from src.texts import beside

SAID: Mapping[str, Mapping[Language, str]] = beside(__file__, "sentences")
VERDICTS, PLACES, LIMITS = beside(__file__, "words").values()
"""Verdicts, and kinds of place, in Dutch; and what was checked and what was not, which ends every output."""


@dataclass(frozen=True)
class Reason:
    """A sentence in both languages; a fact in it may be a reason itself, or words by language."""

    name: str
    facts: Mapping[str, object]

    def said(self, language: Language) -> str:
        """Return the sentence in a language."""
        facts = {name: _in(language, fact) for name, fact in self.facts.items()}
        return SAID[self.name][language].format(**facts)


def _in(language: Language, fact: object) -> object:
    if isinstance(fact, Reason):
        return fact.said(language)
    return fact[language] if isinstance(fact, Mapping) else fact


def reason(name: str, /, **facts: object) -> Reason:
    """Return the sentence of this name with its facts."""
    return Reason(name, facts)
