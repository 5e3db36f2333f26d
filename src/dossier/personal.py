"""Personal data in documents of the client: masked wherever it is quoted, unless the user lets it be said. Pure."""

import re
from collections.abc import Iterable
from typing import Literal

from src.dossier.models import Document, Dossier, SourceBase, is_of_client
from src.masking.masking import Marks
from src.masking.personal import KINDS, PERSONAL_DATA

Masked = Literal["quotes", "text", "none"]
"""Where a document's personal data is masked: where it is quoted, in its very text before it is kept, or nowhere."""


_OF_CLIENT = re.compile(r"(?:upload|picture)/[0-9a-f]{32}(?:-\d+)?")


def is_id_of_client(source_id: str) -> bool:
    """Whether an id is that of a document or picture of the client, where only the id is known."""
    return _OF_CLIENT.fullmatch(source_id) is not None


def marks_of(sources: Iterable[SourceBase]) -> Marks:
    """Return the marks of a dossier: a value has the same one wherever the dossier is quoted.

    A number that stands in a text masked before it was kept is never given to another value.
    """
    marks = Marks()
    for source in filter(is_of_client, sources):
        for kind in KINDS:
            form = re.escape(kind.mark_of(0)).replace("0", r"(\d{1,6})")
            given = max(map(int, re.findall(form, source.content)), default=0)
            for number in range(len(marks.numbers.get(kind.name, ())) + 1, given + 1):
                marks.number(kind.name, kind.mark_of(number))
        if masks(source):
            PERSONAL_DATA.mask(f"{source.title}\n{source.content}", marks)
    return marks


def masks(source: SourceBase) -> bool:
    """Return whether personal data in a source is masked where it is quoted: in the client's, unless told otherwise."""
    unmasked = isinstance(source, Document) and source.unmasked
    return is_of_client(source) and not unmasked


def as_quoted(text: str, source: SourceBase | None, marks: Marks) -> str:
    """Return words of a source as they are shown."""
    return PERSONAL_DATA.mask(text, marks) if source is not None and masks(source) else text


def masked(document: Document, where: Masked, dossier: Dossier) -> Document:
    """Return a document of the client as it is added to a dossier."""
    if where == "none":
        return document.model_copy(update={"unmasked": True})
    marks = marks_of(dossier.sources)
    shown = {"title": PERSONAL_DATA.mask(document.title, marks)}
    if document.url:
        # A mark's angle brackets would end a link.
        url = PERSONAL_DATA.mask(document.url, marks)
        shown["url"] = url.replace("<", "%3C").replace(">", "%3E")
    if where == "text":
        shown["content"] = PERSONAL_DATA.mask(document.content, marks)
    return document.model_copy(update=shown)
