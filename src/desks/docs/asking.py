"""What is asked back, or said where nothing is answered: in the asker's language, always with what to do. Pure."""

from collections.abc import Sequence

from src.desks.docs.artifacts import Reading
from src.desks.docs.checked import LONGEST_CHOICE, choices_of
from src.desks.docs.citing import located, place_of
from src.desks.docs.reader import FOUND_CHOICES
from src.desks.docs.reasons import Reason
from src.desks.docs.talk import of_version
from src.desks.docs.words import texts_of
from src.desks.docs.words.texts import DocsTexts
from src.dossier.models import Source
from src.wording.markdown import bullets, inert

NOT_THERE: frozenset[Reason] = frozenset(
    ("no_relevant_documents", "poor_search_results", "out_of_scope", "quality_insufficient")
)
"""Reasons for which the docs lack it: the nearest sections are told."""

NEAREST = 3

MOST_TOLD = 20
"""Versions that are told where the one asked for is not there, and collections."""


def question_of(reading: Reading, question: str) -> str:
    """Return what is asked back: a question of its own, or what the desk asks for the reason."""
    return question or texts_of(reading.language).asks[reading.reason or "processing_error"]


def asked_back(
    reading: Reading, found: Sequence[Source], names: Sequence[str] = ()
) -> tuple[str, tuple[str, ...]]:
    """Return what is asked for a reading's reason, and the messages that are offered.

    ``found`` are the sections that come nearest, ``names`` the collections that there are, to choose from.
    """
    texts, reason = texts_of(reading.language), reading.reason or "processing_error"
    asks = texts.asks[reason]
    if reason in NOT_THERE:
        return _not_there(asks, reading, found, names, texts), ()
    if reason == "scope_unclear":
        offered = (texts.search_in.format(collection=name) for name in names)
        return asks, choices_of(offered, reading.text)
    if reason in FOUND_CHOICES:
        return asks, choices_of(_by_place(reading.text, found), reading.text)
    return asks, ()


def versions_to_choose(reading: Reading, versions: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return that a version is not there and which are, with the question about each to choose from."""
    texts = texts_of(reading.language)
    told = ", ".join(texts.version_of.format(version=inert(one)) for one in versions[:MOST_TOLD])
    asked = reading.canonical_question or reading.text_eng
    offered = choices_of((of_version(asked, one) for one in versions), reading.text)
    return texts.no_such_version.format(versions=told), offered


def _not_there(
    asks: str, reading: Reading, found: Sequence[Source], names: Sequence[str], texts: DocsTexts
) -> str:
    if reading.search_quality is not None and not reading.search_stats.collections:
        return texts.no_collections
    nearest = bullets(located(one, texts) for one in found[:NEAREST])
    says_so = reading.reason in ("no_relevant_documents", "out_of_scope")
    blocks = [
        *([] if says_so else [texts.not_in_these_docs]),
        asks,
        *([f"{texts.nearest}\n{nearest}"] if nearest else []),
        *_elsewhere(reading.search_stats.collections, names, texts),
    ]
    return "\n\n".join(blocks)


def _elsewhere(searched: Sequence[str], names: Sequence[str], texts: DocsTexts) -> list[str]:
    """Return where was searched and where else one may, where there are other collections."""
    others = [one for one in names if one not in searched][:MOST_TOLD]
    if not (searched and others):
        return []
    told = texts.other_collections.format(
        searched=", ".join(map(inert, searched[:MOST_TOLD])),
        others=", ".join(map(inert, others)),
        example=inert(texts.search_in.format(collection=others[0])),
    )
    return [told]


def _by_place(text: str, found: Sequence[Source]) -> list[str]:
    """Return the question for each place that has something about it."""
    asked = " ".join(text.split()).rstrip("?. ")
    places = dict.fromkeys(" > ".join(place_of(one).split(" > ")[-2:]) for one in found)
    return [f"{asked} ({place})?" for place in places if len(asked) + len(place) < LONGEST_CHOICE]
