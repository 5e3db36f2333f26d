"""What guides lack: hints and questions in fixed texts, and the placeholders made of them. Pure."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from src.desks.tsg.artifacts import Part, Placeholder, SectionName
from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.marks import is_reserved

MOST_PLACEHOLDERS = 60
LONGEST_HINT = 120
LONGEST_QUESTION = 300

Place = tuple[SectionName, Part]

_OF_THE_CUSTOMER = re.compile(knowledge("missing")["of_the_customer"])
"""In questions that only a customer can answer: the author knows the issue, no case."""


def fixed_texts(place: Place, language: str) -> tuple[str, str]:
    """Return the hint and the question for a section, or a part of the first, that lacks something."""
    section, part = place
    hint, question = texts(language)[(part or "what") if section == "symptoms" else section]
    return hint, question


def texts(language: str) -> Mapping[str, Any]:
    """Return the fixed texts of guides in a language; in English where there are none in it."""
    known = knowledge("missing")
    return known.get(language, known["en"])  # type: ignore[no-any-return]  # as the file has it


def placeholder(place: Place, hint: str, question: str) -> Placeholder:
    """Return a placeholder; its id is the same wherever its section and hint are."""
    section, part = place
    digest = hashlib.sha256(f"{section}\n{hint}".encode()).hexdigest()
    return Placeholder(
        id=f"missing-{digest[:12]}", section=section, part=part, hint=hint, question=question
    )


def fixed(place: Place, language: str) -> Placeholder:
    """Return the placeholder of a section that lacks something, in fixed texts."""
    return placeholder(place, *fixed_texts(place, language))


def drafted(
    place: Place, hint: str, question: str, language: str, *, is_rest: bool = False
) -> Placeholder:
    """Return a placeholder in a draft's words; in fixed texts where these can't be written, or ask of a case.

    ``is_rest``: it asks the rest of what its author has begun to answer, who then knows the case.
    """
    hint, question = (
        _plain(hint)[:LONGEST_HINT].strip(),
        _plain(question)[:LONGEST_QUESTION].strip(),
    )
    other = fixed(place, language)
    if (
        not re.search(r"\w", hint)
        or is_reserved(hint)
        or (not is_rest and _OF_THE_CUSTOMER.search(f"{hint} {question}"))
    ):
        return other
    if not re.search(r"\w", question) or is_reserved(question):
        question = other.question
    return placeholder(place, hint, question)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[{}<>]|::|->", " ", text).split())
