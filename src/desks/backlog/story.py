"""Who wants an item and why, in a sentence of the item's language. Pure."""

import re

from src.desks.backlog.artifacts import BacklogItem
from src.dossier.models import Language

_TOLD = re.compile(r"(?:as|als)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|the|de|het|een)\s+", re.IGNORECASE)
_WANTED = re.compile(r"(?:to|an?|the|my|more|no)\s", re.IGNORECASE)
"""How a need begins that stands behind "I want" as it is."""

_WHY = re.compile(r"(?:so that|so|because|zodat|omdat)\s+", re.IGNORECASE)


def story_of(item: BacklogItem, language: Language) -> str:
    """Return "As a ... I want ..., so that ..."; "" where nobody or no need is known, or the description says it."""
    persona, need, why = (
        " ".join(one.split()).rstrip(" .") for one in (item.persona, item.need, item.benefit)
    )
    if item.type == "bug" or not (persona and need) or _TOLD.match(item.description):
        return ""
    persona, why = _begun(_ARTICLE, persona), _begun(_WHY, why)
    if language == "nl":
        return f"Als {persona} wil ik {need}{f', zodat {why}' if why else ''}."
    article = "an" if persona[:1].lower() in "aeio" else "a"
    wanted = need if _WANTED.match(need) else f"to {need}"
    return f"As {article} {persona} I want {wanted}{f', so that {why}' if why else ''}."


def _begun(begins: re.Pattern[str], text: str) -> str:
    found = begins.match(text)
    return text[found.end() :] if found else text


def wanted(item: BacklogItem, language: Language) -> list[str]:
    """Return who wants an item and why, as far as its description does not say it."""
    if story := story_of(item, language):
        return [story]
    return [one for one in (item.need, item.benefit) if one and one not in item.description]
