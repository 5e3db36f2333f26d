"""Every fixed word that a user reads, once per language; what depends on a turn is filled in by the presenter."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from src.dossier.models import Language
from src.texts import catalogue
from src.wording.texts import Wording

WORDINGS: dict[Language, Wording] = {
    "nl": Wording(**catalogue("nl", "wording")),
    "en": Wording(**catalogue("en", "wording")),
}

__all__ = ["WORDINGS", "Wording", "of_desk"]


def of_desk(language: Language, says: Mapping[str, Any]) -> Wording:
    """Return what every desk says, with a desk's own words in the place of some of it."""
    plain = WORDINGS[language]
    own: dict[str, Any] = {
        name: {**getattr(plain, name), **said} if isinstance(said, Mapping) else said
        for name, said in says.items()
    }
    return replace(plain, **own)
