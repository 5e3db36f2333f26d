"""The words of an item: its title, the sentence of a story, and who tells it in a description. Pure."""

import re
from collections.abc import Mapping

from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.item_gate import LONGEST_TITLE
from src.desks.backlog.knowledge import patterns
from src.dossier.models import Language
from src.language.sentences import split

SHORT_TITLE = 90
"""Characters of a title that is made of a line of the meeting."""

_OPENS = re.compile(
    r"(?:[-*•–>\s]+|\d{1,2}[.)]\s*|(?:so|ok|okay|oh|well|right|and|but|dus|oke|oké|o|nou|ja|yes|en|maar"
    r"|(?:agreed|deal|fine|good|great|sure|akkoord|afgesproken|goed|prima)(?=[,.:!]))\b[\s,.:!]*)+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<=.{20})(?:[.,;:!?](?=\s)|\s(?=[(–—]|(?:and|because|but|so|which|en|maar|omdat|want|zodat)\b))"
)
"""Where a title that would be too long may end."""

_ARTICLE = re.compile(r"^(?:an?|the|de|het|een)\s+", re.IGNORECASE)
_WANTED = re.compile(r"(?:to|an?|the|my|more|no)\s", re.IGNORECASE)
"""How a need begins that stands behind "I want" as it is."""
_WANTS = "(?:wants?|wil ik|willen wij)"
_SEVERAL: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"[^suia]s$"),
    "nl": re.compile(r"(?:en|[lr]s)$"),
}
"""How a persona ends that is several people."""

_STORY = re.compile(
    r"(?P<as>as|als)\s+(?P<article>(?:an?|the|de|het|een)\s+)?(?P<who>[^,.]{1,80}?)(?=,?\s+(?:i|we|ik|wil|willen)\b)",
    re.IGNORECASE,
)

_WHY = re.compile(r"^(?:so that|so|because|zodat|omdat)\s+", re.IGNORECASE)


def title_of(words: str) -> str:
    """Return their first sentence as a title: without what only opens it, of a long one the clauses that fit."""
    plain = next((text for text in split(cleaned(words)) if " " in text), words)
    ends = [found.start() for found in _CLAUSE.finditer(plain, 0, SHORT_TITLE)]
    most = ends[-1] if ends and len(plain) > SHORT_TITLE else LONGEST_TITLE
    return plain[:most].rstrip(" .,;:!")


def cleaned(words: str) -> str:
    """Return words without what only opens them, such as a list sign or "so", and written large."""
    plain = " ".join(words.split())
    opening = _OPENS.match(plain)
    rest = plain[opening.end() :] if opening and opening.end() < len(plain) else plain
    return rest[:1].upper() + rest[1:]


def story_of(item: BacklogItem, language: Language) -> str:
    """Return "As a ... I want ..., so that ..."; "" where nobody or no need is known, or the description says it."""
    persona, need, why = (
        " ".join(text.split()).rstrip(" .")
        for text in (item.persona, item.said("need"), item.said("benefit"))
    )
    teller = told_by(item.description).casefold()
    is_told = teller and (teller in persona.casefold() or persona.casefold() in teller)
    if item.type == "bug" or is_told or not (persona and need):
        return ""
    persona, why = _ARTICLE.sub("", persona), _WHY.sub("", why)
    persona = persona.lower() if persona[1:].islower() else persona
    behind = f", {'zodat' if language == 'nl' else 'so that'} {why}." if why else "."
    are_several = _SEVERAL[language].search(persona)
    said = " ".join((*(each.quote for each in item.evidence), *(each.words for each in item.told)))
    is_said = re.search(rf"\b{_WANTS}\s+{re.escape(need)}", " ".join(said.split()), re.IGNORECASE)
    if patterns("gate")["says"].match(need) and not is_said:
        return f"{persona[:1].upper()}{persona[1:]}: {need}{behind}"
    if language == "nl":
        return f"Als {persona} {'willen wij' if are_several else 'wil ik'} {need}{behind}"
    wanted = need if is_said or _WANTED.match(need) else f"to {need}"
    who = f"{persona} we" if are_several else f"{_article(persona)} {persona} I"
    return f"As {who} want {wanted}{behind}"


def told_by(description: str) -> str:
    """Return who wants something in a description that begins as a story does; "" where it begins otherwise."""
    found = _STORY.match(description)
    return found["who"] if found else ""


def told_by_another(description: str, persona: str) -> str:
    """Return a description that begins as a story does with another persona in it; any other as it is."""
    found = _STORY.match(description)
    if not found or not persona:
        return description
    who = _ARTICLE.sub("", persona)
    article = (found["article"] or "").rstrip()
    if article.casefold() in ("a", "an"):
        article = _article(who)
    return f"{' '.join(filter(None, (found['as'], article, who)))}{description[found.end() :]}"


def _article(persona: str) -> str:
    return "an" if persona[:1].lower() in "aeio" else "a"
