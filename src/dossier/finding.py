"""Words looked for in a whole dossier: what was said, its sources, what was made, its name and labels. Pure.

Titles of sources are searched, and the whole text of those that the client brought.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from pydantic import JsonValue

from src.dossier.models import Dossier, Frozen, Source, is_of_client
from src.dossier.patch import DossierPatch
from src.dossier.personal import as_quoted, marks_of
from src.masking.masking import Marks

AROUND = 60
"""Characters that an excerpt shows on each side of what was looked for."""

Where = Literal["title", "label", "question", "reply", "source", "artifact"]


class FoundText(Frozen):
    """The first place of a dossier in which words stand."""

    where: Where
    excerpt: str


_NOTHING = Dossier(id="", desk="", created_at=datetime.min.replace(tzinfo=UTC))
"""What a patch is applied to where its texts alone are looked at."""


class _Place(NamedTuple):
    where: Where
    text: str
    brought: Source | None = None
    """The source of the client whose own words these are."""


def find_in(dossier: Dossier, text: str) -> FoundText | None:
    """Return where the dossier has this text, in whatever case and spacing; questions come before replies."""
    wanted = re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE)
    for place in _places(dossier):
        if text.strip() and wanted.search(place.text):
            marks = marks_of(dossier.sources) if place.brought else Marks()
            shown = as_quoted(place.text, place.brought, marks)
            # Words of what is masked stand nowhere in what is shown: then that is shown from its beginning.
            at = wanted.search(shown)
            return FoundText(
                where=place.where, excerpt=_excerpt(shown, *(at.span() if at else (0, 0)))
            )
    return None


def folded(text: str) -> bytes:
    """Return a text in the form in which texts that ``find_in`` takes for the same are the same."""
    # Two letters are an i to a search, and not to ``str.casefold``.
    alike = text.replace("\u0130", "i").replace("\u0131", "i").casefold()
    return " ".join(alike.split()).encode("utf-8", "surrogatepass")


def words_in(dossier: Dossier) -> bytes:
    """Return the folded texts of a dossier, in one of which every text stands that ``find_in`` finds."""
    return b"\n".join(folded(place.text) for place in _places(dossier) if place.text)


def words_added(patch: DossierPatch) -> bytes:
    """Return the folded texts that a patch brings: those of all its patches hold what ``words_in`` a dossier does."""
    return words_in(patch.apply(_NOTHING))


def _places(dossier: Dossier) -> Iterator[_Place]:
    yield _Place("title", dossier.title)
    for label in dossier.labels:
        yield _Place("label", label)
    for message in dossier.conversation:
        if message.role == "user":
            yield _Place("question", message.content)
    for source in dossier.sources:
        yield _Place("source", f"{source.title} {source.heading}")
        if is_of_client(source):
            yield _Place("source", source.content, source)
    for artifact in dossier.artifacts:
        yield _Place("artifact", artifact.title)
        for text in _texts(artifact.data):
            yield _Place("artifact", text)
    for message in dossier.conversation:
        if message.role == "assistant":
            yield _Place("reply", message.content)


def _texts(data: JsonValue) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for entry in data.values() if isinstance(data, dict) else data:
            yield from _texts(entry)


def _excerpt(text: str, start: int, end: int) -> str:
    before, after = max(0, start - AROUND), min(len(text), end + AROUND)
    shown = " ".join(text[before:after].split())
    return f"{'…' if before else ''}{shown}{'…' if after < len(text) else ''}"
