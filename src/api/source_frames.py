"""Sources as clients see them, over the socket and over REST. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pydantic import ConfigDict, Field, TypeAdapter

from src.dossier.models import Document, Dossier, Frozen, Picture, Source, is_empty, is_of_client


class Frame(Frozen):
    """Base of what the wire carries; the docstrings of fields describe them to clients."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class PictureInfo(Frame):
    """What is known of a picture without looking at it."""

    sha256: str = Field(
        description="Of its bytes, under which they are had; empty once it was forgotten."
    )
    media_type: str
    width: int
    height: int
    size: int = Field(description="Bytes.")
    alternative: str = Field(description="What it shows, in the words of who added it.")


class FoundSource(Frame):
    """A source that a search found, without its text."""

    id: str
    title: str
    kind: str
    """A lower-case word; `GET /desks` tells which a desk has."""
    kind_label: str
    """What sources of this kind are called, in the language of the reply."""
    digest: bool
    """True: a digest of our own, not the official text."""
    client: bool
    """True: a document of the client, which is no authority."""
    url: str
    """The official publication."""
    reference: str
    """What it can be cited by for good; empty where there is nothing of the kind."""
    picture: PictureInfo | None = Field(None, exclude_if=is_empty)
    """Left out for what is no picture."""
    as_of: date | None
    """The day that its text is of; `GET /desks` tells what that day is to its kind."""
    file: str | None = None
    """Of a section: its file, as its collection names it. Left out for others."""
    lines: tuple[int, int] | None = None
    """Of a section: its first and last line in that file, from 1."""
    anchor: str | None = None
    """Of a section: what leads to it within its page."""
    version: str | None = None
    """Of a section: the version that it documents, where somebody said so."""
    updated: date | None = None
    """Of a section: when its file was last changed, where that is known."""


class SourceInfo(FoundSource):
    """A source of the dossier, without its text."""

    selected: bool = Field(description="Whether an answer would use it.")


_SOURCE_INFOS = TypeAdapter(list[SourceInfo], config=ConfigDict(defer_build=True))
"""Makes many at once, which takes a fraction of what each alone does."""


def source_infos(dossier: Dossier, kinds: Mapping[str, str]) -> list[SourceInfo]:
    """Return the dossier's sources as clients see them, in the order in which they entered."""
    selected = set(dossier.selected_ids)
    return _SOURCE_INFOS.validate_python(
        [{**_seen(source, kinds), "selected": source.id in selected} for source in dossier.sources]
    )


def found_sources(sources: Iterable[Source], kinds: Mapping[str, str]) -> list[FoundSource]:
    """Return sources as clients see them."""
    return [FoundSource(**_seen(source, kinds)) for source in sources]


_OF_EACH = ("id", "title", "kind", "digest", "url", "reference", "as_of")
"""Fields of a frame that every source has under the same name."""


def _seen(source: Source, kinds: Mapping[str, str]) -> dict[str, Any]:
    return {
        **{name: getattr(source, name) for name in _OF_EACH},
        "kind_label": kinds.get(source.kind, source.kind),
        "client": is_of_client(source),
        "picture": _picture(source) if isinstance(source, Picture) else None,
        **(_section(source) if isinstance(source, Document) else {}),
    }


def _section(source: Document) -> dict[str, Any]:
    return {
        "file": source.file or None,
        "lines": (source.first_line, source.last_line) if source.last_line else None,
        "anchor": source.anchor or None,
        "version": source.version or None,
        "updated": source.updated,
    }


def _picture(source: Picture) -> dict[str, Any]:
    told = source.model_dump(include=set(PictureInfo.model_fields))
    return {**told, "alternative": source.content}
