"""What is said of and by the Azure desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping

from src.dossier.models import Language
from src.wording import NamedTexts, desk_texts


class AzureTexts(NamedTexts):
    """Texts of one language; names in braces are filled in."""

    roles: Mapping[str, str]
    memo: Mapping[str, str]


WORDINGS, _TEXTS = desk_texts(__file__)
TEXTS: Mapping[Language, AzureTexts] = {
    language: AzureTexts(**texts) for language, texts in _TEXTS.items()
}
