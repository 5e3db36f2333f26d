"""What is told where nothing is answered: what comes nearest, and where else one may look. Pure."""

import re
from collections.abc import Iterable, Sequence

from src.desks.docs.artifacts import Reading
from src.desks.docs.bearing import section_text
from src.desks.docs.citing import located, marked
from src.desks.docs.reasons import Reason
from src.desks.docs.scope_words import of_version
from src.desks.docs.wordings import NEAR, shares
from src.desks.docs.words import DocsTexts, texts_of
from src.dossier.models import Source
from src.grounding.evidence import has_name
from src.grounding.gate import find
from src.intake.plain import plain
from src.language.code_names import identifiers
from src.search.snippet import snippet
from src.wording.markdown import bullets, inert

NOT_THERE: frozenset[Reason] = frozenset(
    ("no_relevant_documents", "poor_search_results", "out_of_scope", "quality_insufficient")
)
"""Reasons for which the docs lack it: the nearest sections are told."""

NEAREST = 3

OWN_DOCS = "tess"
"""The collection of the program's own documentation, which is always there."""

MOST_CHOICES = 4
"""Replies that a question of the built-in model offers at most."""

LONGEST_CHOICE = 300
"""Characters of a reply that is offered."""

MOST_TOLD = 20
"""Versions that are told where the one asked for is not there, and collections."""


def versions_to_choose(
    question: str, asked: str, language: str, versions: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """Return that a version is not there and which are, with the question about each to choose from."""
    texts = texts_of(language)
    told = ", ".join(texts.version_of.format(version=inert(text)) for text in versions[:MOST_TOLD])
    offered = choices_of((of_version(question, version) for version in versions), asked)
    return texts.no_such_version.format(versions=told), offered[:MOST_CHOICES]


def not_there(
    question: str, reading: Reading, found: Sequence[Source], names: Sequence[str]
) -> str:
    """Return that the docs do not answer, with the sections that come nearest and the collections not searched."""
    texts = texts_of(reading.language)
    if reading.search_quality is not None and not reading.search_stats.collections:
        return texts.no_collections
    # The program's own documentation is of use only where it is asked about.
    of_use = [name for name in names if name != OWN_DOCS or OWN_DOCS in reading.text.casefold()]
    # What may be about something else is called near, and not missing.
    says_so = reading.reason in ("no_relevant_documents", "out_of_scope", "poor_search_results")
    blocks = [
        *([] if says_so else [texts.not_in_these_docs]),
        question,
        *nearest(found, reading),
        *_elsewhere(reading.search_stats.collections, of_use, texts),
    ]
    return "\n\n".join(blocks)


def nearest(found: Sequence[Source], reading: Reading) -> list[str]:
    """Return the sections that come nearest: the first with its passage marked, of the others where they stand.

    One that has hardly anything of what was asked is none of them; where all are such, that is said.
    """
    texts, asked = texts_of(reading.language), reading.queries or (reading.text,)
    near = [each for each in near_to(asked, found) if _shares_name(each, asked)][:NEAREST]
    searched = ", ".join(map(inert, reading.search_stats.collections[:MOST_TOLD]))
    if not near:
        return [texts.nothing_near.format(searched=searched)] if searched else []
    first, *others = near
    told = [*filter(None, (f"{texts.nearest} {located(first, texts)}", _shown(first, asked)))]
    return [*told, bullets(located(other, texts) for other in others)] if others else told


def near_to(asked: Sequence[str], sources: Sequence[Source]) -> list[Source]:
    """Return those of some sections that have more of what was asked than a word or two that any text has."""
    told = [*map(section_text, sources)]
    shared = zip(*(shares(query, told) for query in asked), strict=True)
    return [source for source, all_of in zip(sources, shared, strict=False) if max(all_of) >= NEAR]


def _shares_name(source: Source, queries: Sequence[str]) -> bool:
    """Return whether a section has a name of code that was asked for, where there is one."""
    names = [name for query in queries for name in identifiers(query)]
    return not names or any(has_name(section_text(source), name) for name in names)


def _shown(source: Source, queries: Iterable[str]) -> str:
    said = snippet(source.content, queries).split(" … ")[0].removesuffix(" …")
    for words in filter(None, (said, source.content.strip().partition("\n")[0])):
        place = find(words, source.content)
        if place is not None and place.start is not None and place.end is not None:
            return marked(source.content, place.start, place.end)
    return ""


def _elsewhere(searched: Sequence[str], names: Sequence[str], texts: DocsTexts) -> list[str]:
    others = [name for name in names if name not in searched][:MOST_TOLD]
    if not (searched and others):
        return []
    told = texts.other_collections.format(
        searched=", ".join(map(inert, searched[:MOST_TOLD])),
        others=", ".join(map(inert, others)),
        example=inert(texts.search_in.format(collection=others[0])),
    )
    return [told]


def by_place(text: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Return the question about each place that has something about it, to choose from."""
    asked = " ".join(text.split()).rstrip("?. ")
    places = dict.fromkeys(" > ".join(path.split(" > ")[-2:]) for path in paths)
    offered = (
        f"{asked} ({place})?" for place in places if len(asked) + len(place) < LONGEST_CHOICE
    )
    return choices_of(offered, text)[:MOST_CHOICES]


def choices_of(offered: Iterable[str], asked: str) -> tuple[str, ...]:
    """Return the replies that may be offered: none twice, none that only repeats the question."""
    kept: dict[str, str] = {}
    for text in offered:
        choice = " ".join(plain(text).split())
        if choice and len(choice) <= LONGEST_CHOICE and _bare(choice) != _bare(asked):
            kept.setdefault(_bare(choice), choice)
    return tuple(kept.values())


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
