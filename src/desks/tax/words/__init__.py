"""The words of tax law in replies, by language: ``WORDINGS`` and ``TEXTS``; in ``client`` what clients say of the desk."""

from src.desks.tax.words.dutch import DUTCH, DUTCH_TEXTS
from src.desks.tax.words.english import ENGLISH, ENGLISH_TEXTS
from src.desks.tax.words.texts import TaxTexts
from src.dossier.models import Language
from src.wording import Wording

WORDINGS: dict[Language, Wording] = {"nl": DUTCH, "en": ENGLISH}
"""What every desk says, in the words of this one."""

TEXTS: dict[Language, TaxTexts] = {"nl": DUTCH_TEXTS, "en": ENGLISH_TEXTS}
"""What only this desk says."""

__all__ = ["TEXTS", "WORDINGS", "TaxTexts"]
