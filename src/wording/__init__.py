"""Every fixed word that a user reads, once per language; what depends on a turn is filled in by the presenter."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from src.dossier.models import Language
from src.texts import beside, catalogue
from src.wording.texts import Wording

WORDINGS: dict[Language, Wording] = {
    "nl": Wording(**catalogue("nl", "wording")),
    "en": Wording(**catalogue("en", "wording")),
}

__all__ = ["WORDINGS", "NamedTexts", "Wording", "desk_texts"]


class NamedTexts:
    """Texts of one language by their names in its file; names in braces are filled in. Undeclared: a plain text."""

    def __init__(self, **texts: Any) -> None:
        vars(self).update(texts)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> str: ...


def desk_texts(module: str) -> tuple[dict[Language, Wording], dict[Language, dict[str, Any]]]:
    """Return what every desk says in a desk's words, and what only it says, of the files beside its module."""
    told = {language: beside(module, language) for language in WORDINGS}
    return {of: _of_desk(of, texts.pop("any_desk")) for of, texts in told.items()}, told


def _of_desk(language: Language, says: Mapping[str, Any]) -> Wording:
    plain = WORDINGS[language]
    own: dict[str, Any] = {
        name: {**getattr(plain, name), **said} if isinstance(said, Mapping) else said
        for name, said in says.items()
    }
    return replace(plain, **own)
