"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping

from src.tools.edits import EditOp
from src.wording import NamedTexts, desk_texts


class TsgTexts(NamedTexts):
    """Texts of one language; names in braces are filled in."""

    reasons: Mapping[str, str]
    lost: Mapping[str, str]
    """By why a line is not in the guide."""
    edits: Mapping[EditOp, str]
    standing: Mapping[str, str]
    """By how far the dossier is; of a guide: {lines}, {questions}."""


WORDINGS, _TEXTS = desk_texts(__file__)
TEXTS = {language: TsgTexts(**texts) for language, texts in _TEXTS.items()}
