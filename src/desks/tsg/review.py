"""What becomes of a review: its suggestions against those that the author dismissed. Pure."""

import hashlib
import re
from collections.abc import Collection, Sequence

from src.desks.tsg.artifacts import Dismissal, Review, SectionName, Suggestion
from src.desks.tsg.forms import MOST_SUGGESTIONS, GuideReview
from src.language.function_words import DUTCH, ENGLISH

MUCH_ALIKE = 0.5
"""Share of the words of the shorter of two suggestions that both have, from which they are one suggestion."""

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\b\d{1,4}\b")
_SAY_NOTHING = DUTCH | ENGLISH | {"add", "guide", "include", "mention", "section"}


def reviewed(
    form: GuideReview,
    dismissed: Sequence[Dismissal],
    corrected: int,
    guide_sha256: str,
    pinned: Collection[int] = (),
) -> Review:
    """Return the review, without suggestions much like dismissed ones, three at most.

    ``pinned``: numbers of lines that the author edited: of one that was to go all the same nothing is remarked.
    """
    stays = {one.number for one in form.corrected if one.line is None and one.number in pinned}
    suggestions: list[Suggestion] = []
    for one in form.suggestions:
        text = " ".join(one.text.split())
        known = [other.text for other in dismissed] + [other.text for other in suggestions]
        if text and not any(much_alike(text, other) for other in known):
            suggestions.append(_suggestion(one.section, text))
    return Review(
        approved=form.approved,
        accuracy=tuple(one for one in form.accuracy if _number_of(one) not in stays),
        completeness=tuple(form.completeness),
        suggestions=tuple(suggestions[:MOST_SUGGESTIONS]),
        corrected=corrected,
        guide_sha256=guide_sha256,
    )


def much_alike(text: str, other: str) -> bool:
    """Return whether two suggestions say much the same: most words of the shorter stand in the longer."""
    words, others = _telling(text), _telling(other)
    fewest = min(len(words), len(others))
    if not fewest:
        return text.casefold() == other.casefold()
    return len(words & others) / fewest >= MUCH_ALIKE


def _number_of(remark: str) -> int:
    """Return the number of the line that a remark is about; 0 where it names none."""
    found = _NUMBER.search(remark)
    return int(found.group()) if found else 0


def _suggestion(section: SectionName, text: str) -> Suggestion:
    digest = hashlib.sha256(f"{section}\n{text}".encode()).hexdigest()
    return Suggestion(id=f"suggestion-{digest[:12]}", section=section, text=text)


def _telling(text: str) -> set[str]:
    """Return the words that tell what a suggestion is about, by their first letters: "restarts" is "restarting"."""
    words = {one for one in _WORD.findall(text.casefold()) if one not in _SAY_NOTHING}
    return {one[:6] for one in words}
