"""Reads the paragraphs of a Word document, its footnotes and endnotes included: pleadings cite there."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from src.search.loaders.loaded import NotLoaded
from src.search.loaders.readers import Part
from src.search.loaders.xml_file import local_name, parse

LARGEST_PART = 64 * 2**20
"""Bytes of one part when unpacked, so that a small file can't fill the memory."""
BODY = "word/document.xml"
_NOTES = {"footnote": "word/footnotes.xml", "endnote": "word/endnotes.xml"}
_STYLES = "word/styles.xml"
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})
_NOT_READ = frozenset({"del", "moveFrom", "Fallback"})
"""Deleted text, text moved elsewhere, and what stands in for programs that know less: the same text twice."""
_INSTEAD = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}


@dataclass(frozen=True)
class WordParts:
    """The parts of a Word document that hold its text, and the part that says what its styles are, if there is one."""

    body: etree._Element
    notes: dict[str, etree._Element]
    """By ``footnote`` and ``endnote``."""
    styles: etree._Element | None


def opened(content: bytes, largest_part: int = LARGEST_PART) -> WordParts:
    """Return the parts of a Word document; ``largest_part`` is in bytes, unpacked. Another file is NotLoaded."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            # Also one that nobody reads here, by its own account.
            if any(part.file_size > largest_part for part in archive.infolist()):
                raise _too_large(largest_part)
            there = archive.namelist()
            return WordParts(
                body=_root(archive, BODY, largest_part),
                notes={
                    kind: _root(archive, name, largest_part)
                    for kind, name in _NOTES.items()
                    if name in there
                },
                styles=_root(archive, _STYLES, largest_part) if _STYLES in there else None,
            )
    except (
        zipfile.BadZipFile,
        zlib.error,
        KeyError,
        RuntimeError,
        NotImplementedError,  # what zipfile raises for a compression that it does not know
        EOFError,
        OSError,
    ) as error:
        raise NotLoaded("it is no Word document, or a damaged or locked one") from error


def parts(content: bytes, largest_part: int = LARGEST_PART) -> Iterator[Part]:
    """Yield each paragraph, then each note; deleted text is left out. A file that is no Word document is NotLoaded.

    ``largest_part`` is in bytes, unpacked.
    """
    document = opened(content, largest_part)
    for number, paragraph in enumerate(_all(document.body, "p"), start=1):
        yield f"paragraph {number}", text_of_paragraph(paragraph)
    for kind, number, text in notes(document):
        yield f"{kind} {number}", text


def notes(document: WordParts) -> Iterator[tuple[str, int, str]]:
    """Yield each note: ``footnote`` or ``endnote``, its number and its text."""
    for kind, root in document.notes.items():
        every = _all(root, kind)
        told = (note for note in every if _SEPARATORS.isdisjoint(map(str, note.attrib.values())))
        for number, note in enumerate(told, start=1):
            yield kind, number, "\n".join(text_of_paragraph(element) for element in _all(note, "p"))


def _too_large(largest: int) -> NotLoaded:
    told = f"a part of it is larger than {largest // 2**20} MiB when unpacked"
    return NotLoaded(told, "unpacked")


def _root(archive: zipfile.ZipFile, name: str, largest: int) -> etree._Element:
    with archive.open(name) as part:
        content = part.read(largest + 1)
    if len(content) > largest:
        raise _too_large(largest)
    try:
        root = parse(content)
    except NotLoaded as error:
        raise NotLoaded(f"a part of it can't be read: {error}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        # No word processor writes one; what it declares would be missing from the text.
        raise NotLoaded("a part of it declares entities of its own")
    return root


def _all(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the elements of a name, but for those that only stand in: the same text twice."""
    for element in root.iter(f"{{*}}{name}"):
        if not any(local_name(above) == "Fallback" for above in element.iterancestors()):
            yield element


def text_of_paragraph(paragraph: etree._Element) -> str:
    """Return the text of a paragraph; what was deleted is left out."""
    return "".join(_pieces(paragraph))


def _pieces(element: etree._Element) -> Iterator[str]:
    """Yield the text of a paragraph; one within it, of a text box, is a paragraph of its own."""
    for child in element:
        name = local_name(child)
        if name == "t":
            yield child.text or ""
        elif name in _INSTEAD:
            yield _INSTEAD[name]
        elif name != "p" and name not in _NOT_READ:
            yield from _pieces(child)
