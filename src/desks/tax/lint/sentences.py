"""What is said of each citation, in English and in Dutch: why the verdict, and what to do. Pure."""

import json
from dataclasses import dataclass
from pathlib import Path

from src.dossier.models import Language
from src.texts import beside


@dataclass(frozen=True)
class Translated:
    """The same words in both languages."""

    en: str
    nl: str

    def said(self, language: Language) -> str:
        return self.nl if language == "nl" else self.en


@dataclass(frozen=True)
class Sentence:
    """The same sentence in both languages, with places for facts."""

    en: str
    nl: str

    def format(self, **facts: object) -> Translated:
        """Return the sentence with its facts, of which some may be words in both languages themselves."""
        return Translated(_filled(self.en, "en", facts), _filled(self.nl, "nl", facts))


def _filled(form: str, language: Language, facts: dict[str, object]) -> str:
    return form.format(
        **{
            name: one.said(language) if isinstance(one, Translated) else one
            for name, one in facts.items()
        }
    )


NOTHING = Translated("", "")
SAID = {name: Sentence(**forms) for name, forms in beside(__file__, "sentences").items()}
_WORDS = Path(__file__).parents[1] / "knowledge" / "lint_words.json"
VERDICTS, PLACES, _LIMITS = json.loads(_WORDS.read_text(encoding="utf-8")).values()
"""Verdicts, and kinds of place, in Dutch; and what was checked and what was not."""
LIMITS = Sentence(**_LIMITS)
"""Stands at the end of every output."""
