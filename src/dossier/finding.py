"""Words looked for in a whole dossier: what was said, its sources, what was made, its name. Pure."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

from pydantic import JsonValue

from src.dossier.models import Artifact, Dossier, Frozen, Message, Source
from src.dossier.patch import DossierPatch

AROUND = 60
"""Characters that an excerpt shows on each side of what was looked for."""

Where = Literal["title", "question", "reply", "source", "artifact"]


class FoundText(Frozen):
    """The first place of a dossier in which words stand."""

    where: Where
    excerpt: str


class _Texts(Protocol):
    """What has texts: a dossier."""

    @property
    def title(self) -> str: ...
    @property
    def conversation(self) -> tuple[Message, ...]: ...
    @property
    def sources(self) -> tuple[Source, ...]: ...
    @property
    def artifacts(self) -> tuple[Artifact, ...]: ...


class _Added(NamedTuple):
    """What a patch brings, as a dossier has it."""

    title: str
    conversation: tuple[Message, ...]
    sources: tuple[Source, ...]
    artifacts: tuple[Artifact, ...]


def find_in(dossier: Dossier, text: str) -> FoundText | None:
    """Return where the dossier has this text, in whatever case and spacing; questions come before replies."""
    wanted = re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE)
    for where, place in _places(dossier):
        found = wanted.search(place)
        if found and text.strip():
            return FoundText(where=where, excerpt=_excerpt(place, found.start(), found.end()))
    return None


def folded(text: str) -> bytes:
    """Return a text in the form in which texts that ``find_in`` takes for the same are the same."""
    return " ".join(text.translate(_ALIKE).casefold().split()).encode("utf-8", "surrogatepass")


def words_in(dossier: Dossier) -> bytes:
    """Return the folded texts of a dossier, in one of which every text stands that ``find_in`` finds."""
    return _words(dossier)


def words_added(patch: DossierPatch) -> bytes:
    """Return the folded texts that a patch brings: those of all its patches hold what ``words_in`` a dossier does."""
    texts = _Added(patch.title or "", patch.add_messages, patch.add_sources, patch.put_artifacts)
    return _words(texts)


_ALIKE = {0x130: "i", 0x131: "i"}
"""The letters that are an i to a search, and not to ``str.casefold``."""


def _words(texts: _Texts) -> bytes:
    return b"\n".join(folded(place) for _, place in _places(texts) if place)


def _places(dossier: _Texts) -> Iterator[tuple[Where, str]]:
    yield "title", dossier.title
    for message in dossier.conversation:
        if message.role == "user":
            yield "question", message.content
    for source in dossier.sources:
        yield "source", f"{source.title} {source.heading}"
    for artifact in dossier.artifacts:
        yield "artifact", artifact.title
        for text in _texts(artifact.data):
            yield "artifact", text
    for message in dossier.conversation:
        if message.role == "assistant":
            yield "reply", message.content


def _texts(data: JsonValue) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from _texts(one)


def _excerpt(text: str, start: int, end: int) -> str:
    before, after = max(0, start - AROUND), min(len(text), end + AROUND)
    shown = " ".join(text[before:after].split())
    return f"{'…' if before else ''}{shown}{'…' if after < len(text) else ''}"
