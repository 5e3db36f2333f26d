"""Words looked for in a whole dossier: what was said, its sources, what was made, its name. Pure."""

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import JsonValue

from src.dossier.models import Dossier, Frozen

AROUND = 60
"""Characters that an excerpt shows on each side of what was looked for."""

Where = Literal["title", "question", "reply", "source", "artifact"]


class FoundText(Frozen):
    """The first place of a dossier in which words stand."""

    where: Where
    excerpt: str


def find_in(dossier: Dossier, text: str) -> FoundText | None:
    """Return where the dossier has this text, in whatever case and spacing; questions come before replies."""
    wanted = re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE)
    for where, place in _places(dossier):
        found = wanted.search(place)
        if found and text.strip():
            return FoundText(where=where, excerpt=_excerpt(place, found.start(), found.end()))
    return None


def _places(dossier: Dossier) -> Iterator[tuple[Where, str]]:
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
