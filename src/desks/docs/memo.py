"""What a memo of an answer from documentation says beside what every memo does: where its sections stand. Pure."""

from datetime import date

from src.answering.handing_over import Address, Line, MemoParts, MemoSource, address
from src.desks.docs.citing import place_of, standing
from src.desks.docs.words import texts_of
from src.dossier.models import Document, Language, Source, is_of_client


class DocsMemoSource(MemoSource):
    """A section as a memo names it."""

    file: Line = ""
    lines: tuple[int, int] | None = None
    """First and last in its file, from 1."""
    anchor: Line = ""
    version: Line = ""
    """Of the documentation."""
    updated: date | None = None
    stands_at: Address = ""
    """Its address as its documentation has it: it is told, and no link, as nobody but that vouches for it."""


class DocsMemo(MemoParts):
    """What the desk says in a memo."""

    def source(self, number: int, source: Source, language: Language) -> MemoSource:
        named = self.named(number, source)
        if not isinstance(source, Document) or is_of_client(source) or not source.file:
            return MemoSource(**named, text_of=self.origin(source, language))
        named["title"] = place_of(source)
        return DocsMemoSource(
            **named,
            text_of=_text_of(source, language),
            file=source.file,
            lines=(source.first_line, source.last_line) if source.first_line else None,
            anchor=source.anchor,
            version=source.version,
            updated=source.updated,
            stands_at=source.url,
        )


def _text_of(source: Document, language: Language) -> str:
    """Return where a section stands, with its address or else the anchor by which its file has it."""
    at = address(source.url) or (f"#{source.anchor}" if source.anchor else "")
    where = standing(source, texts_of(language))
    return f"{where} ({at})" if at else where
