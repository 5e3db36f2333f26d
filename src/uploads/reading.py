"""From the bytes of a file to its text: what it is, is told by its content."""

import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

from src.search.loaders import text, word
from src.search.loaders.readers import Kind, Part, Unreadable, pdf_parts, plain_parts, text_in
from src.uploads.limits import UploadLimits
from src.uploads.subtitles import kind_of, spoken_lines

_OTHER_KINDS = (b"\xd0\xcf\x11\xe0", b"{\\rtf", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK")
"""How files begin that people take for documents, and that are not read: old Word, RTF, pictures, other archives."""

LONGEST_TITLE = 1_000
"""Characters of what a web page calls itself."""

_TELLING = 1_000
"""Bytes by which subtitles are told from other texts."""


@dataclass(frozen=True)
class Read:
    """A document as text; ``pages`` is None where it has none of its own."""

    kind: Kind
    pages: int | None
    text: str
    title: str = ""
    """What a web page calls itself."""


def read(content: bytes, suffix: str, limits: UploadLimits) -> Read:
    """Return the text of a document, or raise Unreadable; the suffix of its name tells md and html from other texts."""
    kind = _kind(content, suffix)
    title, parts = ("", _parts(content, kind, limits)) if kind != "html" else _page(content, limits)
    every = [seen for _, seen in _bounded(parts, limits.characters)]
    pages = len(every) if kind == "pdf" else None
    if kind == "pdf":
        every = text.unwrapped([line for page in every for line in page.split("\n")])
    whole = text.tidy(every)
    if not any(sign.isalnum() for sign in whole):
        raise Unreadable("there is no text in it", "no_text")
    return Read(kind, pages, whole, title)


def _kind(content: bytes, suffix: str) -> Kind:
    if content.lstrip(b"\r\n\t \xef\xbb\xbf").startswith(b"%PDF-"):
        return "pdf"
    if content.startswith(b"PK\x03\x04") and _is_word(content):
        return "docx"
    if content.startswith(_OTHER_KINDS):
        raise Unreadable("it is no document that can be read", "other_kind")
    if suffix.lower() in (".md", ".markdown"):
        return "md"
    if suffix.lower() in (".html", ".htm"):
        return "html"
    return kind_of(_beginning(content)) or "txt"


def _beginning(content: bytes) -> str:
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    return content[:_TELLING].decode("utf-16" if is_wide else "utf-8", errors="replace")


def _is_word(content: bytes) -> bool:
    """Whether an archive has the part that every Word document has; a broken one is said to be one."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return word.BODY in archive.namelist()
    except zipfile.BadZipFile:
        return True


def _parts(content: bytes, kind: Kind, limits: UploadLimits) -> Iterable[Part]:
    if kind == "pdf":
        return pdf_parts(content, limits.pages)
    if kind == "docx":
        return word.parts(content, limits.unpacked)
    if kind in ("vtt", "srt"):
        lines = _few_tags(text_in(content), limits).splitlines()
        return (("", line) for line in spoken_lines(lines))
    return plain_parts(content)


def _few_tags(written: str, limits: UploadLimits) -> str:
    """Return a text before anything is read of it, or raise Unreadable where it has more tags than may be."""
    if written.count("<") > limits.tags:
        raise Unreadable(f"it has more than {limits.tags:,} tags", "tags")
    return written


def _page(content: bytes, limits: UploadLimits) -> tuple[str, list[Part]]:
    """Return the title of a web page, and its main text with the headings above it: no script, style or navigation."""
    # lxml takes a while to import, and few documents are pages.
    from src.search.loaders.html_file import titled
    from src.search.loaders.loaded import NotLoaded

    written = _few_tags(text_in(content), limits)
    if not written.strip():
        return "", []
    try:
        title, stretches = titled(written)
    except NotLoaded as error:
        raise Unreadable(str(error), error.reason) from error
    parts: list[Part] = []
    for stretch in stretches:
        parts += [("heading", f"\n{heading}\n") for heading in stretch.headings[-1:]]
        parts += [("text", f"{block.text}\n") for block in stretch.blocks]
    return title[:LONGEST_TITLE], parts


def _bounded(parts: Iterable[Part], most: int) -> Iterator[Part]:
    length = 0
    for place, raw in parts:
        seen = text.seen(raw)
        length += len(seen)
        if length > most:
            raise Unreadable(f"its text is longer than {most:,} characters", "characters")
        yield place, seen
