"""Every fixed word that a user reads, once per language; what depends on a turn is filled in by the presenter."""

from src.dossier.models import Language
from src.texts import catalogue
from src.wording.texts import Wording

DUTCH, ENGLISH = Wording(**catalogue("nl", "wording")), Wording(**catalogue("en", "wording"))
WORDINGS: dict[Language, Wording] = {"nl": DUTCH, "en": ENGLISH}

__all__ = ["DUTCH", "ENGLISH", "WORDINGS", "Wording"]
