"""Words that tell the language of a short message at the desk: those with which its users begin. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from src.dossier.models import Language

_ENGLISH = (
    "rename retitle merge split unwrite load judge change amend combine add replace describe remove restore make show "
    "put move"
)
_DUTCH = "hernoem splits laad beoordeel voeg wijzig verander vervang beschrijf verwijder noem toon maak zet"

TELLING: "Mapping[str, Language]" = {
    **dict.fromkeys(_ENGLISH.split(), "en"),
    **dict.fromkeys(_DUTCH.split(), "nl"),
}
