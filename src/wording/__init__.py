"""Every fixed word that a user reads, once per language; what depends on a turn is filled in by the presenter."""

from src.dossier.models import Language
from src.wording.dutch import DUTCH
from src.wording.english import ENGLISH
from src.wording.texts import Wording

WORDINGS: dict[Language, Wording] = {"nl": DUTCH, "en": ENGLISH}

__all__ = ["WORDINGS", "Wording"]
