"""What in a message is no question: taking back, leaving out, thanks, a scope, a thumb. Pure."""

import json
import re
from collections.abc import Iterable

from src.desks.docs.found import CollectionInfo
from src.desks.docs.words import EVERY
from src.desks.manager import Decision, Deliberation
from src.llm.offline.conversation import ConversationRules
from src.llm.offline.reading import speaks_to_program
from src.llm.protocol import ToolCall

SEARCH = "search_docs"

RULES = ConversationRules(
    about={
        "nl": "Ik ben TESS en zoek het antwoord op in documentatie, met bestand en regels erbij. Stel een vraag.",
        "en": "I am TESS and look the answer up in documentation, with its file and lines. Ask a question.",
    },
    searches=(SEARCH,),
)
"""The rules of any conversation: a message that they would search for is a question."""

_THUMB = re.compile(r"\s*(?P<thumb>👍|👎)[\ufe0f\U0001f3fb-\U0001f3ff]?\s*(?P<why>.*)", re.DOTALL)


_VERSION = re.compile(
    r"\b(?:version|versie|versión|versione|версии|версия|release|v)[ .:]?\s?(v?\d[\w.+-]*\w|\d)",
    re.IGNORECASE,
)

LONGEST_OF_VERSION = 80
"""Characters of a message that may name a version and nothing else."""

_NO_SUBJECT = re.compile(
    r"\W*(?:(?:and|but|what|how|about|is|it|the|same|then|also|that|en|maar|hoe|zit|het|dat|dan|ook|is|was|der|und|aber"
    r"|et|mais|y|pero|а|и|в|для)\b\W*)*",
    re.IGNORECASE,
)

_NAMED_VERSION = re.compile(
    rf"(?:\b(?:in|of|for|with|van|voor|bij|met)\s+)?{_VERSION.pattern}", re.IGNORECASE
)


def no_question(so_far: Deliberation) -> Decision | None:
    """Return what is to be done with a message that asks nothing; None for a question."""
    message = so_far.conversation[-1].content
    rated = _THUMB.fullmatch(message)
    if rated:
        given = {"up": rated["thumb"] == "👍", "why": rated["why"].strip()[:2_000]}
        return Decision(calls=(ToolCall("docs-rate", "rate_answer", json.dumps(given)),))
    if speaks_to_program(message):
        return None  # the guard says whether that is a question
    reply = RULES.decision(so_far.messages, so_far.offered, so_far.dossier.language or "nl")
    calls = tuple(one for one in reply.tool_calls if one.name != SEARCH)
    if reply.tool_calls and not calls:
        return None
    return Decision(reply.text, calls)


def version_asked(message: str, every: Iterable[CollectionInfo]) -> str:
    """Return the version that a message names, of those that there are; empty: none."""
    named = {one.removeprefix("v") for one in _VERSION.findall(message[:2_000])}
    there = (version for one in every for version in one.versions)
    return next((one for one in there if one.removeprefix("v") in named), "")


def without_version(text: str) -> str:
    """Return a question without the version that it names: that is no word of what it asks."""
    left = " ".join(_NAMED_VERSION.sub(" ", text).split())
    return left or text


def of_version(question: str, version: str) -> str:
    """Return a question as one about a version, in place of the one that it named."""
    return f"{without_version(question).rstrip(' ?.!')} in version {version}?"


def only_version(message: str) -> str:
    """Return the version that a message names where it names nothing else: "and in version 2.0?"; else nothing."""
    named = _VERSION.search(message[:LONGEST_OF_VERSION])
    left = _NAMED_VERSION.sub(" ", message[:LONGEST_OF_VERSION])
    is_all = named and len(message) <= LONGEST_OF_VERSION and _NO_SUBJECT.fullmatch(left)
    return named[1] if named and is_all else ""


def versions_of(every: Iterable[CollectionInfo]) -> tuple[str, ...]:
    """Return the versions that there are, the newest of each collection first."""
    return tuple(
        dict.fromkeys(
            version
            for one in every
            for version in sorted(one.versions, key=lambda its: its != one.newest)
        )
    )


def declines(message: str) -> bool:
    """Return whether a message says no more than that it need not be."""
    return RULES.reader.read(message).kind == "decline"


def confirms(message: str) -> bool:
    """Return whether a message says no more than that what was shown is right."""
    return RULES.reader.read(message).kind == "confirm"


def collection_asked(message: str, names: Iterable[str]) -> str:
    """Return the collection that a message asks to search in, as clarifications offer it; empty: none."""
    said = " ".join(message.split()).casefold()
    for name in names:
        offers = (texts.search_in.format(collection=name) for texts in EVERY.values())
        if any(said == offer.casefold() for offer in offers):
            return name
    return ""
